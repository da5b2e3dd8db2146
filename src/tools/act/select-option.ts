import { z } from 'zod';
import { defineTool } from '../../agent/tool.js';
import * as inputs from '../support/inputs.js';
import { optionCode } from './option-code.js';

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
  async run({ target, values, page: handle }, { agent, signal }) {
    const { page, locator, code } = await agent.aim(target, handle);
    const report = await locator.selectOption(values, { signal });
    return { page, reports: [report], entered: values.join(' '), code: optionCode(code, values, report) };
  },
});
