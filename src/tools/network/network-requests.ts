import { z } from 'zod';
import { fileLine, writeOutput } from '../../agent/files/output-file.js';
import { oneLine } from '../../agent/text-line.js';
import { defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import type { NetworkEntry } from '../../page/log.js';
import { quote } from '../../tree/quote.js';
import * as inputs from '../support/inputs.js';

/** Hidden by default unless the request failed. */
const STATIC = new Set(['image', 'font', 'script', 'stylesheet', 'media']);

export const networkRequests = defineTool({
  name: 'browser_network_requests',
  summary: 'List network requests since the page loaded',
  input: {
    static: z.boolean().default(false).describe('Include successful images, fonts, scripts, styles, media'),
    filter: z.string().optional().describe('Regular expression for the URL'),
    filename: inputs.filename,
    page: inputs.page,
  },
  output: { requests: z.array(z.unknown()).optional() },
  effect: 'read',
  examples: [{ filter: '/api/' }],
  async run({ static: whole, filter, filename, page: handle }, { agent }) {
    const wanted = filter === undefined ? undefined : expression(filter);
    const page = await agent.page(handle);
    const matching = agent
      .watch(page)
      .requests()
      .map((entry, at) => ({ entry, index: at + 1 }))
      .filter(({ entry }) => wanted?.test(entry.request.url) ?? true);
    const entries = matching.filter(({ entry }) => whole || !isStatic(entry));
    const lines = entries.map(({ entry, index }) => `${index}. ${requestLine(entry)}`);
    if (lines.length === 0) lines.push('No requests');
    if (entries.length < matching.length) lines.push(hiddenNote(matching.length - entries.length));
    const { network: dropped } = page.log.dropped;
    if (dropped > 0) lines.unshift(`The first ${dropped} requests of this page are no longer kept`);
    if (filename === undefined)
      return {
        page,
        result: lines,
        data: { requests: entries.map(({ entry, index }) => ({ index, ...asData(entry) })) },
      };
    const file = await writeOutput(agent, filename, `${lines.join('\n')}\n`);
    return { page, result: [fileLine('Network', file)], data: { file } };
  },
});

function hiddenNote(count: number): string {
  return count === 1
    ? '1 static request is left out: static=true lists it.'
    : `${count} static requests are left out: static=true lists them.`;
}

function asData({ request, response, error }: NetworkEntry) {
  return {
    method: request.method,
    url: request.url,
    type: request.resourceType,
    ...(response && { status: response.status, statusText: response.statusText }),
    ...(typeof error === 'string' && { error }),
  };
}

function isStatic({ request, response, error }: NetworkEntry): boolean {
  return STATIC.has(request.resourceType) && error === null && (response?.status ?? 0) < 400;
}

function requestLine({ request, response, error }: NetworkEntry): string {
  const what = `[${request.method}] ${oneLine(request.url, 1_000)}`;
  if (typeof error === 'string') return `${what} => [FAILED] ${oneLine(error)}`;
  return response ? `${what} => [${response.status}] ${oneLine(response.statusText)}` : `${what} => pending`;
}

function expression(source: string): RegExp {
  try {
    return new RegExp(source);
  } catch (cause) {
    throw new SightlineError('bad-argument', `Not a regular expression: ${quote(source, 200)}`, { cause });
  }
}
