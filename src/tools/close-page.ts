/** Closing, until it is known to be closed: browsers say so in an event that may come after the answer. */
import type { Page } from '../page/page.js';
import type { Session } from '../session/session.js';

/** Closes a page, and the browser with the last one. */
export async function closePage(session: Session, page: Page): Promise<void> {
  if (session.pages().length === 1) await session.closeBrowser();
  else await untilClosed([page], () => page.close());
}

/** Closes what has these pages. */
export async function untilClosed(pages: readonly Page[], close: () => Promise<void>): Promise<void> {
  const closed = pages.map(
    (page) =>
      new Promise<void>((resolve) => {
        const stop = page.on('closed', () => {
          stop();
          resolve();
        });
        if (page.closed !== undefined) resolve();
      }),
  );
  await close();
  await Promise.all(closed);
}

export function noneOpen(session: Session): string[] {
  return session.pages().length === 0 ? ['No open tabs. Navigate to a URL to create one.'] : [];
}
