/** Notices a scroll that goes on from frame to frame, as a smooth one does: what it brings into view comes later. */
import { addListener } from '../../dom/effects.js';

/** Scroll events: one is a jump. */
const SMOOTH = 2;
/** Milliseconds after the last of them. */
const RECENT = 100;

export class Scrolling {
  #listens = false;
  #events = 0;
  #latest = Number.NEGATIVE_INFINITY;

  /** Called before an action. */
  begin(): void {
    this.#events = 0;
    if (this.#listens) return;
    this.#listens = true;
    addListener(window, 'scroll', this.#onScroll, { capture: true, passive: true });
  }

  get goesOn(): boolean {
    return this.#events >= SMOOTH && performance.now() - this.#latest < RECENT;
  }

  readonly #onScroll = (): void => {
    this.#events++;
    this.#latest = performance.now();
  };
}
