/** The shapes of an SVG in words: what each is, its color, and what tells it from the others. */

import type { Aria } from '../aria/aria.js';
import { shadeOf } from '../aria/css/color.js';
import { getAttribute, getBoundingClientRect, method } from '../dom/intrinsics.js';
import { noted } from '../dom/reads.js';
import { colorName } from './color-name.js';
import type { ExposedNode } from './exposed-node.js';

/** A drawing with more of them is one picture. */
const MOST_SHAPES = 60;
/** Lines of a grid or axes are described in small drawings only. */
const MOST_WITH_LINES = 12;
/** Pixels: a smaller drawing is an icon, whose parts say nothing. */
const SMALLEST = 40;
/** Pixels: outlines in smaller drawings are logos. */
const SMALLEST_OF_OUTLINES = 100;
/** A shape that takes more of the drawing is its background. */
const BACKGROUND = 0.95;
/** Of two sizes: a person does not see a smaller difference. */
export const LARGER = 1.2;
/** Away from gray, in `Shade` units. */
const COLORED = 0.06;

const TAGS = new Set(
  'svg:circle svg:ellipse svg:line svg:path svg:polygon svg:polyline svg:rect svg:text'.split(' '),
);
const BY_CORNERS = new Map([
  [3, 'triangle'],
  [4, 'quadrilateral'],
  [5, 'pentagon'],
  [6, 'hexagon'],
  [7, 'heptagon'],
  [8, 'octagon'],
  [9, 'nonagon'],
]);

const boxInDrawing = method(SVGGraphicsElement.prototype, 'getBBox');
/** As numbers: what is noted is compared by them. */
const bBox = noted((element: SVGGraphicsElement): number[] => {
  const { x, y, width, height } = boxInDrawing(element);
  return [x, y, width, height];
});
const matrixToScreen = method(SVGGraphicsElement.prototype, 'getScreenCTM');
const screenMatrix = noted((element: SVGGraphicsElement): Matrix | undefined => {
  const matrix = matrixToScreen(element);
  return matrix ? [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f] : undefined;
});

type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number];

interface Point {
  x: number;
  y: number;
}

interface Shape {
  node: ExposedNode;
  /** Undefined for letters. */
  kind: string | undefined;
  /** As computed. */
  color: string | undefined;
  width: number;
  height: number;
  at: Point | undefined;
  end: Point | undefined;
}

export const isShape = (tag: string): boolean => TAGS.has(tag);

/** Adds the words to the nodes that a person can tell apart. True: the drawing has too many shapes. */
export function describeShapes(svg: Element, nodes: readonly ExposedNode[], aria: Aria): boolean {
  const box = getBoundingClientRect(svg);
  const least = Math.min(box.width, box.height);
  if (nodes.length > MOST_SHAPES) return least >= SMALLEST_OF_OUTLINES;
  const shapes = nodes.flatMap((node) => shapeOf(node, aria) ?? []);
  const told = shapes.filter((shape) => shape.node.interactive || isTold(shape, shapes, box, least));
  if (!told.some(({ kind }) => kind !== undefined) && !isScattered(told, shapes, least)) return false;
  const sized = [...told].sort((one, other) => longer(one) - longer(other));
  const [smallest] = sized;
  const largest = sized.at(-1);
  const sizesDiffer = smallest && largest && longer(largest) > longer(smallest) * LARGER;
  const lettersDiffer = new Set(told.map(({ kind, color }) => kind ?? color)).size > 1;
  // In a small drawing, a shape alone is all there is to see.
  const isPlaced = told.length > 1 || least >= SMALLEST_OF_OUTLINES;
  for (const shape of told) {
    const { node, kind, color, at, end } = shape;
    const name = color && (kind !== undefined || lettersDiffer) ? colorName(color) : undefined;
    node.states = {
      ...node.states,
      ...(kind !== undefined && { shape: kind }),
      ...(name !== undefined && { color: name }),
      ...((sizesDiffer || (isPlaced && told.length === 1)) && kind !== 'line' && { size: sizeOf(shape) }),
      ...(isPlaced && at && { at: end ? `${place(at, box)} to ${place(end, box)}` : place(at, box) }),
    };
    node.plain = false;
  }
  return false;
}

/**
 * A few letters and nothing else, as on cards that are turned over, or beside lines, as on a grid: where they are is what
 * there is to see.
 */
const isScattered = (told: readonly Shape[], shapes: readonly Shape[], least: number): boolean =>
  least >= SMALLEST_OF_OUTLINES &&
  told.length > 1 &&
  told.length <= MOST_WITH_LINES &&
  shapes.every((shape) => shape.kind === 'line' || told.includes(shape));

function isTold(shape: Shape, shapes: readonly Shape[], box: DOMRect, least: number): boolean {
  const { kind, color, width, height } = shape;
  if (least < SMALLEST)
    return shapes.length === 1 && kind !== 'path' && kind !== undefined && isColored(color);
  if (kind === 'path' && least < SMALLEST_OF_OUTLINES) return false;
  if (kind === 'line') return color !== undefined && shapes.length <= MOST_WITH_LINES;
  const isBackground = width * height > box.width * box.height * BACKGROUND && shapes.length > 1;
  return color !== undefined && !isBackground;
}

