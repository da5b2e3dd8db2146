/**
 * A browser behind a WebDriver endpoint: Selenium Grid, chromedriver, geckodriver, a grid in the cloud. One
 * `POST /session` asks for it; what the answer offers is spoken from then on: CDP for Chromium, else WebDriver BiDi.
 */
import { type ErrorCode, isSightlineError, reasonOf, SightlineError } from '../errors.js';
import { type BrowserConnection, joinBrowser } from '../launch/join.js';
import type { SharedOptions } from '../launch/options.js';
import type { Browser } from '../page/browser.js';
import type { Transport } from '../rpc/transport.js';
import { openWebSocket } from '../rpc/websocket.js';
import { type EndpointOptions, findEndpoint } from './endpoint.js';
import { guardSession } from './session-guard.js';

export interface WebDriverEndpoint {
  /** `http://grid:4444` */
  webdriver: string;
  /** What the browser has to be: `{ browserName: 'firefox' }`. */
  capabilities?: Record<string, unknown>;
}

interface Session {
  id: string;
  capabilities: Record<string, unknown>;
}

/** A grid may have to start a browser on a busy machine first. */
const SESSION_TIMEOUT = 120_000;
/** For ending a session: the grid ends it later if we can't. */
const DELETE_TIMEOUT = 10_000;
/** For requests that an endpoint answers without its browser. */
const STATUS_TIMEOUT = 5_000;
const MAX_REASON = 400;
/** A grid refuses requests without the character set. */
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** By the name of the browser. */
const CHROMIUM_OPTIONS: Readonly<Record<string, string>> = {
  chrome: 'goog:chromeOptions',
  MicrosoftEdge: 'ms:edgeOptions',
};

export async function connectWebDriver(
  { webdriver, capabilities = {} }: WebDriverEndpoint,
  options: SharedOptions & EndpointOptions & { reconnect?: boolean },
): Promise<Browser> {
  const base = baseOf(webdriver, options.headers ?? {});
  try {
    return await inNewSession(base, capabilities, options);
  } catch (error) {
    // A grid gives out sessions of a node that has died until it notices. The next one is on another node.
    if (!(error instanceof LostSession)) throw error;
    return await inNewSession(base, capabilities, options).catch((again: unknown) => {
      throw again instanceof LostSession ? again.cause : again;
    });
  }
}

/** The endpoint made a session, but its browser can't be reached. */
class LostSession extends Error {}

const UNREACHABLE: ReadonlySet<ErrorCode> = new Set(['connect-failed', 'browser-disconnected']);

async function inNewSession(
  base: Base,
  capabilities: Record<string, unknown>,
  options: SharedOptions & EndpointOptions & { reconnect?: boolean },
): Promise<Browser> {
  const session = await newSession(base, capabilities, options);
  const guard = guardSession(`${base.url}/session/${session.id}`, base.headers);
  const end = async () => {
    // A session that the grid has ended already is what was wanted.
    await Promise.allSettled([
      request(base, 'DELETE', `/session/${session.id}`, { timeout: DELETE_TIMEOUT }),
    ]);
    guard.dismiss();
  };
  try {
    return await joinBrowser({ ...(await connectionTo(session, base, options)), end }, options);
  } catch (error) {
    await end();
    const isLost = isSightlineError(error) && UNREACHABLE.has(error.code);
    throw isLost ? new LostSession(error.message, { cause: error }) : error;
  }
}

interface Base {
  url: string;
  headers: Record<string, string>;
}

