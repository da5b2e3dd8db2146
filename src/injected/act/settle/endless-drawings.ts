/** Spinners that SVG animates itself (SMIL): these are no animations of the document. */
import { closest, getAttribute, getClientRects, queryAll } from '../../dom/intrinsics.js';

const ANIMATING = 'animate,animateTransform,animateMotion';

/** Those that are shown. */
export function endlessDrawings(): Element[] {
  return [...queryAll(document, ANIMATING)].filter((element) => {
    if (getAttribute(element, 'repeatCount') !== 'indefinite') return false;
    const drawing = closest(element, 'svg');
    return drawing !== null && getClientRects(drawing).length > 0;
  });
}
