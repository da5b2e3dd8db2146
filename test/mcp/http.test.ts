/** The server over HTTP: access, sessions and their ends, several clients at once. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { Client, SSEClientTransport } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { descendantsOf, eventually, isRunning } from '../browsers/processes.js';
import { BROWSERS } from '../support/browsers.js';
import { type ERAS, eraOptions, type HttpServer, startHttpServer } from '../support/mcp-client.js';

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const ACCEPT = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Node's own client sends any header; `fetch` does not. */
function ask(
  url: string,
  {
    method = 'POST',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers: { ...ACCEPT, ...headers } }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
      response.on('error', reject);
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

const initialize = (url: string, headers: Record<string, string> = {}) =>
  ask(url, { headers, body: JSON.stringify(INITIALIZE) });

describe('who may ask', () => {
  let open: HttpServer;
  let guarded: HttpServer;
  beforeAll(async () => {
    [open, guarded] = await Promise.all([
      startHttpServer(),
      startHttpServer([
        '--host',
        '127.0.0.1',
        '--token',
        'the token',
        '--allowed-hosts',
        'proxy.example,127.0.0.1,port.example:8443',
      ]),
    ]);
  });
  afterAll(() => Promise.all([open.stop(), guarded.stop()]));

  it('says where it listens and how a client is set up', () => {
    expect(open.url).toMatch(/^http:\/\/localhost:\d+\/mcp$/);
    expect(open.said).toContain(`"url": "${open.url}"`);
    expect(guarded.said).not.toContain('the token');
  });

  it.each([
    ['its own name', {}, 200],
    ['another name', { host: 'evil.example' }, 403],
    ['a name that begins alike', { host: 'localhost.evil.example' }, 403],
    ['a page of another site', { origin: 'https://evil.example' }, 403],
    ['a page of another port', { origin: 'http://localhost:1' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
    ['a picture in a page', { 'sec-fetch-site': 'same-site' }, 403],
    ['an address that a person typed', { 'sec-fetch-site': 'none' }, 200],
    ['a final dot after its name', { host: 'localhost.' }, 403],
    ['a user before another name', { host: 'localhost@evil.example' }, 403],
    ['IPv4 written as IPv6', { host: '[::ffff:127.0.0.1]' }, 403],
  ])('a request with %s', async (_, headers: Record<string, string>, status) => {
    expect((await initialize(open.url, headers)).status).toBe(status);
  });

  it.each([
    ['no token', {}, 401],
    ['another token', { authorization: 'Bearer another' }, 401],
    ['the token', { authorization: 'Bearer the token' }, 200],
    [
      'the token and a name that is allowed',
      { authorization: 'Bearer the token', host: 'proxy.example' },
      200,
    ],
    ['the token and a port', { authorization: 'Bearer the token', host: 'port.example:8443' }, 200],
    ['the token and another port', { authorization: 'Bearer the token', host: 'port.example:80' }, 403],
    [
      'the token and a page that is allowed',
      { authorization: 'Bearer the token', origin: 'https://proxy.example' },
      200,
    ],
    [
      'the token and another page',
      { authorization: 'Bearer the token', origin: 'https://evil.example' },
      403,
    ],
  ])('with a token: a request with %s', async (_, headers: Record<string, string>, status) => {
    expect((await initialize(guarded.url, headers)).status).toBe(status);
  });

  it('people reach the window with the token of its address, and no other site does', async () => {
    await expect.poll(() => guarded.said).toMatch(/^Live view, for people: .*$/m);
    const [, address = ''] = /^Live view, for people: (.*)$/m.exec(guarded.said) ?? [];
    const status = async (headers: Record<string, string>, url = address, method = 'GET') =>
      (await ask(url, { method, headers })).status;
    expect(await status({})).toBe(200);
    const linked = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    expect(await status({ ...linked, 'sec-fetch-dest': 'document' })).toBe(200);
    expect(await status({ ...linked, 'sec-fetch-dest': 'iframe' })).toBe(403);
    expect(await status({ host: 'evil.example' })).toBe(403);
    expect(await status({ origin: 'http://evil.example' }, `${address}live/take`, 'POST')).toBe(403);
    expect(await status({}, address.replace(/[^/]+\/$/, 'wrong/'))).toBe(403);
    expect(await status({}, address.replace(/[^/]+\/$/, ''))).toBe(403);
    // Not connected to the live view.
    expect((await ask(`${address}live/take`, { body: '{}' })).status).toBe(403);
    expect((await ask(`${address}live/take`, { body: 'no JSON' })).status).toBe(409);
  });

  it('a client with the token works', async () => {
    const mcp = await guarded.connect({}, { authorization: 'Bearer the token' });
    expect((await mcp.client.listTools()).tools.length).toBeGreaterThan(0);
    await mcp.close();
  });

  it.each([
    ['too long', '/mcp', 'POST', {}, 'x'.repeat(5_000_000), 413],
    ['not JSON by its type', '/mcp', 'POST', { 'content-type': 'text/plain' }, '{}', 415],
    ['not JSON', '/mcp', 'POST', {}, '{', 400],
    [
      'of a session that is not',
      '/mcp',
      'POST',
      { 'mcp-session-id': 'x' },
      '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      404,
    ],
    ['of a stream that is not open', '/sse?sessionId=x', 'POST', {}, '{}', 404],
    ['for another path', '/other', 'GET', {}, '', 404],
    ['of a method that is not served', '/mcp', 'PUT', {}, '', 405],
    ['of a method that programs may not send', '/mcp', 'TRACE', {}, '', 405],
  ])('a request that is %s', async (_, path, method, headers: Record<string, string>, body, status) => {
    const answer = await ask(new URL(path, open.url).href, { method, headers, body });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body).error.message).toBeTruthy();
  });
});

it('a request with the whole address in the place of the path is served, if every host that it names is', async () => {
  const server = await startHttpServer();
  const { port } = new URL(server.url);
  const body = JSON.stringify(INITIALIZE);
  const statusOf = async (address: string, more = '', host = `localhost:${port}`) => {
    const socket = connect(Number(port), 'localhost');
    socket.write(
      `POST ${address} HTTP/1.1\r\nhost: ${host}\r\n${more}content-type: application/json\r\naccept: application/json, text/event-stream\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
    );
    return (await text(socket)).slice('HTTP/1.1 '.length).slice(0, 3);
  };
  expect(await statusOf(server.url)).toBe('200');
  expect(await statusOf('http://evil.example/mcp')).toBe('403');
  expect(await statusOf('/mcp', 'host: evil.example\r\n')).toBe('403');
  // What is no host at all ends nothing but the request.
  for (const host of ['[', 'a b', '%zz', `localhost:${port}0000`])
    expect(await statusOf('/mcp', '', host)).toBe('403');
  expect(await statusOf('http://[')).toBe('403');
  expect(await statusOf(server.url)).toBe('200');
  await server.stop();
});

describe('sessions', () => {
  let server: HttpServer;
  beforeAll(async () => {
    server = await startHttpServer();
  });
  afterAll(() => server.stop());

  it('last until DELETE, whatever happens to connections', async () => {
    const opened = await initialize(server.url);
    const id = String(opened.headers['mcp-session-id']);
    const headers = { 'mcp-session-id': id };
    const list = (): Promise<Answer> =>
      ask(server.url, { headers, body: JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' }) });
    expect((await list()).status).toBe(200);
    // A dropped stream ends nothing.
    await new Promise<void>((resolve) => {
      const stream = request(
        server.url,
        { method: 'GET', headers: { ...ACCEPT, ...headers } },
        (response) => {
          expect(response.statusCode).toBe(200);
          response.once('close', resolve);
          stream.destroy();
        },
      );
      stream.on('error', () => undefined);
      stream.end();
    });
    expect((await list()).status).toBe(200);
    expect((await ask(server.url, { method: 'DELETE', headers })).status).toBe(200);
    expect((await list()).status).toBe(404);
  });

  it('clients that only list tools are served without one', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
    const answer = await ask(server.url, { body });
    expect(answer.status).toBe(200);
    expect(answer.headers['mcp-session-id']).toBeUndefined();
    expect(answer.body).toContain('browser_navigate');
  });
});

it('ends the session of a client that does not answer a ping', async () => {
  const server = await startHttpServer(['--ping-timeout', '3000']);
  // A client that answers, and outlives the other.
  const alive = await server.connect(eraOptions('2025-11-25'));
  const headers = { 'mcp-session-id': String((await initialize(server.url)).headers['mcp-session-id']) };
  const stream = request(server.url, { headers: { ...ACCEPT, ...headers } });
  const pings = new Promise<string>((resolve, reject) => {
    stream.once('response', (response) => text(response).then(resolve, reject));
    stream.end();
  });
  expect(await pings).toContain('"method":"ping"');
  const body = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
  expect((await ask(server.url, { headers, body })).status).toBe(404);
  expect((await alive.client.listTools()).tools.length).toBeGreaterThan(0);
  await alive.close();
  await server.stop();
});

it('serves clients from before Streamable HTTP', async () => {
  const server = await startHttpServer();
  const client = new Client({ name: 'test', version: '1' }, eraOptions('2025-11-25'));
  await client.connect(new SSEClientTransport(new URL('/sse', server.url)));
  const { content } = await client.callTool({ name: 'browser_tabs', arguments: { action: 'list' } });
  expect(JSON.stringify(content)).toContain('No open tabs');
  await client.close();
  expect(await server.stop()).toBe(0);
});

describe.each(BROWSERS)('clients of one server (%s)', (browser) => {
  let server: HttpServer;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sightline-http-'));
    server = await startHttpServer(['--browser', browser, '--caps', 'devtools'], folder);
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(closing.splice(0).map((close) => close()));
  });
  async function connect(era: (typeof ERAS)[number]) {
    const mcp = await server.connect(eraOptions(era));
    closing.push(mcp.close);
    return mcp;
  }
  const page = (title: string) =>
    `data:text/html,<title>${title}</title><button onclick="document.title+='!'">Go</button>`;

  it('with sessions each work in the folder that they tell, and reach no other', async () => {
    const work = await Promise.all(
      ['one', 'two'].map(async (name) => {
        const root = join(folder, name);
        mkdirSync(root);
        writeFileSync(join(root, 'own.txt'), name);
        const mcp = await server.connect({
          ...eraOptions('2025-11-25'),
          capabilities: { roots: {} },
          prepare(client) {
            client.setRequestHandler('roots/list', () => ({ roots: [{ uri: pathToFileURL(root).href }] }));
          },
        });
        closing.push(mcp.close);
        const file = `<a href="data:application/zip,PK" download=${name}.zip>Save</a><input type=file id=file>`;
        await mcp.call('browser_navigate', { url: `data:text/html,<title>${name}</title>${file}` });
        return { mcp, root, name };
      }),
    );
    for (const { mcp, root, name } of work) {
      const [page = ''] = readdirSync(join(root, '.sightline/browser-state/pages'));
      const dom = readFileSync(join(root, '.sightline/browser-state/pages', page, 'dom.html'), 'utf8');
      expect(dom).toContain(`${name}.zip`);
      const upload = (path: string) => mcp.call('browser_file_upload', { target: '#file', paths: [path] });
      expect((await upload('own.txt')).isError).toBe(false);
      const others = work.filter((each) => each.name !== name).map((each) => join(each.root, 'own.txt'));
      for (const path of [...others, join(folder, 'none.txt')])
        expect((await upload(path)).text).toContain('Error (file-blocked)');
      const saved = await mcp.call('browser_click', { target: await mcp.ref('link "Save"') });
      expect(saved.section('Events')).toContain(join(root, '.sightline/output', `${name}.zip`));
    }
    const [first] = work;
    await first?.mcp.close();
    await expect.poll(() => existsSync(join(first?.root ?? '', '.sightline/browser-state'))).toBe(false);
  });

  it('with sessions do not see each other, and work at the same time', async () => {
    const [one, other] = await Promise.all([connect('2025-11-25'), connect('2025-11-25')]);
    await Promise.all([
      one.call('browser_navigate', { url: page('One') }),
      other.call('browser_navigate', { url: page('Other') }),
    ]);
    const [first, second] = await Promise.all([one.ref('button "Go"'), other.ref('button "Go"')]);
    expect(first).not.toBe(second);
    await Promise.all([
      one.call('browser_click', { target: first }),
      other.call('browser_click', { target: second }),
    ]);
    expect(await one.evaluate('() => document.title')).toBe('One!');
    expect(await other.evaluate('() => document.title')).toBe('Other!');
    const wrong = await one.call('browser_click', { target: second });
    expect(wrong.isError).toBe(true);
    expect(await other.evaluate('() => document.title')).toBe('Other!');
    expect((await one.call('browser_tabs', { action: 'list' })).text).not.toContain('Other');
  });

  it('read the state of their own pages as resources', async () => {
    const [one, other] = await Promise.all([connect('2025-11-25'), connect('2025-11-25')]);
    await one.call('browser_navigate', { url: page('Mine') });
    await other.call('browser_navigate', { url: page('Theirs') });
    const urisOf = async ({ client }: typeof one) =>
      (await client.listResources()).resources.map(({ uri }) => uri);
    const [uris, others] = await Promise.all([urisOf(one), urisOf(other)]);
    const [dom = '', tree = '', picture = ''] = uris;
    expect(uris).toHaveLength(3);
    const read = async (uri: string) => (await one.client.readResource({ uri })).contents[0];
    expect(await read(dom)).toMatchObject({ text: expect.stringContaining('Go</button>') });
    expect(await read(tree)).toMatchObject({ text: expect.stringContaining('button "Go"') });
    expect(await read(picture)).toMatchObject({ blob: expect.stringMatching(/^iVBORw0KGgo/) });
    await expect(read(others[0] ?? '')).rejects.toThrow('is open');
    const stateless = await connect('2026-07-28');
    await stateless.call('browser_tabs', { action: 'new', url: page('Shared') });
    const [shared = ''] = await urisOf(stateless);
    const { contents } = await stateless.client.readResource({ uri: shared });
    expect(contents[0]).toMatchObject({ text: expect.stringContaining('Go</button>') });
  });

  it('that leave close their pages', async () => {
    const [one, other] = await Promise.all([connect('2025-11-25'), connect('2025-11-25')]);
    await one.call('browser_navigate', { url: page('Leaves') });
    await other.call('browser_navigate', { url: page('Stays') });
    await one.close();
    expect(await other.evaluate('() => document.title')).toBe('Stays');
    const stateless = await connect('2026-07-28');
    const contexts = await stateless.call('browser_contexts', { action: 'list' });
    expect(contexts.text).not.toContain('Leaves');
  });

  it('without a session name the page, if there are several', async () => {
    const mcp = await connect('2026-07-28');
    await mcp.call('browser_navigate', { url: page('First') });
    const target = await mcp.ref('button "Go"');
    await mcp.call('browser_tabs', { action: 'new', url: page('Second') });
    const which = await mcp.call('browser_snapshot');
    expect(which.isError).toBe(true);
    const handles = [...which.text.matchAll(/c\d+p\d+/g)].map(([handle]) => handle);
    expect(new Set(handles).size).toBe(2);
    // A ref names its own page.
    await mcp.call('browser_click', { target });
    const [first, second] = handles;
    expect(await mcp.evaluate('() => document.title', { page: first })).toBe('First!');
    expect(await mcp.evaluate('() => document.title', { page: second })).toBe('Second');
    // So does a trace, which is identified by its name.
    const traces: unknown[] = [];
    for (const each of handles)
      traces.push((await mcp.call('browser_start_tracing', { page: each })).data?.trace);
    await mcp.call('browser_click', { target });
    await mcp.evaluate('() => 1', { page: second });
    expect((await mcp.call('browser_stop_tracing')).text).toContain(`Running traces: ${traces.join(', ')}`);
    for (const [at, tool] of ['browser_click', 'browser_evaluate'].entries()) {
      await mcp.call('browser_stop_tracing', { trace: traces[at], filename: `${at}.jsonl` });
      const lines = readFileSync(join(folder, `${at}.jsonl`), 'utf8')
        .trim()
        .split('\n');
      expect(lines.map((line) => JSON.parse(line).tool)).toEqual([tool]);
    }
  });
});

describe.each(BROWSERS)('the end (%s)', (browser) => {
  it('leaves no process', async () => {
    const server = await startHttpServer(['--browser', browser]);
    const mcp = await server.connect();
    await mcp.call('browser_navigate', { url: 'about:blank' });
    const browsers = descendantsOf(server.pid);
    expect(browsers.length).toBeGreaterThan(0);
    expect(await server.stop()).toBe(0);
    const left = await eventually(
      () => browsers.filter(isRunning),
      (running) => running.length === 0,
    );
    expect(left).toEqual([]);
    await mcp.client.close();
  });
});
