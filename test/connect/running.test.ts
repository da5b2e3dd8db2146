/** A Chromium that somebody else started: found, used, lost and found again, and left as it was. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect as dial } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Agent } from '../../src/agent/agent.js';
import { Host } from '../../src/agent/host.js';
import { takeTurn } from '../../src/agent/turn.js';
import { createCdpDriver } from '../../src/driver/cdp/driver.js';
import { connect, type Page } from '../../src/index.js';
import { openWebSocket } from '../../src/rpc/websocket.js';
import { TOOLS } from '../../src/tools/index.js';
import { type FixtureServer, startServer } from '../support/server.js';
import { freePort, lineTo, type RunningChromium, runChromium } from './running-chromium.js';

let chromium: RunningChromium;
let server: FixtureServer;
const config = mkdtempSync(join(tmpdir(), 'sightline-config-'));
const ending: (() => unknown)[] = [];

beforeAll(async () => {
  // Where Chromium has its profile when nobody names one: what a person's browser is found by.
  chromium = await runChromium(join(config, 'chromium'));
  server = await startServer({
    '/': '<title>Mail</title><h1>Mail</h1><button onclick="this.textContent = \'Sent \' + ++n">Send</button><iframe></iframe><script>n = 0</script>',
    '/frame': '<title>Inner</title><label>Note <input></label>',
  });
  server.serve({
    '/framed': `<title>Framed</title><button>Outer</button><iframe src="${server.otherOrigin}/frame"></iframe>`,
  });
}, 60_000);
afterAll(async () => {
  await chromium.dispose();
  await server.close();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const end of ending.splice(0).reverse()) await end();
});

/** Tabs as a person has them: opened by the browser itself. */
async function openTab(path: string): Promise<string> {
  const url = `http://127.0.0.1:${chromium.port}/json/new?${encodeURIComponent(`${server.origin}${path}`)}`;
  const tab = (await (await fetch(url, { method: 'PUT' })).json()) as { id: string };
  ending.push(() => fetch(`http://127.0.0.1:${chromium.port}/json/close/${tab.id}`));
  // Until its document has a title, the tab goes by its URL.
  await vi.waitFor(
    async () => {
      const opened = (await openTabs()).find(({ id }) => id === tab.id);
      expect(opened?.title).toMatch(/^[A-Z]/);
    },
    { timeout: 20_000 },
  );
  return tab.id;
}

async function openTabs(): Promise<{ id: string; url: string; title: string }[]> {
  const list = (await (await fetch(`http://127.0.0.1:${chromium.port}/json/list`)).json()) as {
    id: string;
    url: string;
    title: string;
    type: string;
  }[];
  return list.filter(({ type }) => type === 'page');
}

async function joined(where = `http://127.0.0.1:${chromium.port}`) {
  const browser = await connect(where);
  ending.push(() => browser.close());
  return browser;
}

function refIn(text: string, line: RegExp): string {
  const found = text.split('\n').find((each) => line.test(each));
  const ref = /\[ref=(\w+)\]/.exec(found ?? '')?.[1];
  if (ref === undefined) throw new Error(`no ${line} in\n${text}`);
  return ref;
}