function isColored(color: string | undefined): boolean {
  const shade = color === undefined ? undefined : shadeOf(color);
  return shade !== undefined && Math.hypot(shade.a, shade.b) > COLORED;
}

function shapeOf(node: ExposedNode, aria: Aria): Shape | undefined {
  const { element } = node;
  const tag = aria.tagOf(element);
  const isLine = tag === 'svg:line';
  // A line has no extent across.
  if (!(element instanceof SVGGraphicsElement) || !(isLine || aria.isVisible(element))) return undefined;
  const { fill, stroke } = aria.styleOf(element);
  // Of the area, else of the outline.
  const color = (isLine ? [stroke] : [fill, stroke]).find((each) => (shadeOf(each)?.alpha ?? 0) > 0);
  const matrix = screenMatrix(element);
  if (tag === 'svg:text') {
    const size = Number.parseFloat(aria.styleOf(element).fontSize);
    const at =
      hasNumber(element, 'x') && matrix
        ? moved(number(element, 'x'), number(element, 'y'), matrix)
        : undefined;
    return { node, kind: undefined, color, width: size, height: size, at, end: undefined };
  }
  const [x = 0, y = 0, width = 0, height = 0] = bBox(element);
  const scaleX = matrix ? Math.hypot(matrix[0], matrix[1]) : 1;
  const scaleY = matrix ? Math.hypot(matrix[2], matrix[3]) : 1;
  const size = { width: width * scaleX, height: height * scaleY };
  const kind = kindOf(element, tag, size);
  const [start, end] = isLine
    ? [
        { x: number(element, 'x1'), y: number(element, 'y1') },
        { x: number(element, 'x2'), y: number(element, 'y2') },
      ]
    : [{ x: x + width / 2, y: y + height / 2 }];
  return {
    node,
    kind,
    color,
    ...size,
    at: matrix && start ? moved(start.x, start.y, matrix) : undefined,
    end: matrix && end ? moved(end.x, end.y, matrix) : undefined,
  };
}

function kindOf(element: Element, tag: string, { width, height }: { width: number; height: number }): string {
  switch (tag) {
    case 'svg:circle':
      return 'circle';
    case 'svg:ellipse':
      return 'ellipse';
    case 'svg:rect':
      return isAbout(width, height) ? 'square' : 'rectangle';
    case 'svg:polygon':
      return ofCorners(corners((getAttribute(element, 'points') ?? '').match(NUMBERS) ?? []));
    case 'svg:path':
      return ofPath(getAttribute(element, 'd') ?? '');
    default:
      return 'line';
  }
}

const NUMBERS = /-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/gi;
/** A path of straight lines that ends where it began, with all points written out. */
const STRAIGHT = /^\s*M[^A-DF-Za-df-z]+(?:L[^A-DF-Za-df-z]+)*Z\s*$/;

function ofPath(path: string): string {
  return STRAIGHT.test(path) ? ofCorners(corners(path.match(NUMBERS) ?? [])) : 'path';
}

/** Points that are written twice, as the first one at the end, count once. */
function corners(numbers: readonly string[]): Point[] {
  const points = new Map<string, Point>();
  for (let at = 0; at + 1 < numbers.length; at += 2)
    points.set(`${numbers[at]},${numbers[at + 1]}`, { x: Number(numbers[at]), y: Number(numbers[at + 1]) });
  return [...points.values()];
}

/** A star goes in and out; another figure that does has no name. */
function ofCorners(points: readonly Point[]): string {
  const count = points.length;
  const turns = points.map((point, at) =>
    turn(points.at(at - 1) ?? point, point, points[(at + 1) % count] ?? point),
  );
  const outward = turns.filter((each) => each > 0).length;
  const isRound = outward === 0 || outward === count;
  if (isRound || count < 5) return BY_CORNERS.get(count) ?? (count > 9 ? `${count}-gon` : 'polygon');
  return count >= 8 && outward * 2 === count ? 'star' : `polygon with ${count} corners`;
}

/** Positive to one side, negative to the other. */
const turn = (before: Point, { x, y }: Point, after: Point): number =>
  Math.sign((x - before.x) * (after.y - y) - (y - before.y) * (after.x - x));

const isAbout = (one: number, other: number): boolean => Math.abs(one - other) <= 0.02 * Math.max(one, other);

const longer = ({ width, height }: { width: number; height: number }): number => Math.max(width, height);

const sizeOf = ({ kind, width, height }: Shape): string =>
  kind === undefined ? `${Math.round(height)}` : `${Math.round(width)}x${Math.round(height)}`;

/** From the top left of the drawing. */
const place = ({ x, y }: Point, { left, top }: DOMRect): string =>
  `${Math.round(x - left)},${Math.round(y - top)}`;

const moved = (x: number, y: number, [a, b, c, d, e, f]: Matrix): Point => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
});

const hasNumber = (element: Element, name: string): boolean =>
  !Number.isNaN(Number.parseFloat(getAttribute(element, name) ?? ''));
const number = (element: Element, name: string): number =>
  Number.parseFloat(getAttribute(element, name) ?? '0') || 0;
