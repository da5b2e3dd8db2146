/** WebDriver endpoints: sessions over CDP and BiDi with a real chromedriver, and everything that can go wrong. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../src/index.js';
import {
  type Chromedriver,
  chromiumCapabilities,
  newSession,
  startChromedriver,
} from '../support/chromedriver.js';
import { type ERAS, eraOptions, startHttpServer } from '../support/mcp-client.js';
import { noChromedriver } from '../support/selenium.js';
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

    it('is asked for another session when the browser of the first can not be reached', async () => {
      const hub = await startHub(chromedriver.url, 1);
      ending.push(() => hub.close());
      const capabilities = chromiumCapabilities();
      const browser = await connect({ webdriver: hub.url, capabilities });
      ending.push(() => browser.close());
      const page = browser.pages()[0] ?? (await browser.newPage());
      await page.goto(`${server.origin}/`);
      expect((await page.ariaSnapshot()).text).toContain('heading "Outer"');
      const [first = '', second = ''] = hub.sessions;
      expect(hub.sessions).toHaveLength(2);
      expect([await chromedriver.has(first), await chromedriver.has(second)]).toEqual([false, true]);
      const broken = await startHub(chromedriver.url, 9);
      ending.push(() => broken.close());
      await expect(connect({ webdriver: broken.url, capabilities })).rejects.toMatchObject({
        code: 'connect-failed',
      });
      expect(broken.sessions).toHaveLength(2);
      for (const session of broken.sessions) expect(await chromedriver.has(session)).toBe(false);
    });

    it('serves a context to each MCP session, and one to each stateless agent that creates it', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'sightline-webdriver-'));
      ending.push(() => rmSync(folder, { recursive: true, force: true }));
      const file = join(folder, 'capabilities.json');
      writeFileSync(file, JSON.stringify(chromiumCapabilities()));
      const mcp = await startHttpServer([
        ...['--webdriver-endpoint', chromedriver.url, '--webdriver-capabilities', file],
        ...['--caps', 'devtools'],
      ]);
      ending.push(() => mcp.stop());
      const open = async (era: (typeof ERAS)[number]) => {
        const client = await mcp.connect(eraOptions(era));
        ending.push(client.close);
        return client;
      };
      const url = `${server.origin}/`;
      const sessions = await Promise.all([open('2025-11-25'), open('2025-11-25')]);
      await Promise.all(sessions.map((client) => client.call('browser_navigate', { url })));
      const stateless = await Promise.all([open('2026-07-28'), open('2026-07-28')]);
      const pages = await Promise.all(
        stateless.map(async (client) => {
          const { text } = await client.call('browser_contexts', { action: 'new', url });
          const [page = ''] = /c\d+p\d+/.exec(text) ?? [];
          return page;
        }),
      );
      const agents = [
        ...sessions.map((client) => ({ client, where: {} })),
        ...stateless.map((client, at) => ({ client, where: { page: pages[at] } })),
      ];
      const remember = (at: number) => `() => { document.cookie = 'who=${at}'; localStorage.who = '${at}'; }`;
      await Promise.all(agents.map(({ client, where }, at) => client.evaluate(remember(at), where)));
      const recall = '() => [document.cookie, localStorage.who]';
      const told = await Promise.all(agents.map(({ client, where }) => client.evaluate(recall, where)));
      expect(told).toEqual(agents.map((_, at) => [`who=${at}`, `${at}`]));
      // Each ref lands in the page of its agent.
      for (const [at, { client, where }] of agents.entries()) {
        await client.call('browser_click', { target: await client.ref('button "Go"', where) });
        const done = agents.map(({ client: each, where: on }) =>
          each.evaluate('() => document.body.innerText.includes("Done")', on),
        );
        expect(await Promise.all(done)).toEqual(agents.map((_, other) => other <= at));
      }
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

/** Passes requests on. The first sessions name addresses where nothing listens, as those of a dead node do. */
async function startHub(chromedriver: string, dead: number) {
  const sessions: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    const { method = 'GET', url } = request;
    const answer = await fetch(`${chromedriver}${url}`, {
      method,
      ...(method === 'POST' && { body: Buffer.concat(chunks) }),
    });
    const text = await answer.text();
    const id = url === '/session' ? JSON.parse(text).value.sessionId : undefined;
    if (id !== undefined) sessions.push(id);
    const isDead = id !== undefined && sessions.length <= dead;
    response
      .writeHead(answer.status)
      .end(isDead ? text.replace(/"debuggerAddress":"[^"]*"/, '"debuggerAddress":"127.0.0.1:9"') : text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sessions,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
