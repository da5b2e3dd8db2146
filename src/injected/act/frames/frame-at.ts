/** The iframe that a pointer event at a point would go to, and where the point is in the document inside. */
import type { Place, ReplyOf } from '../../../wire/api.js';
import { frameWindowOf } from '../../dom/frame-element.js';
import type { Finder } from '../../identity/finder.js';
import { deepestAt } from '../ready/hit.js';
import { borderOf, outOf } from './content-to-viewport.js';

/** Sizes of the document inside are not known here: a CSS zoom of the iframe is not accounted for. */
const UNKNOWN = { width: 0, height: 0 };

export function frameAt(finder: Finder, { x, y }: Place): ReplyOf<'frameAt'> {
  const element = deepestAt(x, y, finder.shadowRootOf);
  if (!element || !frameWindowOf(element)) return {};
  // What `outOf` does is affine: three points tell all of it, and it is turned around.
  const origin = outOf(element, { x: 0, y: 0 }, UNKNOWN);
  const right = outOf(element, { x: 1, y: 0 }, UNKNOWN);
  const down = outOf(element, { x: 0, y: 1 }, UNKNOWN);
  const [a, b, c, d] = [right.x - origin.x, right.y - origin.y, down.x - origin.x, down.y - origin.y];
  const size = a * d - b * c;
  if (size === 0) return {};
  const [dx, dy] = [x - origin.x, y - origin.y];
  return {
    element: finder.show(element).element,
    border: borderOf(element),
    point: { x: (d * dx - c * dy) / size, y: (a * dy - b * dx) / size },
  };
}
