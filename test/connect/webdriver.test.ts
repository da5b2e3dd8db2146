/** WebDriver endpoints: sessions over CDP and BiDi with a real chromedriver, and everything that can go wrong. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../src/index.js';
import {
  type Chromedriver,
  chromiumCapabilities,
  newSession,
  noChromedriver,
  startChromedriver,
} from '../support/chromedriver.js';
import { type FixtureServer, startServer } from '../support/server.js';

const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

describe('bad WebDriver endpoints', () => {
  it.each([
    ['nonsense', 'bad-argument'],
    ['ftp://127.0.0.1/', 'bad-argument'],
    ['http://127.0.0.1:9', 'connect-failed'],
  ])('%s: %s', async (webdriver, code) => {
    await expect(connect({ webdriver })).rejects.toMatchObject({ code, hint: expect.stringMatching(/./) });
  });

  it('another server, a login, a full grid, silence, and a session that offers nothing to speak over', async () => {
    const session = (value: object): [number, string] => [200, JSON.stringify({ value })];
    const slot = { session: { sessionId: 'other' } };
    const answers: Record<string, [status: number, body: string] | undefined> = {
      'POST /other/session': [200, '<html>'],
      'POST /login/session': [401, ''],
      'POST /full/session': [
        500,
        JSON.stringify({ value: { error: 'session not created', message: 'New session request timed out' } }),
      ],
      'GET /full/status': session({ ready: false, message: 'Not ready.', nodes: [{ slots: [slot, slot] }] }),
      'GET /silent/status': session({ ready: true, message: 'Ready.', nodes: [{ slots: [slot] }] }),
      'POST /old/session': session({ sessionId: 'x', capabilities: { browserName: 'old' } }),
    };
    const asked: string[] = [];
    const server = createServer((request, response) => {
      const what = `${request.method} ${request.url}`;
      asked.push(what);
      const answer = answers[what];
      if (answer) response.writeHead(answer[0]).end(answer[1]);
      else if (what !== 'POST /silent/session') response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ending.push(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const at = (path: string, timeout = 30_000) =>
      connect({ webdriver: `http://127.0.0.1:${port}${path}` }, { timeout });
    await expect(at('/other')).rejects.toMatchObject({ code: 'connect-failed' });
    await expect(at('/login')).rejects.toMatchObject({
      code: 'connect-failed',
      hint: expect.stringContaining('headers'),
    });
    await expect(at('/full')).rejects.toMatchObject({
      code: 'connect-failed',
      message: expect.stringContaining('2 of 2 slots are taken'),
    });
    await expect(at('/silent', 300)).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('1 of 1 slots are taken'),
    });
    await expect(at('/old')).rejects.toMatchObject({ code: 'unsupported' });
    expect(asked).toContain('DELETE /old/session/x');
  });
});

if (noChromedriver !== undefined) it.skip(`chromedriver (${noChromedriver})`, () => undefined);
else
  describe('chromedriver', () => {
    let chromedriver: Chromedriver;
    let server: FixtureServer;
    beforeAll(async () => {
      chromedriver = await startChromedriver();
      server = await startServer({ '/in': '<title>Inner</title><label>Note <input></label>' });
      server.serve({
        '/': `<title>Outer</title><h1>Outer</h1><button onclick="this.textContent = 'Done'">Go</button>
          <iframe src="${server.otherOrigin}/in"></iframe>`,
      });
    }, 60_000);
    afterAll(async () => {
      await chromedriver.close();
      await server.close();
    });

    it.each(['cdp', 'bidi'] as const)('gives a browser over %s, and takes it back', async (protocol) => {
      const capabilities = chromiumCapabilities();
      const browser = await connect({ webdriver: chromedriver.url, capabilities }, { protocol });
      ending.push(() => browser.close());
      expect(browser.version).toMatch(/^Chrome \d/);
      expect(browser.driver.protocol).toBe(protocol);
      const page = browser.pages()[0] ?? (await browser.newPage());
      await page.goto(`${server.origin}/`);
      await page.getByRole('button', { name: 'Go' }).click();
      const { text } = await page.ariaSnapshotWithFrames();
      expect(text).toContain('button "Done"');
      const note = /textbox "Note" .*\[ref=(\w+)\]/.exec(text)?.[1] ?? '';
      await page.locatorFromRef(note).fill('kept');
      expect((await page.ariaSnapshotWithFrames()).text).toContain('kept');
      await browser.close();
      await expect(page.ariaSnapshot()).rejects.toMatchObject({ code: expect.stringMatching(/./) });
    });

    it('has sessions that can be joined by their WebSocket address, and are left alone', async () => {
      const session = await newSession(chromedriver.url);
      ending.push(() => fetch(`${chromedriver.url}/session/${session.id}`, { method: 'DELETE' }));
      const browser = await connect(session.webSocketUrl);
      const page = browser.pages()[0] ?? (await browser.newPage());
      await page.goto(`${server.origin}/`);
      expect((await page.ariaSnapshot()).text).toContain('heading "Outer"');
      await browser.close();
      expect(await chromedriver.has(session.id)).toBe(true);
    });

    it('says so when it can not start the browser, and when the session is ended behind our back', async () => {
      const capabilities = { 'goog:chromeOptions': { binary: '/no/such/browser' } };
      await expect(connect({ webdriver: chromedriver.url, capabilities })).rejects.toMatchObject({
        code: 'connect-failed',
        hint: expect.stringContaining('/no/such/browser'),
      });
      const session = await newSession(chromedriver.url);
      const browser = await connect(session.webSocketUrl);
      const page = browser.pages()[0] ?? (await browser.newPage());
      const pending = page.evaluate('() => new Promise(() => undefined)').catch((error) => error);
      await fetch(`${chromedriver.url}/session/${session.id}`, { method: 'DELETE' });
      const gone = expect.stringMatching(/browser-disconnected|page-closed/);
      expect(await pending).toMatchObject({ code: gone });
      await expect(page.ariaSnapshot()).rejects.toMatchObject({ code: gone });
      await browser.close();
    });

    it('gets its session back from a process that was killed', async () => {
      const file = join(import.meta.dirname, 'hold-session.ts');
      const args = ['--import', 'tsx', file, chromedriver.url, JSON.stringify(chromiumCapabilities())];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      const said = await new Promise((resolve) => child.stdout.once('data', resolve));
      const session = String(said).trim();
      expect(await chromedriver.has(session)).toBe(true);
      child.kill('SIGKILL');
      await expect.poll(() => chromedriver.has(session), { timeout: 20_000 }).toBe(false);
    });
  });
