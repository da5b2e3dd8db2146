/**
 * Waits until what an action did to the document has quieted down. A document in which nothing changed is
 * quiet after a short turn; one that changed gets a frame to draw it and a turn for what comes of that.
 */
import { addListener, removeListener } from './dom/effects.js';
import { type Changes, frame, shortTurn, turn } from './turns.js';

export interface QuietResult {
  changed: boolean;
  /** False when it still changed when time was up. */
  quiet: boolean;
}

/** Frames without a scroll event that end a scroll: a wheel turns smoothly, and not at once. */
const STILL_FRAMES = 2;
/** Frames until input arrives, at the latest: Firefox says that a wheel was turned before it was. */
export const ARRIVAL_FRAMES = 30;

/** Follows the wheel: whether its event has arrived, and whether anything still scrolls. */
export class WheelWatch {
  #watching = false;
  #arrived = false;
  #scrolls = 0;

  begin(): void {
    this.#arrived = false;
    this.#scrolls = 0;
    if (this.#watching) return;
    this.#watching = true;
    addListener(window, 'wheel', this.#onWheel, PASSIVE);
    addListener(window, 'scroll', this.#onScroll, PASSIVE);
  }

  /** Resolves when the wheel has turned as far as it goes. */
  async end(cap: number): Promise<void> {
    const until = performance.now() + cap;
    for (let frames = 0; frames < ARRIVAL_FRAMES && !this.#arrived && performance.now() < until; frames++)
      await frame(until);
    for (let still = 0, seen = -1; still < STILL_FRAMES && performance.now() < until; still++) {
      await frame(until);
      if (this.#scrolls !== seen) still = -1;
      seen = this.#scrolls;
    }
    this.#watching = false;
    removeListener(window, 'wheel', this.#onWheel, PASSIVE);
    removeListener(window, 'scroll', this.#onScroll, PASSIVE);
  }

  readonly #onWheel = (): void => {
    this.#arrived = true;
  };

  readonly #onScroll = (): void => {
    this.#scrolls++;
  };
}

const PASSIVE = { capture: true, passive: true } as const;

/** Whether a document is quiet after a turn, which is all that most actions take. */
export async function isQuiet(changes: Changes, patient = false): Promise<boolean> {
  if (changes.take()) return false;
  await (patient ? turn() : shortTurn());
  return !changes.take();
}

export async function quiet(
  changes: Changes,
  cap: number,
  { drawFirst, patient }: { drawFirst: boolean; patient: boolean },
): Promise<QuietResult> {
  const until = performance.now() + cap;
  let changed = false;
  if (drawFirst) await frame(until);
  for (;;) {
    if (await isQuiet(changes, patient)) return { changed, quiet: true };
    changed = true;
    if (performance.now() >= until) return { changed, quiet: false };
    await frame(until);
  }
}
