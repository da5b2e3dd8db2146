import { z } from 'zod';
import { defineTool } from '../../agent/tool.js';
import * as inputs from '../support/inputs.js';
import { pointCode, pointOf } from '../support/place.js';

const MODIFIERS = ['Alt', 'Control', 'ControlOrMeta', 'Meta', 'Shift'] as const;

export const click = defineTool({
  name: 'browser_click',
  summary: 'Click an element',
  input: {
    element: inputs.describedElement,
    target: inputs.target,
    doubleClick: z.boolean().optional(),
    button: z.enum(['left', 'right', 'middle']).optional(),
    modifiers: z.array(z.enum(MODIFIERS)).optional().describe('Keys to hold'),
    position: inputs.describedPosition,
    page: inputs.page,
  },
  effect: 'act',
  examples: [{ target: 'e12' }, { target: 'f1e3', button: 'right' }, { target: 'e7', position: '40,12' }],
  async run(args, { agent, signal, watched = false }) {
    const { page, locator, code } = await agent.aim(args.target, args.page);
    const { button, modifiers = [] } = args;
    const position = args.position === undefined ? undefined : pointOf(args.position);
    const options = {
      signal,
      watched,
      ...(button && { button }),
      ...(modifiers.length > 0 && { modifiers: modifiers.map(held) }),
      ...(position && { position }),
    };
    const report = await (args.doubleClick ? locator.doubleClick(options) : locator.click(options));
    const shown = [
      ...(button && button !== 'left' ? [`button: '${button}'`] : []),
      ...(modifiers.length > 0 ? [`modifiers: [${modifiers.map((each) => `'${each}'`).join(', ')}]`] : []),
      ...(position ? [`position: ${pointCode(position)}`] : []),
    ].join(', ');
    const method = args.doubleClick ? 'dblclick' : 'click';
    return {
      page,
      reports: [report],
      code: [`await ${code}.${method}(${shown === '' ? '' : `{ ${shown} }`});`],
    };
  },
});

function held(key: (typeof MODIFIERS)[number]): 'alt' | 'control' | 'meta' | 'shift' {
  switch (key) {
    case 'Alt':
      return 'alt';
    case 'Control':
      return 'control';
    case 'Meta':
      return 'meta';
    case 'Shift':
      return 'shift';
    case 'ControlOrMeta':
      return process.platform === 'darwin' ? 'meta' : 'control';
  }
}
