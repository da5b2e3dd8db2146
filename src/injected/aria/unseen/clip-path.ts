/** Whether a clip path leaves anything of a box. Pure: computed value in, answer out. */

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pixels, of the area or of a side. */
const LEAST = 1;

const SHAPE = /^(inset|rect|xywh|circle|ellipse|polygon|path)\((.*)\)/;

export function isNothing(clipPath: string, { width, height }: Size): boolean {
  const [, shape, given = ''] = SHAPE.exec(clipPath) ?? [];
  switch (shape) {
    case 'inset': {
      const [top, right, bottom, left] = sides(given, height, width);
      return width - left - right < LEAST || height - top - bottom < LEAST;
    }
    case 'rect': {
      const [top, right, bottom, left] = sides(given.replace(/^auto|auto$/g, '0'), height, width);
      return right - left < LEAST || bottom - top < LEAST;
    }
    case 'xywh': {
      const [, , across = '', down = ''] = given.split(' ');
      return pixels(across, width) < LEAST || pixels(down, height) < LEAST;
    }
    case 'circle':
    case 'ellipse': {
      const [radii = ''] = given.split(' at ');
      const lengths = radii.split(' ').filter((each) => /^[\d.]/.test(each));
      return lengths.some((each) => pixels(each, Math.min(width, height)) < LEAST / 2);
    }
    case 'polygon':
      return areaOf(given, width, height) < LEAST;
    case 'path':
      return (given.match(/-?[\d.]+/g) ?? []).length < 6;
    default:
      return false;
  }
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

/** By the shoelace formula. */
function areaOf(given: string, width: number, height: number): number {
  const points = given
    .replace(/^(?:evenodd|nonzero),\s*/, '')
    .split(',')
    .map((point) => {
      const [x = '', y = ''] = point.trim().split(' ');
      return { x: pixels(x, width), y: pixels(y, height) };
    });
  let doubled = 0;
  for (const [at, { x, y }] of points.entries()) {
    const next = points[(at + 1) % points.length] ?? { x, y };
    doubled += x * next.y - next.x * y;
  }
  return Math.abs(doubled) / 2;
}
