/**
 * The transport of clients from before Streamable HTTP: the server sends on an event stream, the client posts to the URL
 * that the first event names. The end of the stream is the end of the client.
 */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import type { Endpoint } from './endpoint.js';

/** Each client costs a browser context. */
const MAX_CLIENTS = 64;

export class SseSessions {
  readonly #endpoint: Endpoint;
  readonly #transports = new Map<string, SseTransport>();

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
  }

  /** Serves a client until it closes the stream. */
  async open(outgoing: ServerResponse): Promise<void> {
    if (this.#transports.size >= MAX_CLIENTS) {
      outgoing.writeHead(503).end('Too many clients are connected. Try again later.');
      return;
    }
    const transport = new SseTransport(outgoing);
    const client = this.#endpoint.open('session');
    this.#transports.set(transport.sessionId, transport);
    outgoing.once('close', () => {
      this.#transports.delete(transport.sessionId);
      transport.onclose?.();
      // The client is gone, so failures are not reported.
      client.end().catch(() => undefined);
    });
    await client.createServer().connect(transport);
  }

  /** Takes a message that the client has posted. */
  take(id: string, body: string): { status: 202 | 400 | 404; message: string } {
    const transport = this.#transports.get(id);
    if (!transport) return { status: 404, message: 'Session not found. Open the stream again.' };
    const message = messageIn(body);
    if (!message) return { status: 400, message: 'The body is no JSON-RPC message.' };
    transport.onmessage?.(message);
    return { status: 202, message: 'Accepted' };
  }

  async endAll(): Promise<void> {
    await Promise.all([...this.#transports.values()].map((transport) => transport.close()));
  }
}

class SseTransport implements Transport {
  readonly sessionId = randomUUID();
  onmessage?: Transport['onmessage'];
  onclose?: Transport['onclose'];
  readonly #outgoing: ServerResponse;

  constructor(outgoing: ServerResponse) {
    this.#outgoing = outgoing;
  }

  async start(): Promise<void> {
    this.#outgoing.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      connection: 'keep-alive',
    });
    this.#write('endpoint', `/sse?sessionId=${this.sessionId}`);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#write('message', JSON.stringify(message));
  }

  async close(): Promise<void> {
    this.#outgoing.end();
  }

  #write(event: string, data: string): void {
    this.#outgoing.write(`event: ${event}\ndata: ${data}\n\n`);
  }
}

function messageIn(body: string): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(JSON.parse(body));
  } catch {
    return undefined; // Not JSON, or not JSON-RPC.
  }
}
