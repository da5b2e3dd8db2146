/**
 * Whether a page that does not answer has a script to blame. On an overloaded machine every page is slow, so what counts
 * is the processor time that it has had: killing its renderer would also end other pages in the same process.
 */
import { isSightlineError } from '../../../errors.js';
import type { Session } from '../connection.js';

/** Milliseconds without an answer until a page counts as busy, if it has worked. */
const BUSY_AFTER = 5_000;
/** Seconds of processor time in them: with less, it waits for the processor. */
const WORKED = 1;
/** Milliseconds between two looks at its processor time. */
const INTERVAL = 250;
/** Milliseconds without any sign until the renderer counts as hung, for example in a synchronous request. */
const HUNG_AFTER = 20_000;

/** `busy`: in a script that does not end. `hung`: it does not even say how long it has worked. */
export type PageCondition = 'answers' | 'busy' | 'hung';

export async function conditionOf(main: Pick<Session, 'send'>): Promise<PageCondition> {
  const answer = main.send('Runtime.evaluate', { expression: '0' }, { timeout: 0 });
  const done = new AbortController();
  try {
    // An error is an answer, too.
    const answered = Promise.allSettled([answer]).then((): PageCondition => 'answers');
    return await Promise.race([answered, working(main, done.signal)]);
  } finally {
    done.abort();
  }
}

/** Settles when the page has worked for too long, or has given no sign for too long. */
async function working(main: Pick<Session, 'send'>, done: AbortSignal): Promise<PageCondition> {
  const began = performance.now();
  let first: number | undefined;
  while (!done.aborted) {
    const [sample] = await Promise.allSettled([threadTime(main)]);
    if (sample.status === 'rejected') return isSightlineError(sample.reason, 'timeout') ? 'hung' : 'answers';
    first ??= sample.value;
    if (performance.now() - began >= BUSY_AFTER && sample.value - first >= WORKED) return 'busy';
    await new Promise((resolve) => setTimeout(resolve, INTERVAL));
  }
  return 'answers';
}

/**
 * Seconds of processor time that the main thread has had; where the browser does not say, of the clock. Chromium
 * interrupts scripts for this command, as for few others.
 */
async function threadTime(main: Pick<Session, 'send'>): Promise<number> {
  const { metrics } = await main.send('Performance.getMetrics', undefined, { timeout: HUNG_AFTER });
  return metrics.find(({ name }) => name === 'ThreadTime')?.value ?? performance.now() / 1_000;
}
