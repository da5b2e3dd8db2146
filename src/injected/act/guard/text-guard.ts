/**
 * Between the moment a field gets the focus and the moment the browser delivers the text, the page may move
 * the focus; and where both are on their way at the same time, the text may be first. A listener of our own
 * world looks at the text first: if it goes to anything but the field, or comes before the field is prepared for
 * it, it is stopped, and nothing is entered.
 */
import type { Refused } from '../../../wire/api.js';
import { addListener, removeListener } from '../../dom/effects.js';
import { orUntil } from '../event-loop.js';
import { pathOf } from '../ready/hit.js';

const OPTIONS = { capture: true } as const;

/** A guard that nobody takes away must not stand in a person's way. */
const LIFETIME = 10_000;

/** Milliseconds until text that was sent is there, at the latest. */
const PATIENCE = 500;

export class TextGuard {
  #target: Element | undefined;
  /** What is still to be done before the text may come. */
  #prepare: (() => Refused | undefined) | undefined;
  #early = false;
  #until = 0;
  #astray: Element | undefined;
  #arrived: (() => void) | undefined;
  /** Resolves when the text has come. */
  #arrival: Promise<void> = Promise.resolve();

  arm(target: Element, prepare?: () => Refused | undefined): void {
    this.take();
    this.#target = target;
    this.#prepare = prepare;
    this.#early = false;
    this.#arrival = new Promise((resolve) => {
      this.#arrived = resolve;
    });
    this.#until = performance.now() + LIFETIME;
    addListener(window, 'beforeinput', this.#on, OPTIONS);
  }

  /** Prepares the field, unless that is done. Text that came before was stopped, and is to be sent again. */
  admit(): { refused: Refused } | { early: true } | undefined {
    const refused = this.#prepared();
    if (refused) return { refused };
    const early = this.#early;
    this.#early = false;
    return early ? { early } : undefined;
  }

  /** The text may still be on its way: it is waited for, as long as it may take. */
  async arrival(until: number): Promise<void> {
    // Not in step with frames: to ask for one is to have it drawn before the text comes.
    if (this.#target) await orUntil(Math.min(until, performance.now() + PATIENCE), this.#arrival);
  }

  /** Takes the guard away; what would have got the text, when that was stopped. */
  take(): Element | undefined {
    removeListener(window, 'beforeinput', this.#on, OPTIONS);
    const astray = this.#astray;
    this.#target = undefined;
    this.#astray = undefined;
    return astray;
  }

  #prepared(): Refused | undefined {
    const refused = this.#prepare?.();
    if (!refused) this.#prepare = undefined;
    return refused;
  }

  readonly #on = (event: Event): void => {
    if (!event.isTrusted || !this.#target || performance.now() >= this.#until) return;
    const path = event.composedPath();
    const [first] = path;
    // Of a field in a closed shadow root only the host shows; text in rich content goes to the whole of it.
    const isMeant = path.includes(this.#target) || pathOf(this.#target).some((around) => around === first);
    // What is selected only now is replaced nevertheless.
    if (isMeant && !this.#prepared()) {
      this.#arrived?.();
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (this.#prepare) {
      this.#early = true;
      return;
    }
    this.#arrived?.();
    if (first instanceof Element) this.#astray = first;
  };
}
