import { z } from 'zod';
import { literal } from '../../agent/text-line.js';
import { defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import { quote } from '../../tree/quote.js';
import * as inputs from '../support/inputs.js';
import { frameShowing } from './frame-showing.js';

export const verifyTextVisible = defineTool({
  name: 'browser_verify_text_visible',
  summary: 'Verify that text is visible, in any frame. Fails if it is not',
  input: { text: z.string().min(1), page: inputs.page },
  effect: 'read',
  cap: 'testing',
  examples: [{ text: 'Saved' }],
  async run({ text, page: handle }, { agent, signal }) {
    const page = await agent.page(handle);
    const frame = await frameShowing(page, (each) => each.getByText(text), signal);
    if (!frame) throw new SightlineError('no-match', `The text ${quote(text, 200)} is not visible`);
    const scope = await agent.codeOf(frame, signal);
    return {
      page,
      result: ['Done'],
      code: [`await expect(${scope}.getByText(${literal(text)})).toBeVisible();`],
    };
  },
});
