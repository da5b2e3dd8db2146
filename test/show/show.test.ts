/** A run of a real agent, its trail on disk, and the viewer of it in the same browser. */
import { appendFile, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Agent } from '../../src/agent/agent.js';
import { Host } from '../../src/agent/host.js';
import { Secrets } from '../../src/agent/secrets/secrets.js';
import type { StepRecord } from '../../src/agent/trail/record.js';
import { takeTurn } from '../../src/agent/turn.js';
import type { Browser, Page } from '../../src/index.js';
import { playwrightTrace } from '../../src/show/export/playwright-trace.js';
import { exportHtml } from '../../src/show/export-html.js';
import { findRun } from '../../src/show/find-run.js';
import { script, style } from '../../src/show/page-assets.js';
import { runOf } from '../../src/show/run.js';
import { TrailReader } from '../../src/show/trail-reader.js';
import { serveViewer, type Viewer } from '../../src/show/viewer-server.js';
import { TOOLS } from '../../src/tools/index.js';
import { type BROWSERS, describeEach, launchBrowser } from '../support/browsers.js';
import { type FixtureServer, startServer } from '../support/server.js';
import { makeWorkspace } from '../support/state-host.js';

const HOSTILE = '<img src=x onerror="top.hacked=1"></script><script>top.hacked=1</script>';
const SECRET = 'correct horse battery';

let server: FixtureServer;
beforeAll(async () => {
  server = await startServer({
    '/': `<!doctype html><title>Shop ${HOSTILE.replaceAll('<', '&lt;')}</title><h1>Shop</h1>
      <label>Name <input id="name"></label> <label>Password <input type="password"></label>
      <button onclick="order()">Order</button>
      <script>
        function order() {
          document.querySelector('output').textContent = 'Ordered';
          console.error('no stock ' + ${JSON.stringify(HOSTILE).replaceAll('<', '\\x3c')});
        }
      </script>
      <output></output><iframe title="Pay" src="/pay" style="margin-top: 40px"></iframe>`,
    '/pay': '<!doctype html><button>Pay now</button>',
  });
});
afterAll(() => server.close());

interface Shown {
  browser: Browser;
  workspace: Awaited<ReturnType<typeof makeWorkspace>>;
  host: Host;
  /** Calls a tool and returns the answer. */
  call(name: string, args?: Record<string, unknown>): Promise<string>;
  ref(text: string): Promise<string>;
  reader: TrailReader;
  viewer: Viewer;
  page: Page;
  close(): Promise<void>;
}

/** An agent has worked, and the viewer of its run is open. */
async function openShown(engine: (typeof BROWSERS)[number]): Promise<Shown> {
  const browser = await launchBrowser(engine);
  const workspace = await makeWorkspace();
  const context = await browser.newContext();
  const host = new Host({
    open: async () => browser,
    keepsBrowser: true,
    root: workspace.path,
    tools: TOOLS,
    secrets: new Secrets({ TOKEN: SECRET }),
    state: { flag: workspace.path, firstContext: context.index },
    trail: { name: 'test', version: '0.0.0', pictures: true },
  });
  await host.browser();
  const agent = new Agent(host);
  agent.select(await context.newPage());
  const call: Shown['call'] = async (name, args = {}) => {
    const tool = TOOLS.find((each) => each.name === name);
    if (!tool) throw new Error(`There is no tool ${name}`);
    return (await takeTurn(agent, tool, args)).text;
  };
  const ref = async (text: string) => {
    const line = (await call('browser_snapshot')).split('\n').find((each) => each.includes(text));
    return /\[ref=([a-z0-9]+)\]/.exec(line ?? '')?.[1] ?? '';
  };
  await call('browser_navigate', { url: server.origin });
  await call('browser_type', { target: await ref('textbox "Name"'), text: 'Ada' });
  await call('browser_type', { target: await ref('textbox "Password"'), text: 'Hunter2!x' });
  await call('browser_type', { target: await ref('textbox "Name"'), text: 'TOKEN' });
  const order = await ref('button "Order"');
  await call('browser_click', { target: order });
  await call('browser_click', { target: order.replace(/e\d+$/, 'e999') });
  const reader = new TrailReader(await findRun(workspace.path));
  const viewer = await serveViewer({ reader: async () => reader });
  const page = await (await browser.newContext({ viewport: { width: 1400, height: 900 } })).newPage();
  return {
    ...{ browser, workspace, host, call, ref, reader, viewer, page },
    async close() {
      await viewer.close();
      await host.end();
      await browser.close();
      await workspace.remove();
    },
  };
}

