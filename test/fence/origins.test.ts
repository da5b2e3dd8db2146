/**
 * Origin rules in real browsers: a server that counts its connections, and pages that try every way to reach it.
 */

import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BrowserProcess } from '../../src/browsers/browser-process.js';
import { launchChrome } from '../../src/browsers/chrome.js';
import { launchFirefox } from '../../src/browsers/firefox.js';
import { type Browser, connect, launch } from '../../src/index.js';
import type { Page } from '../../src/page/page.js';
import { BROWSERS } from '../support/browsers.js';
import { installedBrowser } from '../support/installed-browser.js';
import { type FixtureServer, type Route, startServer } from '../support/server.js';

const SLOW = 250;

/** Allowed, but nobody listens: a port without a service that no system assigns and browsers do not block. */
const NOBODYS = 4;

/** A server that nobody should reach. */
interface Counter {
  port: number;
  connections(): number;
  /** Connections with data: browsers open some before any request. */
  requests(): number;
  close(): void;
}

async function startCounter(): Promise<Counter> {
  let connections = 0;
  let requests = 0;
  const server = createServer((socket) => {
    connections++;
    socket.on('error', () => undefined);
    socket.once('data', () => {
      requests++;
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nAccess-Control-Allow-Origin: *\r\n\r\nhi');
    });
  });
  server.listen(0);
  await once(server, 'listening');
  // It listens on a port.
  const { port } = server.address() as AddressInfo;
  return { port, connections: () => connections, requests: () => requests, close: () => void server.close() };
}

/** Ways for a page to request a URL. Each reports when it is over, however it ended. */
const WAYS: Record<string, string> = {
  fetch: 'await fetch(http + "/fetch").catch(() => 0)',
  image:
    'await new Promise(done => { const i = new Image(); i.onload = i.onerror = done; i.src = http + "/image" })',
  script:
    'await new Promise(done => { const s = document.createElement("script"); s.onload = s.onerror = done; s.src = http + "/script"; document.head.append(s) })',
  // Firefox fires no event when a frame shows an error.
  frame:
    'const f = document.createElement("iframe"); f.src = http + "/frame"; document.body.append(f); await fetch("/slow")',
  websocket:
    'await new Promise(done => { const s = new WebSocket(ws + "/socket"); s.onopen = s.onerror = s.onclose = done })',
  eventsource:
    'await new Promise(done => { const s = new EventSource(http + "/events"); s.onopen = s.onerror = () => { s.close(); done() } })',
  beacon: 'navigator.sendBeacon(http + "/beacon", "x"); await fetch("/slow")',
  prefetch:
    'for (const rel of ["prefetch", "preconnect", "dns-prefetch", "preload", "modulepreload"]) { const l = document.createElement("link"); l.rel = rel; l.as = "script"; l.href = http + "/" + rel; document.head.append(l) } await fetch("/slow")',
  worker:
    'await new Promise(done => { const w = new Worker("/worker.js"); w.onmessage = w.onerror = done; w.postMessage({ http }) })',
  'socket of a worker':
    'await new Promise(done => { const w = new Worker("/worker.js"); w.onmessage = w.onerror = done; w.postMessage({ ws }) })',
  redirect: 'await fetch("/redirect?to=" + encodeURIComponent(http + "/redirected")).catch(() => 0)',
  'framed redirect':
    'const f = document.createElement("iframe"); f.src = "/redirect?to=" + encodeURIComponent(http + "/x"); document.body.append(f); await fetch("/slow")',
  serviceworker: `if (navigator.serviceWorker) {
    if (!await navigator.serviceWorker.register("/sw.js").catch(() => 0)) return;
    const worker = (await navigator.serviceWorker.ready).active;
    const channel = new MessageChannel();
    await new Promise(done => { channel.port1.onmessage = done; worker.postMessage({ http, ws }, [channel.port2]) });
  }`,
};

const WORKER = `onmessage = async ({ data: { http, ws }, ports }) => {
  if (http) await fetch(http + '/worker').catch(() => 0);
  if (ws) await new Promise(done => { const s = new WebSocket(ws + '/worker'); s.onopen = s.onerror = s.onclose = done; });
  (ports[0] ?? self).postMessage('done');
};`;

const redirect = (request: IncomingMessage) =>
  new URL(request.url ?? '', 'http://x').searchParams.get('to') ?? '/';

const ROUTES: Record<string, Route> = {
  '/': '<!doctype html><title>Home</title><body><a href="/" id=link>Link</a>',
  '/ok': 'ok',
  // For attempts that end silently: by then they have been made.
  '/slow': (_, response) => void setTimeout(() => response.end('ok'), SLOW),
  '/worker.js': (_, response) => response.setHeader('content-type', 'text/javascript').end(WORKER),
  '/sw.js': (_, response) => response.setHeader('content-type', 'text/javascript').end(WORKER),
  '/redirect': (request, response) => response.writeHead(302, { location: redirect(request) }).end(),
};

