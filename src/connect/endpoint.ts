/** What a caller may say to name a browser that runs, as the protocol and the address of its WebSocket. */
import { isAbsolute } from 'node:path';
import { CHANNEL_NAMES, channelNamed, runningBrowser, SWITCH_IT_ON } from '../browsers/running.js';
import { reasonOf, SightlineError } from '../errors.js';

export interface EndpointOptions {
  /** Default: told from the address. */
  protocol?: 'cdp' | 'bidi';
  /** Sent with every request that connects. */
  headers?: Record<string, string>;
  /** Milliseconds until the browser must have answered. */
  timeout?: number;
  signal?: AbortSignal;
}

export interface FoundEndpoint {
  protocol: 'cdp' | 'bidi';
  url: string;
  headers: Record<string, string>;
  /** BiDi: the address is of a WebDriver session that exists already. */
  joined: boolean;
  /** What to do when nothing answers there, where more can be said than usual. */
  hint?: string;
}

const FORMS = `Give http://host:port, ws://host:port/devtools/browser/…, ws://host:port/session, the name of a running browser (${CHANNEL_NAMES.join(', ')}) or its profile folder.`;

/** `timeout`: for what has to be asked over HTTP first. */
export async function findEndpoint(
  endpoint: string,
  options: EndpointOptions & { timeout: number },
): Promise<FoundEndpoint> {
  if (typeof endpoint !== 'string') throw notAnAddress(endpoint);
  const channel = channelNamed(endpoint);
  if (channel !== undefined || isAbsolute(endpoint)) {
    const { url } = await runningBrowser(channel === undefined ? { folder: endpoint } : { channel });
    return { protocol: 'cdp', url, headers: {}, joined: false, hint: `It may have ended. ${SWITCH_IT_ON}` };
  }
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  const headers = { ...(url && credentialsIn(url)), ...options.headers };
  if (url?.protocol === 'ws:' || url?.protocol === 'wss:') return ofWebSocket(url, headers, options.protocol);
  if (url?.protocol === 'http:' || url?.protocol === 'https:')
    return { protocol: 'cdp', url: await debuggerUrl(url, { ...options, headers }), headers, joined: false };
  throw new SightlineError('bad-argument', `Not the address of a browser: ${endpoint}`, { hint: FORMS });
}

/**
 * `/session` starts a BiDi session, `/session/ID` is one that exists. A grid's addresses end in what they speak:
 * `/session/ID/se/bidi`, `/session/ID/se/cdp`.
 */
function ofWebSocket(
  url: URL,
  headers: Record<string, string>,
  wanted: 'cdp' | 'bidi' | undefined,
): FoundEndpoint {
  const path = url.pathname.replace(/\/$/, '');
  const joined = /\/session\/[^/]+(?:\/se\/bidi)?$/.test(path);
  const protocol = wanted ?? (joined || path === '' || path.endsWith('/session') ? 'bidi' : 'cdp');
  if (protocol === 'bidi' && path === '') url.pathname = '/session';
  return { protocol, url: url.href, headers, joined: protocol === 'bidi' && joined };
}

/** `fetch` refuses addresses with a name and a password in them. */
function credentialsIn(url: URL): Record<string, string> {
  const { username, password } = url;
  if (username === '' && password === '') return {};
  url.username = '';
  url.password = '';
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** Chromium reports the address of its WebSocket over HTTP. */
async function debuggerUrl(url: URL, options: EndpointOptions & { timeout: number }): Promise<string> {
  const where = new URL(`${url.pathname.replace(/\/$/, '')}/json/version${url.search}`, url);
  const answer = await ask(where, options);
  if (answer.status === 401 || answer.status === 403 || answer.status === 407)
    throw new SightlineError('connect-failed', `${where.href} refuses us: ${answer.status}`, {
      hint: 'Give what it wants as headers: { headers: { authorization: … } } or --cdp-header.',
    });
  const told = answer.json;
  const address = typeof told === 'object' && told !== null && 'webSocketDebuggerUrl' in told;
  if (address && typeof told.webSocketDebuggerUrl === 'string') return told.webSocketDebuggerUrl;
  throw new SightlineError(
    'connect-failed',
    `${where.href} answers ${answer.status}, but not as a browser with remote debugging`,
    (await isWebDriver(url, options))
      ? {
          hint: `It is a WebDriver endpoint: connect({ webdriver: '${url.origin}' }) or --webdriver-endpoint.`,
        }
      : {
          hint: 'A Chrome whose remote debugging was turned on in chrome://inspect writes its address only to its profile: connect to it by name (chrome).',
        },
  );
}

async function isWebDriver(url: URL, options: EndpointOptions & { timeout: number }): Promise<boolean> {
  const { json } = await ask(new URL('/status', url), options).catch(() => ({ json: undefined }));
  if (typeof json !== 'object' || json === null || !('value' in json)) return false;
  return typeof json.value === 'object' && json.value !== null && 'ready' in json.value;
}

async function ask(
  where: URL,
  { timeout, signal, headers }: EndpointOptions & { timeout: number },
): Promise<{ status: number; json: unknown }> {
  const limit = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(where, {
      signal: signal ? AbortSignal.any([limit, signal]) : limit,
      ...(headers && { headers }),
    });
    const text = await response.text();
    return { status: response.status, json: parsed(text) };
  } catch (cause) {
    if (signal?.aborted)
      throw new SightlineError('aborted', `Connecting to ${where.href} was aborted`, { cause });
    throw new SightlineError(
      'connect-failed',
      limit.aborted
        ? `${where.href} did not answer within ${timeout} ms`
        : `No browser answers at ${where.href}: ${reasonOf(cause instanceof Error && cause.cause ? cause.cause : cause)}`,
      { cause },
    );
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Something else answers there; the caller says so.
  }
}

function notAnAddress(given: unknown): SightlineError {
  const object = typeof given === 'object' && given !== null;
  const playwright =
    object && ('context' in given || 'newCDPSession' in given || 'newBrowserCDPSession' in given);
  const hint = playwright
    ? 'A Playwright or Puppeteer object is joined with fromPlaywright or fromPuppeteer.'
    : FORMS;
  return new SightlineError('bad-argument', `Not the address of a browser: ${object ? 'an object' : given}`, {
    hint,
  });
}
