import { defineTool } from '../../agent/tool.js';
import { arrive } from '../../page/navigation/loading.js';
import * as inputs from '../support/inputs.js';

export const reload = defineTool({
  name: 'browser_reload',
  summary: 'Reload the page',
  input: { page: inputs.page },
  effect: 'navigate',
  async run(args, { agent, signal }) {
    const page = await agent.page(args.page);
    const result = await arrive(page, () => page.reload({ waitUntil: 'commit', signal }), { signal });
    return { page, result, code: ['await page.reload();'] };
  },
});
