import { SightlineError } from '../errors.js';
import { defineTool } from '../session/tool.js';
import * as inputs from './inputs.js';
import { arrive } from './navigate.js';

export const navigateBack = defineTool({
  name: 'browser_navigate_back',
  summary: 'Go back to the previous page in the history',
  input: { page: inputs.page },
  effect: 'navigate',
  async run(args, { session, signal }) {
    const page = await session.page(args.page);
    if (!(await page.goBack({ waitUntil: 'commit', signal })))
      throw new SightlineError('navigation-failed', `${page.handle} has no earlier page in its history`, {
        hint: 'Nothing was done. Use browser_navigate with an address.',
      });
    return { page, result: await arrive(page, signal), code: ['await page.goBack();'] };
  },
});
