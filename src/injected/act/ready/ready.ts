/**
 * Waits until a target can be acted on, driven by the page's changes and, while something may still move or
 * appear, by animation frames. A ready element passes without any wait.
 */

import type { Box } from '../../../tree/node.js';
import { PRESSED_ROLES } from '../../../tree/roles.js';
import type { Blocked, Found, Need, Target } from '../../../wire/api.js';
import type { TargetFailure } from '../../../wire/rows.js';
import { scrollIntoView } from '../../dom/effects.js';
import { pathOf } from '../../dom/event-path.js';
import { getComputedStyle } from '../../dom/intrinsics.js';
import type { Finder } from '../../identity/finder.js';
import { frameTime, nextChange } from '../event-loop.js';
import { type AimRequest, aim, pointOf, visiblyDrawnFor } from './aim.js';
import { controlOf } from './click-proxy.js';
import {
  ARIA_DISABLED,
  IN_CLOSED_LIST,
  isBusy,
  isInert,
  mayMove,
  notEditable,
  notEnabled,
  notVisible,
} from './condition.js';
import type { Dragged } from './dragged.js';
import { Flight } from './flight.js';
import { heldFrom } from './held-screen.js';
import { coverOf } from './hit.js';
import { bodyOf } from './image-map.js';
import { boundsOf, isInside, isSame, middle, type Point, viewport } from './points.js';

export interface ReadyRequest {
  target: Target;
  needs: readonly Need[];
  position?: Point;
  /** Where the pointer is, if it has to move. */
  pointer?: Point;
  /** Milliseconds. */
  timeout: number;
  /** Compare its position across animation frames even if no animation is known to run. */
  watchMoves?: boolean;
  /** A label stands for its control. */
  followLabel?: boolean;
  /** A drag ends there. Pages let the pointer through items during a drag, or keep the dragged element below it. */
  dragged?: Dragged | null;
  /** `aria-disabled` is no obstacle. */
  ariaDisabled?: boolean;
}

/** What the waits of a document know of it. */
export interface Waiting {
  /** True when nobody waits for the answer any more. */
  isOver(): boolean;
  /** When the last action came to its end, on the clock of the document. */
  acted: number;
}

export type Ready =
  /** `element`: the element that was found or, for a label, its control. */
  | { ok: true; element: Element; found: Found; followed: boolean; point: Point }
  | { ok: false; failure: TargetFailure }
  | { ok: false; blocked: Blocked };

/** A look is slow on a large page: the pause before the next one, as a multiple of the last look's duration. */
const REST = 4;

/** An animation that has just begun stands still for its first frame. */
const STILL_FRAMES = 2;

/**
 * Milliseconds after the last action, or the start of the document, for what has `aria-disabled` to become enabled: a
 * validation may still run. Later it does not: pages keep it that way on purpose, unlike a disabled control, unless they say
 * that they are busy.
 */
const ARIA_DISABLED_WAIT = 500;

export async function untilReady(
  finder: Finder,
  request: ReadyRequest,
  { isOver, acted }: Waiting,
): Promise<Ready> {
  const end = performance.now() + request.timeout;
  let until = end;
  const attempt = new Attempt(finder, request);
  for (let restUntil = 0; ; await nextChange(until)) {
    const started = performance.now();
    const isLast = started >= until || isOver();
    if (started < restUntil && !isLast) continue;
    const result = attempt.run();
    const isBrief = !result.ok && 'blocked' in result && result.blocked.brief === true;
    until = isBrief ? Math.min(end, acted + ARIA_DISABLED_WAIT) : end;
    if (result.ok || started >= until || isOver() || isFinal(result)) return result;
    if ('blocked' in result) attempt.askToBeShown(result.blocked);
    const ended = performance.now();
    restUntil = ended + (ended - started) * REST;
  }
}

/** Waits only for what may still come true: a dead ref stays dead. */
function isFinal(result: Ready): boolean {
  if (result.ok) return false;
  return 'failure' in result ? result.failure.kind !== 'no-match' : result.blocked.lasting === true;
}

/** Conditions that may fail only because the frame is not drawn. */
const UNSEEN: ReadonlySet<Need> = new Set<Need>(['stable', 'in view', 'hit']);
const AT_ONCE: ScrollIntoViewOptions = { block: 'center', inline: 'nearest', behavior: 'instant' };

const FLEES = 'it moves away from under the pointer';

class Attempt {
  readonly #finder: Finder;
  readonly #request: ReadyRequest;
  #lastSeen: { box: Box; time: number } | undefined;
  #stillFrames = 0;
  readonly #flight = new Flight();
  #flees = false;
  #isAsked = false;

  constructor(finder: Finder, request: ReadyRequest) {
    this.#finder = finder;
    this.#request = request;
  }

