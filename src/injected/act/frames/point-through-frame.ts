/**
 * The way of a point out of a frame: from the viewport of the document inside an iframe to the viewport of
 * the document that the iframe stands in, through borders, zoom and transforms.
 */

import type { Border } from '../../../wire/acting-api.js';
import type { Blocked, ThroughRequest } from '../../../wire/api.js';
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
  const result = await untilThrough(finder, request);
  if (!result.ok) return result;
  if (request.guard) pointerGuard.arm();
  return { ...result, viewport: viewportSize() };
};

/** Waits until the iframe itself would get a pointer event at the point, and brings the point into view. */
async function untilThrough(finder: Finder, request: ThroughRequest): Promise<Through> {
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
  const border = borderOf(iframe);
  const pointNow = (): Point => contentToViewport(iframe, request.point, request.viewport);
  if (!request.checkHit) return { ok: true, point: pointNow(), border };
  let cover: Element | null = null;
  // As it is, in view, and in the middle: clear of what stays at the edges.
  for (const scroll of ['no', 'into-view', 'to-middle']) {
    if (scroll !== 'no') scrollPointIntoView(iframe, pointNow, scroll === 'to-middle');
    const point = pointNow();
    if (!isInside(point, viewport())) continue;
    const hit = hitTest(iframe, point.x, point.y, finder.shadowRootOf);
    if (hit.on !== 'other') return { ok: true, point, border, ...(scroll !== 'no' && { scrolled: true }) };
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
