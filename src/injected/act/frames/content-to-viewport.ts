/** Maps a point in an element's content (an iframe's document, an image's picture) to the viewport around it. */
import type { Border } from '../../../wire/acting-api.js';
import {
  clientHeight,
  clientLeft,
  clientTop,
  clientWidth,
  offsetHeight,
  offsetWidth,
} from '../../dom/effects.js';
import { pathOf } from '../../dom/event-path.js';
import { isCrossOrigin } from '../../dom/frame-element.js';
import { getBoundingClientRect, getComputedStyle, isHtml } from '../../dom/intrinsics.js';
import type { Point } from '../ready/points.js';

/**
 * An affine transform keeps a box's center at the center of its bounding rectangle. So only the linear parts of
 * the transforms matter; the rectangle accounts for the rest.
 */
export function contentToViewport(
  element: Element,
  point: Point,
  inner: { width: number; height: number },
): Point {
  const rect = getBoundingClientRect(element);
  const width = isHtml(element) ? offsetWidth(element) : rect.width;
  const height = isHtml(element) ? offsetHeight(element) : rect.height;
  const style = getComputedStyle(element);
  const paddingX = Number.parseFloat(style.paddingLeft) || 0;
  const paddingY = Number.parseFloat(style.paddingTop) || 0;
  const contentWidth = clientWidth(element) - paddingX - (Number.parseFloat(style.paddingRight) || 0);
  const contentHeight = clientHeight(element) - paddingY - (Number.parseFloat(style.paddingBottom) || 0);
  // From the center of the border box, in the element's own CSS pixels.
  const x = clientLeft(element) + paddingX + point.x * scaleOf(contentWidth, inner.width) - width / 2;
  const y = clientTop(element) + paddingY + point.y * scaleOf(contentHeight, inner.height) - height / 2;
  const { a, b, c, d } = linearPart(element);
  return {
    x: rect.x + rect.width / 2 + a * x + c * y,
    y: rect.y + rect.height / 2 + b * x + d * y,
  };
}

/** See `acting-api.ts`. */
export function borderOf(iframe: Element): Border {
  if (isCrossOrigin(iframe)) return 'origin';
  return pathOf(iframe).some(isTransformed) ? 'transform' : 'none';
}

function isTransformed(element: Element): boolean {
  const { transform, translate, rotate, scale } = getComputedStyle(element);
  return [transform, translate, rotate, scale].some((each) => each !== 'none');
}

/** Zoom enlarges the inner document's pixels; a difference of one pixel is only rounding. */
function scaleOf(outer: number, inner: number): number {
  return inner > 0 && Math.abs(outer - inner) > 1.5 ? outer / inner : 1;
}

function linearPart(element: Element): DOMMatrix {
  let whole = new DOMMatrix();
  for (const each of pathOf(element)) {
    const { transform, rotate, scale } = getComputedStyle(each);
    if (transform !== 'none') whole = new DOMMatrix(transform).multiply(whole);
    if (scale !== 'none') {
      const [x = 1, y = x] = scale.split(' ').map(Number);
      whole = new DOMMatrix().scaleSelf(x, y).multiply(whole);
    }
    if (rotate !== 'none') whole = new DOMMatrix(`rotate(${rotate})`).multiply(whole);
  }
  const zoom = (element as { currentCSSZoom?: number }).currentCSSZoom ?? 1; // newer than the DOM types
  return zoom === 1 ? whole : whole.scaleSelf(zoom, zoom);
}
