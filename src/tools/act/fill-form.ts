import { z } from 'zod';
import type { Agent, Aim } from '../../agent/agent.js';
import { literal } from '../../agent/text-line.js';
import { defineTool } from '../../agent/tool.js';
import { isSightlineError, SightlineError } from '../../errors.js';
import type { ActionReport } from '../../page/actions.js';
import * as inputs from '../support/inputs.js';
import { enterText } from './entered-text.js';
import { optionCode } from './option-code.js';

const KINDS = ['textbox', 'checkbox', 'radio', 'combobox', 'slider'] as const;

const field = z.strictObject({
  element: inputs.element,
  target: inputs.target,
  name: z.string().optional().describe('Human-readable field name'),
  type: z.enum(KINDS).optional(),
  value: z.string().describe('Text, option of a combobox, or true/false for a checkbox'),
});

export const fillForm = defineTool({
  name: 'browser_fill_form',
  summary: 'Fill several form fields',
  input: { fields: z.array(field).min(1), page: inputs.page },
  effect: 'act',
  examples: [
    {
      fields: [
        { target: 'e5', value: 'Ada' },
        { target: 'e8', value: 'true' },
      ],
    },
  ],
  async run({ fields, page: handle }, { agent, signal }) {
    // All targets are resolved before the first field is filled, so a wrong ref changes nothing.
    const aims: Aim[] = [];
    for (const { target } of fields) aims.push(await agent.aim(target, handle));
    const [first] = aims;
    if (!first || aims.some(({ page }) => page !== first.page))
      throw new SightlineError('page-mismatch', 'The fields are on several pages: nothing was done', {
        hint: 'Fill the fields of one page per call.',
      });
    const reports: ActionReport[] = [];
    const code: string[] = [];
    for (const [at, aim] of aims.entries()) {
      const { value, type, name } = fields[at] ?? { value: '' };
      try {
        const done = await fillIn(agent, aim, type, value, signal);
        reports.push(done.report);
        code.push(...done.code);
      } catch (error) {
        throw inField(error, at, aims.length, name);
      }
    }
    return { page: first.page, reports, code };
  },
});

async function fillIn(
  agent: Agent,
  { locator, code }: Aim,
  type: (typeof KINDS)[number] | undefined,
  value: string,
  signal: AbortSignal | undefined,
): Promise<{ report: ActionReport; code: string[] }> {
  switch (type ?? (await kindOf(locator))) {
    case 'checkbox':
    case 'radio':
    case 'switch': {
      const checked = truth(value);
      const report = await (checked ? locator.check({ signal }) : locator.uncheck({ signal }));
      return { report, code: [`await ${code}.${checked ? 'check' : 'uncheck'}();`] };
    }
    case 'combobox':
    case 'listbox': {
      const report = await locator.selectOption(value, { signal });
      return { report, code: optionCode(code, [value], report) };
    }
    default: {
      const fill = (text: string): Promise<ActionReport> => locator.fill(text, { signal });
      const { report, code: shown } = await enterText(agent, locator, value, fill);
      return { report, code: [`await ${code}.fill(${shown});`] };
    }
  }
}

/** An editable combobox is filled like a text field. */
async function kindOf(locator: Aim['locator']): Promise<string> {
  const { role, tag } = await locator.describe();
  return role === 'combobox' && tag !== 'select' ? 'textbox' : role;
}

function truth(value: string): boolean {
  if (/^(?:true|on|yes|1|checked)$/i.test(value)) return true;
  if (/^(?:false|off|no|0|)$/i.test(value)) return false;
  throw new SightlineError(
    'bad-argument',
    `The value of a checkbox must be true or false, not ${literal(value)}`,
  );
}

function inField(error: unknown, at: number, count: number, name: string | undefined): unknown {
  if (!isSightlineError(error)) return error;
  const which = `Field ${at + 1} of ${count}${name === undefined ? '' : ` (${literal(name)})`} failed`;
  const done =
    at === 0 ? 'no field was filled' : at === 1 ? 'field 1 was filled' : `fields 1–${at} were filled`;
  return new SightlineError(error.code, `${which}; ${done}. ${error.message}`, {
    hint: error.hint,
    details: error.details,
    cause: error,
  });
}
