/** Requests as HAR 1.2 (HTTP Archive), the format that browsers and other tools read. */
import type { NetworkEntry } from '../../page/log.js';
import { logsIn } from './login-headers.js';

/** The requests of one page. */
export interface HarPage {
  id: string;
  title: string;
  entries: readonly HarEntry[];
}

export interface HarEntry extends NetworkEntry {
  requestBody?: Uint8Array | undefined;
  responseBody?: Uint8Array | undefined;
}

export interface HarOptions {
  version: string;
  browser: string;
  /** Cookies and headers that log a person in are kept. */
  sensitive: boolean;
}

export function harOf(pages: readonly HarPage[], { version, browser, sensitive }: HarOptions): object {
  const [, name = browser, number = ''] = /^(.*?) ([\d.]+)$/.exec(browser) ?? [];
  return {
    log: {
      version: '1.2',
      creator: { name: 'Sightline', version },
      browser: { name, version: number },
      pages: pages.map(({ id, title, entries }) => ({
        startedDateTime: timeOf(entries[0]?.request.timestamp ?? Date.now()),
        id,
        title,
        // -1: not known.
        pageTimings: { onContentLoad: -1, onLoad: -1 },
      })),
      entries: pages
        .flatMap(({ id, entries }) => entries.map((entry) => ({ id, entry })))
        .toSorted((a, b) => a.entry.request.timestamp - b.entry.request.timestamp)
        .map(({ id, entry }) => ({ pageref: id, ...entryOf(entry, sensitive) })),
    },
  };
}

function entryOf(entry: HarEntry, sensitive: boolean): object {
  const { request, response, error, respondedAt, endedAt, messages } = entry;
  const began = request.timestamp;
  const wait = Math.max(0, (respondedAt ?? endedAt ?? began) - began);
  const receive = Math.max(0, (endedAt ?? respondedAt ?? began) - (respondedAt ?? endedAt ?? began));
  return {
    startedDateTime: timeOf(began),
    time: wait + receive,
    request: requestOf(entry, sensitive),
    response: responseOf(entry, sensitive),
    cache: {},
    // Connecting and sending are not reported apart from waiting.
    timings: { send: 0, wait, receive },
    _resourceType: request.resourceType,
    ...(response?.fromCache && { _fromCache: 'disk' }),
    ...(typeof error === 'string' && { _error: error }),
    ...(messages && { _webSocketMessages: messages.map(messageOf) }),
  };
}

function requestOf({ request, requestBody }: HarEntry, sensitive: boolean): object {
  const type = headerOf(request.headers, 'content-type');
  return {
    method: request.method,
    url: request.url,
    httpVersion: 'unknown',
    cookies: sensitive ? pairsOf(headerOf(request.headers, 'cookie')) : [],
    headers: headersOf(request.headers, sensitive),
    queryString: queryOf(request.url),
    ...(requestBody && { postData: { mimeType: type, ...contentOf(requestBody) } }),
    headersSize: -1,
    bodySize: requestBody?.length ?? -1,
  };
}

function responseOf({ response, responseBody }: HarEntry, sensitive: boolean): object {
  const { status = 0, statusText = '', mimeType = 'x-unknown', headers = {} } = response ?? {};
  return {
    status,
    statusText,
    httpVersion: 'unknown',
    cookies: sensitive ? headerOf(headers, 'set-cookie').split('\n').flatMap(setCookieOf) : [],
    headers: headersOf(headers, sensitive),
    content: {
      size: responseBody?.length ?? -1,
      mimeType: mimeType || 'x-unknown',
      ...(responseBody && contentOf(responseBody)),
    },
    redirectURL: headerOf(headers, 'location'),
    headersSize: -1,
    bodySize: -1,
  };
}

function headersOf(headers: Record<string, string>, sensitive: boolean): object[] {
  return Object.entries(headers)
    .filter(([name]) => sensitive || !logsIn(name))
    .flatMap(([name, value]) => value.split('\n').map((each) => ({ name, value: each })));
}

function headerOf(headers: Record<string, string>, wanted: string): string {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
}

function queryOf(url: string): object[] {
  if (!URL.canParse(url)) return [];
  return Array.from(new URL(url).searchParams, ([name, value]) => ({ name, value }));
}

function pairsOf(cookies: string): object[] {
  return cookies.split(';').flatMap((pair) => setCookieOf(pair));
}

/** Its attributes are in the header. */
function setCookieOf(line: string): object[] {
  const [pair = ''] = line.split(';');
  const at = pair.indexOf('=');
  return at < 1 ? [] : [{ name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() }];
}

function contentOf(bytes: Uint8Array): { text: string; encoding?: string } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { text: Buffer.from(bytes).toString('base64'), encoding: 'base64' }; // Not UTF-8.
  }
}

/** As the developer tools of Chromium write them. */
function messageOf({ sent, data, binary, timestamp }: NonNullable<NetworkEntry['messages']>[number]): object {
  return { type: sent ? 'send' : 'receive', time: timestamp / 1_000, opcode: binary ? 2 : 1, data };
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
