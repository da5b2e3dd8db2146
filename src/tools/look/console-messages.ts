import { z } from 'zod';
import { fileLine, writeOutput } from '../../agent/files/output-file.js';
import { CONSOLE_LEVELS, type ConsoleLevel, consoleLine } from '../../agent/page-watch.js';
import { defineTool } from '../../agent/tool.js';
import * as inputs from '../support/inputs.js';

export const consoleMessages = defineTool({
  name: 'browser_console_messages',
  summary: 'Get console messages since the last navigation',
  input: {
    level: z.enum(CONSOLE_LEVELS).default('info').describe('Includes more severe levels'),
    all: z.boolean().optional().describe('Since the page opened'),
    filename: inputs.filename,
    page: inputs.page,
  },
  output: { messages: z.array(z.unknown()).optional() },
  effect: 'read',
  examples: [{ level: 'error' }],
  async run({ level, all = false, filename, page: handle }, { agent }) {
    const page = await agent.page(handle);
    const messages = agent.watch(page).console(all);
    const count = (which: ConsoleLevel) => messages.filter((each) => each.level === which).length;
    const shown = messages.filter(
      (each) => CONSOLE_LEVELS.indexOf(each.level) <= CONSOLE_LEVELS.indexOf(level),
    );
    const { console: dropped } = page.log.dropped;
    const lines = [
      `Total messages: ${messages.length} (Errors: ${count('error')}, Warnings: ${count('warning')})`,
      ...(dropped > 0 ? [`The first ${dropped} messages of this page are no longer kept`] : []),
      ...shown.map(consoleLine),
    ];
    if (filename === undefined)
      return {
        page,
        result: lines,
        data: { messages: shown.map(({ timestamp: _, ...message }) => message) },
      };
    const file = await writeOutput(agent, filename, `${lines.join('\n')}\n`);
    return { page, result: [fileLine('Console', file)], data: { file } };
  },
});
