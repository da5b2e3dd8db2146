/**
 * Between the moment a point is chosen and the moment the browser delivers the press, the page may move.
 * A listener of our own world at the top of the window looks at each press first: if it goes to anything
 * but the target, it is stopped with all that would follow, and the page never hears of it.
 */
import type { GuardVerdict } from './api.js';
import { addListener, removeListener } from './dom/effects.js';
import type { Finder } from './finder.js';
import { coverOf, deepestAt, hitTest } from './hit.js';

const PRESSES = ['pointerdown', 'mousedown'] as const;
const FOLLOWING = [
  'pointerup',
  'mouseup',
  'click',
  'auxclick',
  'dblclick',
  'contextmenu',
  'dragstart',
] as const;
const OPTIONS = { capture: true } as const;

/** A guard that nobody takes away must not stand in a person's way. */
const LIFETIME = 10_000;

export class Guard {
  readonly #finder: Finder;
  /** Undefined: no press in this document is meant. */
  #target: Element | undefined;
  #armed = false;
  #until = 0;
  #down: 'none' | 'target' | 'other' = 'none';
  #clicked = false;
  #presses = 0;
  #other: Element | null = null;

  constructor(finder: Finder) {
    this.#finder = finder;
  }

  arm(target: Element | undefined): void {
    this.#target = target;
    this.#down = 'none';
    this.#clicked = false;
    this.#presses = 0;
    this.#other = null;
    this.#until = performance.now() + LIFETIME;
    if (this.#armed) return;
    this.#armed = true;
    for (const type of PRESSES) addListener(window, type, this.#onPress, OPTIONS);
    for (const type of FOLLOWING) addListener(window, type, this.#onFollowing, OPTIONS);
  }

  /** Takes the guard away and says what it saw; undefined when there was none. */
  take(): GuardVerdict | undefined {
    if (!this.#armed) return undefined;
    this.#armed = false;
    for (const type of PRESSES) removeListener(window, type, this.#onPress, OPTIONS);
    for (const type of FOLLOWING) removeListener(window, type, this.#onFollowing, OPTIONS);
    const cover = this.#other && this.#target ? coverOf(this.#other, this.#target) : this.#other;
    const verdict: GuardVerdict = {
      down: this.#down,
      clicked: this.#clicked,
      presses: this.#presses,
      ...(cover && { cover: this.#finder.show(cover) }),
    };
    this.#target = undefined;
    this.#other = null;
    return verdict;
  }

  readonly #onPress = (event: Event): void => {
    if (!this.#watches(event)) return;
    if (this.#down !== 'other') {
      const goesToTarget = this.#reaches(event as MouseEvent); // the types of PRESSES are all mouse events
      this.#down = goesToTarget ? 'target' : 'other';
      if (goesToTarget && event.type === 'pointerdown') this.#presses++;
      if (!goesToTarget) {
        const { clientX, clientY } = event as MouseEvent;
        this.#other = deepestAt(clientX, clientY, this.#finder.shadowRootOf);
      }
    }
    if (this.#down === 'other') stop(event);
  };

  readonly #onFollowing = (event: Event): void => {
    if (!this.#watches(event)) return;
    if (this.#down === 'other') stop(event);
    else if (event.type === 'click' || event.type === 'auxclick' || event.type === 'contextmenu')
      this.#clicked = true;
  };

  #watches(event: Event): boolean {
    return event.isTrusted && performance.now() < this.#until;
  }

  #reaches(event: MouseEvent): boolean {
    const target = this.#target;
    if (!target) return false;
    if (event.composedPath().includes(target)) return true;
    // Labels, and targets in closed shadow roots, do not show in the path.
    return hitTest(target, event.clientX, event.clientY, this.#finder.shadowRootOf).on !== 'other';
  }
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
