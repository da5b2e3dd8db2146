/**
 * After an element gets the focus and before the browser delivers the first key, the page may move the focus. A
 * capturing listener in our own world sees that key first: if its target is not the element, that key and all
 * later ones are stopped. Once the first key has arrived, later keys may go elsewhere (fields for single digits
 * pass the focus on), but the report says where they went.
 */
import { GUARD_LIFETIME } from '../../../wire/guard-lifetime.js';
import { addListener, removeListener } from '../../dom/effects.js';
import { frameWindowOf, isCrossOrigin } from '../../dom/frame-element.js';
import { activeElement, contains, isContentEditable, isHtml, shadowHost } from '../../dom/intrinsics.js';
import { shadowRootsAround } from '../ready/hit.js';
import { earlyListeners } from './early-listeners.js';
import { FocusKeeper } from './focus-keeper.js';
import { otherFocus } from './other-focus.js';

const TYPES = ['keydown', 'keypress', 'keyup', 'beforeinput'];
const OPTIONS = { capture: true } as const;

export class KeyGuard {
  readonly #seen = new WeakSet<Event>();
  readonly #keeper = new FocusKeeper();
  #target: Element | undefined;
  #until = 0;
  #astray: Element | undefined;
  /** The first key has reached the target. */
  #arrived = false;
  #elsewhere: Element | undefined;
  /** How often text was about to be entered. */
  #texts = 0;
  #isStill: () => boolean = () => true;
  #strokes = 0;
  #downs = 0;

  /**
   * `isStill`: asked with the first key, for the page may have made something else of the target. `strokes`: how many
   * keys will come.
   */
  arm(target: Element, isStill: () => boolean, strokes = 0): void {
    this.take();
    this.#strokes = strokes;
    this.#downs = 0;
    this.#target = target;
    this.#isStill = isStill;
    this.#arrived = false;
    this.#texts = 0;
    this.#elsewhere = undefined;
    this.#until = performance.now() + GUARD_LIFETIME;
    this.#keeper.begin(target);
    const early = earlyListeners();
    if (early) {
      early.keys = this.#on;
      early.isAstray = this.#isAstray;
    }
    // Registered again here because `document.open` removes all listeners.
    for (const type of TYPES) addListener(window, type, this.#on, OPTIONS);
    addListener(window, 'beforeinput', this.#after);
  }

  /** Removes the guard; returns the element that would have got the keys if they were stopped. */
  take(): Element | undefined {
    const { taker } = this.#keeper;
    // Some have not come: a frame of another process may have got them, and sending them again would be wrong.
    const isLost = taker && isCrossOrigin(taker) && this.#downs < this.#strokes;
    const astray = isLost ? undefined : this.#astray;
    this.#target = undefined;
    this.#astray = undefined;
    this.#keeper.end();
    const early = earlyListeners();
    if (early) {
      early.keys = undefined;
      early.isAstray = undefined;
    }
    for (const type of TYPES) removeListener(window, type, this.#on, OPTIONS);
    removeListener(window, 'beforeinput', this.#after);
    return astray;
  }

  /** The element that got later keys, if it was not the target. */
  get elsewhere(): Element | undefined {
    return this.#elsewhere ?? this.#frameInstead();
  }

  /** Keys for another document are not seen here: the iframe has the focus, and some did not come. */
  #frameInstead(): Element | undefined {
    if (!this.#target || this.#keeper.isOut) return undefined;
    const focused = this.#keeper.taker ?? otherFocus(this.#target);
    const isShort = this.#downs < Math.max(1, this.#strokes) || (this.#strokes > 0 && this.#texts === 0);
    return isShort && focused && frameWindowOf(focused) ? focused : undefined;
  }

  readonly #on = (event: Event): void => {
    if (!event.isTrusted || this.#seen.has(event)) return;
    this.#seen.add(event);
    if (event.type === 'beforeinput') this.#texts++;
    if (event.type === 'keydown') this.#downs++;
    const path = event.composedPath();
    const [first] = path;
    // A key released now was pressed before the guard was armed.
    if (event.type !== 'keydown' && this.#arrived) return;
    if (event.type === 'keyup' && !this.#astray) return;
    if (!this.#stops(first instanceof Element ? first : document.documentElement, path)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  /** The page has had its say about the first text: it goes where the focus is now. */
  readonly #after = (event: Event): void => {
    if (!event.isTrusted || !this.#target || this.#texts > 1 || performance.now() >= this.#until) return;
    const moved = event.defaultPrevented ? undefined : otherFocus(this.#target);
    if (!moved) return;
    event.preventDefault();
    this.#arrived = false;
    this.#astray ??= moved;
    // The keys after it would go there.
    if (frameWindowOf(moved)) this.#keeper.leave();
  };

  /** For text that a driver enters without an event that could be stopped. */
  readonly #isAstray = (): boolean => {
    const focused = activeElement(document);
    return focused !== null && this.#stops(focused, [focused]);
  };

  #stops(first: Element, path: readonly EventTarget[]): boolean {
    const target = this.#target;
    if (!target || performance.now() >= this.#until) return false;
    const isMeant =
      (path.includes(target) || isProxyFor(first, target)) && (this.#arrived || this.#isStill());
    if (this.#arrived && !isMeant) this.#elsewhere ??= first;
    if (!this.#astray && isMeant) this.#arrived = true;
    if (this.#arrived) this.#keeper.end();
    if (this.#arrived) return false;
    this.#astray ??= this.#keeper.taker ?? first;
    return true;
  }
}

/** A closed shadow root shows only its host as the target, and rich content receives keys at its editing host. */
function isProxyFor(first: Element, target: Element): boolean {
  if (contains(target, first)) return true;
  if (shadowRootsAround(target).some((root) => shadowHost(root) === first)) return true;
  return isHtml(first) && isContentEditable(first) && contains(first, target);
}
