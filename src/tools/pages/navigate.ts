import { z } from 'zod';
import { literal } from '../../agent/text-line.js';
import { defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import type { FileFence } from '../../fence/file-fence.js';
import { arrive } from '../../page/loading.js';
import type { Page } from '../../page/page.js';
import { quote } from '../../tree/quote.js';
import * as inputs from '../support/inputs.js';

export const navigate = defineTool({
  name: 'browser_navigate',
  summary: 'Navigate to a URL',
  input: { url: z.string().describe('The URL to navigate to'), page: inputs.describedPage },
  effect: 'navigate',
  examples: [{ url: 'https://example.com' }],
  async run(args, { agent, signal }) {
    const url = addressOf(args.url, agent.files);
    const page = await agent.page(args.page);
    const result = await goTo(page, url, signal);
    return { page, result, code: [`await page.goto(${literal(url)});`] };
  },
});

/** `file:` has been looked at by the fence. */
const WEB = new Set(['http:', 'https:', 'data:', 'blob:', 'file:']);

/** Notes about how it went. */
export function goTo(page: Page, url: string, signal: AbortSignal | undefined): Promise<string[]> {
  return arrive(page, () => page.goto(url, { waitUntil: 'commit', signal }), { signal });
}

/**
 * What an agent may go to: the web, pages that carry themselves and, without a fence, files. Not the browser's own
 * pages, where its settings are changed.
 */
export function addressOf(text: string, files: FileFence): string {
  const trimmed = text.trim();
  const host = /^(?:localhost|[\w-]+(?:\.[\w-]+)+|\[[0-9a-f:]+\])(?::\d+)?(?:[/?#]|$)/i;
  const local = /^(?:localhost|127\.|\[::1\])/i;
  const url = host.test(trimmed) ? `${local.test(trimmed) ? 'http' : 'https'}://${trimmed}` : trimmed;
  if (!URL.canParse(url)) throw new SightlineError('bad-argument', `Not an address: ${quote(text, 200)}`);
  files.checkAddress(url);
  const { protocol, pathname, href } = new URL(url);
  if (WEB.has(protocol) || (protocol === 'about:' && pathname === 'blank')) return href;
  throw new SightlineError(
    'bad-argument',
    `Access to ${protocol} addresses is blocked: ${quote(text, 200)}`,
    {
      hint: 'Use an http:, https: or data: address, or about:blank.',
    },
  );
}
