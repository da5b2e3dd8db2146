/**
 * After a point is chosen and before the browser delivers the press, the page may move. A capturing listener in
 * our own world, on the window, sees each press first: if its target is another element, the press and all events
 * that follow are stopped before the page sees them. If the target moves away between press and release, the
 * browser fires a click on the common ancestor of both: that click is stopped too.
 */
import type { GuardVerdict } from '../../../wire/api.js';
import { addListener, removeListener } from '../../dom/effects.js';
import { isConnected, localName, shadowHost } from '../../dom/intrinsics.js';
import type { Finder } from '../../identity/finder.js';
import { controlOf } from '../ready/click-proxy.js';
import { coverOf, deepestAt, hitTest, pathOf, shadowRootsAround } from '../ready/hit.js';
import type { Point } from '../ready/points.js';
import { earlyListeners } from './early-listeners.js';

const PRESSES: ReadonlySet<string> = new Set(['pointerdown', 'mousedown']);
const CLICKS: ReadonlySet<string> = new Set(['click', 'auxclick', 'contextmenu']);
const TYPES = [...PRESSES, ...CLICKS, 'pointerup', 'mouseup', 'dblclick', 'dragstart', 'gotpointercapture'];
const MADE_OF_TWO: ReadonlySet<string> = new Set(['click', 'auxclick', 'dblclick']);
/** Elements that show another document: a press on them goes to that document. */
const FRAMES: ReadonlySet<string> = new Set(['iframe', 'frame', 'object', 'embed', 'fencedframe']);
const OPTIONS = { capture: true } as const;

/** Milliseconds after which a forgotten guard stops blocking a person's input. */
const LIFETIME = 10_000;

export class PointerGuard {
  readonly #finder: Finder;
  readonly #seen = new WeakSet<Event>();
  /** Undefined: no press is meant for this document. */
  #target: Element | undefined;
  /** The label or box through which the press reached the target: see `ready/click-proxy.ts`. */
  #by: Element | undefined;
  #armed = false;
  #until = 0;
  #down: GuardVerdict['down'] = 'none';
  #withheld = false;
  /**
   * The click may go elsewhere: a drag ends elsewhere, and an element that captured the pointer gets its click.
   */
  #free = false;
  #clicked = false;
  #presses = 0;
  #other: Element | null = null;

  constructor(finder: Finder) {
    this.#finder = finder;
  }

  /** `point`: where the press will come; without it, no press is meant for this document. */
  arm(target?: Element, point?: Point, isDrag = false): void {
    this.#target = target;
    this.#by = undefined;
    this.#down = point && !this.#isOnFrame(point) ? 'none' : 'inside';
    this.#withheld = false;
    this.#free = isDrag;
    this.#clicked = false;
    this.#presses = 0;
    this.#other = null;
    this.#until = performance.now() + LIFETIME;
    if (this.#armed) return;
    this.#armed = true;
    const early = earlyListeners();
    if (early) early.listener = this.#on;
    // Registered again here because `document.open` removes all listeners.
    for (const type of TYPES) addListener(window, type, this.#on, OPTIONS);
  }

  /** Lets the release through but stops the click that follows. */
  withhold(): void {
    this.arm();
    this.#withheld = true;
  }

  /** A press is meant for this document and has not arrived. */
  get isWaiting(): boolean {
    return this.#armed && this.#down === 'none';
  }

  /** Removes the guard and returns what it saw; undefined when none was armed. */
  take(): GuardVerdict | undefined {
    if (!this.#armed) return undefined;
    this.#armed = false;
    const early = earlyListeners();
    if (early) early.listener = undefined;
    for (const type of TYPES) removeListener(window, type, this.#on, OPTIONS);
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

  readonly #on = (event: Event): void => {
    if (!event.isTrusted || this.#seen.has(event) || performance.now() >= this.#until) return;
    this.#seen.add(event);
    if (!(event instanceof MouseEvent)) return;
    if (PRESSES.has(event.type)) this.#press(event);
    else if (this.#down === 'target' && CLICKS.has(event.type)) this.#clicked ||= this.#isOnTarget(event);
    else if (event.type === 'gotpointercapture') this.#free = true;
    if (this.#down === 'other' || (this.#withheld && CLICKS.has(event.type)) || this.#isStray(event))
      stop(event);
  };

  /** A click fired for a press on the target and a release next to it. */
  #isStray(event: MouseEvent): boolean {
    const target = this.#target;
    if (!target || this.#free || this.#down !== 'target' || !MADE_OF_TWO.has(event.type)) return false;
    const [first] = event.composedPath();
    if (!first || !isElementLike(first) || this.#isOnTarget(event)) return false;
    return !isConnected(target) || pathOf(target).includes(first);
  }

  #isOnFrame({ x, y }: Point): boolean {
    const element = deepestAt(x, y, this.#finder.shadowRootOf);
    return element !== null && FRAMES.has(localName(element));
  }

  #press(event: MouseEvent): void {
    if (this.#down === 'other') return;
    this.#down = this.#reaches(event) ? 'target' : 'other';
    if (this.#down === 'other')
      this.#other = deepestAt(event.clientX, event.clientY, this.#finder.shadowRootOf);
    else if (event.type === 'pointerdown') this.#presses++;
  }

  #reaches(event: MouseEvent): boolean {
    const target = this.#target;
    if (!target) return false;
    if (event.composedPath().includes(target)) return true;
    // Labels, and targets in closed shadow roots, are not in the event path.
    const hit = hitTest(target, event.clientX, event.clientY, this.#finder.shadowRootOf);
    if (hit.on === 'other') return false;
    this.#by = hit.by;
    return true;
  }

  /** Decided by the path alone: after a click the page may have moved. A closed root shows only its host. */
  #isOnTarget(event: MouseEvent): boolean {
    const target = this.#target;
    if (!target) return false;
    const hosts = shadowRootsAround(target).map(shadowHost);
    return event
      .composedPath()
      .some(
        (node) =>
          isElementLike(node) &&
          (node === target || node === this.#by || hosts.includes(node) || controlOf(node) === target),
      );
  }
}

function isElementLike(node: EventTarget): node is Element {
  return node instanceof Element;
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
