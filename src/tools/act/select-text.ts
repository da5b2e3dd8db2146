import { z } from 'zod';
import { defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import type { SelectTextOptions } from '../../page/actions.js';
import * as inputs from '../support/inputs.js';

export const selectText = defineTool({
  name: 'browser_select_text',
  summary: 'Select text in an element: all of it, some words, or characters from start to end',
  input: {
    element: inputs.element,
    target: inputs.target,
    text: z.string().optional().describe('Words to select'),
    start: z.number().int().min(0).optional(),
    end: z.number().int().min(1).optional(),
    page: inputs.page,
  },
  effect: 'act',
  cap: 'devtools',
  examples: [{ target: 'e5', text: 'lorem ipsum' }],
  async run({ target, text, start, end, page: handle }, { agent, signal }) {
    const part = partOf(text, start, end);
    const { page, locator, code } = await agent.aim(target, handle);
    const report = await locator.selectText({ signal, ...(part && { part }) });
    return { page, reports: [report], ...(part === undefined && { code: [`await ${code}.selectText();`] }) };
  },
});

function partOf(
  text: string | undefined,
  start: number | undefined,
  end: number | undefined,
): SelectTextOptions['part'] {
  if (text !== undefined && (start !== undefined || end !== undefined))
    throw new SightlineError('bad-argument', 'Give either text, or start and end');
  if (text !== undefined) return { text };
  if (start === undefined && end === undefined) return undefined;
  if (end === undefined) throw new SightlineError('bad-argument', 'start needs an end');
  return { start: start ?? 0, end };
}
