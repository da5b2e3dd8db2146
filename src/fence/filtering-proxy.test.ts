/** The proxy with real sockets: what it lets through, what it refuses, and upstream proxies. */
import { once } from 'node:events';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type FilteringProxy, startFilteringProxy } from './filtering-proxy.js';
import { type OriginLists, OriginRules } from './origin-rules.js';
import { take } from './read-bytes.js';
import type { UpstreamProxy } from './upstream.js';

const cleanups: (() => unknown)[] = [];
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean();
});

/** Echoes what it receives. */
async function echo(): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => undefined).pipe(socket));
  return listening(server);
}

async function listening(server: Server | HttpServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => server.close());
  // It listens on a port.
  return (server.address() as AddressInfo).port;
}

async function proxy(lists: OriginLists, upstream?: UpstreamProxy): Promise<FilteringProxy> {
  const started = await startFilteringProxy(new OriginRules(lists), upstream);
  cleanups.push(() => started.close());
  return started;
}

/** Asks for a host and port as a browser does, and returns the reply's code. */
async function ask(
  { port }: { port: number },
  host: string | number[],
  to: number,
): Promise<{ socket: Socket; code: number }> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  cleanups.push(() => socket.destroy());
  socket.write(Buffer.from([5, 1, 0]));
  expect([...(await take(socket, 2))]).toEqual([5, 0]);
  const address =
    typeof host === 'string' ? [3, host.length, ...Buffer.from(host)] : [host.length === 4 ? 1 : 4, ...host];
  socket.write(Buffer.from([5, 1, 0, ...address, to >> 8, to & 0xff]));
  const reply = await take(socket, 10);
  return { socket, code: reply[1] ?? -1 };
}

async function said(socket: Socket, text: string): Promise<string> {
  socket.write(text, 'latin1');
  return (await take(socket, text.length)).toString('latin1');
}

const TLS_HELLO = '\x16\x03\x01 hello';

describe('the rules', () => {
  it('pass allowed traffic through unchanged', async () => {
    const port = await echo();
    const { socket, code } = await ask(await proxy({ allowed: [`127.0.0.1:${port}`] }), '127.0.0.1', port);
    expect(code).toBe(0);
    expect(await said(socket, 'any bytes \x00\xff')).toBe('any bytes \x00\xff');
  });

  it('refuse everything else before any connection is made', async () => {
    let connections = 0;
    const port = await listening(createServer(() => connections++));
    const filter = await proxy({ allowed: ['http://other.test'], blocked: [] });
    for (const host of ['127.0.0.1', 'LOCALHOST', '127.1', [127, 0, 0, 1], [...Array(15).fill(0), 1]])
      expect((await ask(filter, host, port)).code).toBe(2);
    expect(connections).toBe(0);
  });

  it('recognize other spellings of a host', async () => {
    const port = await echo();
    const filter = await proxy({ blocked: ['127.0.0.1'] });
    const mapped = [...Array(10).fill(0), 255, 255, 127, 0, 0, 1];
    for (const host of ['127.0.0.1', '127.1', '0x7f.1', '127.0.0.1.', [127, 0, 0, 1], mapped])
      expect((await ask(filter, host, port)).code).toBe(2);
    expect((await ask(filter, 'localhost', port)).code).toBe(0);
  });

  it('distinguish http from https by the first byte', async () => {
    const port = await echo();
    const filter = await proxy({ allowed: [`https://127.0.0.1:${port}`] });
    const secure = await ask(filter, '127.0.0.1', port);
    expect(await said(secure.socket, TLS_HELLO)).toBe(TLS_HELLO);
    const plain = await ask(filter, '127.0.0.1', port);
    await expect(said(plain.socket, 'GET / HTTP/1.1\r\n')).rejects.toThrow('closed');
  });

  it('refuse the proxy itself', async () => {
    const filter = await proxy({ blocked: ['evil.test'] });
    expect((await ask(filter, '127.0.0.1', filter.port)).code).toBe(2);
  });

  it('an unreachable host is distinguished from a refused one', async () => {
    const server = createServer();
    const port = await listening(server);
    server.close();
    const filter = await proxy({ blocked: ['evil.test'] });
    expect((await ask(filter, '127.0.0.1', port)).code).toBe(5);
    expect(filter.failure('127.0.0.1', port)).toContain('ECONNREFUSED');
    expect((await ask(filter, 'nowhere.invalid', 80)).code).toBe(4);
  });

  it('other protocols than SOCKS5 get no answer', async () => {
    const filter = await proxy({ blocked: ['evil.test'] });
    const socket = connect(filter.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('GET http://127.0.0.1/ HTTP/1.1\r\n\r\n'.repeat(20));
    await once(socket, 'close');
    expect(socket.bytesRead).toBe(0);
  });
});

describe('an upstream proxy', () => {
  it('over HTTP is asked for every host, with its password, except bypassed ones', async () => {
    const asked: string[] = [];
    const target = await echo();
    const http = createHttpServer();
    http.on('connect', (request, client: Socket) => {
      asked.push(`${request.url} ${request.headers['proxy-authorization']}`);
      const [, port] = (request.url ?? '').split(':');
      const remote = connect(Number(port), '127.0.0.1', () => {
        client.write('HTTP/1.1 200 OK\r\nX: y\r\n\r\n');
        remote.pipe(client).pipe(remote);
      });
      remote.on('error', () => client.destroy());
      client.on('error', () => remote.destroy());
    });
    const server = `http://me:p%40ss@127.0.0.1:${await listening(http)}`;
    const filter = await proxy({ blocked: ['evil.test'] }, { server, bypass: '.direct.test, 10.0.0.1' });
    const { socket } = await ask(filter, 'far.test', target);
    expect(await said(socket, 'hello')).toBe('hello');
    expect(asked).toEqual([`far.test:${target} Basic ${Buffer.from('me:p@ss').toString('base64')}`]);
    expect((await ask(filter, 'evil.test', target)).code).toBe(2);
    // These names and, as in browsers, this machine bypass the proxy.
    expect((await ask(filter, 'a.direct.test', target)).code).toBe(4);
    expect((await ask(filter, 'localhost', target)).code).toBe(0);
    expect(asked).toHaveLength(1);
    const hijacked = await proxy({ blocked: ['evil.test'] }, { server, bypass: '<-loopback>' });
    expect((await ask(hijacked, '127.0.0.1', target)).code).toBe(0);
    expect(asked).toHaveLength(2);
  });

  it('over SOCKS5 is asked', async () => {
    const target = await echo();
    const second = await proxy({ allowed: [`127.0.0.1:${target}`] });
    const upstream = { server: second.server, bypass: '<-loopback>' };
    const first = await proxy({ blocked: ['evil.test'] }, upstream);
    const { socket } = await ask(first, '127.0.0.1', target);
    expect(await said(socket, 'hello')).toBe('hello');
    expect((await ask(first, '127.0.0.1', 9)).code).toBe(4);
    expect(first.failure('127.0.0.1', 9)).toContain('code 2');
  });

  it('of another kind is refused at the start', async () => {
    await expect(proxy({}, { server: 'ftp://x:1' })).rejects.toMatchObject({ code: 'bad-argument' });
  });
});
