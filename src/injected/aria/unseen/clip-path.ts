/** Whether a clip path leaves anything of a box. Pure: computed value in, answer out. */

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pixels, of the area or of a side. */
const LEAST = 1;

const SHAPE = /^(inset|rect|xywh|circle|ellipse|polygon|path|shape)\((.*)\)/;

export function isNothing(clipPath: string, { width, height }: Size): boolean {
  const [, shape, given = ''] = SHAPE.exec(clipPath) ?? [];
  switch (shape) {
    case 'inset': {
      const [top, right, bottom, left] = sides(given, height, width);
      return isOut(left, top, width - right, height - bottom);
    }
    case 'rect': {
      const [top, right, bottom, left] = sides(given.replace(/^auto|auto$/g, '0'), height, width);
      return isOut(left, top, right, bottom);
    }
    case 'xywh': {
      const [x = '', y = '', across = '', down = ''] = given.split(' ');
      const [left, top] = [pixels(x, width), pixels(y, height)];
      return isOut(left, top, left + pixels(across, width), top + pixels(down, height));
    }
    case 'circle':
    case 'ellipse': {
      const [radii = '', center = '50% 50%'] = given.split('at ');
      const [x = '', y = ''] = center.split(' ');
      const [across = Infinity, down = across] = radii
        .split(' ')
        .filter((each) => /^[\d.]/.test(each))
        .map((each) => pixels(each, Math.min(width, height)));
      const [atX, atY] = [pixels(x, width), pixels(y, height)];
      return isOut(atX - across, atY - down, atX + across, atY + down);
    }
    case 'polygon':
      return areaOf(given, width, height) < LEAST || isAway(cornersOf(given, width, height));
    case 'path':
      return isAway(pathPoints(given));
    case 'shape':
      return (given.match(/-?[\d.]+/g) ?? []).every((each) => Number(each) === 0);
    default:
      return false;
  }

  /** Nothing of the rectangle is in the box. */
  function isOut(left: number, top: number, right: number, bottom: number): boolean {
    return (
      Math.min(right, width) - Math.max(left, 0) < LEAST ||
      Math.min(bottom, height) - Math.max(top, 0) < LEAST
    );
  }

  function isAway(points: readonly Point[]): boolean {
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    return isOut(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
  }
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The points that a path goes through, and those that bend it. */
function pathPoints(path: string): Point[] {
  const points: Point[] = [];
  let [x, y] = [0, 0];
  for (const [, command = '', given = ''] of path.matchAll(/([a-z])([^a-z]*)/gi)) {
    const numbers = (given.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    const isRelative = command === command.toLowerCase();
    const [fromX, fromY] = isRelative ? [x, y] : [0, 0];
    const kind = command.toLowerCase();
    // The other numbers of an arc say how round it is.
    const used = kind === 'a' ? numbers.filter((_, at) => at % 7 > 4) : numbers;
    const step = kind === 'h' || kind === 'v' ? 1 : 2;
    for (let at = 0; at + step <= used.length; at += step) {
      if (kind !== 'v') x = (used[at] ?? 0) + fromX;
      if (kind !== 'h') y = (used[at + step - 1] ?? 0) + fromY;
      points.push({ x, y });
    }
  }
  return points;
}

/** Of `top right bottom left`, where left out sides are those opposite. */
function sides(given: string, height: number, width: number): [number, number, number, number] {
  const [first = '0', second = first, third = first, fourth = second] = (
    given.split(' round ')[0] ?? ''
  ).split(' ');
  return [pixels(first, height), pixels(second, width), pixels(third, height), pixels(fourth, width)];
}

/** `auto` of a rectangle, right and below, is the far side. */
function pixels(length: string, whole: number): number {
  const value = Number.parseFloat(length);
  if (Number.isNaN(value)) return whole;
  return length.endsWith('%') ? (value / 100) * whole : value;
}

const cornersOf = (given: string, width: number, height: number): Point[] =>
  given
    .replace(/^(?:evenodd|nonzero),\s*/, '')
    .split(',')
    .map((point) => {
      const [x = '', y = ''] = point.trim().split(' ');
      return { x: pixels(x, width), y: pixels(y, height) };
    });

/** By the shoelace formula. */
function areaOf(given: string, width: number, height: number): number {
  const points = cornersOf(given, width, height);
  let doubled = 0;
  for (const [at, { x, y }] of points.entries()) {
    const next = points[(at + 1) % points.length] ?? { x, y };
    doubled += x * next.y - next.x * y;
  }
  return Math.abs(doubled) / 2;
}
