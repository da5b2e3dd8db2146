/** Terminates the scripts of a page that does not answer. */
import type { Session } from '../connection.js';
import { conditionOf } from './page-condition.js';

/** Milliseconds. */
const SCOPE = { timeout: 5_000 };

/** Long enough for a timer that is due, on a busy machine too. */
const moment = () => new Promise((resolve) => setTimeout(resolve, 200));

/** See `DriverPage.endScripts`. */
export async function endScripts(
  main: Session,
  sessions: readonly Session[],
): Promise<'none' | 'ended' | 'crashed'> {
  const condition = await conditionOf(main);
  if (condition === 'answers') return 'none';
  if (condition === 'busy') {
    await Promise.allSettled(
      sessions.map((session) => session.send('Runtime.terminateExecution', undefined, SCOPE)),
    );
    // Twice: a timer may start the next one.
    if ((await conditionOf(main)) === 'answers') {
      await moment();
      if ((await conditionOf(main)) === 'answers') return 'ended';
    }
  }
  // The renderer dies before it can answer.
  await Promise.allSettled([main.send('Page.crash', undefined, SCOPE)]);
  return 'crashed';
}
