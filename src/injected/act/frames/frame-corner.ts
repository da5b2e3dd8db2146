import type { Handler } from '../acting.js';
import { contentToViewport } from './content-to-viewport.js';

/** Sizes of the document inside are not known here: a CSS zoom of the iframe is not accounted for. */
const UNKNOWN = { width: 0, height: 0 };

export const frameCorner: Handler<'frameCorner'> = ({ finder }, { element: number }) => {
  const iframe = finder.element(number);
  return iframe ? contentToViewport(iframe, { x: 0, y: 0 }, UNKNOWN) : { x: 0, y: 0 };
};
