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
    method: z.string().optional(),
    status: z.string().optional().describe('404, 4xx, failed or pending'),
    type: z.string().optional().describe('e.g. fetch'),
    filename: inputs.filename,
    page: inputs.page,
  },
  output: { requests: z.array(z.unknown()).optional() },
  effect: 'read',
  examples: [{ filter: '/api/' }, { method: 'POST', status: '4xx' }],
  async run({ filename, page: handle, ...wanted }, { agent }) {
    const fits = matcherOf(wanted);
    // Whoever names a type or a status wants all requests of that kind.
    const whole = wanted.static || wanted.type !== undefined || wanted.status !== undefined;
    const page = await agent.page(handle);
    const matching = agent
      .watch(page)
      .requests()
      .map((entry, at) => ({ entry, index: at + 1 }))
      .filter(({ entry }) => fits(entry));
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

const STATUS = /^(?:[1-5](?:\d\d|xx)|failed|pending)$/i;

interface Filters {
  filter?: string | undefined;
  method?: string | undefined;
  status?: string | undefined;
  type?: string | undefined;
}

function matcherOf({ filter, method, status, type }: Filters): (entry: NetworkEntry) => boolean {
  if (status !== undefined && !STATUS.test(status))
    throw new SightlineError('bad-argument', `Not a status: ${quote(status, 100)}`, {
      hint: 'Give a number (404), a class (4xx), failed or pending.',
    });
  const url = filter === undefined ? undefined : expression(filter);
  const same = (wanted: string | undefined, is: string) =>
    wanted === undefined || wanted.toLowerCase() === is.toLowerCase();
  return (entry) =>
    (url?.test(entry.request.url) ?? true) &&
    same(method, entry.request.method) &&
    same(type, entry.request.resourceType) &&
    (status === undefined || hasStatus(entry, status.toLowerCase()));
}

/** `4xx` stands for all from 400 to 499. */
function hasStatus({ response, error }: NetworkEntry, wanted: string): boolean {
  if (typeof error === 'string') return wanted === 'failed';
  if (!response) return wanted === 'pending';
  const status = String(response.status);
  return wanted.endsWith('xx') ? status.length === 3 && status[0] === wanted[0] : status === wanted;
}

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
