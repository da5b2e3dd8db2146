import { z } from 'zod';
import { literal } from '../../agent/text-line.js';
import { defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import { quote } from '../../tree/quote.js';
import * as inputs from '../support/inputs.js';
import { frameShowing } from './frame-showing.js';

export const verifyElementVisible = defineTool({
  name: 'browser_verify_element_visible',
  summary: 'Verify that an element is visible, in any frame. Fails if it is not',
  input: {
    role: z.string().min(1).describe('As in the snapshot: - ROLE "name"'),
    accessibleName: z.string().describe('As in the snapshot: - role "NAME"'),
    page: inputs.page,
  },
  effect: 'read',
  cap: 'testing',
  examples: [{ role: 'button', accessibleName: 'Save' }],
  async run({ role, accessibleName: name, page: handle }, { agent, signal }) {
    const page = await agent.page(handle);
    const frame = await frameShowing(page, (each) => each.getByRole(role, { name }), signal);
    if (!frame)
      throw new SightlineError(
        'no-match',
        `No ${quote(role, 50)} with the name ${quote(name, 200)} is visible`,
      );
    const scope = await agent.codeOf(frame, signal);
    const locator = `${scope}.getByRole(${literal(role)}, { name: ${literal(name)} })`;
    return { page, result: ['Done'], code: [`await expect(${locator}).toBeVisible();`] };
  },
});
