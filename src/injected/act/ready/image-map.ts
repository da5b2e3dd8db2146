/**
 * An area of an image map has no box: the pointer goes to a part of the image. Browsers disagree on the origin of
 * an area's coordinates (Chromium: the border box, Firefox: the content box) and on the hit-test result inside it
 * (Chromium: the area, Firefox: the image). So this proposes points, and the caller hit-tests each one.
 */
import { clientHeight, clientLeft, clientTop, clientWidth } from '../../dom/effects.js';
import { closest, getAttribute, getComputedStyle, localName, queryAll } from '../../dom/intrinsics.js';
import { mappedImage } from '../../dom/mapped-image.js';
import { contentToViewport } from '../frames/content-to-viewport.js';
import type { Point } from './points.js';

/** The element that is drawn for another: the image for an area of its map, else the element itself. */
export function bodyOf(element: Element): Element {
  return (localName(element) === 'area' && mappedImage(element)) || element;
}

/** Points tried across and down: enough to hit a thin polygon. */
const GRID = 15;

/** Viewport points that may be in an area, the one nearest its center first. */
export function pointsOfArea(area: Element, image: Element): Point[] {
  const size = contentSize(image);
  const shape = shapeOf(area, size);
  const above = areasBefore(area).map((other) => shapeOf(other, size));
  const middle = { x: (shape.left + shape.right) / 2, y: (shape.top + shape.bottom) / 2 };
  const steps = Array.from({ length: GRID }, (_, step) => (step + 0.5) / GRID);
  const inside = steps
    .flatMap((down) =>
      steps.map((across) => ({
        x: shape.left + (shape.right - shape.left) * across,
        y: shape.top + (shape.bottom - shape.top) * down,
      })),
    )
    .filter((point) => shape.has(point) && !above.some(({ has }) => has(point)))
    .sort((a, b) => distance(a, middle) - distance(b, middle));
  const fromBorder = inside.map(({ x, y }) => ({ x: x - size.left, y: y - size.top }));
  return [...inside, ...fromBorder].map((point) => contentToViewport(image, point, size));
}

interface Size {
  /** The distance from border box to content box. */
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Shape {
  left: number;
  top: number;
  right: number;
  bottom: number;
  has: (point: Point) => boolean;
}

/** Where areas overlap, the first one wins. */
function areasBefore(area: Element): Element[] {
  const map = closest(area, 'map');
  const areas = map ? [...queryAll(map, 'area')] : [];
  return areas.slice(0, areas.indexOf(area));
}

function contentSize(image: Element): Size {
  const style = getComputedStyle(image);
  const [left, right, top, bottom] = [
    style.paddingLeft,
    style.paddingRight,
    style.paddingTop,
    style.paddingBottom,
  ].map((padding) => Number.parseFloat(padding) || 0) as [number, number, number, number]; // four in, four out
  return {
    left: left + clientLeft(image),
    top: top + clientTop(image),
    width: clientWidth(image) - left - right,
    height: clientHeight(image) - top - bottom,
  };
}

/** HTML: https://html.spec.whatwg.org/multipage/image-maps.html#image-map-processing-model */
function shapeOf(area: Element, { width, height }: Size): Shape {
  const coords = (getAttribute(area, 'coords') ?? '').split(/[\s,;]+/).map(Number.parseFloat);
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = coords;
  switch ((getAttribute(area, 'shape') ?? 'rect').toLowerCase()) {
    case 'default':
      return rectangle(0, 0, width, height);
    case 'circ':
    case 'circle': {
      const has = (point: Point) => distance(point, { x: x1, y: y1 }) < x2;
      return { left: x1 - x2, top: y1 - x2, right: x1 + x2, bottom: y1 + x2, has };
    }
    case 'poly':
    case 'polygon': {
      const corners: Point[] = [];
      for (let at = 0; at + 1 < coords.length; at += 2)
        corners.push({ x: coords[at] ?? 0, y: coords[at + 1] ?? 0 });
      const [across, down] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
      return {
        left: Math.min(...across),
        top: Math.min(...down),
        right: Math.max(...across),
        bottom: Math.max(...down),
        has: (point) => isInPolygon(point, corners),
      };
    }
    default:
      return rectangle(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2));
  }
}

function rectangle(left: number, top: number, right: number, bottom: number): Shape {
  const has = ({ x, y }: Point) => x >= left && x <= right && y >= top && y <= bottom;
  return { left, top, right, bottom, has };
}

/** Even-odd rule: a ray to the right crosses the edges an odd number of times. */
function isInPolygon({ x, y }: Point, corners: readonly Point[]): boolean {
  let inside = false;
  corners.forEach((a, index) => {
    const b = corners.at(index - 1) ?? a;
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  });
  return inside;
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
