/**
 * Maps a point out of a frame: from the viewport of an iframe's document to the viewport of the document that
 * holds the iframe, through borders, zoom and transforms.
 */

import type { Border } from '../../../wire/acting-api.js';
import type { Blocked, ThroughRequest } from '../../../wire/api.js';
import { isCrossOrigin } from '../../dom/frame-element.js';
import type { Finder } from '../../identity/finder.js';
import { type Handler, viewportSize } from '../acting.js';
import { frame, nextChange } from '../event-loop.js';
import { scrollPointIntoView } from '../ready/bring-into-view.js';
import { notVisible } from '../ready/condition.js';
import { coverOf, hitTest } from '../ready/hit.js';
import { isInside, type Point, viewport } from '../ready/points.js';
import { borderOf, contentToViewport } from './content-to-viewport.js';

type Through = { ok: true; point: Point; border: Border; scrolled?: true } | { ok: false; blocked: Blocked };

export const pointThroughFrame: Handler<'pointThroughFrame'> = async ({ finder, pointerGuard }, request) => {
  const { element: number, check } = request;
  const element = finder.element(number);
  // A document of this origin has compared what is around its iframe itself.
  if (check && element && isCrossOrigin(element)) {
    const iframe = finder.find({ element: number, check });
    if (!iframe.ok) return iframe;
  }
  const result = await untilThrough(finder, request);
  if (!result.ok) return result;
  if (request.guard) pointerGuard.arm();
  return { ...result, viewport: viewportSize() };
};

/** Scrolls the point into view and waits until the iframe itself would get a pointer event there. */
async function untilThrough(finder: Finder, request: ThroughRequest): Promise<Through> {
  const until = performance.now() + request.timeout;
  for (;;) {
    const iframe = finder.element(request.element);
    const result: Through = iframe
      ? attempt(iframe, finder, request)
      : { ok: false, blocked: { condition: 'attached', why: 'its iframe was removed' } };
    if (result.ok && result.scrolled) {
      // Chromium hit-tests frames against what has been drawn: the second frame shows the scroll.
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
  const border = borderOf(iframe);
  const pointNow = (): Point => contentToViewport(iframe, request.point, request.viewport);
  if (!request.checkHit) return { ok: true, point: pointNow(), border };
  let cover: Element | null = null;
  // First without scrolling, then scrolled into view, then centered: clear of sticky headers and footers.
  for (const scroll of ['no', 'into-view', 'to-middle']) {
    if (scroll !== 'no') scrollPointIntoView(iframe, pointNow, scroll === 'to-middle');
    const point = pointNow();
    if (!isInside(point, viewport())) continue;
    const hit = hitTest(iframe, point.x, point.y, finder.shadowRootOf);
    if (hit.on !== 'other') return { ok: true, point, border, ...(scroll !== 'no' && { scrolled: true }) };
    cover = hit.element;
  }
  const why = cover ? 'another element is in front of its iframe' : 'its iframe cannot be scrolled into view';
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
