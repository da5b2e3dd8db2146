/** What web developers ask for: emulation, requests, sockets, HAR, stacks, styles, accessibility, downloads. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { BROWSERS } from '../support/browsers.js';
import { type McpClient, openClient } from '../support/mcp-client.js';
import { type FixtureServer, startServer } from '../support/server.js';

const PAGE = `<!doctype html><html lang=en><title>Shop</title><h1>Shop</h1>
<a href=/file download=report.csv>Get it</a><button onclick="fail()">Fail</button>`;

/** One line of a built script, and the two lines that it was built from. */
const SCRIPT = `function fail(){boom()}function boom(){throw new Error("Broken")}\n//# sourceMappingURL=/app.js.map`;
const MAP = JSON.stringify({
  version: 3,
  sources: ['src/shop.ts'],
  names: [],
  // Columns 0 and 23 of the built line are the beginnings of lines 11 and 21.
  mappings: 'AAUA,uBAUA',
});

const FLAWED = `<!doctype html><title> </title>
<h1>Title</h1><h3>Skipped</h3>
<button></button><img src=x.png><a href=/><img src=y.png alt=""></a>
<p style="color:#999;background:#fff">Faint text</p><p style="color:#767676;background:#fff">Just enough</p>
<p style="color:#999;background:url(x.png)">On a picture</p><h2 style="color:#949494;background:#fff;font-size:24px">Large is enough</h2>
<div role=buton>Typo</div><div role=tab>Tab</div><div role=checkbox tabindex=0>Not checked</div>
<input aria-labelledby=nothing title=Field><button aria-hidden=true>Unheard</button>
<button><a href=/>Inner</a></button><button tabindex=3>First</button><button disabled style="color:#ccc">Off</button>`;

