/**
 * Finds a point where a pointer would reach the element, and scrolls it into view if necessary. All of it happens
 * in one task, so nothing that is tried is ever drawn.
 */

import type { Box } from '../../../tree/node.js';
import {
  contains,
  firstChild,
  firstElementChild,
  getComputedStyle,
  isElement,
  isText,
  localName,
  matches,
  nextElementSibling,
  nextSibling,
  nodeValue,
  textContent,
} from '../../dom/intrinsics.js';
import type { Finder } from '../../identity/finder.js';
import { type Alignment, align, restore, scrollPointIntoView, scrollPositions } from './bring-into-view.js';
import { drawnFor } from './click-proxy.js';
import { notVisible } from './condition.js';
import { type Hit, hitTest, reactsToClicks } from './hit.js';
import { bodyOf, pointsOfArea } from './image-map.js';
import {
  boundsOf,
  boxesOf,
  boxesOfText,
  isInside,
  middle,
  type Point,
  pointsIn,
  viewport,
  visiblePart,
} from './points.js';

export type Aim =
  | { ok: true; point: Point }
  /** `cover`: the element that would get the event instead; null when no part of the element is in view. */
  /** `through`: a point of the element where an element around it would get the event. */
  | { ok: false; cover: Element | null; through?: Point };

/** Alignments in the scroll containers: one of them is clear of sticky headers and footers. */
const ALIGNMENTS: readonly Alignment[] = [
  { down: 'center', across: 'nearest' },
  { down: 'end', across: 'end' },
  { down: 'start', across: 'start' },
  { down: 'center', across: 'center' },
];

export interface AimRequest {
  /** From the element's top left corner. */
  position?: Point;
  /** Where the pointer is: another point is better. */
  pointer?: Point;
}

export function aim(element: Element, finder: Finder, request: AimRequest): Aim {
  const own = aimWith(bodyOf(element), element, finder, request);
  if (own.ok || request.position) return own;
  for (const drawn of visiblyDrawnFor(element)) {
    const aimed = aimWith(drawn, element, finder, request);
    if (aimed.ok) return aimed;
  }
  return own;
}

/** The visible labels and boxes that stand for an element. */
export function visiblyDrawnFor(element: Element): Element[] {
  return drawnFor(element).filter((each) => !notVisible(each));
}

/** `body`: the element that is drawn for `element`. */
function aimWith(body: Element, element: Element, finder: Finder, { position, pointer }: AimRequest): Aim {
  const here = () => (position ? aimAt(element, finder, position) : aimHere(body, element, finder, pointer));
  const first = here();
  if (first.ok) return first;
  const before = scrollPositions(body);
  let best: Aim = first;
  for (const alignment of ALIGNMENTS) {
    align(body, alignment);
    if (position) scrollPointIntoView(body, () => corner(element, position));
    const now = here();
    if (now.ok) return now;
    if (!best.ok && !best.cover) best = now;
  }
  restore(before);
  return best;
}

/** Where to point without a hit test: the center of the element's visible part. */
export function pointOf(element: Element, position?: Point): Point {
  const body = bodyOf(element);
  const part = () => visiblePart(body, boxesOf(body)[0] ?? boundsOf(body));
  if (!part()) align(body, { down: 'center', across: 'nearest' });
  if (position) return corner(element, position);
  const [spot] = body === element ? [] : pointsOfArea(element, body);
  return spot ?? middle(part() ?? boundsOf(body));
}

