import type { Session } from '../../agent/agent.js';
import type { Page } from '../../page/page.js';

/** Closes a page, and the browser with the last one. */
export async function closePage(session: Session, page: Page): Promise<void> {
  if (session.host.pages().length === 1) await session.host.closeBrowser();
  else await page.close();
}

export function noneOpen(session: Session): string[] {
  return session.pages().length === 0 ? ['No open tabs. Navigate to a URL to create one.'] : [];
}
