import { z } from 'zod';
import { literal } from '../../agent/text-line.js';
import { defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import { quote } from '../../tree/quote.js';
import * as inputs from '../support/inputs.js';
import { isShown } from './is-shown.js';

export const verifyTextVisible = defineTool({
  name: 'browser_verify_text_visible',
  summary: 'Verify that text is visible, in any frame. Fails if it is not',
  input: { text: z.string().min(1), page: inputs.page },
  effect: 'read',
  cap: 'testing',
  async run({ text, page: handle }, { agent, signal }) {
    const page = await agent.page(handle);
    if (!(await isShown(page, (frame) => frame.getByText(text), signal)))
      throw new SightlineError('no-match', `The text ${quote(text, 200)} is not visible`);
    return {
      page,
      result: ['Done'],
      code: [`await expect(page.getByText(${literal(text)})).toBeVisible();`],
    };
  },
});