function aimHere(body: Element, element: Element, finder: Finder, pointer: Point | undefined): Aim {
  const isHit = ({ x, y }: Point) => hitTest(element, x, y, finder.shadowRootOf).on === 'target';
  const isArea = localName(element) === 'area' && body !== element;
  let inner: Point | undefined;
  let cover: Element | null = null;
  let through: Point | undefined;
  for (const box of isArea ? boxesOf(body) : [...boxesOfWords(body), ...boxesOf(body)]) {
    const part = visiblePart(body, box);
    if (!part || isSliver(part, box)) continue;
    const points = isArea
      ? pointsOfArea(element, body).filter((each) => isInside(each, part))
      : pointsIn(part);
    for (const point of points) {
      const hit = hitTest(element, point.x, point.y, finder.shadowRootOf);
      if (hit.on === 'target') {
        const beside = besides(point, pointer);
        const isBetter = beside && isInside(beside, part) && isHit(beside);
        return { ok: true, point: isBetter ? beside : point };
      }
      // Firefox's hit test returns the image for an area of its map.
      if (hit.on === 'inner' || (isArea && hit.element === body)) inner ??= point;
      else cover ??= hit.element;
      through ??= throughOf(hit, element, point);
    }
  }
  return inner ? { ok: true, point: inner } : { ok: false, cover, ...(through && { through }) };
}

const throughOf = ({ on, element: hit }: Hit, element: Element, point: Point): Point | undefined =>
  on === 'other' && hit && contains(hit, element) ? point : undefined;

/** The next pixel, where the pointer is at the point already. */
function besides({ x, y }: Point, pointer: Point | undefined): Point | undefined {
  return pointer?.x === x && pointer.y === y ? { x: x + 1, y } : undefined;
}

/** Where the words of a box are the better place to point at than its middle. */
function boxesOfWords(box: Element): Box[] {
  const label = labelAbove(box);
  if (label) return boxesOfText(label);
  const words = wordsIn(box);
  return words ? boxesOf(words) : [];
}

const LIST = 'ul, ol, menu, [role=group], [role=list], [role=tree]';

/** The first text of an item with a list in it: in its middle are the items of that list. */
function labelAbove(item: Element): Text | undefined {
  for (let child = firstElementChild(item); child; child = nextElementSibling(child))
    if (matches(child, LIST)) return firstTextIn(item, child);
  return undefined;
}

/** What reacts to clicks by itself has its own words. */
function firstTextIn(element: Element, end?: Element): Text | undefined {
  for (let node = firstChild(element); node && node !== end; node = nextSibling(node)) {
    if (isText(node) && (nodeValue(node) ?? '').trim() !== '') return node;
    const inner = isElement(node) && !reactsToClicks(node) ? firstTextIn(node) : undefined;
    if (inner) return inner;
  }
  return undefined;
}

/**
 * The inline element that holds all the words of a box. The box is shown with these words, and either may be what
 * listens to clicks: on the words, a click reaches both.
 */
function wordsIn(box: Element): Element | undefined {
  if (reactsToClicks(box)) return undefined;
  let inner: Element | undefined;
  for (let only = onlyElementIn(box); only; only = onlyElementIn(only)) inner = only;
  if (!inner || firstElementChild(inner)) return undefined;
  return getComputedStyle(inner).display.startsWith('inline') ? inner : undefined;
}

function onlyElementIn(element: Element): Element | undefined {
  const child = firstElementChild(element);
  if (!child || nextElementSibling(child)) return undefined;
  const words = (textContent(child) ?? '').trim();
  return words !== '' && words === (textContent(element) ?? '').trim() ? child : undefined;
}

/** Less than a pixel of something larger shows: no whole point is on it, so it is scrolled into view. */
function isSliver(part: Box, box: Box): boolean {
  return (part.width < 1 && box.width >= 1) || (part.height < 1 && box.height >= 1);
}

function aimAt(element: Element, finder: Finder, position: Point): Aim {
  const point = corner(element, position);
  if (!isInside(point, viewport())) return { ok: false, cover: null };
  const hit = hitTest(element, point.x, point.y, finder.shadowRootOf);
  const isHit = hit.on !== 'other' || hit.element === bodyOf(element);
  return isHit ? { ok: true, point } : { ok: false, cover: hit.element };
}

function corner(element: Element, position: Point): Point {
  const { x, y } = boundsOf(bodyOf(element));
  return { x: x + position.x, y: y + position.y };
}
