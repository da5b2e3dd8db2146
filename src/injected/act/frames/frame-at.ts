/** The iframe that a pointer event at a point would go to, and where the point is in the document inside. */
import { frameWindowOf } from '../../dom/frame-element.js';
import type { Handler } from '../acting.js';
import { deepestAt } from '../ready/hit.js';
import { borderOf, contentToViewport } from './content-to-viewport.js';

/** Sizes of the document inside are not known here: a CSS zoom of the iframe is not accounted for. */
const UNKNOWN = { width: 0, height: 0 };

export const frameAt: Handler<'frameAt'> = ({ finder }, { x, y }) => {
  const element = deepestAt(x, y, finder.shadowRootOf);
  if (!element || !frameWindowOf(element)) return {};
  // What `contentToViewport` does is affine: three points tell all of it, and it is turned around.
  const origin = contentToViewport(element, { x: 0, y: 0 }, UNKNOWN);
  const right = contentToViewport(element, { x: 1, y: 0 }, UNKNOWN);
  const down = contentToViewport(element, { x: 0, y: 1 }, UNKNOWN);
  const [a, b, c, d] = [right.x - origin.x, right.y - origin.y, down.x - origin.x, down.y - origin.y];
  const size = a * d - b * c;
  if (size === 0) return {};
  const [dx, dy] = [x - origin.x, y - origin.y];
  return {
    element: finder.show(element).element,
    border: borderOf(element),
    point: { x: (d * dx - c * dy) / size, y: (a * dy - b * dx) / size },
  };
};
