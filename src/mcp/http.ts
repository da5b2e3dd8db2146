/**
 * MCP over HTTP at one URL. Clients that send `initialize` get a session. Clients of the 2026-07-28 revision, and others
 * without a session, are served request by request. Clients from before Streamable HTTP use `/sse`.
 */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createMcpHandler,
  DEFAULT_MAX_REQUEST_BODY_SIZE,
  isJsonContentType,
  isLegacyRequest,
  legacyStatelessFallback,
} from '@modelcontextprotocol/server';
import { reasonOf, SightlineError } from '../errors.js';
import { isLoopback } from '../tree/loopback.js';
import type { Endpoint } from './endpoint.js';
import { bracketed, requestCheck } from './host-check.js';
import { HttpSessions } from './http-sessions.js';
import { addressOf, readBody, sendResponse, toRequest } from './node-http.js';
import { SseSessions } from './sse-sessions.js';

export interface HttpOptions {
  /** 0: any free port. */
  port: number;
  /** Default `localhost`. */
  host?: string;
  allowedHosts?: readonly string[];
  token?: string;
  /** Milliseconds until a client that does not answer a ping is dropped; 0: never. Default 30000. */
  pingTimeout?: number;
  /** Answers requests below `/window`, with the rest of the path. Browsers send no bearer token: it checks its own. */
  window?: (request: IncomingMessage, response: ServerResponse, path: string) => void;
}

export interface HttpHandle {
  /** `http://localhost:8931/mcp` */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Milliseconds that an unused connection stays open. Agents think for longer than Node's 5 s, and a request that meets
 * a connection while it is being closed fails.
 */
const KEEP_ALIVE = 600_000;
const MAX_BODY = DEFAULT_MAX_REQUEST_BODY_SIZE;
/** For people. */
const WINDOW = '/window/';
/** A client that was only busy has answered long before. */
const PING_TIMEOUT = 30_000;

export async function listen(endpoint: Endpoint, options: HttpOptions): Promise<HttpHandle> {
  const { host = 'localhost' } = options;
  if (!isLoopback(host) && options.token === undefined)
    throw new SightlineError('bad-argument', `Other machines can reach ${host}, so a token is required`);
  const handler = new McpOverHttp(endpoint, options.pingTimeout ?? PING_TIMEOUT);
  const refuse = requestCheck({ ...options, host });
  const { token: _, ...openly } = options;
  const refusePerson = requestCheck({ ...openly, host, linked: true });
  const { window } = options;
  const server = createHttpServer((request, response) => {
    const { pathname } = addressOf(request);
    const isForPeople = window !== undefined && pathname.startsWith(WINDOW);
    const refusal = isForPeople ? refusePerson(request) : refuse(request);
    if (refusal) {
      sendError(response, refusal.status, refusal.message, refusal.headers);
      return;
    }
    if (isForPeople) {
      window(request, response, pathname.slice(WINDOW.length - 1));
      return;
    }
    handler.handle(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendError(response, 500, reasonOf(error));
    });
  });
  server.keepAliveTimeout = KEEP_ALIVE;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(notListening(cause, host, options.port)));
    server.listen(options.port, host.replace(/^\[|\]$/g, ''), resolve);
  });
  const { port } = server.address() as AddressInfo; // It listens on a TCP port.
  return {
    url: `http://${bracketed(host)}:${port}/mcp`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await handler.end();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** What the protocol uses. */
const METHODS = new Set(['POST', 'GET', 'DELETE']);

class McpOverHttp {
  readonly #modern: ReturnType<typeof createMcpHandler>;
  readonly #stateless: ReturnType<typeof legacyStatelessFallback>;
  readonly #sessions: HttpSessions;
  readonly #sse: SseSessions;

  constructor(endpoint: Endpoint, pingTimeout: number) {
    const factory = () => {
      const client = endpoint.open('stateless');
      const server = client.createServer();
      server.onclose = () => void client.end();
      return server;
    };
    this.#modern = createMcpHandler(factory, { legacy: 'reject', maxRequestBodySize: MAX_BODY });
    this.#stateless = legacyStatelessFallback(factory, undefined, { maxRequestBodySize: MAX_BODY });
    this.#sse = new SseSessions(endpoint);
    this.#sessions = new HttpSessions(endpoint, { maxBody: MAX_BODY, pingTimeout });
  }

  async handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    if (!METHODS.has(incoming.method ?? ''))
      return sendError(outgoing, 405, `${incoming.method} is not served: use POST, GET or DELETE.`, {
        allow: [...METHODS].join(', '),
      });
    const { pathname, searchParams } = addressOf(incoming);
    if (pathname === '/sse' && incoming.method === 'GET') return this.#sse.open(outgoing);
    if (pathname !== '/mcp' && pathname !== '/' && pathname !== '/sse')
      return sendError(outgoing, 404, `There is nothing at ${pathname}. Use /mcp.`);
    const body = await readBody(incoming, MAX_BODY);
    if (body === undefined)
      return sendError(outgoing, 413, `The request body is larger than ${MAX_BODY} bytes.`);
    if (pathname === '/sse') {
      const { status, message } = this.#sse.take(searchParams.get('sessionId') ?? '', body);
      if (status !== 202) return sendError(outgoing, status, message);
      outgoing.writeHead(status).end(message);
      return;
    }
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort());
    const response = await this.#respond(toRequest(incoming, body, gone.signal));
    await sendResponse(response, outgoing);
  }

  async end(): Promise<void> {
    await Promise.allSettled([this.#modern.close(), this.#sessions.endAll(), this.#sse.endAll()]);
  }

  async #respond(request: Request): Promise<Response> {
    if (request.method === 'POST' && !isJsonContentType(request.headers.get('content-type')))
      return errorResponse(415, 'Send application/json.');
    if (!(await isLegacyRequest(request))) return this.#modern.fetch(request);
    const id = request.headers.get('mcp-session-id');
    if (id !== null)
      return (
        (await this.#sessions.handle(id, request)) ??
        // The protocol defines 404 for this; clients initialize again.
        errorResponse(404, 'Session not found. Initialize again.')
      );
    if (await isInitialize(request))
      return (
        (await this.#sessions.open(request)) ??
        errorResponse(503, 'Too many clients are connected. Try again later.')
      );
    return this.#stateless(request);
  }
}

async function isInitialize(request: Request): Promise<boolean> {
  if (request.method !== 'POST') return false;
  try {
    const message: unknown = await request.clone().json();
    const messages: unknown[] = Array.isArray(message) ? message : [message];
    return messages.some(
      (each) => typeof each === 'object' && each !== null && 'method' in each && each.method === 'initialize',
    );
  } catch {
    return false; // Not JSON: the transport reports it.
  }
}

function notListening(cause: NodeJS.ErrnoException, host: string, port: number): SightlineError {
  if (cause.code === 'EADDRINUSE')
    return new SightlineError('port-in-use', `Port ${port} of ${host} is in use`, { cause });
  return new SightlineError('bad-argument', `Can't listen on ${host}:${port}: ${cause.message}`, { cause });
}

/** Transport errors are JSON-RPC errors without an id. */
function errorBody(message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null });
}

function errorResponse(status: number, message: string): Response {
  return new Response(errorBody(message), { status, headers: { 'content-type': 'application/json' } });
}

function sendError(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): void {
  // The rest of the request is not read, so the connection can't be reused.
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers });
  response.end(errorBody(message));
}
