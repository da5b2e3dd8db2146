import { z } from 'zod';
import { literal } from '../../agent/text-line.js';
import { defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import { quote } from '../../tree/quote.js';
import * as inputs from '../support/inputs.js';

export const verifyValue = defineTool({
  name: 'browser_verify_value',
  summary: 'Verify the value of a form field. Fails if it differs',
  input: {
    type: z.enum(['textbox', 'checkbox', 'radio', 'combobox', 'slider']),
    element: inputs.element,
    target: inputs.target,
    value: z.string().describe('true or false for a checkbox'),
    page: inputs.page,
  },
  effect: 'read',
  cap: 'testing',
  examples: [{ type: 'textbox', target: 'e5', value: 'Ada' }],
  async run({ type, target, value, page: handle }, { agent, signal }) {
    const { page, locator, code } = await agent.aim(target, handle);
    const described = await locator.describe({ signal });
    const checkable = type === 'checkbox' || type === 'radio';
    const actual = checkable ? String(described.states.checked === true) : described.value;
    if (actual === undefined)
      throw new SightlineError('bad-argument', `${locator} has no readable value`, {
        hint: 'Only form fields have values, and passwords are not readable.',
      });
    if (actual !== value)
      throw new SightlineError(
        'no-match',
        `Expected the value ${quote(value, 200)}, but it is ${quote(actual, 200)}`,
        {
          hint: 'Enter the value with browser_fill_form, or correct the expected value.',
        },
      );
    const expected = checkable
      ? `.${value === 'true' ? '' : 'not.'}toBeChecked()`
      : `.toHaveValue(${literal(value)})`;
    return { page, result: ['Done'], code: [`await expect(${code})${expected};`] };
  },
});
