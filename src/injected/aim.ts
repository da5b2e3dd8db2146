/**
 * Finds a point of an element where a pointer would reach it, and scrolls it into view if that is what it
 * takes. All of it happens in one task: whatever is tried on the way, nothing of it is ever drawn.
 */
import { type Alignment, align, restore, scrollPointIntoView, scrollPositions } from './bring-into-view.js';
import type { Finder } from './finder.js';
import { hitTest } from './hit.js';
import {
  boundsOf,
  boxesOf,
  isInside,
  middle,
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
const ALIGNMENTS: readonly Alignment[] = [
  { down: 'center', across: 'nearest' },
  { down: 'end', across: 'end' },
  { down: 'start', across: 'start' },
  { down: 'center', across: 'center' },
];

export function aim(element: Element, finder: Finder, position?: Point): Aim {
  const here = () => (position ? aimAt(element, finder, position) : aimHere(element, finder));
  const first = here();
  if (first.ok) return first;
  const before = scrollPositions(element);
  let best: Aim = first;
  for (const alignment of ALIGNMENTS) {
    align(element, alignment);
    if (position) scrollPointIntoView(element, () => corner(element, position));
    const now = here();
    if (now.ok) return now;
    if (!best.ok && !best.cover) best = now;
  }
  restore(before);
  return best;
}

/** Where to point without looking what is there: the middle of what shows of the element. */
export function pointOf(element: Element, position?: Point): Point {
  const part = () => visiblePart(element, boxesOf(element)[0] ?? boundsOf(element));
  if (!part()) align(element, { down: 'center', across: 'nearest' });
  return position ? corner(element, position) : middle(part() ?? boundsOf(element));
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