describe('a running Chromium', () => {
  it('is found by name and by its profile folder, and stays as it was', async () => {
    vi.stubEnv('XDG_CONFIG_HOME', config);
    vi.stubEnv('CHROME_CONFIG_HOME', undefined);
    await openTab('/');
    for (const where of ['chromium', chromium.folder]) {
      const browser = await connect(where);
      const page = browser.pages().find(({ url }) => url === `${server.origin}/`);
      expect((await page?.ariaSnapshot())?.text).toContain('button "Send"');
      await browser.close();
    }
    expect((await openTabs()).map(({ url }) => url)).toContain(`${server.origin}/`);
  });

  it('says where the switch is when it does not allow remote debugging, and when it has ended', async () => {
    vi.stubEnv('XDG_CONFIG_HOME', mkdtempSync(join(tmpdir(), 'sightline-config-')));
    vi.stubEnv('CHROME_CONFIG_HOME', undefined);
    const hint = expect.stringContaining('chrome://inspect/#remote-debugging');
    await expect(connect('chrome')).rejects.toMatchObject({ code: 'connect-failed', hint });
    const left = mkdtempSync(join(tmpdir(), 'sightline-left-'));
    writeFileSync(join(left, 'DevToolsActivePort'), `${await freePort()}\n/devtools/browser/x`);
    await expect(connect(left)).rejects.toMatchObject({ code: 'connect-failed', hint });
    writeFileSync(join(left, 'DevToolsActivePort'), 'nonsense');
    await expect(connect(left)).rejects.toMatchObject({ code: 'connect-failed', hint });
  });

  it('has its pages used by the first call, the one in front first', async () => {
    await openTab('/framed');
    await openTab('/');
    const before = (await openTabs()).map(({ id }) => id);
    const host = new Host({
      joins: true,
      open: () => connect(`http://127.0.0.1:${chromium.port}`),
      root: config,
      tools: TOOLS,
    });
    ending.push(() => host.end());
    const agent = new Agent(host);
    const call = (name: string, args = {}) => {
      const tool = TOOLS.find((each) => each.name === name);
      if (!tool) throw new Error(`no tool ${name}`);
      return takeTurn(agent, tool, args);
    };
    expect((await call('browser_tabs', { action: 'list' })).text).toContain(`${server.origin}/framed`);
    const seen = await call('browser_snapshot');
    expect(seen.text).toContain('Mail');
    const done = await call('browser_click', { target: refIn(seen.text, /button "Send"/) });
    expect(done.text).toContain('Sent 1');
    expect((await openTabs()).filter(({ id }) => !before.includes(id))).toEqual([]);
  });

  it('keeps its focus: nothing is raised for a picture, a click or a new tab', async () => {
    const [behind, front] = [await openTab('/'), await openTab('/framed')];
    const { bundle } = await import('../../src/injected/bundle.js');
    const sent: string[] = [];
    const version = await (await fetch(`http://127.0.0.1:${chromium.port}/json/version`)).json();
    const { webSocketDebuggerUrl } = version as { webSocketDebuggerUrl: string };
    const driver = await createCdpDriver(await openWebSocket(webSocketDebuggerUrl), {
      bundle,
      foreign: true,
      onSend: (method) => sent.push(method),
    });
    const pages = new Map<string, Parameters<Parameters<typeof driver.subscribe>[0]>[0]>();
    driver.subscribe((event) => event.type === 'page' && pages.set(event.page.id, event));
    for (const id of [behind, front, behind]) {
      const event = pages.get(id);
      if (event?.type !== 'page') throw new Error('no page');
      const { page } = event;
      expect((await page.screenshot()).length).toBeGreaterThan(1000);
      const modifiers = { alt: false, control: false, meta: false, shift: false };
      await page.input(page.mainFrame, [{ type: 'pointer-move', x: 20, y: 20, modifiers }]);
    }
    const opened = await driver.newPage(driver.defaultContext);
    await opened.close();
    driver.disconnect();
    expect(sent).toContain('Page.captureScreenshot');
    expect(sent.filter((method) => /bringToFront|activateTarget/.test(method))).toEqual([]);
  });

  it('goes on after the connection was lost: pages, frames and refs are the same', async () => {
    await openTab('/framed');
    const line = await lineTo(chromium.port);
    ending.push(() => line.close());
    const { webSocketDebuggerUrl } = (await (
      await fetch(`http://127.0.0.1:${chromium.port}/json/version`)
    ).json()) as { webSocketDebuggerUrl: string };
    const browser = await joined(webSocketDebuggerUrl.replace(String(chromium.port), String(line.port)));
    const page = browser.pages().find(({ url }) => url.endsWith('/framed')) as Page;
    const gone = await browser.newPage();
    const context = await browser.newContext();
    const { text } = await page.ariaSnapshotWithFrames();
    const [note, outer] = [refIn(text, /textbox "Note"/), refIn(text, /button "Outer"/)];
    await page.setViewport({ width: 700, height: 500 });
    const pending = page.evaluate('() => new Promise(() => undefined)').catch((error) => error);
    line.cut();
    expect(await pending).toMatchObject({
      code: 'browser-disconnected',
      hint: expect.stringContaining('again'),
    });
    await fetch(`http://127.0.0.1:${chromium.port}/json/close/${gone.driver.id}`);
    const filled = page.locatorFromRef(note).fill('kept');
    line.mend();
    await filled;
    expect(browser.disconnected).toBeUndefined();
    const again = (await page.ariaSnapshotWithFrames()).text.replaceAll(' [active]', '');
    expect(again).toBe(text.replace(/textbox "Note".*$/m, (shown) => `${shown}: kept`));
    await page.locatorFromRef(outer).click();
    expect(await page.evaluate('() => innerWidth')).toBe(700);
    await vi.waitFor(() => expect(gone.closed).toBeDefined());
    await expect(context.newPage()).rejects.toMatchObject({ code: 'context-closed' });
  });

  it('says so when it does not come back', async () => {
    const other = await runChromium();
    ending.push(() => other.dispose());
    const browser = await joined(`http://127.0.0.1:${other.port}`);
    const page = browser.pages()[0] as Page;
    await other.kill();
    await expect(page.ariaSnapshot()).rejects.toMatchObject({ code: 'browser-disconnected' });
    // A call on its way when the connection is lost fails before the browser is given up.
    await vi.waitFor(() => expect(browser.disconnected).toBeDefined(), { timeout: 30_000 });
  });

  it('is reached with headers, or a name and a password in the address, where a proxy wants them', async () => {
    const wanted = `Basic ${Buffer.from('me:secret').toString('base64')}`;
    const proxy = createServer((request, response) => {
      if (request.headers.authorization !== wanted) {
        response.writeHead(401).end();
        return;
      }
      const { port } = proxy.address() as AddressInfo;
      void fetch(`http://127.0.0.1:${chromium.port}${request.url}`)
        .then((answer) => answer.text())
        .then((text) => response.end(text.replaceAll(String(chromium.port), String(port))));
    });
    proxy.on('upgrade', (request, socket) => {
      if (request.headers.authorization !== wanted) {
        socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n');
        return;
      }
      const far = dial(chromium.port, '127.0.0.1');
      const lines = Object.entries({ ...request.headers, host: `127.0.0.1:${chromium.port}` });
      far.write(`GET ${request.url} HTTP/1.1\r\n${lines.map(([k, v]) => `${k}: ${v}\r\n`).join('')}\r\n`);
      far.on('error', () => socket.destroy());
      socket.on('error', () => far.destroy());
      socket.pipe(far).pipe(socket);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    ending.push(() => proxy.close());
    const { port } = proxy.address() as AddressInfo;
    for (const address of [`http://127.0.0.1:${port}`, `ws://127.0.0.1:${port}/devtools/browser/1`])
      await expect(connect(address)).rejects.toMatchObject({
        code: 'connect-failed',
        message: expect.stringContaining('401'),
        hint: expect.stringContaining('headers'),
      });
    const options = { headers: { authorization: wanted } };
    for (const browser of [
      await connect(`http://127.0.0.1:${port}`, options),
      await connect(`http://me:secret@127.0.0.1:${port}`),
    ]) {
      expect(browser.version).toMatch(/^Chrome /);
      await browser.close();
    }
  });
});
