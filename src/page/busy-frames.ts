/**
 * Frames that do not answer: a script keeps them busy, or the machine is overloaded. A call without an answer for long
 * raises the suspicion: then the frame is asked for nothing but a sign of life, and until it gives one further calls
 * fail at once instead of waiting again.
 */
import type { FrameId } from '../driver/driver.js';
import { isSightlineError, SightlineError } from '../errors.js';

/** Milliseconds without an answer before the frame is suspected: pages work for seconds. */
const LONG = 10_000;
/** Milliseconds for the sign of life, of a page that has just become free. */
const SIGN_OF_LIFE = 2_000;

interface Suspicion {
  /** When the frame last began not to answer. */
  since: number;
  asked: number;
}

export class BusyFrames {
  readonly #ask: (frame: FrameId) => Promise<unknown>;
  readonly #browserEndsScripts: boolean;
  readonly #suspected = new Map<FrameId, Suspicion>();
  #freed: string | undefined;

  /** `ask` may never settle. `browserEndsScripts`: the browser itself ends a script that runs for too long. */
  constructor(ask: (frame: FrameId) => Promise<unknown>, browserEndsScripts = false) {
    this.#ask = ask;
    this.#browserEndsScripts = browserEndsScripts;
  }

  /** Waits for an answer of a frame. One that takes long raises the suspicion while it is waited for. */
  async answered<T>(frame: FrameId, answer: Promise<T>, name: () => string): Promise<T> {
    const began = performance.now();
    const timer = setTimeout(() => this.suspect(frame, began), LONG);
    timer.unref();
    try {
      return await answer;
    } catch (error) {
      if (isSightlineError(error, 'timeout')) this.check(frame, name);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Asks for a sign of life. `since` is of `performance.now()`. */
  suspect(frame: FrameId, since = performance.now()): void {
    if (this.#suspected.has(frame)) return;
    const suspicion = { since, asked: performance.now() };
    this.#suspected.set(frame, suspicion);
    const lives = () => {
      if (this.#suspected.get(frame) !== suspicion) return;
      if (this.has(frame) && this.#browserEndsScripts)
        this.#freed = `A script kept the page busy for ${secondsSince(since)} s. The browser may have terminated it.`;
      this.#suspected.delete(frame);
    };
    // An error is an answer, too: the document is another one, or there is none.
    this.#ask(frame).then(lives, lives);
  }

  has(frame: FrameId): boolean {
    const suspicion = this.#suspected.get(frame);
    return suspicion !== undefined && performance.now() - suspicion.asked >= SIGN_OF_LIFE;
  }

  /** `name` is asked for only in need: naming a frame numbers it. */
  check(frame: FrameId, name: () => string): void {
    if (!this.has(frame)) return;
    const { since = 0 } = this.#suspected.get(frame) ?? {};
    throw new SightlineError(
      'page-busy',
      `${name()} is busy: it has not answered for ${secondsSince(since)} s`,
    );
  }

  /** Ends the scripts; what is suspected from then on is new. */
  async free(endScripts: () => Promise<'none' | 'ended' | 'crashed'>): Promise<void> {
    const how = await endScripts();
    if (how === 'none') return;
    this.#suspected.clear();
    this.#freed =
      how === 'ended'
        ? 'A script kept the page busy. It was terminated.'
        : 'A script kept the page busy and could not be terminated. The page was given a new process.';
  }

  /** What was done to free the page; reported once. */
  takeFreed(): string[] {
    const freed = this.#freed;
    this.#freed = undefined;
    return freed === undefined ? [] : [freed];
  }
}

const secondsSince = (time: number): number => Math.round((performance.now() - time) / 1_000);
