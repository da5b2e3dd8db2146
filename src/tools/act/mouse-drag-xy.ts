import { defineTool } from '../../agent/tool.js';
import type { MouseStep } from '../../page/actions.js';
import * as inputs from '../support/inputs.js';

/** Intermediate moves: pages watch them, and a drag starts only after some distance. */
const STEPS = 5;

export const mouseDragXy = defineTool({
  name: 'browser_mouse_drag_xy',
  summary: 'Drag with the left button from one position to another',
  input: {
    startX: inputs.pixels,
    startY: inputs.pixels,
    endX: inputs.pixels,
    endY: inputs.pixels,
    page: inputs.page,
  },
  effect: 'act',
  cap: 'vision',
  examples: [{ startX: 100, startY: 200, endX: 300, endY: 200 }],
  async run({ startX, startY, endX, endY, page: handle }, { agent, signal }) {
    const page = await agent.page(handle);
    const way = Array.from({ length: STEPS }, (_, at): MouseStep => {
      const share = (at + 1) / STEPS;
      return { do: 'move', x: startX + (endX - startX) * share, y: startY + (endY - startY) * share };
    });
    const report = await page.actions.mouse(
      [{ do: 'move', x: startX, y: startY }, { do: 'down' }, ...way, { do: 'up' }],
      { signal, sight: agent.memory.seen(page) },
    );
    const code = [
      `await page.mouse.move(${startX}, ${startY});`,
      'await page.mouse.down();',
      `await page.mouse.move(${endX}, ${endY}, { steps: ${STEPS} });`,
      'await page.mouse.up();',
    ];
    return { page, reports: [report], code };
  },
});
