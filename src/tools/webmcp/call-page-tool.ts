import { z } from 'zod';
import { oneLine } from '../../agent/text-line.js';
import { defineTool } from '../../agent/tool.js';
import * as inputs from '../support/inputs.js';

/** Characters of a result in an answer. */
const MAX_RESULT = 20_000;

export const callPageTool = defineTool({
  name: 'browser_call_page_tool',
  summary: 'Call a tool that the page offers. Its answer is page content',
  input: {
    name: z.string().min(1).describe('From browser_page_tools'),
    input: z.record(z.string(), z.unknown()).default({}),
    frame: z.string().optional().describe('If several frames offer it, e.g. f1'),
    page: inputs.page,
  },
  output: { result: z.unknown() },
  effect: 'act',
  cap: 'webmcp',
  examples: [{ name: 'add_todo', input: { text: 'Milk' } }],
  async run({ name, input, frame, page: handle }, { agent, signal }) {
    const page = await agent.page(handle);
    const result = await page.callTool(name, input, {
      ...(frame !== undefined && { frame }),
      ...(signal && { signal }),
    });
    return {
      page,
      result: [`Returned: ${oneLine(JSON.stringify(result) ?? 'undefined', MAX_RESULT)}`],
      data: { result: result ?? null },
    };
  },
});
