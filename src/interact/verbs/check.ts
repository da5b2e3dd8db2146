/** Check and uncheck. */
import { SightlineError } from '../../errors.js';
import type { ElementTarget } from '../../page/actions.js';
import type { Action } from '../action.js';
import { describeTarget, inFrame } from '../target.js';
import { click } from './click.js';

export async function check(act: Action, target: ElementTarget, checked: boolean): Promise<void> {
  const before = await act.ask(target, 'check', { checked });
  if (before.is === checked) {
    act.note(`It was already ${checked ? 'checked' : 'unchecked'}.`);
    return;
  }
  // The first click may turn a mixed state either way: a second click may be needed.
  const clicks = before.is === 'mixed' ? 2 : 1;
  for (let done = 0; done < clicks; done++) {
    const settled = await click(
      act,
      before.click === before.element ? target : inFrame(target, before.click),
    );
    if (settled.dialog || act.page.closed !== undefined) return;
    // A second click follows only a state that has changed.
    if (await becomes(act, target, before.element, checked)) return;
  }
  throw new SightlineError(
    'not-actionable',
    `${describeTarget(target, before.found)} was clicked but is still ${checked ? 'not checked' : 'checked'}: the page does not let it change.`,
  );
}

/** Milliseconds that a switch may take to turn: many ask the server first, and some show that. */
const LATE = 1_000;
const PENDING = 5_000;

async function becomes(
  act: Action,
  { frame }: ElementTarget,
  element: number,
  checked: boolean,
): Promise<boolean> {
  const began = performance.now();
  for (;;) {
    // If the page replaced the control or navigated away, the click had its effect.
    const now = await frame.call('isChecked', { element }, act.scope()).catch(() => undefined);
    if (now?.checked === undefined || now.checked === checked) return true;
    const left = began + (now.pending ? PENDING : LATE) - performance.now();
    if (now.checked === 'mixed' || left <= 0 || !(await act.watch(left))) return false;
  }
}
