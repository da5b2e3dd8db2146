import { SightlineError } from '../errors.js';
import { defineTool } from '../session/tool.js';
import * as inputs from './inputs.js';

export const navigateBack = defineTool({
  name: 'browser_navigate_back',
  summary: 'Go back to the previous page in the history',
  input: { page: inputs.page },
  effect: 'navigate',
  async run(args, { session, signal }) {
    const page = await session.page(args.page);
    if (!(await page.goBack({ signal })))
      throw new SightlineError('navigation-failed', `${page.handle} has no earlier page in its history`, {
        hint: 'Nothing was done. Use browser_navigate with an address.',
      });
    return { page, code: ['await page.goBack();'] };
  },
});
