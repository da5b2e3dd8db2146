/** Converts between Node's HTTP server and the web-standard requests and responses that the MCP SDK uses. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** The body as text; undefined if it is too long. It is read to the end, or the client would not get the error. */
export async function readBody(request: IncomingMessage, limit: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes: Buffer = chunk; // Node returns buffers unless an encoding is set.
    length += bytes.length;
    if (length <= limit) chunks.push(bytes);
    else chunks.length = 0;
  }
  return length <= limit ? Buffer.concat(chunks).toString('utf8') : undefined;
}

/**
 * The requested URL. HTTP also allows the absolute form in place of the path. Anybody can send anything as a host: what
 * is none leaves `localhost`, and is refused elsewhere.
 */
export function addressOf({ url = '/', headers }: IncomingMessage): URL {
  const asked = new URL(URL.canParse(url) ? url : `http://localhost${url.startsWith('/') ? url : '/'}`);
  const address = new URL('http://localhost');
  address.pathname = asked.pathname;
  address.search = asked.search;
  address.host = headers.host ?? 'localhost';
  return address;
}

/** `signal` aborts when the connection closes. */
export function toRequest(incoming: IncomingMessage, body: string, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers))
    for (const each of Array.isArray(value) ? value : value === undefined ? [] : [value])
      headers.append(name, each);
  const method = incoming.method ?? 'GET';
  return new Request(addressOf(incoming), {
    method,
    headers,
    signal,
    ...(method !== 'GET' && method !== 'HEAD' && body !== '' && { body }),
  });
}

/** Streams a response, and stops reading it when the connection closes. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  // Whether the connection stays open is for Node to say: the client may have asked to close it.
  const { connection: _, ...headers } = Object.fromEntries(response.headers);
  outgoing.writeHead(response.status, headers);
  outgoing.flushHeaders();
  const reader = response.body?.getReader();
  if (!reader) {
    outgoing.end();
    return;
  }
  // The stream may already have failed; the client is gone.
  outgoing.once('close', () => reader.cancel().catch(() => undefined));
  for (;;) {
    const { done, value } = await reader.read();
    if (done || outgoing.destroyed) break;
    if (!outgoing.write(value)) await drained(outgoing);
  }
  outgoing.end();
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      outgoing.off('drain', done).off('close', done);
      resolve();
    };
    outgoing.once('drain', done).once('close', done);
  });
}
