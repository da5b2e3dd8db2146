import { z } from 'zod';
import { SightlineError } from '../errors.js';
import { literal } from '../session/text-line.js';
import { defineTool } from '../session/tool.js';
import { quote } from '../tree/quote.js';
import * as inputs from './inputs.js';
import { untilText, untilTextGone } from './until-text.js';
import { untilUrl } from './until-url.js';

const STATES = ['visible', 'hidden', 'enabled', 'disabled', 'gone'] as const;
/** The longest wait that is asked for in seconds; the same bound as agents know. */
const MAX_SECONDS = 30;

export const waitFor = defineTool({
  name: 'browser_wait_for',
  summary: 'Wait for text to appear or disappear, for an element, for the address, or for some time',
  input: {
    text: z.string().min(1).optional().describe('Text to appear'),
    textGone: z.string().min(1).optional().describe('Text to disappear'),
    url: z.string().min(1).optional().describe('Part of the address, or a pattern with *'),
    target: inputs.target.optional(),
    state: z.enum(STATES).optional().describe('Of the target. Default: visible'),
    time: z
      .number()
      .min(0)
      .max(MAX_SECONDS)
      .optional()
      .describe('Seconds to wait; with another condition, at most'),
    page: inputs.page,
  },
  effect: 'read',
  async run({ text, textGone, url, target, state, time, page: handle }, { session, signal }) {
    const conditions = [text, textGone, url, target].filter((each) => each !== undefined);
    if (conditions.length === 0 && time === undefined)
      throw new SightlineError('bad-argument', 'Give text, textGone, url, target or time');
    if (state !== undefined && target === undefined)
      throw new SightlineError('bad-argument', 'A state needs a target');
    const aim = target === undefined ? undefined : await session.aim(target, handle);
    const page = aim ? aim.page : await session.page(handle);
    page.assertUsable();
    const limits = { signal, timeout: (time ?? MAX_SECONDS) * 1_000 || 1 };
    const result: string[] = [];
    const code: string[] = [];
    if (conditions.length === 0 && time !== undefined) {
      await sleep(time * 1_000, signal);
      result.push(`Waited for ${time} seconds`);
      code.push(`await page.waitForTimeout(${time * 1_000});`);
    }
    if (text !== undefined) {
      await untilText(page, text, limits);
      result.push(`Waited for ${quote(text, 200)}`);
      code.push(`await page.getByText(${literal(text)}).first().waitFor({ state: 'visible' });`);
    }
    if (textGone !== undefined) {
      await untilTextGone(page, textGone, limits);
      result.push(`Waited for ${quote(textGone, 200)} to go`);
      code.push(`await page.getByText(${literal(textGone)}).first().waitFor({ state: 'hidden' });`);
    }
    if (url !== undefined) {
      await untilUrl(page, url, limits);
      result.push(`Waited for the address ${quote(url, 200)}`);
      code.push(`await page.waitForURL(${literal(url.includes('*') ? url : `**${url}**`)});`);
    }
    if (aim) {
      const wanted = state ?? 'visible';
      await aim.locator.waitFor({ ...limits, state: wanted === 'gone' ? 'detached' : wanted });
      result.push(`Waited for ${aim.locator} to be ${wanted}`);
      code.push(
        wanted === 'enabled' || wanted === 'disabled'
          ? `await expect(${aim.code}).toBe${wanted === 'enabled' ? 'Enabled' : 'Disabled'}();`
          : `await ${aim.code}.waitFor({ state: '${wanted === 'gone' ? 'detached' : wanted}' });`,
      );
    }
    return { page, result, code, view: {} };
  },
});

/** Time is what was asked for here. */
function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    const abort = () => {
      clearTimeout(timer);
      reject(new SightlineError('aborted', 'The wait was aborted'));
    };
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
