import { z } from 'zod';
import type { Locator } from '../page/locator.js';
import { literal } from '../session/text-line.js';
import { defineTool } from '../session/tool.js';
import * as inputs from './inputs.js';

export const type = defineTool({
  name: 'browser_type',
  summary: 'Type text into an editable element, replacing what is there (slowly: adding to it)',
  input: {
    element: inputs.element,
    target: inputs.target,
    text: z.string(),
    submit: z.boolean().optional().describe('Press Enter afterwards'),
    slowly: z.boolean().optional().describe('Key by key, for pages that listen to keys'),
    page: inputs.page,
  },
  effect: 'act',
  async run({ target, text, submit = false, slowly = false, page: handle }, { session, signal }) {
    const { page, locator, code } = await session.aim(target, handle);
    const shown = await shownText(locator, text, signal);
    const enter = `await ${code}.press('Enter');`;
    if (slowly) {
      const report = await locator.type(text, { submit, signal });
      const typed = `await ${code}.pressSequentially(${shown});`;
      return { page, reports: [report], code: submit ? [typed, enter] : [typed] };
    }
    const filled = `await ${code}.fill(${shown});`;
    const report = await locator.fill(text, { signal });
    if (!submit || report.dialog) return { page, reports: [report], code: [filled] };
    return { page, reports: [report, await locator.press('Enter', { signal })], code: [filled, enter] };
  },
});

/** As code. What goes into a password field is not repeated. */
export async function shownText(
  locator: Locator,
  text: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const { tag, attributes } = await locator.describe({ signal });
  const secret = tag === 'input' && attributes.type?.trim().toLowerCase() === 'password';
  return literal(secret ? '***' : text);
}
