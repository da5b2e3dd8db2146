/** Terminates the scripts of a page that does not answer. */
import { isSightlineError } from '../../../errors.js';
import type { Session } from '../connection.js';

/** Milliseconds without an answer until a page counts as busy. */
const BUSY_AFTER = 5_000;
const SCOPE = { timeout: BUSY_AFTER };

/** Long enough for a timer that is due, on a busy machine too. */
const moment = () => new Promise((resolve) => setTimeout(resolve, 200));

/** See `DriverPage.endScripts`. */
export async function endScripts(
  main: Session,
  sessions: readonly Session[],
): Promise<'none' | 'ended' | 'crashed'> {
  if (await answers(main)) return 'none';
  await Promise.allSettled(
    sessions.map((session) => session.send('Runtime.terminateExecution', undefined, SCOPE)),
  );
  // Twice: a timer may start the next one.
  if (await answers(main)) {
    await moment();
    if (await answers(main)) return 'ended';
  }
  // The renderer dies before it can answer.
  await Promise.allSettled([main.send('Page.crash', undefined, SCOPE)]);
  return 'crashed';
}

async function answers(main: Session): Promise<boolean> {
  const [answer] = await Promise.allSettled([main.send('Runtime.evaluate', { expression: '0' }, SCOPE)]);
  return answer?.status === 'fulfilled' || !isSightlineError(answer?.reason, 'timeout');
}
