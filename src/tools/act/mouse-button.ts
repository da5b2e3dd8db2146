import { defineTool, type Tool } from '../../agent/tool.js';
import * as inputs from '../support/inputs.js';

const buttonTool = (step: 'down' | 'up', summary: string): Tool =>
  defineTool({
    name: `browser_mouse_${step}`,
    summary,
    input: { button: inputs.button, page: inputs.page },
    effect: 'act',
    cap: 'vision',
    async run({ button = 'left', page: handle }, { agent, signal }) {
      const page = await agent.page(handle);
      const report = await page.actions.mouse([{ do: step, button }], {
        signal,
        sight: agent.memory.seen(page),
      });
      const options = button === 'left' ? '' : `{ button: '${button}' }`;
      return { page, reports: [report], code: [`await page.mouse.${step}(${options});`] };
    },
  });

export const mouseDown = buttonTool('down', 'Press and hold a mouse button at the current position');
export const mouseUp = buttonTool('up', 'Release a mouse button at the current position');
