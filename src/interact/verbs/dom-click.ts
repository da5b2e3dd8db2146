import type { ElementTarget } from '../../page/actions.js';
import type { Action } from '../action.js';

export async function domClick(act: Action, target: ElementTarget): Promise<void> {
  act.begin();
  await act.ask(target, 'domClick', {}, { turns: true });
  act.note('Clicked by script: the event is untrusted.');
  await act.settle(target.frame);
}