function baseOf(given: string, headers: Record<string, string>): Base {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new SightlineError('bad-argument', `Not the address of a WebDriver endpoint: ${given}`, {
      hint: 'Give http://host:port, as http://localhost:4444 of a Selenium Grid.',
    });
  const { username, password } = url;
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const login = username === '' ? {} : { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
  return { url: `${url.origin}${url.pathname.replace(/\/$/, '')}`, headers: { ...login, ...headers } };
}

async function newSession(
  base: Base,
  capabilities: Record<string, unknown>,
  { timeout = SESSION_TIMEOUT, signal, ignoreHttpsErrors }: SharedOptions & EndpointOptions,
): Promise<Session> {
  const wanted = {
    webSocketUrl: true,
    // Dialogs stay open until they are answered. Choosers of files are cancelled, and told.
    unhandledPromptBehavior: { default: 'ignore', file: 'dismiss' },
    ...(ignoreHttpsErrors && { acceptInsecureCerts: true }),
    ...withoutBackForwardCache(capabilities),
  };
  const { status, value } = await request(base, 'POST', '/session', {
    timeout,
    body: { capabilities: { alwaysMatch: wanted } },
    ...(signal && { signal }),
  }).catch(async (error: unknown) => {
    throw isSightlineError(error, 'timeout') ? await notInTime(base, timeout, error) : error;
  });
  const { sessionId, capabilities: offered } = value;
  if (typeof sessionId === 'string' && isRecord(offered)) return { id: sessionId, capabilities: offered };
  if (status === 401 || status === 403)
    throw new SightlineError('connect-failed', `${base.url} refuses us: ${status}`, {
      hint: 'Give what it wants as headers, or a name and a password in the address.',
    });
  const { error, message } = value;
  const taken = typeof error === 'string' ? await slotsOf(base) : '';
  throw new SightlineError(
    'connect-failed',
    typeof error === 'string'
      ? `${base.url} made no session: ${error}: ${reasonIn(message)}${taken}`
      : `${base.url} answers ${status}, but not as a WebDriver endpoint`,
    {
      hint:
        typeof error === 'string'
          ? `Check the capabilities (${JSON.stringify(capabilities)}) against what ${base.url}/status offers.`
          : 'Give the address of a Selenium Grid, chromedriver or geckodriver.',
    },
  );
}

/**
 * Over BiDi, Chromium loses track of a page that comes back from that cache with iframes: calls into it fail, and events
 * of it are missing from then on.
 */
function withoutBackForwardCache(capabilities: Record<string, unknown>): Record<string, unknown> {
  const key = CHROMIUM_OPTIONS[String(capabilities.browserName)];
  if (key === undefined) return capabilities;
  const options = isRecord(capabilities[key]) ? capabilities[key] : {};
  const args = Array.isArray(options.args) ? options.args : [];
  return { ...capabilities, [key]: { ...options, args: [...args, '--disable-back-forward-cache'] } };
}

/** A grid keeps requests in a queue while all its browsers are taken. */
async function notInTime(base: Base, timeout: number, cause: unknown): Promise<SightlineError> {
  const state = (await slotsOf(base)) || '. It does not say why';
  return new SightlineError('timeout', `${base.url} made no session within ${timeout} ms${state}`, {
    hint: 'Wait for a browser to come free, add nodes to the grid, or raise the timeout.',
    cause,
  });
}

/** What a grid says of itself and how many of its browsers are taken; empty where nothing is said. */
async function slotsOf(base: Base): Promise<string> {
  const said = await request(base, 'GET', '/status', { timeout: STATUS_TIMEOUT }).catch(() => undefined);
  const nodes = Array.isArray(said?.value.nodes) ? said.value.nodes.filter(isRecord) : [];
  const slots = nodes.flatMap(({ slots: given }) => (Array.isArray(given) ? given.filter(isRecord) : []));
  const taken = slots.filter(({ session }) => isRecord(session)).length;
  if (said === undefined || slots.length === 0) return '';
  return `. ${firstLine(said.value.message)} ${taken} of ${slots.length} slots are taken`;
}

async function connectionTo(
  { id, capabilities }: Session,
  base: Base,
  { protocol, timeout = 30_000, signal, reconnect = true }: EndpointOptions & { reconnect?: boolean },
): Promise<BrowserConnection> {
  const { browserName, browserVersion, webSocketUrl } = capabilities;
  const name = String(browserName ?? 'browser');
  const browser = `${name.charAt(0).toUpperCase()}${name.slice(1)} ${browserVersion ?? ''}`.trim();
  const cdp = protocol === 'bidi' ? undefined : cdpAddress(capabilities, base);
  const scope = { timeout, headers: base.headers, ...(signal && { signal }) };
  const endpoint = `${base.url}/session/${id}`;
  const connected = async (open: () => Promise<Transport>) => ({
    transport: await open(),
    endpoint,
    timeout,
    // A grid keeps the connection of an ended session open.
    whyGone: () => whyEnded(base, id),
    ...(reconnect && {
      reopen: async () => {
        const ended = await whyEnded(base, id);
        if (ended !== undefined) throw new SightlineError('browser-disconnected', ended);
        return open();
      },
    }),
  });
  if (cdp !== undefined)
    return {
      protocol: 'cdp',
      ...(await connected(async () =>
        openWebSocket((await findEndpoint(cdp, { ...scope, protocol: 'cdp' })).url, scope),
      )),
    };
  if (typeof webSocketUrl === 'string' && protocol !== 'cdp')
    return {
      protocol: 'bidi',
      ...(await connected(() => openWebSocket(webSocketUrl, scope))),
      session: { browser },
    };
  throw new SightlineError(
    'unsupported',
    `The session of ${browser} at ${base.url} offers neither CDP nor BiDi`,
    {
      hint: 'A newer browser or driver may: WebDriver BiDi came with Firefox 129 and Chrome 129.',
    },
  );
}

/** Undefined while the session lives. */
async function whyEnded(base: Base, id: string): Promise<string | undefined> {
  const { value } = await request(base, 'GET', `/session/${id}/window`, { timeout: STATUS_TIMEOUT });
  if (value.error === 'invalid session id') return `${base.url} has ended the session ${id}`;
  // Its node does not answer, or its browser.
  if (value.error === 'unknown error') return `${base.url} has lost the session: ${reasonIn(value.message)}`;
  return undefined;
}

/** A grid forwards CDP; chromedriver reports its browser's address, which only its own machine can reach. */
function cdpAddress(capabilities: Record<string, unknown>, { url }: Base): string | undefined {
  const passedOn = capabilities['se:cdp'];
  if (typeof passedOn === 'string') return passedOn;
  if (!['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)) return undefined;
  for (const key of Object.values(CHROMIUM_OPTIONS)) {
    const options = capabilities[key];
    if (isRecord(options) && typeof options.debuggerAddress === 'string')
      return `http://${options.debuggerAddress}`;
  }
  return undefined;
}

async function request(
  { url, headers }: Base,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { timeout, body, signal }: { timeout: number; body?: unknown; signal?: AbortSignal },
): Promise<{ status: number; value: Record<string, unknown> }> {
  const limit = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...JSON_TYPE, ...headers },
      signal: signal ? AbortSignal.any([limit, signal]) : limit,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, value: valueIn(await response.text()) };
  } catch (cause) {
    if (signal?.aborted) throw new SightlineError('aborted', `Connecting to ${url} was aborted`, { cause });
    if (limit.aborted)
      throw new SightlineError('timeout', `${url} did not answer within ${timeout} ms`, { cause });
    const reason = reasonOf(cause instanceof Error && cause.cause ? cause.cause : cause);
    throw new SightlineError('connect-failed', `No WebDriver endpoint answers at ${url}: ${reason}`, {
      cause,
    });
  }
}

function valueIn(text: string): Record<string, unknown> {
  try {
    const { value }: { value?: unknown } = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {}; // Not WebDriver; the caller says so.
  }
}

/** Without the lines about the machine and the stack that follow. */
function reasonIn(message: unknown): string {
  const [reason = ''] = String(message ?? '').split(/\n\s*(?:\w+ info:|#\d|\(|at )/);
  const line = reason.replace(/\s+/g, ' ').trim();
  return line.length > MAX_REASON ? `${line.slice(0, MAX_REASON)}…` : line;
}

function firstLine(text: unknown): string {
  return typeof text === 'string' ? (text.split('\n')[0] ?? '') : '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
