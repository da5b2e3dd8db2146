import { z } from 'zod';
import { literal } from '../../agent/text-line.js';
import { defineTool } from '../../agent/tool.js';
import * as inputs from '../support/inputs.js';

export const unroute = defineTool({
  name: 'browser_unroute',
  summary: "Remove routes of the page's context: those with this pattern, or all",
  input: { pattern: z.string().min(1).optional(), page: inputs.page },
  effect: 'act',
  cap: 'network',
  async run({ pattern, page: handle }, { agent }) {
    const page = await agent.page(handle);
    const count = await page.context.routes.remove(pattern);
    const call = pattern === undefined ? 'unrouteAll()' : `unroute(${literal(pattern)})`;
    return {
      page,
      result: [`Removed ${count} ${count === 1 ? 'route' : 'routes'}`],
      code: [`await page.context().${call};`],
      show: 'none',
    };
  },
});
