import { z } from 'zod';
import { oneLine } from '../../agent/text-line.js';
import { defineTool } from '../../agent/tool.js';
import { quote } from '../../tree/quote.js';
import * as inputs from '../support/inputs.js';

export const pageTools = defineTool({
  name: 'browser_page_tools',
  summary: 'List tools that the page itself offers to agents (WebMCP)',
  input: { page: inputs.page },
  output: { tools: z.array(z.unknown()) },
  effect: 'read',
  cap: 'webmcp',
  async run({ page: handle }, { agent }) {
    const page = await agent.page(handle);
    const tools = await page.tools();
    const lines = tools.map(({ name, description, frame, inputSchema }) => {
      const origin = originOf(page.frame(frame).url);
      const input = inputSchema === undefined ? '' : ` input: ${oneLine(JSON.stringify(inputSchema), 1_000)}`;
      return `- ${quote(name, 100)} of ${frame} (${origin}): ${oneLine(description, 500)}${input}`;
    });
    return {
      page,
      result: tools.length === 0 ? ['The page offers no tools'] : lines,
      data: { tools },
    };
  },
});

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : oneLine(url, 100);
}
