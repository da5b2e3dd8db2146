import { z } from 'zod';
import { fileLine, writeOutput } from '../../agent/files/output-file.js';
import { CONSOLE_LEVELS, type ConsoleLevel, consoleLine } from '../../agent/page-watch.js';
import { oneLine } from '../../agent/text-line.js';
import { defineTool } from '../../agent/tool.js';
import type { ConsoleInfo, StackFrame } from '../../page/log.js';
import { SourceMaps } from '../../page/source-maps.js';
import * as inputs from '../support/inputs.js';

/** Milliseconds for one source map. */
const MAP_TIMEOUT = 5_000;
const MOST_FRAMES = 20;

export const consoleMessages = defineTool({
  name: 'browser_console_messages',
  summary: 'Get console messages since the last navigation',
  input: {
    level: z.enum(CONSOLE_LEVELS).default('info').describe('Includes more severe levels'),
    stack: z.boolean().optional().describe('Source-mapped'),
    all: z.boolean().optional().describe('Since the page opened'),
    filename: inputs.filename,
    page: inputs.page,
  },
  output: { messages: z.array(z.unknown()).optional() },
  effect: 'read',
  examples: [{ level: 'error' }],
  async run({ level, stack = false, all = false, filename, page: handle }, { agent, signal }) {
    const page = await agent.page(handle);
    const messages = agent.watch(page).console(all);
    const count = (which: ConsoleLevel) => messages.filter((each) => each.level === which).length;
    const shown = messages.filter(
      (each) => CONSOLE_LEVELS.indexOf(each.level) <= CONSOLE_LEVELS.indexOf(level),
    );
    const { console: dropped } = page.log.dropped;
    const maps = new SourceMaps(page, { timeout: MAP_TIMEOUT, ...(signal && { signal }) });
    const told = await Promise.all(
      shown.map(async (message) => {
        if (!stack) return [consoleLine(message)];
        const frames = await Promise.all(stackOf(message).map((frame) => maps.originalOf(frame)));
        return [consoleLine({ ...message, text: withoutStack(message.text) }), ...frames.map(frameLine)];
      }),
    );
    const lines = [
      `Total messages: ${messages.length} (Errors: ${count('error')}, Warnings: ${count('warning')})`,
      ...(dropped > 0 ? [`The first ${dropped} messages of this page are no longer kept`] : []),
      ...told.flat(),
    ];
    if (filename === undefined)
      return {
        page,
        result: lines,
        data: { messages: shown.map(({ timestamp: _, stack: __, ...message }) => message) },
      };
    const file = await writeOutput(agent, filename, `${lines.join('\n')}\n`);
    return { page, result: [fileLine('Console', file)], data: { file } };
  },
});

/** Chromium writes the stack of an error below its message. */
const STACK = /\n {4}at .*/s;
const WRITTEN = /^ {4}at (?:(?:async )?(.*?) \()?(\S+?):(\d+):(\d+)\)?$/gm;

const withoutStack = (text: string): string => text.replace(STACK, '');

/** Of the error that was thrown or logged; else of the call that logged. */
function stackOf({ text, stack = [] }: ConsoleInfo): StackFrame[] {
  const written = Array.from(text.matchAll(WRITTEN), ([, name = '', url = '', line, column]) => ({
    function: name,
    url,
    line: Number(line),
    column: Number(column),
  }));
  return (written.length > 0 ? written : stack).slice(0, MOST_FRAMES);
}

function frameLine({ function: name, url, line, column }: StackFrame): string {
  return `    at ${name === '' ? '' : `${oneLine(name, 100)} `}(${oneLine(url, 300)}:${line}:${column})`;
}
