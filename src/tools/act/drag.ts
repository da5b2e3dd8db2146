import { defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import * as inputs from '../support/inputs.js';

export const drag = defineTool({
  name: 'browser_drag',
  summary: 'Drag an element onto another',
  input: {
    startElement: inputs.element,
    startTarget: inputs.target,
    endElement: inputs.element,
    endTarget: inputs.target,
    page: inputs.page,
  },
  effect: 'act',
  examples: [{ startTarget: 'e4', endTarget: 'e9' }],
  async run(args, { agent, signal }) {
    const from = await agent.aim(args.startTarget, args.page);
    const to = await agent.aim(args.endTarget, args.page);
    if (from.page !== to.page)
      throw new SightlineError(
        'page-mismatch',
        `${args.startTarget} is on ${from.page.handle} and ${args.endTarget} on ${to.page.handle}: nothing was done`,
        { hint: 'Both elements must be on one page.' },
      );
    const report = await from.locator.dragTo(to.locator, { signal });
    return { page: from.page, reports: [report], code: [`await ${from.code}.dragTo(${to.code});`] };
  },
});
