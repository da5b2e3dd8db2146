import { z } from 'zod';
import { defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import * as inputs from '../support/inputs.js';

export const handleDialog = defineTool({
  name: 'browser_handle_dialog',
  summary: 'Accept or dismiss the open dialog',
  input: {
    accept: z.boolean(),
    promptText: z.string().optional().describe('Text for a prompt'),
    page: inputs.page,
  },
  effect: 'act',
  emptyIsValue: ['promptText'],
  examples: [{ accept: true }, { accept: true, promptText: 'Ada' }],
  async run({ accept, promptText, page: handle }, { agent, signal }) {
    // The dialog may be on another page than the last used one.
    const waiting = agent.pages().filter((each) => each.dialog);
    const named = handle === undefined ? agent.current : await agent.page(handle);
    const page = named?.dialog || handle !== undefined || waiting.length !== 1 ? named : waiting[0];
    if (!page?.dialog)
      throw new SightlineError(
        'no-dialog',
        waiting.length > 1
          ? `Dialogs are open on ${waiting.map((each) => each.handle).join(', ')}. Name one with the \`page\` argument`
          : `No dialog is open${page ? ` on ${page.handle}` : ''}`,
      );
    agent.select(page);
    const { kind } = page.dialog;
    const report = await page.actions.answerDialog(accept, promptText, { signal });
    return { page, reports: [report], result: [`${accept ? 'Accepted' : 'Dismissed'} the ${kind} dialog`] };
  },
});
