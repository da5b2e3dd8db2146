import { isSightlineError } from '../../errors.js';
import type { Deadline } from '../deadline.js';

/** Repeats a call whose document navigated away: for waits, which outlive documents. */
export async function acrossDocuments<T>(deadline: Deadline, run: () => Promise<T>): Promise<T> {
  for (;;) {
    deadline.check();
    try {
      return await run();
    } catch (error) {
      if (!isSightlineError(error, 'document-gone')) throw deadline.signal.aborted ? deadline.error() : error;
    }
  }
}
