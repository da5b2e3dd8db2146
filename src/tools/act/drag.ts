import { z } from 'zod';
import { defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import type { DragOptions } from '../../page/actions.js';
import { quote } from '../../tree/quote.js';
import * as inputs from '../support/inputs.js';
import { type Point, pathOf, pointCode, pointOf } from '../support/place.js';

export const drag = defineTool({
  name: 'browser_drag',
  summary: 'Drag an element onto another',
  input: {
    startElement: inputs.element,
    startTarget: inputs.target,
    endElement: inputs.element,
    endTarget: inputs.target,
    startPosition: inputs.position,
    position: z.string().optional().describe('before, after, inside, x,y, or a path: x,y x,y'),
    page: inputs.page,
  },
  effect: 'act',
  examples: [
    { startTarget: 'e4', endTarget: 'e9' },
    { startTarget: 'e4', endTarget: 'e9', position: 'before' },
    { startTarget: 'e7', endTarget: 'e7', startPosition: '10,10', position: '60,10 60,40' },
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
    const position = args.startPosition === undefined ? undefined : pointOf(args.startPosition);
    const end = endOf(args.position);
    const report = await from.locator.dragTo(to.locator, { signal, ...(position && { position }), ...end });
    const at = [
      ...(position ? [`sourcePosition: ${pointCode(position)}`] : []),
      ...(typeof end.targetPosition === 'object' ? [`targetPosition: ${pointCode(end.targetPosition)}`] : []),
    ].join(', ');
    return {
      page: from.page,
      reports: [report],
      code: [`await ${from.code}.dragTo(${to.code}${at === '' ? '' : `, { ${at} }`});`],
    };
  },
});

function endOf(text: string | undefined): Pick<DragOptions, 'targetPosition' | 'path'> {
  if (text === undefined) return {};
  if (text === 'before' || text === 'after' || text === 'inside') return { targetPosition: text };
  const path: Point[] | undefined = pathOf(text);
  const targetPosition = path?.pop();
  if (path && targetPosition) return { targetPosition, ...(path.length > 0 && { path }) };
  throw new SightlineError('bad-argument', `Not a position: ${quote(text, 40)}`, {
    hint: 'Give before, after, inside, an offset in pixels such as 10,5, or several for a path: 10,5 20,9.',
  });
}
