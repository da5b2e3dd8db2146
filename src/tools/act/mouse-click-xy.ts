import { z } from 'zod';
import { defineTool } from '../../agent/tool.js';
import type { MouseStep } from '../../page/actions.js';
import * as inputs from '../support/inputs.js';

export const mouseClickXy = defineTool({
  name: 'browser_mouse_click_xy',
  summary: 'Click at a position, in CSS pixels of the viewport',
  input: {
    x: inputs.pixels,
    y: inputs.pixels,
    button: inputs.button,
    clickCount: z.int().min(1).max(3).optional(),
    delay: z
      .number()
      .min(0)
      .max(10_000)
      .optional()
      .describe('Milliseconds between press and release; single click only'),
    page: inputs.page,
  },
  effect: 'act',
  cap: 'vision',
  examples: [{ x: 100, y: 200 }],
  async run({ x, y, button = 'left', clickCount = 1, delay = 0, page: handle }, { agent, signal }) {
    const page = await agent.page(handle);
    const steps: MouseStep[] = [{ do: 'move', x, y }];
    for (let count = 1; count <= clickCount; count++)
      steps.push(
        { do: 'down', button, clickCount: count },
        ...(delay > 0 && clickCount === 1 ? [{ do: 'pause', milliseconds: delay } as const] : []),
        { do: 'up', button, clickCount: count },
      );
    const report = await page.actions.mouse(steps, { signal, sight: agent.memory.seen(page) });
    const options = [
      ...(button === 'left' ? [] : [`button: '${button}'`]),
      ...(clickCount === 1 ? [] : [`clickCount: ${clickCount}`]),
      ...(delay === 0 ? [] : [`delay: ${delay}`]),
    ];
    const more = options.length > 0 ? `, { ${options.join(', ')} }` : '';
    return { page, reports: [report], code: [`await page.mouse.click(${x}, ${y}${more});`] };
  },
});
