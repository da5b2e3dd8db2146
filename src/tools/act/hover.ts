import { defineTool } from '../../agent/tool.js';
import * as inputs from '../support/inputs.js';

export const hover = defineTool({
  name: 'browser_hover',
  summary: 'Move the pointer over an element',
  input: { element: inputs.element, target: inputs.target, page: inputs.page },
  effect: 'act',
  examples: [{ target: 'e12' }],
  async run(args, { agent, signal }) {
    const { page, locator, code } = await agent.aim(args.target, args.page);
    return { page, reports: [await locator.hover({ signal })], code: [`await ${code}.hover();`] };
  },
});