describe.each(BROWSERS)('origin rules (%s)', (which) => {
  let server: FixtureServer;
  let counter: Counter;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    server = await startServer(ROUTES);
    counter = await startCounter();
    // 127.0.0.1 and localhost are different origins on the same machine.
    browser = await launch({
      browser: which,
      origins: { allowed: [`http://localhost:${server.port}`, `localhost:${NOBODYS}`] },
    });
    page = await browser.newPage();
    await page.goto(`${server.otherOrigin}/`);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    counter?.close();
  });

  const away = () => ({ http: `http://127.0.0.1:${counter.port}`, ws: `ws://127.0.0.1:${counter.port}` });
  const attempt = (code: string, target: { http: string; ws: string }, on: Page = page) =>
    on.evaluate(`async (http, ws) => { ${code} }`, [target.http, target.ws]);

  it('a navigation is refused before anything is sent, with the rule', async () => {
    const before = page.url;
    await expect(page.goto(`${away().http}/x`)).rejects.toMatchObject({
      code: 'origin-blocked',
      message: `Not loaded: ${away().http} is not among the allowed origins: "http://localhost:${server.port}", "localhost:${NOBODYS}"`,
    });
    expect(page.url).toBe(before);
    expect(counter.connections()).toBe(0);
  });

  it.each(Object.entries(WAYS))('%s: nothing reaches a refused origin', async (_, code) => {
    await attempt(code, away());
    expect(counter.connections()).toBe(0);
  });

  it('a redirect of a navigation is refused with the rule', async () => {
    const other = await browser.newPage();
    const to = encodeURIComponent(`${away().http}/redirected`);
    await expect(other.goto(`${server.otherOrigin}/redirect?to=${to}`)).rejects.toMatchObject({
      code: 'origin-blocked',
      message: expect.stringContaining(`${away().http} is not among`),
    });
    expect(counter.connections()).toBe(0);
    await other.close();
  });

  it('the page log says what was blocked and why', async () => {
    await attempt(WAYS.fetch ?? '', away());
    const entry = page.log.network.findLast(({ request }) => request.url === `${away().http}/fetch`);
    expect(entry?.error).toContain(`blocked by the origin rules: ${away().http} is not among`);
  });

  it('a link, a form and a popup are blocked', async () => {
    const other = await browser.newPage();
    await other.goto(`${server.otherOrigin}/`);
    await other.evaluate('(http) => { document.querySelector("a").href = http + "/link"; }', [away().http]);
    await other.locator('#link').click();
    await other.evaluate('(http) => { window.open(http + "/popup"); }', [away().http]).catch(() => undefined);
    expect(counter.connections()).toBe(0);
    await other.close();
  });

  it('a new context keeps the rules, with a proxy of its own too', async () => {
    for (const options of [{}, { proxy: { server: `http://127.0.0.1:${counter.port}` } }]) {
      const context = await browser.newContext(options);
      const own = await context.newPage();
      await own.goto(`${server.otherOrigin}/`);
      await attempt(`${WAYS.fetch}; ${WAYS.websocket}`, away(), own);
      expect(counter.connections()).toBe(0);
      await context.close();
    }
  });

  it('no packet leaves, for WebRTC or WebTransport', async () => {
    const socket = createSocket('udp4');
    let packets = 0;
    socket.on('message', () => packets++);
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const { port } = socket.address();
    await page.evaluate(
      `async (port) => {
        const transport = typeof WebTransport === 'undefined' ? undefined : new WebTransport('https://127.0.0.1:' + port);
        transport?.closed.catch(() => 0);
        await transport?.ready.catch(() => 0);
        if (typeof RTCPeerConnection === 'undefined') return;
        const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:' + port }] });
        peer.createDataChannel('x');
        await peer.setLocalDescription(await peer.createOffer());
        await fetch('/slow');
      }`,
      [port],
    );
    socket.close();
    expect(packets).toBe(0);
  });

  it('allowed URLs and those without a server work', async () => {
    const answer = await page.evaluate('async (http) => (await fetch(http + "/ok")).text()', [
      server.otherOrigin,
    ]);
    expect(answer).toBe('ok');
    await page.goto('data:text/html,<title>Data</title>');
    expect(await page.title()).toBe('Data');
    await page.goto('about:blank');
    await page.goto(`${server.otherOrigin}/`);
  });

  it('an unreachable server is distinguished from a refused one', async () => {
    await expect(page.goto(`http://localhost:${NOBODYS}/`)).rejects.toMatchObject({
      code: 'navigation-failed',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });
});

/** A browser that somebody else started cannot be given a proxy: requests are intercepted one by one. */
describe.each(BROWSERS)('origin rules over a foreign endpoint (%s)', (which) => {
  let server: FixtureServer;
  let counter: Counter;
  let running: BrowserProcess;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    server = await startServer(ROUTES);
    counter = await startCounter();
    const port = await freePort();
    running = await (which === 'chromium' ? launchChrome : launchFirefox)({
      browser: installedBrowser(which),
      port,
    });
    const endpoint = which === 'chromium' ? `http://127.0.0.1:${port}` : `ws://127.0.0.1:${port}/session`;
    browser = await connect(endpoint, { origins: { allowed: [`http://localhost:${server.port}`] } });
    page = await browser.newPage();
    await page.goto(`${server.otherOrigin}/`);
  });
  afterAll(async () => {
    await browser?.close();
    await running?.kill();
    await server?.close();
    counter?.close();
  });

  for (const [way, code] of Object.entries(WAYS)) {
    // Chromium's protocol cannot intercept WebSockets.
    const beyondReach = which === 'chromium' && way.includes('socket');
    it.skipIf(beyondReach)(`${way}: nothing reaches a refused origin`, async () => {
      const target = { http: `http://127.0.0.1:${counter.port}`, ws: `ws://127.0.0.1:${counter.port}` };
      await page.evaluate(`async (http, ws) => { ${code} }`, [target.http, target.ws]);
      expect(counter.requests()).toBe(0);
    });
  }

  it('navigations are refused with the rule, redirects too', async () => {
    const away = `http://127.0.0.1:${counter.port}`;
    for (const url of [`${away}/x`, `${server.otherOrigin}/redirect?to=${encodeURIComponent(away)}`])
      await expect(page.goto(url)).rejects.toMatchObject({
        code: 'origin-blocked',
        message: expect.stringContaining(`${away} is not among the allowed origins`),
      });
  });
});

async function freePort(): Promise<number> {
  const { port, close } = await startCounter();
  close();
  return port;
}
