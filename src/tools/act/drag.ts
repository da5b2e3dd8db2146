import { z } from 'zod';
import { defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import type { DragOptions } from '../../page/actions.js';
import { quote } from '../../tree/quote.js';
import * as inputs from '../support/inputs.js';

export const drag = defineTool({
  name: 'browser_drag',
  summary: 'Drag an element onto another',
  input: {
    startElement: inputs.element,
    startTarget: inputs.target,
    endElement: inputs.element,
    endTarget: inputs.target,
    position: z.string().optional().describe('before, after, inside, or x,y offset'),
    page: inputs.page,
  },
  effect: 'act',
  examples: [
    { startTarget: 'e4', endTarget: 'e9' },
    { startTarget: 'e4', endTarget: 'e9', position: 'before' },
  ],
  async run(args, { agent, signal }) {
    const from = await agent.aim(args.startTarget, args.page);
    const to = await agent.aim(args.endTarget, args.page);
    if (from.page !== to.page)
      throw new SightlineError(
        'page-mismatch',
        `${args.startTarget} is on ${from.page.handle} and ${args.endTarget} on ${to.page.handle}: nothing was done`,
        { hint: 'Both elements must be on one page.' },
      );
    const targetPosition = positionOf(args.position);
    const report = await from.locator.dragTo(to.locator, {
      signal,
      ...(targetPosition && { targetPosition }),
    });
    const at =
      typeof targetPosition === 'object'
        ? `, { targetPosition: { x: ${targetPosition.x}, y: ${targetPosition.y} } }`
        : '';
    return { page: from.page, reports: [report], code: [`await ${from.code}.dragTo(${to.code}${at});`] };
  },
});

function positionOf(text: string | undefined): DragOptions['targetPosition'] {
  if (text === undefined || text === 'before' || text === 'after' || text === 'inside') return text;
  const offset = /^\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*$/.exec(text);
  if (offset) return { x: Number(offset[1]), y: Number(offset[2]) };
  throw new SightlineError('bad-argument', `Not a position: ${quote(text, 40)}`, {
    hint: 'Give before, after, inside, or an offset in pixels such as 10,5.',
  });
}
