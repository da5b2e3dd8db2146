/** Select option. */
import { isSightlineError, SightlineError } from '../../errors.js';
import type { ElementTarget, SelectChoice } from '../../page/actions.js';
import type { WireChoice } from '../../wire/api.js';
import type { Action } from '../action.js';
import { describeTarget, inFrame } from '../target.js';
import { click, NO_CLICK } from './click.js';
import { fill, SET_BY_SCRIPT } from './type.js';

export async function selectOption(
  act: Action,
  target: ElementTarget,
  choices: readonly SelectChoice[],
): Promise<void> {
  const wire = choices.map(wireChoice);
  act.begin();
  let reply = await act.ask(target, 'selectOption', { choices: wire }, { overwrites: true });
  const opened = reply.how === 'open';
  if (opened) {
    await click(act, target);
    act.begin();
    reply = await act.ask(target, 'selectOption', { choices: wire }).catch((error: unknown) => {
      throw isSightlineError(error) ? withListOpen(error) : error;
    });
    // A list that opens on the press and covers the release has still opened.
    if (reply.how !== 'open') act.unsay(NO_CLICK);
  }
  switch (reply.how) {
    case 'open':
      throw new SightlineError(
        'not-actionable',
        `${describeTarget(target, reply.found)} shows no list of options after a click on it`,
        { hint: 'Take a snapshot, then click the option.' },
      );
    case 'fill':
      await fill(act, target, reply.value, true);
      return;
    case 'click':
      act.tell({ options: { labels: reply.chosen, opened } });
      for (const option of reply.options) await click(act, inFrame(target, option));
      return;
    case 'set':
      act.note(SET_BY_SCRIPT);
      break;
    case 'nothing':
      act.note('That was already selected.');
  }
  await act.settle(target.frame);
}

function withListOpen({ code, message, hint, details, cause }: SightlineError): SightlineError {
  return new SightlineError(code, `${message} Its list is open now; Escape closes it.`, {
    hint,
    details,
    cause,
  });
}

function wireChoice(choice: SelectChoice): WireChoice {
  if (typeof choice === 'string') return { text: choice };
  const given: Partial<Record<'index' | 'value' | 'label', unknown>> = { ...choice };
  if ('index' in given && !Number.isInteger(given.index))
    throw new SightlineError('bad-argument', `Not an index: ${String(given.index)}`);
  if (!('index' in given) && typeof (given.value ?? given.label) !== 'string')
    throw new SightlineError('bad-argument', `Not an option: ${JSON.stringify(choice)}`, {
      hint: 'Give a text, or an object with a value, a label or an index.',
    });
  return choice;
}
