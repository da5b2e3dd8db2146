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
    // If the page replaced the control or navigated away, the click had its effect.
    const after = await target.frame
      .call('isChecked', { element: before.element }, act.scope())
      .catch(() => undefined);
    if (after?.checked === undefined || after.checked === checked) return;
  }
  throw new SightlineError(
    'not-actionable',
    `${describeTarget(target, before.found)} was clicked but is still ${checked ? 'not checked' : 'checked'}: the page does not let it change.`,
  );
}
