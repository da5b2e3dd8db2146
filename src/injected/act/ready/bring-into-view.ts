/**
 * Scrolls the containers of an element. `scrollIntoView` is not used: it also scrolls the parent documents,
 * across processes and later, after a point has been chosen.
 */
import type { Box } from '../../../tree/node.js';
import { containingOf } from '../../dom/containing.js';
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
import { getComputedStyle, localName } from '../../dom/intrinsics.js';
import { boundsOf, boxesOf, intersect, isInside, type Point, viewport } from './points.js';

type Edge = 'start' | 'center' | 'end' | 'nearest';

export interface Alignment {
  down: Edge;
  across: Edge;
}

/** In scaled containers the first scroll overshoots or falls short. */
const PASSES = 2;

/** Puts an element at the start, in the middle or at the end of each container that scrolls it. */
export function align(element: Element, { down, across }: Alignment): void {
  for (let pass = 0; pass < PASSES; pass++)
    for (const container of scrollContainers(element)) {
      const shown = shownBy(container);
      const box = boxesOf(element)[0] ?? boundsOf(element);
      const left = scrollLeft(container) + shift(box.x, box.width, shown.x, shown.width, across);
      const top = scrollTop(container) + shift(box.y, box.height, shown.y, shown.height, down);
      scrollTo(container, left, top);
    }
}

function shift(start: number, length: number, shownStart: number, shownLength: number, edge: Edge): number {
  const toStart = start - shownStart;
  const toEnd = start + length - (shownStart + shownLength);
  switch (edge) {
    case 'start':
      return toStart;
    case 'end':
      return toEnd;
    case 'center':
      return (toStart + toEnd) / 2;
    case 'nearest':
      if (toStart >= 0 && toEnd <= 0) return 0;
      return toStart < 0 || length > shownLength ? toStart : toEnd;
  }
}

/**
 * Scrolls the element's containers until a point that moves with it is at the center of what they show. Nothing
 * moves if the point already shows, unless `always`.
 */
export function scrollPointIntoView(element: Element, pointNow: () => Point, always = false): void {
  for (const container of scrollContainers(element)) {
    const shown = shownBy(container);
    const point = pointNow();
    if (!always && isInside(point, shown)) continue;
    const keepX = !always && point.x >= shown.x && point.x < shown.x + shown.width;
    const keepY = !always && point.y >= shown.y && point.y < shown.y + shown.height;
    const left = scrollLeft(container) + (keepX ? 0 : point.x - (shown.x + shown.width / 2));
    const top = scrollTop(container) + (keepY ? 0 : point.y - (shown.y + shown.height / 2));
    scrollTo(container, left, top);
  }
}

/** The part of a container that can show content: what is in the viewport, or could be. */
export function shownBy(container: Element): Box {
  if (container === scrollingElement(document)) return viewport();
  const box = boundsOf(container);
  return intersect(box, viewport()) ?? box;
}

/** Innermost first, the document last. A fixed element moves with none of its containers. */
export function scrollContainers(element: Element): Element[] {
  const root = scrollingElement(document);
  const { around, fixed } = containingOf(element);
  const found = around.filter((each) => each !== root && canScroll(each));
  return root && !fixed ? [...found, root] : found;
}

export function canScroll(element: Element): boolean {
  const wide = scrollWidth(element) > clientWidth(element);
  const high = scrollHeight(element) > clientHeight(element);
  if (!wide && !high) return false;
  // Firefox says `visible` of a text area, which scrolls all the same.
  if (localName(element) === 'textarea') return true;
  const { overflowX, overflowY } = getComputedStyle(element);
  return (wide && isScrolling(overflowX)) || (high && isScrolling(overflowY));
}

/** Scripts can scroll `hidden` too, but not `clip`. */
function isScrolling(overflow: string): boolean {
  return overflow === 'auto' || overflow === 'scroll' || overflow === 'hidden';
}

type Position = [element: Element, left: number, top: number];

export function scrollPositions(element: Element): Position[] {
  return scrollContainers(element).map((each) => [each, scrollLeft(each), scrollTop(each)]);
}

export function restore(positions: readonly Position[]): void {
  for (const [element, left, top] of positions) scrollTo(element, left, top);
}
