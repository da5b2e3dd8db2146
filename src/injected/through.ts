/**
 * The way of a point out of a frame: from the viewport of the document inside an iframe to the viewport of
 * the document that the iframe stands in, through borders, zoom and transforms.
 */

import type { Blocked, ThroughRequest } from './api.js';
import { scrollPointIntoView } from './bring-into-view.js';
import { notVisible } from './condition.js';
import {
  clientHeight,
  clientLeft,
  clientTop,
  clientWidth,
  offsetHeight,
  offsetWidth,
} from './dom/effects.js';
import { getBoundingClientRect, getComputedStyle, isHtml } from './dom/intrinsics.js';
import type { Finder } from './finder.js';
import { coverOf, hitTest, pathOf } from './hit.js';
import { isInside, type Point, viewport } from './points.js';
import { frame, nextChange } from './turns.js';

export type Through = { ok: true; point: Point; scrolled?: true } | { ok: false; blocked: Blocked };

/** Waits until the iframe itself would get a pointer event at the point, and brings the point into view. */
export async function through(finder: Finder, request: ThroughRequest): Promise<Through> {
  const until = performance.now() + request.timeout;
  for (;;) {
    const iframe = finder.element(request.element);
    const result: Through = iframe
      ? attempt(iframe, finder, request)
      : { ok: false, blocked: { condition: 'attached', why: 'its iframe was removed' } };
    if (result.ok && result.scrolled) {
      // Chromium finds the frame below the pointer by what has been drawn: the second frame shows the scroll.
      await frame(until);
      await frame(until);
      continue;
    }
    if (result.ok || !iframe || performance.now() >= until) return result;
    await nextChange(until);
  }
}

function attempt(iframe: Element, finder: Finder, request: ThroughRequest): Through {
  const shown = finder.show(iframe);
  const hidden = notVisible(iframe);
  if (hidden)
    return { ok: false, blocked: { condition: 'visible', why: `${hidden} (its iframe)`, iframe: shown } };
  const pointNow = (): Point => outOf(iframe, request.point, request.viewport);
  if (!request.checkHit) return { ok: true, point: pointNow() };
  let cover: Element | null = null;
  // As it is, in view, and in the middle: clear of what stays at the edges.
  for (const scroll of ['no', 'into-view', 'to-middle']) {
    if (scroll !== 'no') scrollPointIntoView(iframe, pointNow, scroll === 'to-middle');
    const point = pointNow();
    if (!isInside(point, viewport())) continue;
    const hit = hitTest(iframe, point.x, point.y, finder.shadowRootOf);
    if (hit.on !== 'other') return { ok: true, point, ...(scroll !== 'no' && { scrolled: true }) };
    cover = hit.element;
  }
  const why = cover
    ? 'another element is in front of its iframe'
    : 'its iframe can not be scrolled into view';
  return {
    ok: false,
    blocked: {
      condition: cover ? 'hit' : 'in view',
      why,
      iframe: shown,
      ...(cover && { cover: finder.show(coverOf(cover, iframe)) }),
    },
  };
}

/**
 * An affine transform keeps the middle of a box in the middle of its bounding rectangle, so of all the
 * transforms around the iframe only the linear parts matter: the rest is in that rectangle.
 */
export function outOf(iframe: Element, point: Point, inner: { width: number; height: number }): Point {
  const rect = getBoundingClientRect(iframe);
  const width = isHtml(iframe) ? offsetWidth(iframe) : rect.width;
  const height = isHtml(iframe) ? offsetHeight(iframe) : rect.height;
  const style = getComputedStyle(iframe);
  const paddingX = Number.parseFloat(style.paddingLeft) || 0;
  const paddingY = Number.parseFloat(style.paddingTop) || 0;
  const contentWidth = clientWidth(iframe) - paddingX - (Number.parseFloat(style.paddingRight) || 0);
  const contentHeight = clientHeight(iframe) - paddingY - (Number.parseFloat(style.paddingBottom) || 0);
  // From the middle of the border box, in the iframe's own CSS pixels.
  const x = clientLeft(iframe) + paddingX + point.x * scaleOf(contentWidth, inner.width) - width / 2;
  const y = clientTop(iframe) + paddingY + point.y * scaleOf(contentHeight, inner.height) - height / 2;
  const { a, b, c, d } = linearPart(iframe);
  return {
    x: rect.x + rect.width / 2 + a * x + c * y,
    y: rect.y + rect.height / 2 + b * x + d * y,
  };
}

/** Zoom makes the pixels of the document inside larger; a difference of a pixel is only rounding. */
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
  const zoom = (element as { currentCSSZoom?: number }).currentCSSZoom ?? 1; // newer than the types
  return zoom === 1 ? whole : whole.scaleSelf(zoom, zoom);
}
