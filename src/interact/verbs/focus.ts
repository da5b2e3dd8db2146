/** Focus and blur. */
import type { ElementTarget } from '../../page/actions.js';
import type { Action } from '../action.js';

export async function focus(act: Action, target: ElementTarget): Promise<void> {
  act.begin();
  await act.ask(target, 'focus', {});
  act.state.keyFrame = target.frame;
  await act.settle(target.frame);
}

export async function blur(act: Action, target: ElementTarget): Promise<void> {
  act.begin();
  await act.ask(target, 'blur', {});
  await act.settle(target.frame);
}
