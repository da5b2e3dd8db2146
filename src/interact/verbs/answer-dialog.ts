/** Answers a dialog. The action that opened it has returned; what it left unfinished continues now. */
import type { Action } from '../action.js';

export async function answerDialog(
  act: Action,
  accept: boolean,
  promptText: string | undefined,
): Promise<void> {
  act.begin();
  await act.page.answerDialog(accept, promptText);
  await act.settle(act.state.keyFrame ?? act.page.mainFrame, { first: 'draw' });
}
