import { defineTool } from '../../agent/tool.js';
import * as inputs from '../support/inputs.js';

export const resize = defineTool({
  name: 'browser_resize',
  summary: 'Resize the viewport',
  input: { ...inputs.size, page: inputs.page },
  effect: 'act',
  examples: [{ width: 390, height: 844 }],
  async run({ width, height, page: handle }, { agent }) {
    const page = await agent.page(handle);
    await page.setViewport({ width, height });
    return { page, code: [`await page.setViewportSize({ width: ${width}, height: ${height} });`] };
  },
});
