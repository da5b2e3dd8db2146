import { defineTool } from '../../agent/tool.js';
import * as inputs from '../support/inputs.js';

export const mouseMoveXy = defineTool({
  name: 'browser_mouse_move_xy',
  summary: 'Move the mouse to a position',
  input: { x: inputs.pixels, y: inputs.pixels, page: inputs.page },
  effect: 'act',
  cap: 'vision',
  examples: [{ x: 100, y: 200 }],
  async run({ x, y, page: handle }, { agent, signal }) {
    const page = await agent.page(handle);
    const report = await page.actions.mouse([{ do: 'move', x, y }], {
      signal,
      sight: agent.memory.seen(page),
    });
    return { page, reports: [report], code: [`await page.mouse.move(${x}, ${y});`] };
  },
});