  run(): Ready {
    const find = this.#finder.find(this.#request.target);
    if (!find.ok) return find;
    const { found } = find;
    const element = (this.#request.followLabel && controlOf(find.element)) || find.element;
    const ready = { ok: true as const, element, found, followed: element !== find.element };
    const needs = new Set(this.#request.needs);
    const blocked = (condition: Need, why: string, cover?: Element): Ready => ({
      ok: false,
      blocked: {
        condition,
        why,
        found,
        ...((why === IN_CLOSED_LIST || why === FLEES) && { lasting: true }),
        ...(why === ARIA_DISABLED && !isBusy(element) && { brief: true }),
        ...(cover && { cover: this.#finder.show(cover) }),
      },
    });

    const passed = (why: string, around: Element): Ready => ({
      ok: false,
      blocked: { condition: 'hit', why, found, around: this.#finder.show(around) },
    });

    const held = needs.has('hit') ? heldFrom(element) : undefined;
    if (held) {
      const cover = this.#finder.show(held.by);
      const why = 'another element holds the pointer or the screen';
      return {
        ok: false,
        blocked: { condition: 'hit', why, found, cover, held: held.held, lasting: true },
      };
    }
    const body = bodyOf(element);
    const hidden = needs.has('visible') ? notVisible(body, !needs.has('hit')) : null;
    if (hidden && !(needs.has('hit') && visiblyDrawnFor(element).length > 0))
      return blocked('visible', hidden);
    const disabled = needs.has('enabled') ? notEnabled(element) : null;
    if (disabled && !(disabled === ARIA_DISABLED && this.#request.ariaDisabled))
      return blocked('enabled', disabled);
    // Without a hit test, nothing else checks that a person could reach the element.
    if (needs.has('visible') && needs.has('enabled')) {
      if (isInert(element)) return blocked('enabled', 'it is inert');
      const modal = needs.has('hit') ? null : this.#finder.modal();
      if (modal && !pathOf(element).includes(modal)) return blocked('hit', 'a modal dialog is open', modal);
    }
    const fixed = needs.has('editable') ? notEditable(element) : null;
    if (fixed) return blocked('editable', fixed);
    if (needs.has('stable') && !this.#isStill(body))
      return blocked('stable', this.#flees ? FLEES : 'it keeps moving');
    if (!needs.has('hit')) return { ...ready, point: middle(boundsOf(body)) };

    return this.#aim(element, body, ready, blocked, passed);
  }

  #aim(
    element: Element,
    body: Element,
    ready: Omit<Extract<Ready, { ok: true }>, 'point'>,
    blocked: (condition: Need, why: string, cover?: Element) => Ready,
    passed: (why: string, around: Element) => Ready,
  ): Ready {
    const aimed = aim(element, this.#finder, this.#aimRequest(ready.found.role));
    if (aimed.ok) return { ...ready, point: aimed.point };
    const { position, dragged } = this.#request;
    const outside = position && outsideOf(body, position);
    // Whoever drags something by so many pixels ends beside it.
    const beside = outside && dragged !== undefined ? pointOf(element, position) : undefined;
    if (beside && isInside(beside, viewport())) return { ...ready, point: beside };
    if (outside) return blocked('hit', outside);
    if (aimed.through && dragged !== undefined && !isInert(element))
      return { ...ready, point: aimed.through };
    if (!aimed.cover) return blocked('in view', 'no part of it can be scrolled into view');
    if (this.#isDraggedOver(element, aimed.cover))
      return { ...ready, point: pointOf(element, this.#request.position) };
    if (pathOf(element).includes(aimed.cover)) return passed(whyPassed(element), aimed.cover);
    return blocked('hit', 'another element is in front of it', coverOf(aimed.cover, element));
  }

  /** Where in a field or on a slider the pointer is matters: the pointer comes to the same point there. */
  #aimRequest(role: string): AimRequest {
    const { position, pointer } = this.#request;
    return { ...(position && { position }), ...(pointer && PRESSED_ROLES.has(role) && { pointer }) };
  }

  #isDraggedOver(element: Element, cover: Element): boolean {
    const { dragged } = this.#request;
    if (dragged === undefined) return false;
    const isThrough = pathOf(element).includes(cover) && !isInert(element);
    return isThrough || dragged?.isIn(cover) === true;
  }

  /**
   * A frame that is out of view is not drawn: nothing in it comes to rest, and lazily drawn content is missing.
   * The parent documents are asked once to scroll it into view.
   */
  askToBeShown({ condition }: Blocked): void {
    if (this.#isAsked || window.top === window || !UNSEEN.has(condition)) return;
    this.#isAsked = true;
    const find = this.#finder.find(this.#request.target);
    if (find.ok) scrollIntoView(bodyOf(find.element), AT_ONCE);
  }

  #isStill(element: Element): boolean {
    const box = boundsOf(element);
    const time = frameTime();
    const last = this.#lastSeen;
    if (!last && !this.#request.watchMoves && !mayMove(element)) return true;
    // Two looks within one frame see the same.
    if (last && last.time === time && isSame(last.box, box)) return false;
    this.#stillFrames = last && isSame(last.box, box) ? this.#stillFrames + 1 : 0;
    this.#lastSeen = { box, time };
    this.#flees = this.#flight.isSeen(element, box);
    return this.#stillFrames >= STILL_FRAMES;
  }
}

/** Positions are relative to the element's top left corner. */
function outsideOf(body: Element, { x, y }: Point): string | null {
  const { width, height } = boundsOf(body);
  if (isInside({ x, y }, { x: 0, y: 0, width, height })) return null;
  return `the position ${x}, ${y} is outside it: it is ${Math.round(width)} × ${Math.round(height)} pixels`;
}

/** Why an ancestor of the element would get its event. */
function whyPassed(element: Element): string {
  if (isInert(element)) return 'it is inert';
  if (getComputedStyle(element).pointerEvents === 'none')
    return 'it lets the pointer through (pointer-events: none)';
  return 'it draws nothing, or it is clipped (clip, clip-path)';
}
