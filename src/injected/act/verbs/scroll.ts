/** Scrolls an element or its container. Positions are CSS pixels or percentages such as `50%`. */

import type { Refused, ScrollRequest, ScrollState } from '../../../wire/api.js';
import {
  clientHeight,
  clientWidth,
  scrollHeight,
  scrollingElement,
  scrollLeft,
  scrollTo,
  scrollTop,
  scrollWidth,
} from '../../dom/effects.js';
import { documentElement } from '../../dom/intrinsics.js';
import type { Handler } from '../acting.js';
import { align, canScroll, scrollContainers } from '../ready/bring-into-view.js';
import { bodyOf } from '../ready/image-map.js';
import { boundsOf, boxesOf, intersect, viewport, visiblePart } from '../ready/points.js';
import { isRefused } from '../refused.js';

/** A chunk is a little less than the visible size, so that the last line before is the first line after. */
const CHUNK = 0.9;

type Scrolled = { state: ScrollState; moved: boolean; around: boolean };

export const scroll: Handler<'scroll'> = async (acting, { target, scroll: how, ...limits }) => {
  if (target)
    return acting.onceReady({ target, ...limits }, ['visible'], (element) => scrollElement(element, how));
  acting.watch();
  const done = scrollElement(undefined, how);
  return isRefused(done) ? { ok: false, refused: done } : { ok: true, ...done };
};

function scrollElement(target: Element | undefined, request: ScrollRequest): Scrolled | Refused {
  const element = target && bodyOf(target);
  if (request.kind === 'into-view' && element) {
    const container = scrollContainers(element)[0] ?? documentElement(document);
    const before = boundsOf(element);
    if (!isWhollyShown(element)) align(element, { down: 'center', across: 'nearest' });
    const after = boundsOf(element);
    return {
      state: stateOf(container),
      moved: before.x !== after.x || before.y !== after.y,
      around: false,
    };
  }
  const container = containerOf(element);
  if (!container) return { code: 'not-actionable', message: 'Neither it nor any of its ancestors scrolls' };
  const before = stateOf(container);
  const next = nextPosition(container, before, request);
  if ('code' in next) return next;
  const start = startOf(container);
  scrollTo(container, next.x + start.x, next.y + start.y);
  const state = stateOf(container);
  const around = element !== undefined && element !== container;
  return { state, moved: state.x !== before.x || state.y !== before.y, around };
}

function nextPosition(
  container: Element,
  { x, y, maxX, maxY }: ScrollState,
  request: ScrollRequest,
): { x: number; y: number } | Refused {
  switch (request.kind) {
    case 'to': {
      const toX = positionOf(request.x, x, maxX);
      const toY = positionOf(request.y, y, maxY);
      if (toX === undefined || toY === undefined)
        return {
          code: 'bad-argument',
          message: `Not a scroll position: ${JSON.stringify(toX === undefined ? request.x : request.y)}`,
          hint: 'Give pixels (120), a percentage (50%), top or bottom.',
        };
      return { x: toX, y: toY };
    }
    case 'by':
      return { x: x + request.x, y: y + request.y };
    case 'chunk': {
      // What scrolls only sideways is scrolled sideways.
      if (maxY === 0 && maxX > 0) return { x: x + request.direction * CHUNK * clientWidth(container), y };
      return { x, y: y + request.direction * CHUNK * clientHeight(container) };
    }
    case 'into-view':
      return { x, y };
  }
}

function positionOf(wanted: number | string | undefined, now: number, max: number): number | undefined {
  if (wanted === undefined) return now;
  if (typeof wanted === 'number') return Number.isFinite(wanted) ? wanted : undefined;
  const text = wanted.trim();
  if (text === 'top' || text === 'left') return 0;
  if (text === 'bottom' || text === 'right') return max;
  const [, number, unit] = /^(-?\d+(?:\.\d+)?)(px|%)?$/.exec(text) ?? [];
  if (number === undefined) return undefined;
  return unit === '%' ? (Number(number) / 100) * max : Number(number);
}

function containerOf(element: Element | undefined): Element | null {
  const root = scrollingElement(document) ?? documentElement(document);
  if (!element) return root;
  if (element !== root && canScroll(element)) return element;
  return scrollContainers(element)[0] ?? null;
}

/** Measured from the content's left and top edge, whatever its direction. */
function stateOf(container: Element): ScrollState {
  const start = startOf(container);
  return {
    x: scrollLeft(container) - start.x,
    y: scrollTop(container) - start.y,
    maxX: widthToScroll(container),
    maxY: heightToScroll(container),
  };
}

/**
 * The scroll offsets of the left and top edge. Where content begins at the right or bottom (right-to-left text,
 * reversed flex boxes), offsets are negative and 0 is the opposite edge.
 */
function startOf(container: Element): { x: number; y: number } {
  const [left, top] = [scrollLeft(container), scrollTop(container)];
  if (left === 0 || top === 0) scrollTo(container, left === 0 ? -1 : left, top === 0 ? -1 : top);
  const start = {
    x: scrollLeft(container) < 0 ? -widthToScroll(container) : 0,
    y: scrollTop(container) < 0 ? -heightToScroll(container) : 0,
  };
  if (left === 0 || top === 0) scrollTo(container, left, top);
  return start;
}

const widthToScroll = (container: Element): number =>
  Math.max(0, scrollWidth(container) - clientWidth(container));
const heightToScroll = (container: Element): number =>
  Math.max(0, scrollHeight(container) - clientHeight(container));

function isWhollyShown(element: Element): boolean {
  return boxesOf(element).every((box) => {
    const part = visiblePart(element, box);
    return (
      part !== null &&
      intersect(part, viewport()) !== null &&
      part.width >= box.width - 1 &&
      part.height >= box.height - 1
    );
  });
}
