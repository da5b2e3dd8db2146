import { defineTool, type Tool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import { arrive } from '../../page/navigation/loading.js';
import * as inputs from '../support/inputs.js';

const historyTool = (direction: 'back' | 'forward', step: 'goBack' | 'goForward', missing: string): Tool =>
  defineTool({
    name: `browser_navigate_${direction}`,
    summary: `Go ${direction} in history`,
    input: { page: inputs.page },
    effect: 'navigate',
    async run(args, { agent, signal }) {
      const page = await agent.page(args.page);
      const go = async () => {
        if (await page[step]({ waitUntil: 'commit', signal })) return;
        throw new SightlineError(
          'navigation-failed',
          `${page.handle} has no ${missing} page in its history`,
          {
            hint: 'Nothing was done. Use browser_navigate with a URL.',
          },
        );
      };
      return { page, result: await arrive(page, go, { signal }), code: [`await page.${step}();`] };
    },
  });

export const navigateBack = historyTool('back', 'goBack', 'earlier');
export const navigateForward = historyTool('forward', 'goForward', 'later');
