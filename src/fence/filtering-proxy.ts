/**
 * Origin rules for all traffic: the browser makes every connection (pages, frames, redirects, workers,
 * WebSockets, preloads) through this local proxy, which makes only those that the rules allow. It speaks SOCKS5
 * (RFC 1928): the browser asks for a host and a port, and its traffic is passed on unchanged. Where the rules
 * distinguish http from https, the first byte decides: TLS has its own.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { hostOf, type Origin, type OriginRules } from './origin-rules.js';
import { take } from './read-bytes.js';
import { type Dial, dialThrough, type UpstreamProxy } from './upstream.js';

export interface FilteringProxy {
  /** `socks5://127.0.0.1:PORT` */
  readonly server: string;
  readonly host: string;
  readonly port: number;
  /** Why the last connection to this host and port failed, if it did. */
  failure(host: string, port: number): string | undefined;
  close(): void;
}

const HOST = '127.0.0.1';
/** Milliseconds: a browser sends its request at once. */
const GREETING_TIMEOUT = 30_000;
/** How many failures are remembered. */
const KEPT_FAILURES = 100;

/** Codes of RFC 1928. */
const REPLY = { done: 0, notAllowed: 2, hostUnreachable: 4, refused: 5, badCommand: 7 } as const;
const TLS_HANDSHAKE = 0x16;

export async function startFilteringProxy(
  rules: OriginRules,
  upstream?: UpstreamProxy,
): Promise<FilteringProxy> {
  const dial = dialThrough(upstream);
  const open = new Set<Socket>();
  const failures = new Map<string, string>();
  const server = createServer({ noDelay: true }, (client) => {
    open.add(client);
    client.once('close', () => open.delete(client));
    // A failed connection just ends; the browser reports it in its own words.
    client.on('error', () => client.destroy());
    serve(client, ruled(rules, dial, failures, ownPort(server))).catch(() => client.destroy());
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, HOST, resolve));
  // Must not keep a process alive whose browser is gone.
  server.unref();
  const port = ownPort(server);
  return {
    server: `socks5://${HOST}:${port}`,
    host: HOST,
    port,
    failure: (host, to) => failures.get(`${host}:${to}`),
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

function ownPort(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

interface Rules {
  refused(origin: Origin): boolean;
  dial: Dial;
}

function ruled(rules: OriginRules, dial: Dial, failures: Map<string, string>, own: number): Rules {
  return {
    // The proxy itself is not a page.
    refused: (origin) =>
      rules.refusalOf(origin) !== undefined || (origin.port === own && origin.host === HOST),
    async dial(host, port) {
      const place = `${host}:${port}`;
      try {
        const socket = await dial(host, port);
        failures.delete(place);
        return socket;
      } catch (error) {
        // Known until a connection succeeds: browsers dial again before they report the failure.
        failures.delete(place);
        failures.set(place, error instanceof Error ? error.message : String(error));
        const [oldest] = failures.keys();
        if (failures.size > KEPT_FAILURES && oldest !== undefined) failures.delete(oldest);
        throw error;
      }
    },
  };
}

async function serve(client: Socket, { refused, dial }: Rules): Promise<void> {
  client.setTimeout(GREETING_TIMEOUT, () => client.destroy());
  const place = await wanted(client);
  if (!place) return;
  const { host, port } = place;
  const refusals = (['http', 'https'] as const).map((scheme) => refused({ scheme, host, port }));
  if (refusals.every(Boolean)) {
    answer(client, REPLY.notAllowed);
    return;
  }
  const undecided = refusals.some(Boolean);
  if (undecided) {
    answer(client, REPLY.done);
    const first = await take(client, 1);
    client.unshift(first);
    if (refused({ scheme: first[0] === TLS_HANDSHAKE ? 'https' : 'http', host, port })) {
      client.destroy();
      return;
    }
  }
  client.setTimeout(0);
  const remote = await dial(host, port).catch((error: NodeJS.ErrnoException) => {
    if (undecided) client.destroy();
    else answer(client, error.code === 'ECONNREFUSED' ? REPLY.refused : REPLY.hostUnreachable);
  });
  if (!remote) return;
  if (client.destroyed) {
    remote.destroy();
    return;
  }
  if (!undecided) answer(client, REPLY.done);
  join(client, remote);
}

/** What the browser asks for; undefined for another request, which has been answered. */
async function wanted(client: Socket): Promise<{ host: string; port: number } | undefined> {
  const [version, methods = 0] = await take(client, 2);
  await take(client, methods);
  if (version !== 5) {
    client.destroy();
    return undefined;
  }
  client.write(Buffer.from([5, 0]));
  const [, command, , kind] = await take(client, 4);
  const length = kind === 1 ? 4 : kind === 4 ? 16 : ((await take(client, 1))[0] ?? 0);
  const address = await take(client, length);
  const port = (await take(client, 2)).readUInt16BE();
  const host = hostOf(
    kind === 1 ? address.join('.') : kind === 4 ? ipv6(address) : address.toString('latin1'),
  );
  if (command === 1 && host !== undefined) return { host, port };
  answer(client, command === 1 ? REPLY.notAllowed : REPLY.badCommand);
  return undefined;
}

function ipv6(address: Buffer): string {
  return Array.from({ length: 8 }, (_, at) => address.readUInt16BE(at * 2).toString(16)).join(':');
}

/** Every code except `done` ends the connection. */
function answer(client: Socket, code: number): void {
  const reply = Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0]);
  if (code === REPLY.done) client.write(reply);
  else client.end(reply);
}

function join(one: Socket, other: Socket): void {
  other.setNoDelay(true);
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', () => to.destroy());
    // Data already passed on is still sent.
    from.once('close', () => to.destroySoon());
    from.pipe(to);
  }
}
