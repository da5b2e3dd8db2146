/** Follows the wheel: whether its event has arrived, and whether something still scrolls. */
import { addListener, removeListener } from '../../dom/effects.js';
import { frame } from '../event-loop.js';

/** A scroll has ended after this many frames without a scroll event: wheel scrolling is smooth. */
const STILL_FRAMES = 2;
/** It begins within this many: browsers scroll in another process, which may be late. */
const START_FRAMES = 12;
/** Input arrives within this many frames: Firefox acknowledges a wheel action before it happens. */
export const ARRIVAL_FRAMES = 30;

const PASSIVE = { capture: true, passive: true } as const;

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

  /** Resolves when the scroll has ended. */
  async end(cap: number): Promise<void> {
    const until = performance.now() + cap;
    for (let frames = 0; frames < ARRIVAL_FRAMES && !this.#arrived && performance.now() < until; frames++)
      await frame(until);
    const isStill = (frames: number) => frames >= (this.#scrolls > 0 ? STILL_FRAMES : START_FRAMES);
    for (let still = 0, seen = 0; !isStill(still) && performance.now() < until; still++) {
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
