import { z } from 'zod';
import { defineTool } from '../../agent/tool.js';
import { quote } from '../../tree/quote.js';
import * as inputs from '../support/inputs.js';
import { cookieLine } from './cookie-line.js';

export const cookieGet = defineTool({
  name: 'browser_cookie_get',
  summary: 'Get the cookies with this name, on all sites',
  input: { name: z.string(), page: inputs.page },
  output: { cookies: z.array(z.unknown()) },
  effect: 'read',
  cap: 'storage',
  examples: [{ name: 'sid' }],
  async run({ name, page: handle }, { agent }) {
    const page = await agent.page(handle);
    const cookies = (await page.context.cookies()).filter((cookie) => cookie.name === name);
    return {
      page,
      result: cookies.length > 0 ? cookies.map(cookieLine) : [`No cookie is named ${quote(name, 100)}`],
      code: ['await page.context().cookies();'],
      data: { cookies },
    };
  },
});
