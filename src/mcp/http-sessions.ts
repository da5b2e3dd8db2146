/**
 * HTTP sessions for clients of the 2025 protocol revisions. A session id identifies a client from `initialize` to
 * `DELETE`, over any number of connections. A client that has vanished or is idle for too long is dropped.
 */
import { randomUUID } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { Endpoint, EndpointClient } from './endpoint.js';
import { Heartbeat } from './heartbeat.js';
import { IdleClock } from './idle.js';

/** Each session costs a browser context. Beyond this limit the session that was idle longest is ended. */
const MAX_SESSIONS = 64;

interface HttpSession {
  transport: WebStandardStreamableHTTPServerTransport;
  client: EndpointClient;
  /** Runs while the client has no request or stream open. */
  idle: IdleClock;
  heartbeat: Heartbeat | undefined;
}

export interface HttpSessionOptions {
  /** Bytes. */
  maxBody: number;
  /** Milliseconds until a client that does not answer counts as vanished; 0: never. */
  pingTimeout: number;
}

export class HttpSessions {
  readonly #endpoint: Endpoint;
  readonly #options: HttpSessionOptions;
  /** Least recently used first. */
  readonly #sessions = new Map<string, HttpSession>();

  constructor(endpoint: Endpoint, options: HttpSessionOptions) {
    this.#endpoint = endpoint;
    this.#options = options;
  }

  /** Answers a request of a session. Undefined if there is no such session. */
  async handle(id: string, request: Request): Promise<Response | undefined> {
    const known = this.#sessions.get(id);
    if (!known) return undefined;
    this.#sessions.delete(id);
    this.#sessions.set(id, known);
    const over = known.idle.begin();
    known.heartbeat?.heard();
    try {
      const response = await known.transport.handleRequest(request);
      const closed = request.method === 'GET' && response.ok ? known.heartbeat?.opened() : undefined;
      return whileOpen(response, () => {
        over();
        closed?.();
      });
    } catch (error) {
      over();
      throw error;
    }
  }

  /** Answers `initialize`. Undefined if there are too many clients. */
  async open(request: Request): Promise<Response | undefined> {
    if (this.#sessions.size >= MAX_SESSIONS && !this.#makeRoom()) return undefined;
    const client = this.#endpoint.open('session');
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: this.#options.maxBody,
      onsessioninitialized: (id) => {
        const idle = new IdleClock(this.#endpoint.idleTimeout, () => this.end(id));
        const { pingTimeout: timeout } = this.#options;
        const onLost = () => void this.end(id);
        // It fails if the client never answers; then the session ends.
        const ping = () => void server.ping().catch(() => undefined);
        const heartbeat = timeout === 0 ? undefined : new Heartbeat({ timeout, ping, onLost });
        this.#sessions.set(id, { transport, client, idle, heartbeat });
        idle.start();
      },
      onsessionclosed: (id) => this.end(id),
    });
    const server = client.createServer();
    await server.connect(transport);
    const response = await transport.handleRequest(request);
    // The request was not a valid `initialize`.
    if (transport.sessionId === undefined) await client.end();
    return response;
  }

  async end(id: string): Promise<void> {
    const known = this.#sessions.get(id);
    if (!known) return;
    this.#sessions.delete(id);
    known.idle.stop();
    known.heartbeat?.stop();
    // The client is gone, so failures are not reported.
    await Promise.allSettled([known.transport.close(), known.client.end()]);
  }

  async endAll(): Promise<void> {
    await Promise.all([...this.#sessions.keys()].map((id) => this.end(id)));
  }

  #makeRoom(): boolean {
    for (const [id, { idle }] of this.#sessions) {
      if (idle.busy) continue;
      void this.end(id);
      return true;
    }
    return false;
  }
}

/** Calls `over` when the response has been sent or cancelled. */
function whileOpen(response: Response, over: () => void): Response {
  if (!response.body) {
    over();
    return response;
  }
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (!done) return controller.enqueue(value);
      over();
      controller.close();
    },
    cancel(reason) {
      over();
      return reader.cancel(reason);
    },
  });
  return new Response(body, response);
}
