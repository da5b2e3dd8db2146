import { z } from 'zod';
import { defineTool } from '../../agent/tool.js';
import * as inputs from '../support/inputs.js';
import { enterText } from './entered-text.js';

export const type = defineTool({
  name: 'browser_type',
  summary: 'Replace the text of an editable element (slowly: append)',
  input: {
    element: inputs.element,
    target: inputs.target,
    text: z.string(),
    submit: z.boolean().optional().describe('Then press Enter'),
    slowly: z.boolean().optional().describe('Key by key, for pages that handle keys'),
    page: inputs.page,
  },
  effect: 'act',
  examples: [
    { target: 'e5', text: 'Ada Lovelace' },
    { target: 'e5', text: 'weather', submit: true },
  ],
  async run({ target, text, submit = false, slowly = false, page: handle }, call) {
    const { agent, signal, watched = false } = call;
    const { page, locator, code } = await agent.aim(target, handle);
    const {
      report,
      code: shown,
      ...repeated
    } = await enterText(agent, locator, text, (value) =>
      slowly
        ? locator.type(value, { submit, signal, watched })
        : locator.fill(value, { submit, signal, watched }),
    );
    const typing = { page, ...repeated };
    const enter = `await ${code}.press('Enter');`;
    const entered = `await ${code}.${slowly ? 'pressSequentially' : 'fill'}(${shown});`;
    return { ...typing, reports: [report], code: submit ? [entered, enter] : [entered] };
  },
});
