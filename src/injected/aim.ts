/**
 * Finds a point of an element where a pointer would reach it, and scrolls it into view if that is what it
 * takes. All of it happens in one task: whatever is tried on the way, nothing of it is ever drawn.
 */
import type { Box } from '../tree/node.js';
import {
  clientHeight,
  clientWidth,
  scrollHeight,
  scrollIntoView,
  scrollingElement,
  scrollLeft,
  scrollTo,
  scrollTop,
  scrollWidth,
} from './dom/effects.js';
import { getComputedStyle } from './dom/intrinsics.js';
import type { Finder } from './finder.js';
import { hitTest, pathOf } from './hit.js';
import {
  boundsOf,
  boxesOf,
  intersect,
  isInside,
  type Point,
  pointsIn,
  viewport,
  visiblePart,
} from './points.js';

export type Aim =
  | { ok: true; point: Point }
  /** `cover`: what would get the event instead; null when no part of the element is in view. */
  | { ok: false; cover: Element | null };

/** Where the element goes in its scroll containers: one of these is clear of headers and footers that stay. */
const ALIGNMENTS: readonly ScrollIntoViewOptions[] = [
  { block: 'center', inline: 'nearest', behavior: 'instant' },
  { block: 'end', inline: 'end', behavior: 'instant' },
  { block: 'start', inline: 'start', behavior: 'instant' },
  { block: 'center', inline: 'center', behavior: 'instant' },
];

export function aim(element: Element, finder: Finder, position?: Point): Aim {
  const here = () => (position ? aimAt(element, finder, position) : aimHere(element, finder));
  const first = here();
  if (first.ok) return first;
  const before = scrollPositions(element);
  let best: Aim = first;
  for (const alignment of ALIGNMENTS) {
    scrollIntoView(element, alignment);
    if (position) scrollPointIntoView(element, () => corner(element, position));
    const now = here();
    if (now.ok) return now;
    if (!best.ok && !best.cover) best = now;
  }
  restore(before);
  return best;
}

function aimHere(element: Element, finder: Finder): Aim {
  let inner: Point | undefined;
  let cover: Element | null = null;
  for (const box of boxesOf(element)) {
    const part = visiblePart(element, box);
    if (!part) continue;
    for (const point of pointsIn(part)) {
      const hit = hitTest(element, point.x, point.y, finder.shadowRootOf);
      if (hit.on === 'target') return { ok: true, point };
      if (hit.on === 'inner') inner ??= point;
      else cover ??= hit.element;
    }
  }
  return inner ? { ok: true, point: inner } : { ok: false, cover };
}

function aimAt(element: Element, finder: Finder, position: Point): Aim {
  const point = corner(element, position);
  if (!isInside(point, viewport())) return { ok: false, cover: null };
  const hit = hitTest(element, point.x, point.y, finder.shadowRootOf);
  return hit.on === 'other' ? { ok: false, cover: hit.element } : { ok: true, point };
}

function corner(element: Element, position: Point): Point {
  const { x, y } = boundsOf(element);
  return { x: x + position.x, y: y + position.y };
}

/**
 * Scrolls everything around an element until a point (that moves with it) is in the middle of what shows it;
 * where it shows already nothing moves, unless `always`.
 */
export function scrollPointIntoView(element: Element, pointNow: () => Point, always = false): void {
  for (const container of scrollContainers(element)) {
    const isRoot = container === scrollingElement(document);
    const box: Box | null = isRoot ? viewport() : intersect(boundsOf(container), viewport());
    const point = pointNow();
    const shown = box ?? boundsOf(container);
    if (!always && isInside(point, shown)) continue;
    const left = scrollLeft(container) + point.x - (shown.x + shown.width / 2);
    const top = scrollTop(container) + point.y - (shown.y + shown.height / 2);
    const keepX = !always && point.x >= shown.x && point.x < shown.x + shown.width;
    const keepY = !always && point.y >= shown.y && point.y < shown.y + shown.height;
    scrollTo(container, keepX ? scrollLeft(container) : left, keepY ? scrollTop(container) : top);
  }
}

/** Innermost first, the document last. */
export function scrollContainers(element: Element): Element[] {
  const root = scrollingElement(document);
  const found = pathOf(element).filter((each) => each !== root && canScroll(each));
  return root ? [...found, root] : found;
}

export function canScroll(element: Element): boolean {
  const wide = scrollWidth(element) > clientWidth(element);
  const high = scrollHeight(element) > clientHeight(element);
  if (!wide && !high) return false;
  const { overflowX, overflowY } = getComputedStyle(element);
  return (wide && isScrolling(overflowX)) || (high && isScrolling(overflowY));
}

/** `hidden` scrolls too, for scripts. `clip` does not. */
function isScrolling(overflow: string): boolean {
  return overflow === 'auto' || overflow === 'scroll' || overflow === 'hidden';
}

type Position = [element: Element, left: number, top: number];

function scrollPositions(element: Element): Position[] {
  return scrollContainers(element).map((each) => [each, scrollLeft(each), scrollTop(each)]);
}

function restore(positions: readonly Position[]): void {
  for (const [element, left, top] of positions) scrollTo(element, left, top);
}
