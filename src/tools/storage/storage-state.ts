import { z } from 'zod';
import { fileLine, writeOutput } from '../../agent/files/output-file.js';
import { literal } from '../../agent/text-line.js';
import { defineTool } from '../../agent/tool.js';
import * as inputs from '../support/inputs.js';

export const storageState = defineTool({
  name: 'browser_storage_state',
  summary: "Save cookies and local storage of the page's context to a file, to restore them later",
  input: {
    filename: z.string().min(1).optional().describe('Default: storage-state-{time}.json'),
    page: inputs.page,
  },
  effect: 'read',
  cap: 'storage',
  async run({ filename, page: handle }, { agent }) {
    const page = await agent.page(handle);
    const state = await page.context.storageState();
    const text = `${JSON.stringify(state, null, 2)}\n`;
    const file = await writeOutput(
      agent,
      filename ?? (await agent.workplace.output.newFile('storage-state', 'json')),
      text,
    );
    const masked = agent.secrets.mask(text) !== text;
    return {
      page,
      result: [
        fileLine('Storage state', file),
        `${state.cookies.length} cookies, and the storage of ${state.origins.length} origins`,
        ...(masked ? ['Secrets are masked in the file: values that contain them will not be restored'] : []),
      ],
      code: [`await page.context().storageState({ path: ${literal(file)} });`],
    };
  },
});
