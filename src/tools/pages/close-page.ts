import type { Agent } from '../../agent/agent.js';
import type { Page } from '../../page/page.js';

/** Closes a page. Closing the last page closes the browser. */
export async function closePage(agent: Agent, page: Page): Promise<void> {
  if (agent.host.pages().length === 1 && !agent.host.keepsBrowser) await agent.host.closeBrowser();
  else await page.close();
}

export function noneOpen(agent: Agent): string[] {
  return agent.pages().length === 0 ? ['No open tabs. Navigate to a URL to create one.'] : [];
}
