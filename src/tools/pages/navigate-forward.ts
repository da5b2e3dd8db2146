import { defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import { arrive } from '../../page/navigation/loading.js';
import * as inputs from '../support/inputs.js';

export const navigateForward = defineTool({
  name: 'browser_navigate_forward',
  summary: 'Go forward in history',
  input: { page: inputs.page },
  effect: 'navigate',
  async run(args, { agent, signal }) {
    const page = await agent.page(args.page);
    const go = async () => {
      if (await page.goForward({ waitUntil: 'commit', signal })) return;
      throw new SightlineError('navigation-failed', `${page.handle} has no later page in its history`, {
        hint: 'Nothing was done. Use browser_navigate with a URL.',
      });
    };
    return { page, result: await arrive(page, go, { signal }), code: ['await page.goForward();'] };
  },
});
