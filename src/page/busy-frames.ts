/**
 * Frames that a script keeps from answering. A call without an answer for long raises the suspicion: then the frame is
 * asked for nothing but a sign of life, and until it gives one further calls fail at once instead of waiting again.
 */
import type { FrameId } from '../driver/driver.js';
import { SightlineError } from '../errors.js';

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
  readonly #suspected = new Map<FrameId, Suspicion>();
  #freed: string | undefined;

  /** `ask` may never settle. */
  constructor(ask: (frame: FrameId) => Promise<unknown>) {
    this.#ask = ask;
  }

  /** A call into a frame ended without an answer; `began` is of `performance.now()`. */
  unanswered(frame: FrameId, began: number): void {
    if (performance.now() - began >= LONG) this.suspect(frame, began);
  }

  /** Asks for a sign of life. */
  suspect(frame: FrameId, since = performance.now()): void {
    if (this.#suspected.has(frame)) return;
    const suspicion = { since, asked: performance.now() };
    this.#suspected.set(frame, suspicion);
    const lives = () => {
      if (this.#suspected.get(frame) === suspicion) this.#suspected.delete(frame);
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
    const seconds = Math.round((performance.now() - since) / 1_000);
    throw new SightlineError(
      'page-busy',
      `${name()} is busy: a script has kept it from answering for ${seconds} s`,
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