const stepsIn = async (reader: TrailReader): Promise<StepRecord[]> =>
  (await reader.records()).records.filter((record) => record.kind === 'step');

describeEach('the viewer', openShown, (shown) => {
  /** The step of the click, which changed the page and logged a message. */
  const clicked = async () => (await stepsIn(shown().reader)).find(({ tool }) => tool === 'browser_click');

  it('has every call on disk, with what the page was and looked like, and no secret', async () => {
    const { reader } = shown();
    const steps = await stepsIn(reader);
    expect(steps.map(({ step }) => step)).toEqual(steps.map((_, at) => at + 1));
    const click = await clicked();
    expect(click).toMatchObject({
      effect: 'act',
      isError: false,
      page: { handle: expect.stringMatching(/^c/) },
    });
    expect(click?.code?.join()).toContain("getByRole('button', { name: 'Order' })");
    expect(click?.console?.map(({ text }) => text).join()).toContain('no stock');
    expect(await reader.text(click?.tree ?? '')).toContain('Ordered');
    expect(await reader.text(click?.dom ?? '')).toContain('<output');
    expect(steps[0]?.requests?.map(({ url }) => new URL(url).pathname)).toContain('/pay');
    const last = steps.at(-1);
    expect(last).toMatchObject({ isError: true, args: { target: expect.stringMatching(/e999$/) } });

    await expect
      .poll(async () => (await reader.records()).records.filter(({ kind }) => kind === 'picture').length)
      .toBe(steps.length);
    const pictures = (await reader.records()).records.filter((record) => record.kind === 'picture');
    const files = await Promise.all(
      pictures.flatMap(({ file }) => (file === undefined ? [] : reader.file(file))),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(file?.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));

    const everything = await Promise.all(
      (await readdir(reader.folder)).map(async (name) =>
        name.endsWith('.gz') ? await reader.text(name) : await readFile(join(reader.folder, name), 'latin1'),
      ),
    );
    expect(everything.join()).not.toContain('Hunter2!x');
    expect(everything.join()).not.toContain(SECRET);
  });

  it('points from lines to boxes and back, in frames, too', async () => {
    const { page, viewer, ref, reader } = shown();
    await page.goto(viewer.url);
    await page
      .getByRole('option', { name: /^\d+ click/ })
      .first()
      .click();
    const pay = await ref('button "Pay now"');
    const picture = (await reader.records()).records.findLast(
      (record) => record.kind === 'picture' && record.boxes[pay] !== undefined,
    );
    if (picture?.kind !== 'picture') throw new Error('no picture with the button in the frame');
    await page.getByRole('tab', { name: 'Page' }).click();
    await page.getByText(`[ref=${pay}]`).hover();
    const mark = page.locator('.mark.pointed');
    await expect.poll(() => mark.count()).toBe(1);
    const [box, area] = [(await mark.describe()).box, (await page.locator('.picture img').describe()).box];
    if (!box || !area) throw new Error('nothing is marked');
    const [left = 0, top = 0] = picture.boxes[pay] ?? [];
    expect((box.x - area.x) / area.width).toBeCloseTo(left / picture.width, 1);
    expect((box.y - area.y) / area.height).toBeCloseTo(top / picture.height, 1);

    await page.getByRole('tab', { name: 'Answer' }).hover();
    await expect.poll(() => mark.count()).toBe(0);
    await page.locator('.picture img').hover({ position: { x: box.x - area.x + 4, y: box.y - area.y + 4 } });
    await expect.poll(() => page.locator('.line.pointed').count()).toBe(1);
    expect((await page.locator('.line.pointed').describe()).name || pay).toContain(pay);
  });

  it('is searched, filtered and stepped through with the keyboard, and shows what changed', async () => {
    const { page, viewer } = shown();
    await page.goto(viewer.url);
    const options = page.locator('[role=option]');
    const selected = page.locator('[role=option][aria-selected=true]');
    const total = (await stepsIn(shown().reader)).length;
    await expect.poll(() => options.count()).toBe(total);
    const number = async () => Number((await selected.describe()).attributes.id?.replace('step-', ''));
    // The newest step is shown first.
    expect(await number()).toBe(total);
    await page.getByRole('listbox').press('Home');
    expect(await number()).toBe(1);
    await page.getByRole('listbox').press('e');
    const failed = (await stepsIn(shown().reader)).find(({ isError }) => isError)?.step;
    expect(await number()).toBe(failed);
    await page.getByRole('listbox').press('/');
    await page.getByRole('searchbox').type('no stock');
    await expect.poll(() => options.count()).toBe(1);
    await page.getByRole('tab', { name: 'Changes' }).click();
    const added = page.locator('td.added');
    await expect.poll(() => added.first().anyVisible()).toBe(true);
    const diff = async () => (await page.getByRole('region', { name: 'Changes' }).ariaSnapshot()).text;
    expect(await diff()).toContain('Ordered');
    await page.getByRole('button', { name: 'Side by side' }).click();
    await page.getByRole('button', { name: 'DOM' }).click();
    await expect.poll(diff).toContain('Ordered</output>');
    await page.getByRole('tab', { name: /Log/ }).click();
    expect((await page.getByRole('region', { name: 'Log' }).ariaSnapshot()).text).toContain('no stock');
    await page.getByRole('searchbox').fill('');
    await page.getByRole('checkbox', { name: /Errors/ }).check();
    await expect.poll(() => options.count()).toBe(1);
    expect(await number()).toBe(failed);
    await page.getByRole('checkbox', { name: /Errors/ }).uncheck();
  });

  it('shows new steps as they happen, and says when a record is damaged or the viewer has ended', async () => {
    const { page, viewer, call, reader } = shown();
    await page.goto(viewer.url);
    const options = page.locator('[role=option]');
    const total = (await stepsIn(reader)).length;
    await expect.poll(() => options.count()).toBe(total);
    await call('browser_press_key', { key: 'Tab' });
    await expect.poll(() => options.count()).toBe(total + 1);
    await appendFile(join(reader.folder, 'trail.jsonl'), '{"kind":"step","step":\n');
    await expect.poll(() => page.getByText('damaged and not shown').count()).toBe(1);
    const second = await serveViewer({ reader: async () => reader });
    await page.goto(second.url);
    await expect.poll(() => options.count()).toBe(total + 1);
    await second.close();
    await expect.poll(() => page.getByText('has ended. What was loaded').count()).toBe(1);
    expect(await options.count()).toBe(total + 1);
  });

  it('has no accessibility violations and runs no script of a page, served and exported', async () => {
    const { page, viewer, reader, workspace } = shown();
    const file = join(workspace.path, 'run.html');
    await writeFile(file, await exportHtml(reader));
    const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    for (const url of [viewer.url, pathToFileURL(file).href]) {
      await page.goto(url);
      const click = page.getByRole('option', { name: /^\d+ click/ }).first();
      await click.click();
      const width = "() => document.querySelector('.picture img')?.naturalWidth ?? 0";
      await expect.poll(() => page.evaluate(width)).toBeGreaterThan(0);
      for (const tab of ['Answer', 'Page', 'Changes', 'Log'])
        for (const colorScheme of tab === 'Answer' ? (['dark', 'light'] as const) : (['light'] as const)) {
          await page.emulateMedia({ colorScheme }).catch(() => undefined); // Firefox takes it at launch only.
          await page.getByRole('tab', { name: tab }).click();
          await page.evaluate(`() => { ${axe}; }`);
          const found = await page.evaluate(
            '() => axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.length, nodes[0].html]))',
          );
          expect(found, `${url} ${tab} ${colorScheme}`).toEqual([]);
        }
      expect(await page.evaluate('() => [typeof top.hacked, document.scripts.length]')).toEqual([
        'undefined',
        url === viewer.url ? 1 : 2,
      ]);
      expect((await page.ariaSnapshot()).text).toContain('onerror=');
    }
    // On a phone, the panes are below each other, and nothing stands out to the right.
    await page.setViewport({ width: 400, height: 800 });
    const out = `() => [...document.querySelectorAll('button, input, select, .picture')]
      .filter((each) => each.getBoundingClientRect().right > innerWidth).map((each) => each.outerHTML)`;
    expect(await page.evaluate(out)).toEqual([]);
    await page.setViewport({ width: 1400, height: 900 });
  });

  it('also opens in the trace viewer of Playwright', async () => {
    const { page, reader } = shown();
    const archive = await playwrightTrace(reader, runOf((await reader.records()).records));
    const folder = join(createRequire(import.meta.url).resolve('playwright-core'), '../lib/vite/traceViewer');
    const types: Record<string, string> = {
      '.html': 'text/html',
      '.js': 'text/javascript',
      '.css': 'text/css',
    };
    const files = Object.fromEntries(
      (await readdir(folder, { recursive: true })).map((name) => [
        `/${name}`,
        (_: unknown, response: ServerResponse) => {
          response.setHeader('content-type', types[extname(name)] ?? 'application/octet-stream');
          void readFile(join(folder, name)).then((bytes) => response.end(bytes));
        },
      ]),
    );
    const viewers = await startServer({
      ...files,
      '/trace.zip': (_, response) => response.end(archive),
    });
    await page.goto(`${viewers.origin}/index.html?trace=${viewers.origin}/trace.zip`);
    const click = page.getByRole('treeitem', { name: /'Order'/ });
    await click.waitFor();
    await click.click();
    await expect
      .poll(async () => (await page.ariaSnapshotWithFrames()).text)
      .toMatch(/iframe "DOM Snapshot".*\n(?:.*\n)? *- img/);
    await page.getByRole('tab', { name: 'Source' }).click();
    await expect.poll(async () => (await page.ariaSnapshot()).text).toContain('run.spec.ts');
    await page.getByRole('tab', { name: /Console/ }).click();
    await expect.poll(async () => (await page.ariaSnapshot()).text).toContain('no stock');
    await page.getByRole('tab', { name: /Network/ }).click();
    await expect.poll(async () => (await page.ariaSnapshot()).text).toContain('pay');
    await viewers.close();
  });
});

