/** Positions in the main document, in CSS pixels. */
import { SightlineError } from '../../errors.js';
import { cornerInParent } from '../../page/boxes-in-view.js';
import type { Locator } from '../../page/locator/locator.js';
import type { Page } from '../../page/page.js';
import type { Box } from '../../tree/node.js';

export interface Point {
  x: number;
  y: number;
}

/** Scrolls an element into view and returns its box. */
export async function boxInDocument(locator: Locator, signal: AbortSignal | undefined): Promise<Box> {
  await locator.scrollIntoView({ signal });
  const { box } = await locator.describe({ signal });
  if (!box || box.width === 0 || box.height === 0)
    throw new SightlineError('not-actionable', `${locator} has no size, so no screenshot can be taken`, {
      hint: 'Take a screenshot of the page or of a visible element.',
    });
  let { x, y } = box;
  let { frame } = locator;
  while (frame.parent) {
    const outer = await cornerInParent(frame, { signal });
    x += outer.x;
    y += outer.y;
    frame = frame.parent;
  }
  const scroll = await scrollOf(frame.page, signal);
  return { x: x + scroll.x, y: y + scroll.y, width: box.width, height: box.height };
}

/** The scroll position of the main document. */
export async function scrollOf(page: Page, signal: AbortSignal | undefined): Promise<Point> {
  const { scroll } = await page.actions.scrollBy(undefined, { x: 0, y: 0 }, { signal, noSettle: true });
  return { x: scroll?.x ?? 0, y: scroll?.y ?? 0 };
}
