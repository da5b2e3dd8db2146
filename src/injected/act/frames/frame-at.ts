/** The iframe that would get a pointer event at a point, and that point in the iframe's document. */
import { frameWindowOf } from '../../dom/frame-element.js';
import type { Handler } from '../acting.js';
import { deepestAt } from '../ready/hit.js';
import { borderOf, contentToViewport } from './content-to-viewport.js';

/** The inner document's size is not known here, so CSS zoom on the iframe is ignored. */
const UNKNOWN = { width: 0, height: 0 };

export const frameAt: Handler<'frameAt'> = ({ finder }, { x, y }) => {
  const element = deepestAt(x, y, finder.shadowRootOf);
  if (!element || !frameWindowOf(element)) return {};
  // `contentToViewport` is affine: three points determine it, and the inverse is applied.
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
