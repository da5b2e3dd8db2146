import { z } from 'zod';
import { fileLine, writeOutput } from '../../agent/files/output-file.js';
import { oneLine } from '../../agent/text-line.js';
import { defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import type { NetworkEntry } from '../../page/log.js';
import type { Page } from '../../page/page.js';
import * as inputs from '../support/inputs.js';
import { logsIn } from './login-headers.js';

const PARTS = ['request-headers', 'request-body', 'response-headers', 'response-body', 'messages'] as const;
/** Characters of a body in an answer. A file gets the whole body. */
const MAX_BODY = 20_000;
/** Characters of a message in an answer. */
const MAX_MESSAGE = 2_000;

export const networkRequest = defineTool({
  name: 'browser_network_request',
  summary: 'Get headers or bodies of a request, or WebSocket messages',
  input: {
    index: z.int().min(1).describe('Number from browser_network_requests'),
    part: z.enum(PARTS).optional().describe('Default: all headers'),
    filename: inputs.filename,
    page: inputs.page,
  },
  effect: 'read',
  examples: [{ index: 3 }, { index: 3, part: 'response-body' }],
  async run({ index, part, filename, page: handle }, { agent, signal }) {
    const page = await agent.page(handle);
    const entry = agent.watch(page).requests()[index - 1];
    if (!entry)
      throw new SightlineError('bad-argument', `There is no request ${index}`, {
        hint: 'Get the numbers from browser_network_requests.',
      });
    if (part === 'messages') assertSocket(page, entry, index);
    const body = part?.endsWith('body') ? await bodyOf(page, entry, part, signal) : undefined;
    if (filename !== undefined) {
      // `writeOutput` masks secrets in text. Binary data is written unchanged.
      const data = body ? contentOf(body) : `${describe(entry, index, part).join('\n')}\n`;
      const file = await writeOutput(agent, filename, data);
      return { page, result: [fileLine(title(part), file)] };
    }
    return { page, result: body ? shown(body) : describe(entry, index, part) };
  },
});

interface Body {
  what: string;
  /** Absent if there was no body. */
  bytes?: Uint8Array;
}

async function bodyOf(
  page: Page,
  { request }: NetworkEntry,
  part: string,
  signal: AbortSignal | undefined,
): Promise<Body> {
  const ofRequest = part === 'request-body';
  const bytes = await (ofRequest
    ? page.requestBody(request.id, { signal })
    : page.responseBody(request.id, { signal }));
  return { what: ofRequest ? 'request' : 'response', ...(bytes && { bytes }) };
}

/** `response-body` as `Response body`. */
function title(part = 'request'): string {
  return `${part.charAt(0).toUpperCase()}${part.slice(1).replace('-', ' ')}`;
}

function shown({ what, bytes }: Body): string[] {
  if (!bytes || bytes.length === 0) return [`The ${what} has no body`];
  const text = textOf(bytes);
  if (text === undefined)
    return [`The ${what} body is binary (${bytes.length} bytes). Give a filename to save it`];
  const more = text.length - MAX_BODY;
  return [
    // Indented, so that no line looks like one of ours.
    ...text
      .slice(0, MAX_BODY)
      .split(/\r?\n/)
      .map((line) => `  ${oneLine(line)}`),
    ...(more > 0 ? [`… ${more} more characters. Give a filename to save the whole body`] : []),
  ];
}

function contentOf({ bytes = new Uint8Array() }: Body): string | Uint8Array {
  return textOf(bytes) ?? bytes;
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined; // Not UTF-8.
  }
}

function assertSocket({ driver }: Page, { request }: NetworkEntry, index: number): void {
  if (request.resourceType !== 'websocket')
    throw new SightlineError('bad-argument', `Request ${index} is not a WebSocket`, {
      hint: 'browser_network_requests with type "websocket" lists them.',
    });
  if (!driver.reportsSocketMessages)
    throw new SightlineError('unsupported', 'This browser does not report the messages of WebSockets', {
      hint: 'WebDriver BiDi has no event for them. Use Chromium.',
    });
}

function messageLines({ messages = [], droppedMessages = 0 }: NetworkEntry): string[] {
  if (messages.length === 0) return ['No messages'];
  return [
    ...(droppedMessages > 0 ? [`The first ${droppedMessages} messages are no longer kept`] : []),
    ...messages.map(({ sent, data, binary }) => {
      const what = binary ? `${Buffer.byteLength(data, 'base64')} bytes, base64: ` : '';
      return `${sent ? 'sent' : 'received'} ${what}${oneLine(data, MAX_MESSAGE)}`;
    }),
  ];
}

function describe(entry: NetworkEntry, index: number, part: string | undefined): string[] {
  if (part === 'request-headers') return headerLines(entry.request.headers, '');
  if (part === 'response-headers') return headerLines(entry.response?.headers ?? {}, '');
  if (part === 'messages') return messageLines(entry);
  const { request, response, error } = entry;
  return [
    `${index}. [${request.method}] ${oneLine(request.url)}`,
    `status: ${oneLine(statusOf(response, error))}`,
    `type: ${request.resourceType}${response?.mimeType ? ` (${response.mimeType})` : ''}`,
    'Request headers',
    ...headerLines(withoutSecrets(request.headers, 'request'), '  '),
    ...(response
      ? ['Response headers', ...headerLines(withoutSecrets(response.headers, 'response'), '  ')]
      : []),
  ];
}

/** An agent rarely needs them, and answers are kept in logs. It can ask for the headers by `part`. */
function withoutSecrets(headers: Record<string, string>, of: 'request' | 'response'): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      logsIn(name) ? `<hidden: part ${of}-headers shows it>` : value,
    ]),
  );
}

function statusOf(response: NetworkEntry['response'], error: NetworkEntry['error']): string {
  if (typeof error === 'string') return `failed: ${error}`;
  return response ? `${response.status} ${response.statusText}`.trim() : 'pending';
}

/** Values of a repeated header are separated by line breaks. */
function headerLines(headers: Record<string, string>, indent: string): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value.split('\n').map((each) => `${indent}${oneLine(name.toLowerCase())}: ${oneLine(each)}`),
  );
}
