/**
 * Clients of the 2025 revisions: each is known by a session id from `initialize` to `DELETE`, whatever happens
 * to its connections. One that is gone without a word is forgotten when it has been idle for long.
 */
import { randomUUID } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { Endpoint, EndpointClient } from './endpoint.js';
import { IdleClock } from './idle.js';

/** Each costs a context in the browser; beyond this the one that has been idle longest has to go. */
const MAX_SESSIONS = 64;

interface HttpSession {
  transport: WebStandardStreamableHTTPServerTransport;
  client: EndpointClient;
  /** Runs while the client neither asks nor listens. */
  idle: IdleClock;
}

export class HttpSessions {
  readonly #endpoint: Endpoint;
  readonly #maxBody: number;
  /** In the order in which they were last used. */
  readonly #sessions = new Map<string, HttpSession>();

  constructor(endpoint: Endpoint, maxBody: number) {
    this.#endpoint = endpoint;
    this.#maxBody = maxBody;
  }

  /** Answers a request of a session; undefined when there is no such session. */
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

  /** Answers `initialize`, or says that there are too many clients. */
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
    // What was not accepted as `initialize` leaves nothing behind.
    if (transport.sessionId === undefined) await client.end();
    return response;
  }

  async end(id: string): Promise<void> {
    const known = this.#sessions.get(id);
    if (!known) return;
    this.#sessions.delete(id);
    known.idle.stop();
    // The client has left: whatever fails now has nobody to be told.
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

/** The response, and a word when it has been sent or nobody takes it any more. */
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
