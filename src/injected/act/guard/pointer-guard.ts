/**
 * After a point is chosen and before the browser delivers the press, the page may move. A capturing listener in
 * our own world, on the window, sees each press first: if its target is another element, the press and all events
 * that follow are stopped before the page sees them. If the target moves away between press and release, the
 * browser fires a click on the common ancestor of both: that click is stopped too.
 */

import type { GuardVerdict } from '../../../wire/api.js';
import { GUARD_LIFETIME } from '../../../wire/guard-lifetime.js';
import { addListener, removeListener } from '../../dom/effects.js';
import { pathOf } from '../../dom/event-path.js';
import { isConnected, localName, shadowHost } from '../../dom/intrinsics.js';
import type { Finder } from '../../identity/finder.js';
import { WATCHED } from '../event-loop.js';
import { controlOf } from '../ready/click-proxy.js';
import { coverOf, deepestAt, hitOn, hitTest, shadowRootsAround } from '../ready/hit.js';
import type { Point } from '../ready/points.js';
import { earlyListeners } from './early-listeners.js';

const PRESSES: ReadonlySet<string> = new Set(['pointerdown', 'mousedown']);
const MOVES: ReadonlySet<string> = new Set(['pointerover', 'mouseover', 'pointermove', 'mousemove']);
const RELEASES: ReadonlySet<string> = new Set(['pointerup', 'mouseup']);
const CLICKS: ReadonlySet<string> = new Set(['click', 'auxclick', 'contextmenu']);
const TYPES = [...MOVES, ...PRESSES, ...CLICKS, ...RELEASES, 'dblclick', 'dragstart', 'gotpointercapture'];
const MADE_OF_TWO: ReadonlySet<string> = new Set(['click', 'auxclick', 'dblclick']);
/** Elements that show another document: a press on them goes to that document. */
const FRAMES: ReadonlySet<string> = new Set(['iframe', 'frame', 'object', 'embed', 'fencedframe']);
const OPTIONS = { capture: true } as const;

interface Arming {
  /** Clicks may go elsewhere. */
  drag?: boolean | undefined;
  /** The pointer only comes there. */
  hover?: boolean | undefined;
  isStill?: (again: boolean) => boolean;
}

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
  #released: Element | undefined;
  /** The release was not on the target. */
  #missed = false;
  /** Notices what the page changes after the press: then the press had an effect, and is not repeated. */
  readonly #observer = new MutationObserver((records) => {
    this.#changed ||= records.length > 0;
  });
  #changed = false;
  #isHover = false;
  /** Asked with each press: the page may have made something else of the target. */
  #isStill: (again: boolean) => boolean = () => true;

  constructor(finder: Finder) {
    this.#finder = finder;
  }

  /** `point`: where the press will come; without it, no press is meant for this document. */
  arm(
    target?: Element,
    point?: Point,
    { drag = false, hover = false, isStill = () => true }: Arming = {},
  ): void {
    this.#target = target;
    this.#isHover = hover;
    this.#isStill = isStill;
    this.#released = undefined;
    this.#missed = false;
    this.#changed = false;
    this.#by = undefined;
    this.#down = point && !this.#isOnFrame(point) ? 'none' : 'inside';
    this.#withheld = false;
    this.#free = drag;
    this.#clicked = false;
    this.#presses = 0;
    this.#other = null;
    this.#until = performance.now() + GUARD_LIFETIME;
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
      ...(this.#released && { released: this.#finder.show(this.#released) }),
      ...(this.#hasSlipped() && { slipped: true }),
    };
    this.#observer.disconnect();
    this.#target = undefined;
    this.#other = null;
    return verdict;
  }

  #hasSlipped(): boolean {
    this.#changed ||= this.#observer.takeRecords().length > 0;
    const isOne = this.#down === 'target' && this.#presses === 1 && !this.#clicked;
    return (
      isOne && this.#missed && !this.#free && !this.#changed && !!this.#target && isConnected(this.#target)
    );
  }

  readonly #on = (event: Event): void => {
    if (!event.isTrusted || this.#seen.has(event) || performance.now() >= this.#until) return;
    this.#seen.add(event);
    if (!(event instanceof MouseEvent)) return;
    if (MOVES.has(event.type)) {
      this.#move(event);
      return;
    }
    if (PRESSES.has(event.type)) this.#press(event);
    else if (this.#down === 'target' && CLICKS.has(event.type)) this.#clicked ||= this.#isOnTarget(event);
    else if (event.type === 'gotpointercapture') this.#free = true;
    else if (RELEASES.has(event.type)) this.#release(event);
    if (this.#down === 'other' || (this.#withheld && CLICKS.has(event.type)) || this.#isStray(event))
      stop(event);
  };

  /** Where a pointer is only to come, what comes elsewhere is stopped; a press is judged by itself. */
  #move(event: MouseEvent): void {
    if (!this.#isHover || this.#down === 'inside') return;
    if (this.#down !== 'other') this.#down = this.#reaches(event) ? 'target' : 'other';
    if (this.#down === 'target') return;
    this.#other ??= deepestAt(event.clientX, event.clientY, this.#finder.shadowRootOf);
    stop(event);
  }

  /** Of a press that has reached the target: the page may have put something else below the pointer since. */
  #release(event: MouseEvent): void {
    const target = this.#target;
    const [first] = event.composedPath();
    if (!target || this.#free || this.#down !== 'target' || !first || !isElementLike(first)) return;
    if (this.#isOnTarget(event) || this.#reaches(event)) return;
    this.#missed = true;
    if (!pathOf(target).includes(first)) this.#released ??= first;
  }

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
    const isStill = event.type !== 'pointerdown' || this.#isStill(this.#presses > 0);
    this.#down = isStill && this.#reaches(event) ? 'target' : 'other';
    if (this.#down === 'other')
      this.#other = deepestAt(event.clientX, event.clientY, this.#finder.shadowRootOf);
    else if (event.type === 'pointerdown') {
      this.#presses++;
      this.#observer.observe(document, WATCHED);
    }
  }

  #reaches(event: MouseEvent): boolean {
    const target = this.#target;
    if (!target) return false;
    const path = event.composedPath().filter(isElementLike);
    if (path.includes(target)) return true;
    // Of a closed shadow root only the host shows. Else only the path tells: what is below the point may be another by now.
    const isClosed = shadowRootsAround(target).some((root) => shadowHost(root) === path[0]);
    const hit = isClosed
      ? hitTest(target, event.clientX, event.clientY, this.#finder.shadowRootOf)
      : hitOn(target, path);
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
