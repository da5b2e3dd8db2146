import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { launchChrome } from '../../src/browsers/chrome.js';
import { launchFirefox } from '../../src/browsers/firefox.js';
import { connect, launch } from '../../src/index.js';
import { installedBrowser } from '../support/installed-browser.js';

const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

async function freePort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ending.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

describe('connect', () => {
  it('connects to a running Chromium, sees its pages, and leaves it running', async () => {
    const port = await freePort();
    const running = await launchChrome({ browser: installedBrowser('chromium'), port });
    ending.push(() => running.kill());
    const first = await connect(`http://127.0.0.1:${port}`);
    const page = await first.newPage();
    await page.goto('data:text/html,<button>Here</button>');
    await first.close();
    const second = await connect(`http://127.0.0.1:${port}`);
    const again = second.pages().find(({ url }) => url.startsWith('data:'));
    expect((await again?.ariaSnapshot())?.text).toContain('button "Here"');
    await second.close();
  });

  it('connects to a running Firefox, and leaves it running', async () => {
    const running = await launchFirefox({ browser: installedBrowser('firefox') });
    ending.push(() => running.kill());
    const browser = await connect(running.endpoint.url);
    const page = await browser.newPage();
    await page.goto('data:text/html,<button>Here</button>');
    expect((await page.ariaSnapshot()).text).toContain('button "Here"');
    await browser.close();
    expect(() => process.kill(running.pid, 0)).not.toThrow();
  });

  it.each([
    ['not an address', 'bad-argument'],
    ['ftp://127.0.0.1/', 'bad-argument'],
    ['http://127.0.0.1:9', 'connect-failed'],
    ['ws://127.0.0.1:9/session', 'connect-failed'],
  ])('%s: %s', async (endpoint, code) => {
    await expect(connect(endpoint)).rejects.toMatchObject({ code, hint: expect.stringMatching(/./) });
  });

  it('says so when something else than a browser answers', async () => {
    const port = await listen(createServer((_, response) => response.end('{"hello":"world"}')));
    await expect(connect(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ code: 'connect-failed' });
    await expect(connect(`ws://127.0.0.1:${port}/devtools/browser/1`)).rejects.toMatchObject({
      code: 'connect-failed',
    });
  });

  it.each(['cdp', 'bidi'] as const)('says so when the other side does not speak %s', async (protocol) => {
    const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await new Promise((resolve) => sockets.once('listening', resolve));
    ending.push(() => sockets.close());
    sockets.on('connection', (socket) =>
      socket.on('message', () => socket.send('hello, I am something else')),
    );
    const { port } = sockets.address() as AddressInfo;
    await expect(connect(`ws://127.0.0.1:${port}/x`, { protocol })).rejects.toMatchObject({
      code: 'connect-failed',
    });
  });

  it('ends when the caller aborts', async () => {
    const port = await listen(createServer(() => undefined));
    const signal = AbortSignal.timeout(200);
    await expect(connect(`http://127.0.0.1:${port}`, { signal })).rejects.toMatchObject({ code: 'aborted' });
    await expect(connect(`ws://127.0.0.1:${port}/session`, { signal })).rejects.toMatchObject({
      code: 'aborted',
    });
  });
});

describe('launch', () => {
  it.each([
    [{ browser: 'netscape' as 'chromium' }, 'bad-argument'],
    [{ executablePath: '/no/such/browser' }, 'browser-not-found'],
    [{ snapshot: { maxDepth: -1 } }, 'bad-argument'],
  ])('%j: %s', async (options, code) => {
    await expect(launch(options)).rejects.toMatchObject({ code, hint: expect.stringMatching(/./) });
  });
});
