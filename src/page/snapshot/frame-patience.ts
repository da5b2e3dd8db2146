/**
 * How long the frames of a page may take to answer. A frame that is busy for longer is given up: the rest of the
 * page is worth more than the wait. Measured from the last answer of any frame: a slow browser answers for many
 * frames one after the other, and only a hung one is left when the others have answered. How long the main frame took
 * tells how busy the machine is: on a busy one, the other frames get more time.
 */
import type { CallScope } from '../../driver/driver.js';
import { SightlineError } from '../../errors.js';

/** Milliseconds, at least. */
const PATIENCE = 5_000;
/** Milliseconds for each frame that has not answered: a browser prepares all of them before the first answers. */
const EACH = 300;
/** A frame that takes this many times as long as the main frame hangs. */
const TIMES_MAIN_FRAME = 10;

export class FramePatience {
  readonly #waiting = new Set<AbortController>();
  #timer: NodeJS.Timeout | undefined;
  #patience = PATIENCE;

  /** Milliseconds that the main frame took to answer. */
  mainFrameTook(milliseconds: number): void {
    this.#patience = Math.max(PATIENCE, Math.round(TIMES_MAIN_FRAME * milliseconds));
  }

  /** Runs one call into a frame. */
  async wait<T>(signal: AbortSignal, call: (scope: CallScope) => Promise<T>): Promise<T> {
    const over = new AbortController();
    this.#waiting.add(over);
    this.#start();
    try {
      return await call({ timeout: 0, signal: AbortSignal.any([signal, over.signal]) });
    } catch (error) {
      if (!over.signal.aborted || signal.aborted) throw error;
      throw new SightlineError('timeout', `it did not answer within ${over.signal.reason} ms`, {
        cause: error,
      });
    } finally {
      this.#waiting.delete(over);
      this.#start();
    }
  }

  #start(): void {
    clearTimeout(this.#timer);
    if (this.#waiting.size === 0) return;
    const patience = Math.max(this.#patience, EACH * this.#waiting.size);
    this.#timer = setTimeout(() => {
      for (const over of this.#waiting) over.abort(patience);
    }, patience);
  }
}
