/** Letters of a drawing, and the shapes that are drawn before and after them. */
import { type Area, holds } from '../../dom/geometry.js';
import {
  closest,
  compareDocumentPosition,
  elementQueryAll,
  getBoundingClientRect,
  getComputedStyle,
} from '../../dom/intrinsics.js';
import { noted, type Style } from '../../dom/reads.js';
import { type Color, FAINTEST, parseColor } from '../css/color.js';
import type { Engine } from '../engine.js';
import { groundOf } from './ground.js';
import { over } from './pixel.js';

const MOST_SHAPES = 500;
/** Less than this shows what is under it. */
const SOLID = 0.95;
const SHAPES = 'rect, circle, ellipse, path, polygon, polyline, line, image, use, foreignObject';

/** The letters have neither an area nor an outline. */
export function isUndrawn({ fill, fillOpacity, stroke, strokeOpacity }: Style): boolean {
  return !draws(fill, fillOpacity) && !draws(stroke, strokeOpacity);
}

const draws = (paint: string, opacity: string): boolean =>
  paint !== 'none' && (parseColor(paint)?.alpha ?? 1) * Number(opacity) >= FAINTEST;

/** The letters and what is under them; `covered` if a shape lies on them; undefined where that is not known. */
export function drawnUnder(
  element: Element,
  engine: Engine,
): { letter: Color; beside: Color } | 'covered' | undefined {
  const drawing = closest(element, 'svg');
  const ink = fillOf(engine.styleOf(element));
  if (!drawing || !ink) return undefined;
  const box = getBoundingClientRect(element);
  const shapes = elementQueryAll(drawing, SHAPES);
  if (shapes.length > MOST_SHAPES) return undefined;
  const point = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
  const around = engine.composedParent(drawing);
  let beside = around && groundOf(engine, engine.factsOf(drawing));
  for (const shape of shapes) {
    const area = getBoundingClientRect(shape);
    if (!holds(area, point)) continue;
    const fill = fills(shape, box) ? fillOf(getComputedStyle(shape)) : null;
    const isAfter = (compareDocumentPosition(element, shape) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    if (!isAfter) beside = fill && beside ? over(fill, beside) : fillsNothing(shape) ? beside : null;
    else if (fill && fill.alpha >= SOLID) return 'covered';
  }
  const { stroke, strokeOpacity } = engine.styleOf(element);
  if (!beside || draws(stroke, strokeOpacity)) return undefined;
  return { letter: over(ink, beside), beside };
}

/** All of the box is inside of the shape, by its corners and its center. */
const fills = noted((shape: Element, { left, top, right, bottom }: Area): boolean => {
  if (!(shape instanceof SVGGeometryElement)) return false;
  const toShape = shape.getScreenCTM()?.inverse();
  const [middle, center] = [(left + right) / 2, (top + bottom) / 2];
  const points = [left + 1, middle, right - 1].flatMap((x) =>
    [top + 1, center, bottom - 1].map((y) => new DOMPoint(x, y).matrixTransform(toShape)),
  );
  return toShape !== undefined && points.every((point) => shape.isPointInFill(point));
});

const fillsNothing = (shape: Element): boolean => getComputedStyle(shape).fill === 'none';

/** Undefined for patterns and gradients. */
function fillOf({ fill, fillOpacity, opacity }: Style): Color | undefined {
  const color = parseColor(fill);
  return color && { ...color, alpha: color.alpha * Number(fillOpacity) * Number(opacity) };
}
