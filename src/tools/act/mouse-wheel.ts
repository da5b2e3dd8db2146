import { defineTool } from '../../agent/tool.js';
import * as inputs from '../support/inputs.js';

export const mouseWheel = defineTool({
  name: 'browser_mouse_wheel',
  summary: 'Turn the mouse wheel at the current position',
  input: { deltaX: inputs.pixels.default(0), deltaY: inputs.pixels.default(0), page: inputs.page },
  effect: 'act',
  cap: 'vision',
  async run({ deltaX, deltaY, page: handle }, { agent, signal }) {
    const page = await agent.page(handle);
    const report = await page.actions.mouse([{ do: 'wheel', deltaX, deltaY }], {
      signal,
      sight: agent.memory.seen(page),
    });
    return { page, reports: [report], code: [`await page.mouse.wheel(${deltaX}, ${deltaY});`] };
  },
});
