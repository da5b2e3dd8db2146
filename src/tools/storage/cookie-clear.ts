import { defineTool } from '../../agent/tool.js';
import * as inputs from '../support/inputs.js';

export const cookieClear = defineTool({
  name: 'browser_cookie_clear',
  summary: "Delete all cookies of the page's context",
  input: { page: inputs.page },
  effect: 'act',
  cap: 'storage',
  async run({ page: handle }, { agent }) {
    const page = await agent.page(handle);
    const count = await page.context.clearCookies();
    return {
      page,
      result: [`Deleted ${count} ${count === 1 ? 'cookie' : 'cookies'}`],
      code: ['await page.context().clearCookies();'],
      show: 'none',
    };
  },
});
