import { defineTool } from '../../agent/tool.js';
import * as inputs from '../support/inputs.js';

export const mouseUp = defineTool({
  name: 'browser_mouse_up',
  summary: 'Release a mouse button at the current position',
  input: { button: inputs.button, page: inputs.page },
  effect: 'act',
  cap: 'vision',
  async run({ button = 'left', page: handle }, { agent, signal }) {
    const page = await agent.page(handle);
    const report = await page.actions.mouse([{ do: 'up', button }], { signal });
    const options = button === 'left' ? '' : `{ button: '${button}' }`;
    return { page, reports: [report], code: [`await page.mouse.up(${options});`] };
  },
});
