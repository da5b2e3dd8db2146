import { defineTool } from '../../agent/tool.js';
import * as inputs from '../support/inputs.js';

export const hideHighlight = defineTool({
  name: 'browser_hide_highlight',
  summary: 'Remove the box drawn by browser_highlight',
  input: {
    element: inputs.element,
    target: inputs.target.optional().describe('Not needed: a page has one box'),
    page: inputs.page,
  },
  effect: 'read',
  cap: 'devtools',
  async run({ target, page: handle }, { agent, signal }) {
    const page = target === undefined ? await agent.page(handle) : (await agent.aim(target, handle)).page;
    await page.actions.highlight(null, { signal });
    return { page, result: ['No element is highlighted'] };
  },
});
