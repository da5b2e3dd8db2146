import { z } from 'zod';
import { literal } from '../../agent/text-line.js';
import { defineTool } from '../../agent/tool.js';
import { quote } from '../../tree/quote.js';
import * as inputs from '../support/inputs.js';

export const cookieDelete = defineTool({
  name: 'browser_cookie_delete',
  summary: 'Delete the cookies with this name, on all sites',
  input: { name: z.string(), page: inputs.page },
  effect: 'act',
  cap: 'storage',
  examples: [{ name: 'sid' }],
  async run({ name, page: handle }, { agent }) {
    const page = await agent.page(handle);
    const count = await page.context.clearCookies((cookie) => cookie.name === name);
    return {
      page,
      result: [
        count > 0
          ? `Deleted ${count} ${count === 1 ? 'cookie' : 'cookies'}`
          : `No cookie is named ${quote(name, 100)}`,
      ],
      code: [`await page.context().clearCookies({ name: ${literal(name)} });`],
      show: 'none',
    };
  },
});
