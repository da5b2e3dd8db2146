import { z } from 'zod';
import { defineTool } from '../../agent/tool.js';
import { quote } from '../../tree/quote.js';
import * as inputs from '../support/inputs.js';
import { cookieLine } from './cookie-line.js';

export const cookieList = defineTool({
  name: 'browser_cookie_list',
  summary: "List the cookies of the page's context",
  input: {
    domain: z.string().optional().describe('Only domains that contain this'),
    path: z.string().optional().describe('Only paths that start with this'),
    page: inputs.page,
  },
  output: { cookies: z.array(z.unknown()) },
  effect: 'read',
  cap: 'storage',
  async run({ domain = '', path = '', page: handle }, { agent }) {
    const page = await agent.page(handle);
    const cookies = (await page.context.cookies()).filter(
      (cookie) => cookie.domain.includes(domain) && cookie.path.startsWith(path),
    );
    const of = domain === '' ? '' : ` of ${quote(domain, 100)}`;
    return {
      page,
      result: cookies.length > 0 ? cookies.map(cookieLine) : [`No cookies${of}`],
      code: ['await page.context().cookies();'],
      data: { cookies },
    };
  },
});
