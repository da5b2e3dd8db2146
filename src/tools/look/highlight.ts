import { z } from 'zod';
import { defineTool } from '../../agent/tool.js';
import * as inputs from '../support/inputs.js';

export const highlight = defineTool({
  name: 'browser_highlight',
  summary: 'Draw a box around an element, until browser_hide_highlight',
  input: {
    element: inputs.element,
    target: inputs.target,
    style: z.string().optional().describe('Ignored: the box has one style'),
    page: inputs.page,
  },
  effect: 'read',
  cap: 'devtools',
  examples: [{ target: 'e12' }],
  async run({ target, style, page: handle }, { agent, signal }) {
    const { page, locator } = await agent.aim(target, handle);
    const report = await locator.highlight({ signal });
    const note = style === undefined ? [] : ['Ignored style: the box has one style'];
    return { page, result: [`Highlighted ${locator}`, ...note], reports: [report] };
  },
});
