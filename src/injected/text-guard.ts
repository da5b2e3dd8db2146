/**
 * Between the moment a field gets the focus and the moment the browser delivers the text, the page may move
 * the focus. A listener of our own world looks at the text first: if it goes to anything but the field, it is
 * stopped, and nothing is entered.
 */
import { addListener, removeListener } from './dom/effects.js';
import { pathOf } from './hit.js';
import { frame } from './turns.js';
import { ARRIVAL_FRAMES } from './wheel-watch.js';

const OPTIONS = { capture: true } as const;

/** A guard that nobody takes away must not stand in a person's way. */
const LIFETIME = 10_000;

export class TextGuard {
  #target: Element | undefined;
  #until = 0;
  #astray: Element | undefined;
  #arrived: (() => void) | undefined;
  /** Resolves when the text has come. */
  #arrival: Promise<void> = Promise.resolve();

  arm(target: Element): void {
    this.take();
    this.#target = target;
    this.#arrival = new Promise((resolve) => {
      this.#arrived = resolve;
    });
    this.#until = performance.now() + LIFETIME;
    addListener(window, 'beforeinput', this.#on, OPTIONS);
  }

  /** The text may still be on its way: it is waited for, as long as it may take. */
  async arrival(until: number): Promise<void> {
    let waiting = this.#target !== undefined;
    const arrived = this.#arrival.then(() => {
      waiting = false;
    });
    for (let frames = 0; waiting && frames < ARRIVAL_FRAMES; frames++)
      await Promise.race([arrived, frame(until)]);
  }

  /** Takes the guard away; what would have got the text, when that was stopped. */
  take(): Element | undefined {
    removeListener(window, 'beforeinput', this.#on, OPTIONS);
    const astray = this.#astray;
    this.#target = undefined;
    this.#astray = undefined;
    return astray;
  }

  readonly #on = (event: Event): void => {
    if (!event.isTrusted || !this.#target || performance.now() >= this.#until) return;
    this.#arrived?.();
    const path = event.composedPath();
    const [first] = path;
    // Of a field in a closed shadow root only the host shows; text in rich content goes to the whole of it.
    if (path.includes(this.#target) || pathOf(this.#target).some((around) => around === first)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (first instanceof Element) this.#astray = first;
  };
}
