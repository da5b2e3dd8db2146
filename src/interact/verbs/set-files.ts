/** Set input files. */
import type { RemoteHandle } from '../../driver/driver.js';
import { SightlineError } from '../../errors.js';
import type { ElementTarget } from '../../page/actions.js';
import { targetError } from '../../page/target/target-error.js';
import { withCheck } from '../../page/target/with-check.js';
import type { Action } from '../action.js';
import { checkText } from '../arguments.js';
import { describeTarget } from '../target.js';
import { click } from './click.js';

export async function setFiles(
  act: Action,
  target: ElementTarget | undefined,
  paths: readonly string[],
): Promise<void> {
  for (const path of paths) checkText('The path', path);
  const files = await act.state.files.readable(paths);
  if (!target) {
    const chooser = act.page.fileChooser;
    if (chooser) await compareOpener(act, act.state.openers.get(chooser) ?? act.state.target);
    await giveToChooser(act, files);
    return;
  }
  const { element, found } = await act.ask(target, 'setFiles', { count: files.length });
  if (element === null) {
    // Not an input: a button or a drop zone that opens a file chooser.
    await click(act, target);
    if (!act.page.fileChooser)
      throw new SightlineError(
        'not-editable',
        `${describeTarget(target, found)} is not a file input, and a click on it opened no file chooser`,
      );
    await giveToChooser(act, files);
    return;
  }
  const handle = await target.frame.elementHandle(element, act.scope());
  await give(act, handle, files);
}

async function giveToChooser(act: Action, files: string[]): Promise<void> {
  const chooser = act.page.fileChooser;
  if (!chooser)
    throw new SightlineError('bad-argument', 'No file chooser is open', {
      hint: 'Click what opens it first, or name the input.',
    });
  if (files.length > 1 && !chooser.multiple)
    throw new SightlineError('bad-file', `The file chooser takes one file, but ${files.length} were given`);
  const handle = act.page.takeFileChooser();
  if (!handle)
    throw new SightlineError('unsupported', 'The browser does not say which input opened the file chooser');
  await give(act, handle, files);
}

/** The files are for what the chooser was opened from. Where that is gone, as an item of a menu is, nothing is said of it. */
async function compareOpener(act: Action, opener: ElementTarget | undefined): Promise<void> {
  if (!opener?.sight || opener.frame.detached) return;
  await act.compareAround(opener);
  const target = withCheck(opener);
  const reply = await opener.frame.call('find', { target }, act.scope());
  if (!reply.ok && reply.failure.kind === 'changed') throw targetError(opener, reply.failure);
}

async function give(act: Action, handle: RemoteHandle, files: string[]): Promise<void> {
  const frame = act.page.frameById(handle.frame) ?? act.page.mainFrame;
  try {
    await frame.call('watch', {}, act.scope());
    act.begin();
    await act.page.unlessDialog(act.page.driver.setFiles(handle, files, act.scope()));
  } finally {
    // An open dialog blocks all answers; the release happens when it is answered.
    await Promise.allSettled([act.page.unlessDialog(act.page.driver.release([handle]))]);
  }
  await act.settle(frame);
}
