import { z } from 'zod';
import { type Call, defineTool, type Outcome } from '../../agent/tool.js';
import * as inputs from '../support/inputs.js';
import { enterText, keysEntered } from './entered-text.js';

export const type = defineTool({
  name: 'browser_type',
  summary: 'Replace the text of a field (slowly: append), or type where the focus is',
  input: {
    element: inputs.element,
    target: inputs.target.optional(),
    text: z.string(),
    submit: z.boolean().optional().describe('Then press Enter'),
    slowly: z.boolean().optional().describe('Key by key, for pages that handle keys'),
    page: inputs.page,
  },
  effect: 'act',
  examples: [
    { target: 'e5', text: 'Ada Lovelace' },
    { target: 'e5', text: 'weather', submit: true },
    { text: 'Ada' },
  ],
  async run({ target, text, submit = false, slowly = false, page: handle }, call) {
    const { agent, signal, watched = false } = call;
    if (target === undefined) return intoFocus({ text, submit, handle }, call);
    const { page, locator, code } = await agent.aim(target, handle);
    const {
      report,
      code: shown,
      ...repeated
    } = await enterText(agent, locator, text, (value) =>
      slowly
        ? locator.type(value, { submit, signal, watched })
        : locator.fill(value, { submit, signal, watched }),
    );
    const typing = { page, ...repeated };
    const enter = `await ${code}.press('Enter');`;
    const entered = `await ${code}.${slowly ? 'pressSequentially' : 'fill'}(${shown});`;
    return { ...typing, reports: [report], code: submit ? [entered, enter] : [entered] };
  },
});

/** Key by key, to whatever has the focus: the next cell of a grid after Tab, a terminal. */
async function intoFocus(
  { text, submit, handle }: { text: string; submit: boolean; handle: string | undefined },
  { agent, signal, watched = false }: Call,
): Promise<Outcome> {
  const page = await agent.page(handle);
  const sight = agent.memory.seen(page);
  const {
    report,
    code: shown,
    ...repeated
  } = await keysEntered(agent, page, text, signal, (value) =>
    page.actions.type(undefined, value, { submit, signal, watched, sight }),
  );
  const enter = "await page.keyboard.press('Enter');";
  const entered = `await page.keyboard.type(${shown});`;
  return { page, ...repeated, reports: [report], code: submit ? [entered, enter] : [entered] };
}
