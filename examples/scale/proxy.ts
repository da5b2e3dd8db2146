/**
 * A reverse proxy in front of several replicas of `sightline mcp`. It keeps nothing but a table of sessions: a page or a
 * ref says which replica has it.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Replica {
  /** Its `--first-context` and `--context-count`. */
  first: number;
  count: number;
  /** `http://127.0.0.1:8931/mcp` */
  url: string;
}

/** Milliseconds. */
const KEEP_ALIVE = 120_000;

export interface Proxy {
  url: string;
  close(): void;
}

export async function startProxy(replicas: readonly Replica[]): Promise<Proxy> {
  /** Clients of the 2025 revisions have a session, which one replica has. */
  const sessions = new Map<string, Replica>();
  let turn = 0;
  const choose = (incoming: IncomingMessage, body: Buffer): Replica | undefined => {
    const session = incoming.headers['mcp-session-id'];
    if (typeof session === 'string') return sessions.get(session);
    const context = contextIn(body);
    if (context === undefined) return replicas[turn++ % replicas.length];
    return replicas.find(({ first, count }) => context >= first && context < first + count);
  };
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming);
    const replica = choose(incoming, body);
    if (replica) forward(incoming, body, outgoing, replica, sessions);
    else outgoing.writeHead(404).end('No replica has this session or context.');
  });
  // Longer than agents think: a connection that is closed just when a client uses it again fails that call.
  server.keepAliveTimeout = KEEP_ALIVE;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function forward(
  incoming: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
  replica: Replica,
  sessions: Map<string, Replica>,
): void {
  const { host: _, ...headers } = incoming.headers;
  const asked = request(replica.url, { method: incoming.method, headers }, (answer) => {
    const session = answer.headers['mcp-session-id'];
    if (typeof session === 'string') sessions.set(session, replica);
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  asked.on('error', (error) => outgoing.writeHead(502).end(`${replica.url}: ${error.message}`));
  outgoing.on('close', () => asked.destroy());
  asked.end(body);
}

/** The context that a call is about: `c1042` of `c1042p0` or `c1042e7`. Without one, any replica will do. */
function contextIn(body: Buffer): number | undefined {
  let message: { params?: { arguments?: Record<string, unknown> } };
  try {
    message = JSON.parse(body.toString());
  } catch {
    return undefined; // The replica says what is wrong with it.
  }
  const { page, target, context, frame } = message.params?.arguments ?? {};
  const named = [page, target, context, frame].find((each) => typeof each === 'string');
  if (named === undefined) return undefined;
  // Parts that are 0 are left out: `e7` is `c0p0f0e7`.
  return Number(/^c(\d+)/.exec(named)?.[1] ?? 0);
}