describe('the server of the viewer', () => {
  it('answers to its own address only, and gives out nothing but the files of the run', async () => {
    const workspace = await makeWorkspace();
    const folder = join(workspace.path, '.sightline', 'trail', '2026-01-31T12-00-00-000Z-mcp');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'trail.jsonl'), '');
    await writeFile(join(folder, '0001.tree.yaml.gz'), gzipSync('- main'));
    await writeFile(join(workspace.path, 'private.txt'), 'private');
    await symlink(join(workspace.path, 'private.txt'), join(folder, '0002.jpg'));
    const reader = new TrailReader(await findRun(workspace.path));
    const viewer = await serveViewer({ reader: async () => reader });
    const { origin } = new URL(viewer.url);
    const status = async (url: string, headers: Record<string, string> = {}) =>
      (await fetch(url, { headers })).status;
    expect(await status(viewer.url)).toBe(200);
    expect(await status(`${origin}/`)).toBe(403);
    expect(await status(`${origin}/${'x'.repeat(32)}/`)).toBe(403);
    expect(await status(viewer.url, { origin: 'http://evil.example' })).toBe(403);
    expect(await status(viewer.url, { 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect((await fetch(viewer.url, { method: 'POST' })).status).toBe(405);
    const tree = await fetch(`${viewer.url}files/0001.tree.yaml.gz`);
    expect(await tree.text()).toBe('- main');
    for (const name of ['0002.jpg', '..%2f..%2fprivate.txt', '%2e%2e/trail.jsonl', 'trail.jsonl', '0009.jpg'])
      expect(await status(`${viewer.url}files/${name}`), name).toBe(404);
    const policy = (await fetch(viewer.url)).headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    await viewer.close();
    await expect(findRun(join(workspace.path, 'missing'))).rejects.toThrow('There is no trail in');
    await workspace.remove();
  });

  it('is small', () => {
    expect(gzipSync(script + style).length).toBeLessThan(30_000);
  });
});
