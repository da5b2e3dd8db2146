import { z } from 'zod';
import { defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import type { ActionReport } from '../../page/actions.js';
import * as inputs from '../support/inputs.js';

const DIRECTIONS = ['down', 'up', 'left', 'right', 'top', 'bottom'] as const;
type Direction = (typeof DIRECTIONS)[number];

/** Pixels of one horizontal step: less than the width of a common window, so some content stays in view. */
const SIDEWAYS = 600;

export const scroll = defineTool({
  name: 'browser_scroll',
  summary: 'Scroll the page or an element, or without direction a target into view',
  input: {
    element: inputs.element,
    target: inputs.target.optional(),
    direction: z.enum(DIRECTIONS).optional().describe('Default: down one screen'),
    amount: inputs.pixels.positive().optional().describe('Pixels'),
    page: inputs.page,
  },
  effect: 'act',
  examples: [{}, { direction: 'bottom' }, { target: 'e40' }],
  async run({ target, direction, amount, page: handle }, { agent, signal }) {
    if (direction === undefined && amount !== undefined && target !== undefined)
      throw new SightlineError('bad-argument', 'An amount needs a direction');
    const aim = target === undefined ? undefined : await agent.aim(target, handle);
    const page = aim ? aim.page : await agent.page(handle);
    const on = aim?.locator.target;
    const report = await (aim && direction === undefined
      ? aim.locator.scrollIntoView({ signal })
      : move(direction ?? 'down', amount));
    const code =
      aim && direction === undefined
        ? [`await ${aim.code}.scrollIntoViewIfNeeded();`]
        : [
            `await ${aim ? `${aim.code}.evaluate((e) => e` : 'page.evaluate(() => window'}.${asCode(report)});`,
          ];
    return { page, reports: [report], result: where(report), code };

    function move(to: Direction, pixels: number | undefined): Promise<ActionReport> {
      const { actions } = page;
      const by = (x: number, y: number) => actions.scrollBy(on, { x, y }, { signal });
      switch (to) {
        case 'top':
        case 'bottom':
          return actions.scrollTo(on, to, { signal });
        case 'left':
        case 'right':
          return by((to === 'left' ? -1 : 1) * (pixels ?? SIDEWAYS), 0);
        default: {
          const sign = to === 'up' ? -1 : 1;
          return pixels === undefined ? actions.scrollChunk(on, sign, { signal }) : by(0, sign * pixels);
        }
      }
    }
  },
});

function asCode({ scroll: at }: ActionReport): string {
  return at ? `scrollTo(${Math.round(at.x)}, ${Math.round(at.y)})` : 'scrollTo(0, 0)';
}

function where({ scroll: at }: ActionReport): string[] {
  if (!at) return [];
  const of = (value: number, most: number) => `${Math.round(value)} of ${Math.round(most)}`;
  return [`Scrolled to y ${of(at.y, at.maxY)}${at.maxX > 0 ? `, x ${of(at.x, at.maxX)}` : ''}`];
}
