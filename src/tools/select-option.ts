import { z } from 'zod';
import { literal } from '../session/text-line.js';
import { defineTool } from '../session/tool.js';
import * as inputs from './inputs.js';

export const selectOption = defineTool({
  name: 'browser_select_option',
  summary: 'Select options in a dropdown or list',
  input: {
    element: inputs.element,
    target: inputs.target,
    values: z.array(z.string()).min(1).describe('Values or labels'),
    page: inputs.page,
  },
  effect: 'act',
  examples: [{ target: 'e9', values: ['Blue'] }],
  async run({ target, values, page: handle }, { session, signal }) {
    const { page, locator, code } = await session.aim(target, handle);
    const report = await locator.selectOption(values, { signal });
    const [first = '', ...more] = values.map(literal);
    const shown = more.length === 0 ? first : `[${[first, ...more].join(', ')}]`;
    const entered = values.join(' ');
    return { page, reports: [report], entered, code: [`await ${code}.selectOption(${shown});`] };
  },
});
