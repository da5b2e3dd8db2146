/** Where a pointer could reach an element: the parts of its boxes inside everything that clips them. */
import type { Box } from '../../../tree/node.js';
import { containingOf } from '../../dom/containing.js';
import { clientHeight, clientLeft, clientTop, clientWidth } from '../../dom/effects.js';
import {
  contentRects,
  getBoundingClientRect,
  getClientRects,
  getComputedStyle,
  localName,
} from '../../dom/intrinsics.js';

export interface Point {
  x: number;
  y: number;
}

/** The most boxes of one element that are checked (one per line of text, for example). */
const MAX_RECTS = 20;

/** The fractions of a box that are tried, from its center outwards. */
const SPOTS: readonly [number, number][] = [
  [0.5, 0.5],
  [0.25, 0.5],
  [0.75, 0.5],
  [0.5, 0.2],
  [0.5, 0.8],
  [0.1, 0.1],
  [0.9, 0.1],
  [0.1, 0.9],
  [0.9, 0.9],
];

/** The boxes that an element paints; those of its content if it has none itself. */
export function boxesOf(element: Element): Box[] {
  const own = [...getClientRects(element)].slice(0, MAX_RECTS).map(boxOf).filter(isNotEmpty);
  if (own.length > 0) return own;
  // `display: contents`, or an empty box whose content overflows
  const { display, overflow } = getComputedStyle(element);
  if (overflow !== 'visible' && display !== 'contents' && display !== 'inline') return [];
  return contentRects(element).slice(0, MAX_RECTS).map(boxOf).filter(isNotEmpty);
}

/** The boxes that a text paints, one for each line. */
export function boxesOfText(text: Text): Box[] {
  return contentRects(text).slice(0, MAX_RECTS).map(boxOf).filter(isNotEmpty);
}

export function boundsOf(element: Element): Box {
  return boxOf(getBoundingClientRect(element));
}

export function middle({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

export function viewport(): Box {
  return { x: 0, y: 0, width: window.innerWidth, height: window.innerHeight };
}

/** The part of a box that shows inside the viewport and every ancestor that clips it. */
export function visiblePart(element: Element, box: Box): Box | null {
  let part: Box | null = intersect(box, viewport());
  for (const around of containingOf(element).around) {
    if (!part) return null;
    const style = getComputedStyle(around);
    // The body's overflow applies to the viewport, unless the root element sets its own.
    if (style.overflow === 'visible' || style.display === 'contents' || style.display === 'inline') continue;
    if (localName(around) !== 'body') part = intersect(part, clipOf(around));
  }
  return part;
}

/** The inside of a clipping box, without border and scroll bars. */
function clipOf(element: Element): Box {
  const { x, y, width, height } = boundsOf(element);
  const inside = { width: clientWidth(element), height: clientHeight(element) };
  if (inside.width === 0 || inside.height === 0) return { x, y, width, height };
  // A transformed box differs in size from its layout; the border is then ignored.
  if (inside.width > width || inside.height > height) return { x, y, width, height };
  return { x: x + clientLeft(element), y: y + clientTop(element), ...inside };
}

/** Points inside a box, most likely first. Whole pixels where the box contains any. */
export function pointsIn(box: Box): Point[] {
  return SPOTS.map(([across, down]) => ({
    x: pixel(box.x, box.width, across),
    y: pixel(box.y, box.height, down),
  }));
}

function pixel(start: number, length: number, fraction: number): number {
  const exact = start + length * fraction;
  const isIn = (whole: number): boolean => whole >= start && whole < start + length;
  return [Math.floor(exact), Math.ceil(exact)].find(isIn) ?? exact;
}

export function isInside({ x, y }: Point, box: Box): boolean {
  return x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;
}

export function intersect(a: Box, b: Box): Box | null {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

export function isSame(a: Box, b: Box): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

function boxOf({ x, y, width, height }: DOMRect): Box {
  return { x, y, width, height };
}

function isNotEmpty({ width, height }: Box): boolean {
  return width > 0 && height > 0;
}
