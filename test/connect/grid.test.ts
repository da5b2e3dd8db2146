/**
 * A real Selenium Grid of a hub and two nodes: what is seen and done through it over CDP and BiDi, everything that can
 * go wrong with it, and many agents on it while one node dies.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Grid, startGrid } from '../../examples/scale/grid.js';
import { runScale } from '../../examples/scale/run.js';
import { startWatchdog, type Watchdog } from '../../src/browsers/watchdog.js';
import { type Browser, type ConnectOptions, connect } from '../../src/index.js';
import { CASES, perform, prepareFiles, removeFiles, widgetsOf } from '../actions/matrix-cases.js';
import { PLACES, servePlaces } from '../actions/places.js';
import { checkGolden, GOLDENS, serveGoldens } from '../goldens/golden.js';
import { chromiumCapabilities, newSession } from '../support/chromedriver.js';
import { commandLine } from '../support/command-line.js';
import { CHROMEDRIVER, noGrid, SELENIUM_SERVER } from '../support/selenium.js';
import { type FixtureServer, startServer } from '../support/server.js';
import { example } from './example.js';

/** Where actions run through the grid: the other places differ in the page, not in the protocol. */
const GRID_PLACES = PLACES.filter(({ path }) => ['/main', '/nested'].includes(path));

if (noGrid !== undefined) it.skip(`Selenium Grid (${noGrid})`, () => undefined);
else
  describe('Selenium Grid', () => {
    let grid: Grid;
    let server: FixtureServer;
    const ending: (() => unknown)[] = [];
    const watchdogs: Watchdog[] = [];
    beforeAll(async () => {
      prepareFiles();
      server = await startServer();
      servePlaces(server);
      await serveGoldens(server);
      grid = await startGrid({
        jar: SELENIUM_SERVER,
        chromedriver: CHROMEDRIVER,
        nodes: [2, 2],
        login: { username: 'me', password: 'secret' },
        patience: 60,
        onStart(pid) {
          // An interrupted run leaves nothing behind.
          const watchdog = startWatchdog({ folder: '', temporary: true });
          watchdog.watch(pid);
          watchdogs.push(watchdog);
        },
      });
    });
    afterEach(async () => {
      for (const end of ending.splice(0).reverse()) await end();
    });
    afterAll(async () => {
      await grid?.close();
      for (const watchdog of watchdogs) watchdog.dismiss();
      await server?.close();
      removeFiles();
    });

    const authorization = { authorization: `Basic ${btoa('me:secret')}` };
    const sessions = async () => [...(await grid.sessions()).values()].flat();
    async function open(options: ConnectOptions = {}): Promise<Browser> {
      const browser = await connect({ webdriver: grid.url, capabilities: chromiumCapabilities() }, options);
      ending.push(() => browser.close());
      return browser;
    }

    describe.each(['cdp', 'bidi'] as const)('over %s', (protocol) => {
      let browser: Browser;
      beforeAll(async () => {
        const viewport = { width: 1280, height: 720 };
        const capabilities = chromiumCapabilities();
        browser = await connect({ webdriver: grid.url, capabilities }, { protocol, viewport });
      });
      afterAll(async () => {
        await browser?.close();
        await vi.waitFor(async () => expect(await sessions()).toEqual([]), { timeout: 20_000 });
      });

      it('speaks it', async () => {
        expect(browser.driver.protocol).toBe(protocol);
        expect(browser.version).toMatch(/^Chrome \d/);
        await expect.poll(sessions).toHaveLength(1);
      });

      it.each(GOLDENS)('shows %s as other browsers do', (name) => checkGolden(name, browser, server));

      // docs/browser-differences.md
      const isLost = (action: string, path: string) =>
        protocol === 'bidi' && action === 'drag' && path === '/nested';

      it.each(GRID_PLACES)('does every action in the $name', async ({ path, depth }) => {
        const page = await browser.newPage();
        await page.goto(server.origin + path);
        const widgets = await widgetsOf(page);
        const inner = page.frames()[depth] ?? page.mainFrame;
        for (const each of CASES) if (!isLost(each.name, path)) await perform(each, inner, widgets);
        await page.close();
      });
    });

    it('is used by the example', async () => {
      const capabilities = JSON.stringify(chromiumCapabilities());
      const said = await example('webdriver', grid.url, `${server.origin}/main`, capabilities);
      expect(said).toMatch(/^Chrome [\d.]+ over cdp/);
      expect(said).toContain('button "Button"');
    });

    it('says what is wrong: the login, the browser, the way to connect', async () => {
      const { origin } = new URL(grid.url);
      const refused = { code: 'connect-failed', message: expect.stringContaining('401') };
      await expect(connect({ webdriver: origin })).rejects.toMatchObject({
        ...refused,
        hint: expect.stringContaining('headers'),
      });
      await expect(connect({ webdriver: origin.replace('//', '//me:wrong@') })).rejects.toMatchObject(
        refused,
      );
      await expect(connect(grid.url)).rejects.toMatchObject({
        code: 'connect-failed',
        hint: expect.stringContaining('--webdriver-endpoint'),
      });
      const wanting = (capabilities: Record<string, unknown>) =>
        connect({ webdriver: grid.url, capabilities });
      await expect(wanting({ browserName: 'safari' })).rejects.toMatchObject({
        code: 'connect-failed',
        hint: expect.stringContaining('safari'),
      });
      const options = { 'goog:chromeOptions': { binary: '/no/such/browser' } };
      await expect(wanting({ browserName: 'chrome', ...options })).rejects.toMatchObject({
        code: 'connect-failed',
        message: expect.stringContaining('/no/such/browser'),
      });
    });

    it('says so when it is full; sessions are joined, ended by others, and given back after a crash', async () => {
      const capabilities = chromiumCapabilities();
      const file = join(import.meta.dirname, 'hold-session.ts');
      const args = ['--import', 'tsx', file, grid.url, JSON.stringify(capabilities)];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      const [overCdp, overBidi, strange, held] = await Promise.all([
        open(),
        open({ protocol: 'bidi' }),
        newSession(grid.url),
        new Promise((resolve) => child.stdout.once('data', (said) => resolve(String(said).trim()))),
      ]);
      await expect(open({ timeout: 1_000 })).rejects.toMatchObject({
        code: 'timeout',
        message: expect.stringContaining('4 of 4 slots are taken'),
      });

      const joined = await connect(strange.webSocketUrl, { headers: authorization });
      const page = joined.pages()[0] ?? (await joined.newPage());
      await page.goto(`${server.origin}/main`);
      expect((await page.ariaSnapshot()).text).toContain('button "Button"');
      await joined.close();

      const ours = (await sessions()).filter((id) => id !== strange.id && id !== held);
      expect(ours).toHaveLength(2);
      const end = (id: string) =>
        fetch(`${new URL(grid.url).origin}/session/${id}`, { method: 'DELETE', headers: authorization });
      for (const browser of [overCdp, overBidi]) {
        const [first = await browser.newPage()] = browser.pages();
        const pending = first.evaluate('() => new Promise(() => undefined)').catch((error) => error);
        for (const id of ours) await end(id);
        const gone = { code: expect.stringMatching(/^(browser-disconnected|page-closed)$/) };
        expect(await pending).toMatchObject(gone);
        await expect(first.ariaSnapshot()).rejects.toMatchObject(gone);
      }
      await expect.poll(async () => (await sessions()).length).toBe(2);

      child.kill('SIGKILL');
      await expect.poll(sessions, { timeout: 20_000 }).toEqual([strange.id]);
      await end(strange.id);
    });

    it('carries many agents, and loses only those of a node that dies', async () => {
      const report = await runScale({
        grid,
        cli: commandLine(),
        capabilities: chromiumCapabilities(),
        agents: 4,
        steps: 1,
      });
      expect(new Set(report.contexts).size).toBe(4);
      expect(new Set(report.contexts.map((context) => /^c1\d{3}/.test(context)))).toEqual(
        new Set([true, false]),
      );
      expect(report.nodes.before).toHaveLength(2);
      expect(report.lost.size).toBeGreaterThan(0);
      expect(report.lost.size).toBeLessThan(4);
      for (const told of report.lost.values()) expect(told).toContain('browser is gone');
      expect(report.nodes.after).toEqual(report.nodes.before.slice(1));
    });
  });
