/** Points in an element as agents write them: `10,5`, in pixels from its top left corner. */
import { SightlineError } from '../../errors.js';
import { quote } from '../../tree/quote.js';

export interface Point {
  x: number;
  y: number;
}

const POINT = /^\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*$/;

export function pointOf(text: string): Point {
  const point = parsed(text);
  if (point) return point;
  throw new SightlineError('bad-argument', `Not a position: ${quote(text, 40)}`, {
    hint: 'Give pixels from the top left corner of the element, such as 10,5.',
  });
}

/** `10,5 20,9`: one point after another. */
export function pathOf(text: string): Point[] | undefined {
  const points = text
    .trim()
    .split(/\s*;\s*|(?<!,)\s+(?!,)/)
    .map(parsed);
  return points.every((point) => point !== undefined) ? points : undefined;
}

/** As Playwright writes it. */
export const pointCode = ({ x, y }: Point): string => `{ x: ${x}, y: ${y} }`;

function parsed(text: string): Point | undefined {
  const [, x, y] = POINT.exec(text) ?? [];
  return x === undefined ? undefined : { x: Number(x), y: Number(y) };
}
