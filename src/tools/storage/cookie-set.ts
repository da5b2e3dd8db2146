import { z } from 'zod';
import { jsonText } from '../../agent/text-line.js';
import { defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import { originOf } from '../../page/storage/storage-state.js';
import * as inputs from '../support/inputs.js';

export const cookieSet = defineTool({
  name: 'browser_cookie_set',
  summary: 'Set a cookie',
  input: {
    name: z.string(),
    value: z.string(),
    domain: z.string().optional().describe("Default: the page's host"),
    path: z.string().optional().describe('Default: /'),
    expires: z.number().optional().describe('Unix time in seconds. Default: session cookie'),
    httpOnly: z.boolean().optional(),
    secure: z.boolean().optional(),
    sameSite: z.enum(['Strict', 'Lax', 'None']).optional(),
    page: inputs.page,
  },
  effect: 'act',
  cap: 'storage',
  examples: [{ name: 'theme', value: 'dark' }],
  async run({ page: handle, domain, path = '/', ...rest }, { agent }) {
    const page = await agent.page(handle);
    const host = domain ?? hostOf(page.url);
    if (host === undefined)
      throw new SightlineError('bad-argument', 'The page has no host. Give the domain of the cookie');
    const { name, value, ...flags } = rest;
    const given = Object.fromEntries(Object.entries(flags).filter(([, each]) => each !== undefined));
    const cookie = { name, value, domain: host, path, ...given };
    await page.context.addCookies([cookie]);
    return { page, code: [`await page.context().addCookies([${jsonText(cookie)}]);`], show: 'none' };
  },
});

function hostOf(url: string): string | undefined {
  return originOf(url) === undefined ? undefined : new URL(url).hostname;
}
