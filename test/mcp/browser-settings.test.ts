/**
 * Settings of the browser and its network through a real server, in both browsers; `settings.test.ts` has the
 * rest.
 */
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createSecureServer } from 'node:http2';
import {
  type AddressInfo,
  connect as connectTcp,
  createServer as createTcpServer,
  type Server,
} from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChrome } from '../../src/browsers/chrome.js';
import { launchFirefox } from '../../src/browsers/firefox.js';
import { descendantsOf } from '../browsers/processes.js';
import { BROWSERS, type BrowserEngine } from '../support/browsers.js';
import { sightline } from '../support/command-line.js';
import { installedBrowser } from '../support/installed-browser.js';
import { type McpClient, openClient } from '../support/mcp-client.js';
import { SELF_SIGNED } from '../support/self-signed.js';
import { type FixtureServer, startServer } from '../support/server.js';

const closing: (() => unknown)[] = [];
let server: FixtureServer;
let proxy: { port: number; asked: string[] };
let secure: { port: number; asked: string[] };

beforeAll(async () => {
  server = await startServer({
    '/': `<title>Page</title><meta name="viewport" content="width=device-width">
      <button data-qa="one">Same</button><button data-qa="two">Same</button>
      <button onclick="this.textContent = 'Went'; fetch('/hangs')">Go</button>
      <ul>${'<li><a href="#">Item</a></li>'.repeat(60)}</ul>`,
    '/hangs': () => undefined,
    '/worker.js': (_, response) => response.setHeader('content-type', 'text/javascript').end(''),
  });
  closing.push(server.close);
  proxy = await startProxy();
  secure = await startSecureServer();
});
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

