/** The way from the filtering proxy to the network: direct, or through the user's own proxy. */
import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { SightlineError } from '../errors.js';
import { isLoopback } from '../tree/loopback.js';
import { quote } from '../tree/quote.js';
import { hostOf } from './origin-rules.js';
import { take } from './read-bytes.js';

export interface UpstreamProxy {
  /** `http://host:port`, `https://…`, `socks5://…`, each with `user:password@` where it is needed, or `host:port`. */
  server: string;
  /** Hosts that are contacted directly, separated by commas. */
  bypass?: string;
}

/** Opens a connection to a host and port; rejects with the system's or the proxy's reason. */
export type Dial = (host: string, port: number) => Promise<Socket>;

const DIAL_TIMEOUT = 30_000;

export function dialThrough(proxy: UpstreamProxy | undefined): Dial {
  if (!proxy) return dialDirectly;
  const address = proxyAddress(proxy.server);
  const through = address.kind === 'socks5' ? dialSocks : dialHttp;
  const direct = bypassed(proxy.bypass ?? '');
  return (host, port) => (direct(host, port) ? dialDirectly(host, port) : through(address, host, port));
}

function dialDirectly(host: string, port: number): Promise<Socket> {
  return opened(connectTcp({ host: bare(host), port }));
}

async function dialHttp(proxy: ProxyAddress, host: string, port: number): Promise<Socket> {
  const socket = await dialProxy(proxy);
  const to = `${host}:${port}`;
  const { username, password } = proxy;
  const basic = Buffer.from(`${username}:${password}`).toString('base64');
  const authorization = username === '' ? '' : `Proxy-Authorization: Basic ${basic}\r\n`;
  socket.write(`CONNECT ${to} HTTP/1.1\r\nHost: ${to}\r\n${authorization}\r\n`);
  const status = await answerTo(socket);
  if (/^HTTP\/1\.[01] 2\d\d/.test(status)) return socket;
  socket.destroy();
  throw new Error(`the proxy answered ${quote(status, 100)}`);
}

/** The first line of a response whose header has been read completely. What follows stays in the socket. */
async function answerTo(socket: Socket): Promise<string> {
  let head = '';
  // Byte by byte: what comes after the header belongs to the other side.
  while (!head.endsWith('\r\n\r\n')) {
    if (head.length > 16_384) throw new Error('the proxy sent too long a header');
    head += (await take(socket, 1)).toString('latin1');
  }
  return head.slice(0, head.indexOf('\r\n'));
}

/** RFC 1928, and RFC 1929 for a user name and password. */
async function dialSocks(proxy: ProxyAddress, host: string, port: number): Promise<Socket> {
  const socket = await dialProxy(proxy);
  try {
    const { username, password } = proxy;
    const method = username === '' ? 0 : 2;
    socket.write(Buffer.from([5, 1, method]));
    const [, chosen] = await take(socket, 2);
    if (chosen !== method) throw new Error('the proxy does not accept this authentication method');
    if (method === 2) {
      const [name, secret] = [Buffer.from(username), Buffer.from(password)];
      socket.write(
        Buffer.concat([Buffer.from([1, name.length]), name, Buffer.from([secret.length]), secret]),
      );
      const [, refused] = await take(socket, 2);
      if (refused !== 0) throw new Error('the proxy refused the user name or password');
    }
    const name = Buffer.from(bare(host));
    socket.write(Buffer.from([5, 1, 0, 3, name.length, ...name, port >> 8, port & 0xff]));
    const [, reply, , kind] = await take(socket, 4);
    if (reply !== 0) throw new Error(`the proxy answered with code ${reply}`);
    const length = kind === 1 ? 4 : kind === 4 ? 16 : ((await take(socket, 1))[0] ?? 0);
    await take(socket, length + 2); // the address that it uses, which is not needed
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function dialProxy({ kind, host, port }: ProxyAddress): Promise<Socket> {
  if (kind !== 'https') return opened(connectTcp({ host, port }));
  return opened(connectTls({ host, port, servername: host }), 'secureConnect');
}

async function opened(socket: Socket, event = 'connect'): Promise<Socket> {
  try {
    await once(socket, event, { signal: AbortSignal.timeout(DIAL_TIMEOUT) });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

const DEFAULT_PORTS = { http: 80, https: 443, socks5: 1080 } as const;

interface ProxyAddress {
  kind: keyof typeof DEFAULT_PORTS;
  host: string;
  port: number;
  username: string;
  password: string;
}

function proxyAddress(server: string): ProxyAddress {
  const [, scheme = 'http', rest = server] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/i.exec(server) ?? [];
  const name = scheme.toLowerCase();
  const kind = name === 'socks' ? 'socks5' : name;
  // Parsed as http whatever the scheme: with other schemes `URL` does not fill in a default port.
  const url = URL.canParse(`http://${rest}`) ? new URL(`http://${rest}`) : undefined;
  if (!url || (kind !== 'http' && kind !== 'https' && kind !== 'socks5'))
    throw new SightlineError('bad-argument', `Not a proxy that origin rules can use: ${quote(server, 200)}`, {
      hint: 'Give http://host:port, https://host:port or socks5://host:port.',
    });
  const said = /:(\d+)\/?$/.exec(rest)?.[1];
  return {
    kind,
    host: bare(url.hostname),
    port: said === undefined ? DEFAULT_PORTS[kind] : Number(said),
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
}

/**
 * As browsers do: `example.com`, `.example.com` and `*.example.com` (subdomains), `host:port`, `*`; by default
 * also the machine itself.
 */
function bypassed(list: string): (host: string, port: number) => boolean {
  const entries = list.split(/[,;]/).flatMap((entry) => entry.trim().toLowerCase() || []);
  const loopback = !entries.includes('<-loopback>');
  return (host, port) =>
    (loopback && (isLoopback(host) || host.endsWith('.localhost'))) ||
    entries.some((entry) => {
      const [, name = entry, only] = /^(.*[^:]):(\d+)$/.exec(entry) ?? [];
      if (only !== undefined && Number(only) !== port) return false;
      if (name === '*') return true;
      if (name === '<local>') return !host.includes('.') && !host.startsWith('[');
      return /^\*?\./.test(name) ? host.endsWith(name.replace(/^\*/, '')) : host === hostOf(name);
    });
}

/** IPv6 addresses without their brackets. */
function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}