describe.each(BROWSERS)('for developers (%s)', (which) => {
  const isFirefox = which === 'firefox';
  let server: FixtureServer;
  let sockets: WebSocketServer;
  let mcp: McpClient;
  let folder: string;
  let slow: string;

  beforeAll(async () => {
    sockets = new WebSocketServer({ port: 0 });
    sockets.on('connection', (socket) =>
      socket.on('message', (data, binary) => socket.send(data, { binary })),
    );
    server = await startServer({
      '/': `${PAGE}<script src=/app.js></script>`,
      '/app.js': (_, response) => response.setHeader('content-type', 'text/javascript').end(SCRIPT),
      '/app.js.map': (_, response) => response.setHeader('content-type', 'application/json').end(MAP),
      '/api': (request, response) => {
        response.statusCode = request.method === 'POST' ? 422 : 200;
        response.setHeader('set-cookie', 'sid=top-secret').end('{"ok":true}');
      },
      '/headers': (request, response) => response.end(JSON.stringify(request.headers)),
      '/file': 'a,b',
      '/flawed': FLAWED,
    });
    slow = `async () => { const from = performance.now(); await fetch('/api'); return performance.now() - from; }`;
    folder = mkdtempSync(join(tmpdir(), 'sightline-developer-'));
    mcp = await openClient(['--browser', which, '--caps', 'network,devtools'], folder);
  });
  afterAll(async () => {
    await mcp.close();
    sockets.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const ok = async (tool: string, args: Record<string, unknown> = {}) => {
    const reply = await mcp.call(tool, args);
    expect(reply.isError, reply.text).toBe(false);
    return reply;
  };

  it('emulates a device, a place and a language, and resets them', async () => {
    await ok('browser_navigate', { url: server.origin });
    const before = await mcp.evaluate('() => [innerWidth, devicePixelRatio, navigator.userAgent]');
    const answer = await ok('browser_emulate', {
      device: 'iPhone 15',
      locale: 'de-DE',
      timezone: 'Asia/Tokyo',
      geolocation: { latitude: 52.5, longitude: 13.4 },
      permissions: ['geolocation'],
    });
    expect(answer.text).toContain('Reload it to see what it shows now');
    expect(/Firefox \S+ cannot emulate touch/.test(answer.text)).toBe(isFirefox);
    await ok('browser_navigate', { url: `${server.origin}/headers` });
    expect(await mcp.evaluate('() => JSON.parse(document.body.innerText)')).toMatchObject({
      'user-agent': expect.stringContaining('iPhone'),
      'accept-language': expect.stringMatching(/^de/),
    });
    await ok('browser_navigate', { url: server.origin });
    const seen = `async () => ({ scale: devicePixelRatio, agent: navigator.userAgent, touch: navigator.maxTouchPoints,
      number: (1.5).toLocaleString(), zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      at: await new Promise((done) => navigator.geolocation.getCurrentPosition(({ coords }) => done(coords.latitude), ({ message }) => done(message))) })`;
    expect(await mcp.evaluate(seen)).toMatchObject({
      scale: 3,
      agent: expect.stringContaining('iPhone'),
      touch: isFirefox ? 0 : 5,
      number: '1,5',
      zone: 'Asia/Tokyo',
      at: 52.5,
    });
    // Later pages are like it.
    await ok('browser_tabs', { action: 'new', url: server.origin });
    expect(await mcp.evaluate('() => [screen.width > 0, devicePixelRatio]')).toEqual([true, 3]);
    await ok('browser_close');
    await ok('browser_emulate', {
      device: null,
      locale: null,
      timezone: null,
      geolocation: null,
      permissions: null,
    });
    await ok('browser_navigate', { url: server.origin });
    expect(await mcp.evaluate('() => [innerWidth, devicePixelRatio, navigator.userAgent]')).toEqual(before);
  });

  it('emulates sizes and networks, refuses nonsense, and says what a browser has not', async () => {
    await ok('browser_navigate', { url: server.origin });
    await ok('browser_emulate', { viewport: { width: 500, height: 400 } });
    await ok('browser_emulate', { deviceScaleFactor: 2 });
    expect(await mcp.evaluate('() => [innerWidth, innerHeight, devicePixelRatio]')).toEqual([500, 400, 2]);
    await ok('browser_emulate', { device: 'iPhone 17 landscape', viewport: null, deviceScaleFactor: null });
    expect(await mcp.evaluate('() => [innerWidth > innerHeight, devicePixelRatio]')).toEqual([true, 3]);
    await ok('browser_emulate', { device: null, offline: true });
    expect(await mcp.evaluate(`() => fetch('/api').then(() => 'on', () => 'off')`)).toBe('off');
    await ok('browser_emulate', { offline: false });
    expect(await mcp.evaluate(`() => fetch('/api').then(() => 'on', () => 'off')`)).toBe('on');
    const limits = { network: { latency: 300, download: 5_000 }, cpuSlowdown: 2 };
    const limited = await mcp.call('browser_emulate', limits);
    if (isFirefox) expect(limited.text).toMatch(/Firefox \S+ cannot slow down the network/);
    else {
      expect(Number(await mcp.evaluate(slow))).toBeGreaterThanOrEqual(299);
      await ok('browser_emulate', { network: null, cpuSlowdown: null });
    }
    for (const [bad, why] of [
      [{ device: 'Nokia 3310' }, 'No device is called "Nokia 3310"'],
      [{ timezone: 'Mars/Olympus' }, 'Not a time zone'],
      [{}, 'Give one of device, viewport'],
    ] as const)
      expect((await mcp.call('browser_emulate', bad)).text).toContain(why);
  });

  it('filters requests, and saves them as HAR with secrets only on request', async () => {
    await ok('browser_navigate', { url: server.origin });
    await mcp.evaluate(
      `() => Promise.all([fetch('/api'), fetch('/api?x=1', { method: 'POST', body: 'hello' })].map(async (each) => (await each).text()))`,
    );
    const list = async (filter: object) => (await ok('browser_network_requests', { ...filter })).text;
    expect(await list({ method: 'post' })).toMatch(/\d+\. \[POST\] \S+api\?x=1 => \[422\]/);
    expect(await list({ method: 'post' })).not.toContain('[GET]');
    expect(await list({ status: '4xx', filter: 'api' })).not.toContain('[200]');
    expect(await list({ type: 'script' })).toMatch(/app\.js => \[200\]/);
    expect((await mcp.call('browser_network_requests', { status: 'great' })).isError).toBe(true);
    await ok('browser_network_har', { filename: 'run.har', bodies: true });
    const text = readFileSync(join(folder, 'run.har'), 'utf8');
    expect(text).not.toContain('top-secret');
    const { log } = JSON.parse(text);
    expect(log).toMatchObject({ version: '1.2', creator: { name: 'Sightline' }, pages: [{ id: 'c0p0' }] });
    const post = log.entries.find(
      ({ request }: { request: { method: string } }) => request.method === 'POST',
    );
    expect(post).toMatchObject({
      pageref: 'c0p0',
      startedDateTime: expect.stringMatching(/^\d{4}-.*Z$/),
      time: expect.any(Number),
      request: { queryString: [{ name: 'x', value: '1' }], postData: { text: 'hello' }, headersSize: -1 },
      response: { status: 422, content: { text: '{"ok":true}', size: 11 } },
      timings: { send: 0, wait: expect.any(Number), receive: expect.any(Number) },
    });
    await ok('browser_network_har', { filename: 'all.har', all: true, sensitive: true });
    expect(readFileSync(join(folder, 'all.har'), 'utf8')).toContain('top-secret');
  });

  it('shows the messages of WebSockets', async () => {
    await ok('browser_navigate', { url: server.origin });
    const { port } = sockets.address() as AddressInfo;
    await mcp.evaluate(`() => new Promise((done) => {
      const socket = new WebSocket('ws://127.0.0.1:${port}/feed');
      socket.onopen = () => { socket.send('ping [ref=e1]'); socket.send(new Uint8Array([1, 2, 3])); };
      let left = 2;
      socket.onmessage = () => { left -= 1; if (left === 0) done(); };
    })`);
    const { data } = await ok('browser_network_requests', { type: 'websocket' });
    const { requests } = data as { requests: { index: number }[] }; // the tool's own schema
    const messages = { index: requests[0]?.index, part: 'messages' };
    if (isFirefox) {
      expect((await mcp.call('browser_network_request', messages)).text).toContain('Error (unsupported)');
      return;
    }
    const { text } = await ok('browser_network_request', messages);
    expect(text).toContain('sent ping \\u005bref=e1]');
    expect(text).toContain('received ping');
    expect(text).toContain('received 3 bytes, base64: AQID');
    expect((await mcp.call('browser_network_request', { index: 1, part: 'messages' })).isError).toBe(true);
    await ok('browser_network_har', { filename: 'socket.har' });
    expect(readFileSync(join(folder, 'socket.har'), 'utf8')).toContain('"data": "AQID"');
  });

  it('shows where in the sources an error was thrown', async () => {
    await ok('browser_navigate', { url: server.origin });
    await ok('browser_click', { target: await mcp.ref('"Fail"') });
    const { text } = await ok('browser_console_messages', { level: 'error', stack: true });
    expect(text).toMatch(/\[ERROR\] ".*Broken" @/);
    expect(text).toMatch(/ {4}at boom \(src\/shop\.ts:21:\d+\)\n {4}at fail \(src\/shop\.ts:11:\d+\)/);
  });

  it('shows the box and the styles of an element', async () => {
    await ok('browser_navigate', { url: `${server.origin}/flawed` });
    const ref = await mcp.ref('Faint text');
    const { text, data } = await ok('browser_inspect', { target: ref });
    expect(text).toContain('color: rgb(153, 153, 153)');
    expect(text).toContain('margin: 16px 0px');
    expect(text).not.toContain('z-index');
    expect(data).toMatchObject({ box: { x: 8 } });
    expect((await ok('browser_inspect', { target: ref, properties: ['z-index', 'colour'] })).text).toMatch(
      /z-index: auto\ncolour: \(no such property\)/,
    );
  });

  it('reports accessibility problems with refs', async () => {
    await ok('browser_navigate', { url: `${server.origin}/flawed` });
    const { text, data } = await ok('browser_accessibility_report');
    const { problems } = data as { problems: { rule: string; detail: string; ref?: string; role: string }[] };
    const told = problems.map(({ rule, role, detail }) => `${rule}: ${role}: ${detail}`);
    expect(told.toSorted()).toEqual([
      'contrast: paragraph: 2.84:1, needs 4.5:1',
      'heading: heading: level 3 follows level 1',
      'hidden-focus: button: takes the focus, but aria-hidden hides it',
      'language: document: html has no lang',
      'name: button: no accessible name',
      'name: img: no alt text',
      'name: link: no accessible name',
      'nested: link: inside button, which hides it',
      'reference: textbox: aria-labelledby: nothing has the id "nothing"',
      'role: generic: there is no role "buton"',
      'role: tab: tab is not in tablist',
      'state: checkbox: checkbox without aria-checked',
      'tab-order: button: tabindex 3 is before everything else',
      'title: document: the document has no title',
    ]);
    expect(text).toContain('Contrast not told of 1 text:');
    // The refs work.
    const { ref } = problems.find(({ rule }) => rule === 'contrast') ?? {};
    expect((await ok('browser_inspect', { target: ref, properties: ['color'] })).text).toContain(
      'rgb(153, 153, 153)',
    );
    const two = await ok('browser_accessibility_report', { rules: ['name'], limit: 1 });
    expect(two.text).toContain('… 2 more: limit=3');
  });

  it('waits for a script and for a download, which is a resource', async () => {
    await ok('browser_navigate', { url: server.origin });
    await mcp.evaluate('() => { setTimeout(() => { globalThis.app = { ready: 1 } }, 300) }');
    await ok('browser_wait_for', { function: '() => app.ready' });
    const never = await mcp.call('browser_wait_for', { function: '() => app.never', time: 0.3 });
    expect(never.text).toContain('The function returned undefined for 300 ms');
    await ok('browser_click', { target: await mcp.ref('"Get it"') });
    const { text } = await ok('browser_wait_for', { download: true });
    expect(text).toMatch(/Download "report\.csv" is at "/);
    const { resources } = await mcp.client.listResources();
    const file = resources.find(({ uri }) => uri.startsWith('sightline://files/'));
    expect(file).toMatchObject({ mimeType: 'text/csv' });
    const { contents } = await mcp.client.readResource({ uri: file?.uri ?? '' });
    expect(contents).toMatchObject([{ mimeType: 'text/csv', text: 'a,b' }]);
    await expect(
      mcp.client.readResource({ uri: 'sightline://files/..%2F..%2Fpackage.json' }),
    ).rejects.toThrow('There is no resource');
  });
});
