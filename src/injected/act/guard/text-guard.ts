/**
 * After a field gets the focus and before the browser delivers the text, the page may move the focus; and when
 * both are sent at once, the text may arrive first. A capturing listener in our own world sees the text first:
 * text for any other element, or text that comes before the field is prepared, is stopped, and nothing is
 * entered.
 */

import type { Refused } from '../../../wire/api.js';
import { GUARD_LIFETIME } from '../../../wire/guard-lifetime.js';
import { addListener, removeListener } from '../../dom/effects.js';
import { pathOf } from '../../dom/event-path.js';
import { frameWindowOf } from '../../dom/frame-element.js';
import { orUntil, untilTasksRan } from '../event-loop.js';
import { FocusKeeper } from './focus-keeper.js';
import { otherFocus } from './other-focus.js';

const OPTIONS = { capture: true } as const;

/** Milliseconds within which sent text arrives. */
const PATIENCE = 500;

export class TextGuard {
  readonly #keeper = new FocusKeeper();
  #target: Element | undefined;
  /** What still has to be done before text may be entered. */
  #prepare: (() => Refused | undefined) | undefined;
  #early = false;
  #until = 0;
  #astray: Element | undefined;
  #isStill: () => boolean = () => true;
  /** Text has come to the target. */
  #came = false;
  #elsewhere: Element | undefined;
  #arrived: (() => void) | undefined;
  /** Resolves when the text has arrived. */
  #arrival: Promise<void> = Promise.resolve();

  /** `isStill`: asked when the text comes, for the page may have made something else of the target. */
  arm(target: Element, isStill: () => boolean, prepare?: () => Refused | undefined): void {
    this.take();
    this.#target = target;
    this.#isStill = isStill;
    this.#elsewhere = undefined;
    this.#came = false;
    this.#prepare = prepare;
    this.#early = false;
    this.#arrival = new Promise((resolve) => {
      this.#arrived = resolve;
    });
    this.#until = performance.now() + GUARD_LIFETIME;
    if (!prepare) this.#keeper.begin(target);
    addListener(window, 'beforeinput', this.#on, OPTIONS);
    addListener(window, 'beforeinput', this.#after);
    addListener(window, 'input', this.#onInput, OPTIONS);
  }

  /** Prepares the field if that is not done yet. Text that came earlier was stopped and must be sent again. */
  admit(): { refused: Refused } | { early: true } | undefined {
    const refused = this.#prepared();
    if (refused) return { refused };
    const early = this.#early;
    this.#early = false;
    return early ? { early } : undefined;
  }

  /** Waits for text that may still be on its way, however short the wait for its effects is: until then the guard stays. */
  async arrival(): Promise<void> {
    // No animation frame: requesting one would draw it before the text arrives.
    if (this.#target) await orUntil(performance.now() + PATIENCE, this.#arrival);
  }

  /** Removes the guard; returns the element that would have got the text if it was stopped. */
  take(): Element | undefined {
    removeListener(window, 'beforeinput', this.#on, OPTIONS);
    removeListener(window, 'beforeinput', this.#after);
    removeListener(window, 'input', this.#onInput, OPTIONS);
    const astray = this.#astray ?? (!this.#came && this.#keeper.isOut ? this.#keeper.taker : undefined);
    this.#keeper.end();
    this.#target = undefined;
    this.#astray = undefined;
    return astray;
  }

  /** What got text that the page sent elsewhere, in spite of all. */
  get elsewhere(): Element | undefined {
    return this.#elsewhere ?? this.#frameInstead();
  }

  /** Text for another document is not seen here: the iframe has or had the focus, and none has come. */
  #frameInstead(): Element | undefined {
    if (!this.#target || this.#came || this.#astray || this.#keeper.isOut) return undefined;
    if (this.#keeper.taker) return this.#keeper.taker;
    const focused = otherFocus(this.#target);
    return focused && frameWindowOf(focused) ? focused : undefined;
  }

  #isOf(path: readonly EventTarget[]): boolean {
    const target = this.#target;
    return (
      target !== undefined && (path.includes(target) || pathOf(target).some((around) => around === path[0]))
    );
  }

  /** The page has had its say: text goes where the focus is now. */
  readonly #after = (event: Event): void => {
    if (!event.isTrusted || !this.#target || performance.now() >= this.#until) return;
    const moved = event.defaultPrevented ? undefined : otherFocus(this.#target);
    if (!moved) return;
    event.preventDefault();
    this.#astray ??= moved;
  };

  readonly #onInput = (event: Event): void => {
    if (!event.isTrusted || !this.#target) return;
    const path = event.composedPath();
    if (this.#isOf(path)) {
      // Chromium enters text at the selection, without `beforeinput` where nothing has the focus.
      if (!this.#came) this.#arrived?.();
      this.#came = true;
    } else if (this.#came && path[0] instanceof Element) this.#elsewhere ??= path[0];
  };

  #prepared(): Refused | undefined {
    const refused = this.#prepare?.();
    if (!refused && this.#prepare && this.#target) this.#keeper.begin(this.#target);
    if (!refused) this.#prepare = undefined;
    return refused;
  }

  readonly #on = (event: Event): void => {
    if (!event.isTrusted || !this.#target || performance.now() >= this.#until) return;
    const path = event.composedPath();
    const [first] = path;
    // A closed shadow root shows only its host as the target; text in rich content goes to its editing host.
    const isMeant = this.#isOf(path) && (this.#came || this.#isStill());
    // Text replaces the selection even if it is made only now.
    if (isMeant && !this.#prepared()) {
      this.#came = true;
      this.#keeper.end();
      // Not before the page has had its say, and the text is in.
      void untilTasksRan().then(this.#arrived);
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
