/**
 * HTTP sessions for clients of the 2025 protocol revisions. A session id identifies a client from `initialize` to
 * `DELETE`, over any number of connections. A client that is idle for too long is dropped.
 */
import { randomUUID } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { Endpoint, EndpointClient } from './endpoint.js';
import { IdleClock } from './idle.js';

/** Each session costs a browser context. Beyond this limit the session that was idle longest is ended. */
const MAX_SESSIONS = 64;

interface HttpSession {
  transport: WebStandardStreamableHTTPServerTransport;
  client: EndpointClient;
  /** Runs while the client has no request or stream open. */
  idle: IdleClock;
}

export class HttpSessions {
  readonly #endpoint: Endpoint;
  readonly #maxBody: number;
  /** Least recently used first. */
  readonly #sessions = new Map<string, HttpSession>();

  constructor(endpoint: Endpoint, maxBody: number) {
    this.#endpoint = endpoint;
    this.#maxBody = maxBody;
  }

  /** Answers a request of a session. Undefined if there is no such session. */
  async handle(id: string, request: Request): Promise<Response | undefined> {
    const known = this.#sessions.get(id);
    if (!known) return undefined;
    this.#sessions.delete(id);
    this.#sessions.set(id, known);
    const over = known.idle.begin();
    try {
      return whileOpen(await known.transport.handleRequest(request), over);
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
      maxRequestBodySize: this.#maxBody,
      onsessioninitialized: (id) => {
        const idle = new IdleClock(this.#endpoint.idleTimeout, () => this.end(id));
        this.#sessions.set(id, { transport, client, idle });
        idle.start();
      },
      onsessionclosed: (id) => this.end(id),
    });
    await client.createServer().connect(transport);
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
