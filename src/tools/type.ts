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
    const entered = await repeatable(locator, text, signal);
    const shown = literal(entered ?? MASK);
    const typing = { page, ...(entered !== undefined && { entered }) };
    const enter = `await ${code}.press('Enter');`;
    if (slowly) {
      const report = await locator.type(text, { submit, signal });
      const typed = `await ${code}.pressSequentially(${shown});`;
      return { ...typing, reports: [report], code: submit ? [typed, enter] : [typed] };
    }
    const filled = `await ${code}.fill(${shown});`;
    const report = await locator.fill(text, { signal });
    if (!submit || report.dialog) return { ...typing, reports: [report], code: [filled] };
    return { ...typing, reports: [report, await locator.press('Enter', { signal })], code: [filled, enter] };
  },
});

const MASK = '***';

/** As code. */
export async function shownText(
  locator: Locator,
  text: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  return literal((await repeatable(locator, text, signal)) ?? MASK);
}

/** Undefined for what goes into a password field: it is not repeated anywhere. */
async function repeatable(
  locator: Locator,
  text: string,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const { tag, attributes } = await locator.describe({ signal });
  const secret = tag === 'input' && attributes.type?.trim().toLowerCase() === 'password';
  return secret ? undefined : text;
}
