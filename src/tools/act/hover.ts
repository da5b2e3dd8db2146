import { defineTool } from '../../agent/tool.js';
import * as inputs from '../support/inputs.js';
import { pointCode, pointOf } from '../support/place.js';

export const hover = defineTool({
  name: 'browser_hover',
  summary: 'Move the pointer over an element',
  input: { element: inputs.element, target: inputs.target, position: inputs.position, page: inputs.page },
  effect: 'act',
  examples: [{ target: 'e12' }],
  async run(args, { agent, signal }) {
    const { page, locator, code } = await agent.aim(args.target, args.page);
    const position = args.position === undefined ? undefined : pointOf(args.position);
    const report = await locator.hover({ signal, ...(position && { position }) });
    const shown = position ? `{ position: ${pointCode(position)} }` : '';
    return { page, reports: [report], code: [`await ${code}.hover(${shown});`] };
  },
});
