import { z } from 'zod';
import { literal } from '../../agent/text-line.js';
import { defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import type { FileFence } from '../../fence/file-fence.js';
import { arrive } from '../../page/navigation/loading.js';
import type { Page } from '../../page/page.js';
import { withScheme } from '../../tree/loopback.js';
import { quote } from '../../tree/quote.js';
import * as inputs from '../support/inputs.js';

export const navigate = defineTool({
  name: 'browser_navigate',
  summary: 'Navigate to a URL',
  input: { url: z.string(), page: inputs.describedPage },
  effect: 'navigate',
  examples: [{ url: 'https://example.com' }],
  async run(args, { agent, signal }) {
    const url = addressOf(args.url, agent.files);
    const page = await agent.page(args.page);
    const result = await goTo(page, url, signal);
    return { page, result, code: [`await page.goto(${literal(url)});`] };
  },
});

/** `file:` URLs are checked by the file fence. */
const WEB = new Set(['http:', 'https:', 'data:', 'blob:', 'file:']);

/** Returns notes for the answer. */
export function goTo(page: Page, url: string, signal: AbortSignal | undefined): Promise<string[]> {
  return arrive(page, () => page.goto(url, { waitUntil: 'commit', signal }), { signal });
}

/**
 * Checks and completes a URL. Agents may open web, `data:` and `blob:` URLs and, where the file fence allows it, files.
 * The browser's own pages are blocked, because its settings can be changed there.
 */
export function addressOf(text: string, files: FileFence): string {
  const trimmed = text.trim();
  const host = /^(?:localhost|[\w-]+(?:\.[\w-]+)+|\[[0-9a-f:]+\])(?::\d+)?(?:[/?#]|$)/i;
  const url = host.test(trimmed) ? withScheme(trimmed) : trimmed;
  if (!URL.canParse(url)) throw new SightlineError('bad-argument', `Not a URL: ${quote(text, 200)}`);
  files.checkAddress(url);
  const { protocol, pathname, href } = new URL(url);
  if (WEB.has(protocol) || (protocol === 'about:' && pathname === 'blank')) return href;
  throw new SightlineError('bad-argument', `Access to ${protocol} URLs is blocked: ${quote(text, 200)}`, {
    hint: 'Use an http:, https: or data: URL, or about:blank.',
  });
}
