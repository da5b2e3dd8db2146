/** The requests that load the documents of a page, in its log. */
import type { NetworkEntry } from '../log.js';
import type { LoggingPage } from './navigated-page.js';

export function bringsDocument(page: LoggingPage, { request }: NetworkEntry): boolean {
  return request.isNavigation && request.frame === page.driver.mainFrame;
}

/** After redirects, the final request. */
export function lastNavigation(page: LoggingPage): NetworkEntry | undefined {
  return page.log.network.findLast((entry) => bringsDocument(page, entry));
}
