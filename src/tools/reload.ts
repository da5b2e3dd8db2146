import { defineTool } from '../session/tool.js';
import * as inputs from './inputs.js';
import { arrive } from './navigate.js';

export const reload = defineTool({
  name: 'browser_reload',
  summary: 'Reload the page',
  input: { page: inputs.page },
  effect: 'navigate',
  async run(args, { session, signal }) {
    const page = await session.page(args.page);
    await page.reload({ waitUntil: 'commit', signal });
    return { page, result: await arrive(page, signal), code: ['await page.reload();'] };
  },
});
