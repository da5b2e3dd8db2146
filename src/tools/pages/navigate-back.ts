import { defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import { arrive } from '../../page/navigation/loading.js';
import * as inputs from '../support/inputs.js';

export const navigateBack = defineTool({
  name: 'browser_navigate_back',
  summary: 'Go back in history',
  input: { page: inputs.page },
  effect: 'navigate',
  async run(args, { agent, signal }) {
    const page = await agent.page(args.page);
    const go = async () => {
      if (await page.goBack({ waitUntil: 'commit', signal })) return;
      throw new SightlineError('navigation-failed', `${page.handle} has no earlier page in its history`, {
        hint: 'Nothing was done. Use browser_navigate with a URL.',
      });
    };
    return { page, result: await arrive(page, go, { signal }), code: ['await page.goBack();'] };
  },
});
