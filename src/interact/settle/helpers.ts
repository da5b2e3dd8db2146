/**
 * Whether a page has somebody who may answer it without a request or a timer: a worker, or a server at the other end of a
 * stream. No protocol reports what it tells them.
 */
import type { Page } from '../../page/page.js';
import { STREAMS } from './activity.js';

export function hasHelpers(page: Page): boolean {
  return page.driver.workers > 0 || hasStream(page);
}

/** Of the current document. Where messages are not reported, nor is the end of a WebSocket: its request ends at once. */
function hasStream({ log, driver }: Page): boolean {
  const entries = log.network;
  const last = entries.findLastIndex(
    ({ request }) => request.isNavigation && request.frame === driver.mainFrame,
  );
  return entries
    .slice(last + 1)
    .some(
      ({ request, error }) =>
        STREAMS.has(request.resourceType) &&
        (error === undefined || (error === null && !driver.reportsSocketMessages)),
    );
}