describe.each(BROWSERS)('settings of the browser (%s)', (browser) => {
  describe('a device, permissions and allowed origins', () => {
    let mcp: McpClient;
    beforeAll(async () => {
      const args = [
        ...['--browser', browser, '--device', 'iPhone 15', '--block-service-workers', '--no-fold'],
        ...['--strict-refs', '--timeout-settle', '1000', '--caps', 'testing', '--color-scheme', 'dark'],
        ...['--blocked-origins', `https://127.0.0.1:${secure.port}`, '--no-sandbox'],
        ...['--browser-arg=--mark-of-test=one', '--browser-arg=--mark-of-test=two'],
      ];
      const env = {
        PLAYWRIGHT_MCP_GRANT_PERMISSIONS: 'geolocation',
        PLAYWRIGHT_MCP_IGNORE_HTTPS_ERRORS: 'true',
        PLAYWRIGHT_MCP_TEST_ID_ATTRIBUTE: 'data-qa',
      };
      mcp = await open(args, env);
      await mcp.call('browser_navigate', { url: server.origin });
    });

    it.each([
      [
        '--device',
        '() => [innerWidth, devicePixelRatio, /iPhone/.test(navigator.userAgent)]',
        [393, 3, true],
      ],
      [
        '--grant-permissions',
        '() => navigator.permissions.query({ name: "geolocation" }).then((it) => it.state)',
        'granted',
      ],
      [
        '--block-service-workers',
        '() => (navigator.serviceWorker?.register("/worker.js") ?? Promise.reject()).then(() => "there", () => "none")',
        'none',
      ],
      ['--color-scheme', '() => matchMedia("(prefers-color-scheme: dark)").matches', true],
    ])('%s', async (_, script, expected) => {
      expect(await mcp.evaluate(script)).toEqual(expected);
    });

    it('--browser-arg, several times, and --no-sandbox', () => {
      const lines = descendantsOf(mcp.pid).map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
      const line = lines.find((each) => each.includes('--mark-of-test=one'));
      expect(line).toContain('--mark-of-test=two');
      // Firefox has no such switch: its sandbox works for root too.
      expect(line?.includes('--no-sandbox')).toBe(browser === 'chromium');
    });

    it('--no-fold shows every item', async () => {
      const { text } = await mcp.call('browser_snapshot');
      expect(text.match(/link "Item"/g)).toHaveLength(60);
    });

    it('--test-id-attribute', async () => {
      const script = '(found) => found.dataset.qa';
      expect(await mcp.evaluate(script, { target: "getByTestId('two')" })).toBe('two');
    });

    it('--timeout-settle', async () => {
      const clicked = await mcp.call('browser_click', { target: await mcp.ref('button "Go"') });
      expect(clicked.section('Result')).toContain('still busy after 1000 ms ("http');
    });

    it('--strict-refs, the former name of --refs-check strict', async () => {
      const target = await mcp.ref('button "Went"');
      await mcp.evaluate('() => { document.querySelectorAll("button")[2].textContent = "Other"; }');
      const refused = await mcp.call('browser_click', { target });
      expect(refused.text).toContain('Error (ref-changed)');
    });

    it('--ignore-https-errors; a blocked origin is not reached over another origin’s connection', async () => {
      const allowed = `https://localhost:${secure.port}`;
      const blocked = `https://127.0.0.1:${secure.port}`;
      const opened = await mcp.call('browser_navigate', { url: `${allowed}/page` });
      expect(opened.isError, opened.text).toBe(false);
      // One server, one certificate for both names, one HTTP/2 connection that could serve both.
      const ask = (url: string) =>
        mcp.evaluate(`() => fetch("${url}", { mode: "no-cors" }).then(() => "came", () => "refused")`);
      expect(await ask(`${allowed}/fetched`)).toBe('came');
      expect(await ask(`${blocked}/fetched`)).toBe('refused');
      expect((await mcp.call('browser_navigate', { url: `${blocked}/page` })).isError).toBe(true);
      expect(secure.asked).toContain(`2.0 localhost:${secure.port}/fetched`);
      expect(secure.asked.filter((each) => each.includes('127.0.0.1'))).toEqual([]);
    });
  });

  it('--headed without a display says so', async () => {
    const mcp = await open(['--browser', browser, '--headed'], { DISPLAY: '', WAYLAND_DISPLAY: '' });
    const { text } = await mcp.call('browser_navigate', { url: server.origin });
    expect(text).toMatch(/Error \(browser-start-failed\)[\s\S]*Next: There is no display/);
  });

  describe('a proxy', () => {
    let mcp: McpClient;
    beforeAll(async () => {
      mcp = await open([
        ...['--browser', browser, '--mobile', '--max-tokens', '200', '--diff-threshold', '0'],
        ...['--proxy-server', `http://127.0.0.1:${proxy.port}`, '--proxy-bypass', 'direct.test,other.test'],
      ]);
    });

    it('--proxy-server and --proxy-bypass', async () => {
      await mcp.call('browser_navigate', { url: 'http://through.test/page' });
      expect(await mcp.evaluate('() => document.title')).toBe('by the proxy');
      const direct = await mcp.call('browser_navigate', { url: 'http://direct.test/page' });
      expect(direct.isError).toBe(true);
      expect(proxy.asked).toContain('http://through.test/page');
      expect(proxy.asked.filter((url) => url.includes('direct.test'))).toEqual([]);
    });

    it('--mobile', async () => {
      await mcp.call('browser_navigate', { url: server.origin });
      const phone = '() => [innerWidth < 500, /Mobile/.test(navigator.userAgent)]';
      expect(await mcp.evaluate(phone)).toEqual([true, true]);
    });

    it('--max-tokens and --diff-threshold', async () => {
      const { text } = await mcp.call('browser_snapshot');
      expect(text).toContain('token budget');
      const clicked = await mcp.call('browser_click', { target: '[data-qa=one]' });
      expect(clicked.section('Snapshot')).toContain('many changes since');
    });

    it('an untrusted certificate is refused, with the reason', async () => {
      const refused = await mcp.call('browser_navigate', { url: `https://localhost:${secure.port}/mine` });
      expect(refused.isError).toBe(true);
      expect(refused.text).toMatch(/certificate|CERT|SSL|SEC_ERROR/i);
      expect(secure.asked.join()).not.toContain('/mine');
    });
  });

  it(`${browser === 'firefox' ? '--endpoint' : '--cdp-endpoint and --cdp-header'} connects to a running browser`, async () => {
    const endpoint = await startForeign(browser);
    const flag = browser === 'firefox' ? '--endpoint' : '--cdp-endpoint';
    const mcp = await open([flag, endpoint.url, ...endpoint.args]);
    const opened = await mcp.call('browser_navigate', { url: server.origin });
    expect(opened.isError, opened.text).toBe(false);
    expect(await mcp.evaluate('() => document.title')).toBe('Page');
    await mcp.close();
    expect(() => process.kill(endpoint.pid, 0)).not.toThrow();
    if (browser === 'firefox') return;
    const without = await open([flag, endpoint.url]);
    expect((await without.call('browser_navigate', { url: server.origin })).text).toContain('connect-failed');
  });
});

it('--cdp-timeout: gives up on a silent endpoint', async () => {
  const port = await listen(createTcpServer(() => undefined));
  const mcp = await open(['--cdp-endpoint', `ws://127.0.0.1:${port}/`, '--cdp-timeout', '300']);
  const reply = await mcp.call('browser_navigate', { url: 'about:blank' });
  expect(reply.text).toContain('connect-failed');
  expect(reply.text).toContain('timed out');
});

it('settings without effect are accepted, with one line each', async () => {
  const args = ['--extension', '--profile-dir-name', 'Profile 1'];
  const { code, stderr, stdout } = await sightline(['mcp', ...args], {
    PLAYWRIGHT_MCP_INIT_PAGE: 'page.ts',
  });
  expect(code).toBe(0);
  expect(stdout).toBe('');
  const lines = stderr.trim().split('\n');
  expect(lines.map((line) => line.replace(/ has no effect: .+/, ''))).toEqual([
    ...args.filter((arg) => arg.startsWith('--')),
    'PLAYWRIGHT_MCP_INIT_PAGE',
  ]);
});

async function open(args: string[], env: Record<string, string> = {}): Promise<McpClient> {
  const mcp = await openClient(args, undefined, { env });
  closing.push(() => mcp.close());
  return mcp;
}

async function listen(listening: Server): Promise<number> {
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  closing.push(() => listening.close());
  return (listening.address() as AddressInfo).port; // it listens on a port
}

async function startProxy(): Promise<typeof proxy> {
  const asked: string[] = [];
  const answering = createHttpServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('content-type', 'text/html').end('<title>by the proxy</title>');
  });
  closing.push(() => answering.closeAllConnections());
  return { port: await listen(answering), asked };
}

/** HTTP/2, both names of this machine on one certificate. */
async function startSecureServer(): Promise<typeof secure> {
  const asked: string[] = [];
  const answering = createSecureServer({ ...SELF_SIGNED, allowHTTP1: true }, (request, response) => {
    const host = request.authority ?? request.headers.host;
    asked.push(`${request.httpVersion} ${host}${request.url}`);
    response.setHeader('content-type', 'text/html');
    response.end('<title>Secure</title>');
  });
  const sessions = new Set<{ destroy(): void }>();
  answering.on('session', (session) => sessions.add(session));
  // All addresses: whichever `localhost` means here.
  await new Promise<void>((resolve) => answering.listen(0, resolve));
  closing.push(() => {
    for (const session of sessions) session.destroy();
    answering.close();
  });
  return { port: (answering.address() as AddressInfo).port, asked };
}

interface Foreign {
  url: string;
  pid: number;
  /** The arguments to connect to the endpoint. */
  args: string[];
}

/** A browser that somebody else started. Chromium's endpoint is behind a proxy that requires a header. */
async function startForeign(browser: BrowserEngine): Promise<Foreign> {
  if (browser === 'firefox') {
    const running = await launchFirefox({ browser: installedBrowser(browser) });
    closing.push(() => running.kill());
    return { url: running.endpoint.url, pid: running.pid, args: [] };
  }
  const port = await freePort();
  const running = await launchChrome({ browser: installedBrowser(browser), port });
  closing.push(() => running.kill());
  const { webSocketDebuggerUrl } = (await (await fetch(`http://127.0.0.1:${port}/json/version`)).json()) as {
    webSocketDebuggerUrl: string; // Chromium's own name for it
  };
  const door = createHttpServer((_, response) => response.writeHead(403).end());
  door.on('upgrade', (request: IncomingMessage, socket, head) => {
    if (request.headers['x-key'] !== 'open: sesame') return socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n');
    const behind = connectTcp(port, '127.0.0.1', () => {
      const headers = { ...request.headers, host: `127.0.0.1:${port}` };
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      behind.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('')}\r\n`);
      behind.write(head);
      behind.pipe(socket).pipe(behind);
    });
    behind.on('error', () => socket.destroy());
    socket.on('error', () => behind.destroy());
  });
  const url = new URL(webSocketDebuggerUrl);
  url.port = String(await listen(door));
  return { url: url.href, pid: running.pid, args: ['--cdp-header', 'X-Key: open: sesame'] };
}

async function freePort(): Promise<number> {
  const taken = createTcpServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as AddressInfo;
  await new Promise((resolve) => taken.close(resolve));
  return port;
}
