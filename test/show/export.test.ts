/** Runs of an agent become tests and scripts that do the same again, in the real runner and in both browsers. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Agent } from '../../src/agent/agent.js';
import { Host } from '../../src/agent/host.js';
import { Secrets } from '../../src/agent/secrets/secrets.js';
import { takeTurn } from '../../src/agent/turn.js';
import { type Browser, launch } from '../../src/index.js';
import { ALL_STEPS, chosenSteps, parseRange } from '../../src/show/export/chosen-steps.js';
import { findRun } from '../../src/show/find-run.js';
import { replay } from '../../src/show/replay.js';
import { runOf } from '../../src/show/run.js';
import { TrailReader } from '../../src/show/trail-reader.js';
import { TOOLS } from '../../src/tools/index.js';
import { BROWSERS, launchBrowser } from '../support/browsers.js';
import { commandLine, sightline } from '../support/command-line.js';
import { installedBrowser } from '../support/installed-browser.js';
import { type FixtureServer, startServer } from '../support/server.js';
import { makeWorkspace } from '../support/state-host.js';

const ROOT = join(import.meta.dirname, '../..');
const SITE = join(ROOT, 'examples', 'site');

const SHOP = `<!doctype html><title>Shop</title><h1>Shop</h1>
  <form action="/thanks"><label>Size <select name="size"><option>S</option><option>M</option></select></label>
  <label><input type="checkbox" name="gift"> Gift</label> <label>Note <input name="note"></label>
  <label>Password <input type="password" name="p"></label> <button>Order</button></form>`;
const POPUPS = `<!doctype html><title>Popups</title><h1>Popups</h1>
  <button onclick="window.open('/help')">Help</button> <p role="status"></p>
  <button onclick="document.querySelector('[role=status]').textContent = confirm('Sure?') ? 'Yes, page.' : 'No'">Delete</button>
  <input type="file" hidden onchange="document.querySelector('[role=status]').textContent = 'Got ' + this.files[0].name">
  <button onclick="document.querySelector('input').click()">Upload</button>`;

type Call = (name: string, args?: Record<string, unknown>) => Promise<string>;

interface Recording {
  start: string;
  act(call: Call, ref: (text: string) => Promise<string>, workspace: string): Promise<void>;
}

const RUNS: Record<string, Recording> = {
  demonstration: {
    start: '/index.html',
    async act(call, ref) {
      await call('browser_type', { target: await ref('textbox "Full name"'), text: 'Ada' });
      await call('browser_type', { target: await ref('textbox "E-mail"'), text: 'ada' });
      await call('browser_click', { target: await ref('button "Register"') });
      await call('browser_click', { target: await ref('radio "Window"') });
      await call('browser_click', { target: await ref('button "Pay 120 €"') });
    },
  },
  form: {
    start: '/shop',
    async act(call, ref) {
      const fields = [
        { name: 'Size', type: 'combobox', target: await ref('combobox "Size"'), value: 'M' },
        { name: 'Gift', type: 'checkbox', target: await ref('checkbox "Gift"'), value: 'true' },
        {
          name: 'Note',
          type: 'textbox',
          target: await ref('textbox "Note"'),
          value: "It's a page.goto('x')",
        },
      ];
      await call('browser_fill_form', { fields });
      await call('browser_click', { target: 'e998' }).catch(() => undefined);
      await call('browser_type', { target: await ref('textbox "Password"'), text: 'PASS' });
      await call('browser_click', { target: await ref('button "Order"') });
    },
  },
  pages: {
    start: '/popups',
    async act(call, ref, workspace) {
      await call('browser_click', { target: await ref('button "Delete"') });
      await call('browser_handle_dialog', { accept: true });
      await writeFile(join(workspace, 'note.txt'), 'note');
      await call('browser_click', { target: await ref('button "Upload"') });
      await call('browser_file_upload', { paths: [join(workspace, 'note.txt')] });
      await call('browser_click', { target: await ref('button "Help"') });
      await call('browser_tabs', { action: 'select', index: 1 });
      await call('browser_click', { target: await ref('button "More"') });
    },
  },
  checks: {
    start: '/popups',
    async act(call, ref) {
      await call('browser_verify_text_visible', { text: 'Upload' });
      await call('browser_click', { target: await ref('button "Delete"') });
      await call('browser_handle_dialog', { accept: false });
      await call('browser_wait_for', { text: 'No' });
      await call('browser_verify_element_visible', { role: 'button', accessibleName: 'Help' });
      await call('browser_press_key', { key: 'Tab' });
    },
  },
};

let server: FixtureServer;
const folders: Record<string, string> = {};
const workspaces: Awaited<ReturnType<typeof makeWorkspace>>[] = [];
let secretsFile = '';

/** The runs are recorded in Chromium, each with a trail of its own. */
beforeAll(async () => {
  server = await startServer({
    '/shop': SHOP,
    '/thanks': '<!doctype html><title>Thanks</title><h1>Thank you</h1>',
    '/popups': POPUPS,
    '/help':
      '<!doctype html><title>Help</title><h1>Help</h1><button onclick="this.textContent = \'That is all\'">More</button>',
  });
  for (const name of ['index.html', 'programme.html', 'payment.html'])
    server.serve({
      [`/${name}`]: (await readFile(join(SITE, name), 'utf8')).replace('{{other}}', server.otherOrigin),
    });
  const browser = await launch({ browser: 'chromium' });
  for (const [name, { start, act }] of Object.entries(RUNS)) {
    const workspace = await makeWorkspace();
    workspaces.push(workspace);
    const { agent, host } = openHost(browser, workspace.path, name);
    const call: Call = async (tool, args = {}) => {
      const found = TOOLS.find((each) => each.name === tool);
      if (!found) throw new Error(`There is no tool ${tool}`);
      const { text: answer } = await takeTurn(agent, found, args);
      return answer;
    };
    const ref = async (line: string) => {
      const view = await call('browser_snapshot');
      return (
        /\[ref=([a-z0-9]+)\]/.exec(view.split('\n').find((each) => each.includes(line)) ?? view)?.[1] ?? ''
      );
    };
    await call('browser_navigate', { url: server.origin + start });
    await act(call, ref, workspace.path);
    await host.end();
    for (const page of browser.pages()) await page.close();
    folders[name] = await findRun(workspace.path);
  }
  await browser.close();
  secretsFile = join(workspaces[0]?.path ?? '', 'secrets.env');
  await writeFile(secretsFile, 'PASS=hunter-2-hunter\n');
});
afterAll(async () => {
  await server.close();
  for (const workspace of workspaces) await workspace.remove();
});

function openHost(browser: Browser, workspace: string, name?: string) {
  const host = new Host({
    open: async () => browser,
    keepsBrowser: true,
    root: workspace,
    unrestrictedFiles: true,
    tools: TOOLS,
    secrets: new Secrets({ PASS: 'hunter-2-hunter' }),
    ...(name !== undefined && {
      state: { flag: workspace },
      trail: { name, version: '0', pictures: false },
    }),
  });
  return { host, agent: new Agent(host) };
}

async function stepsOf(name: string) {
  const reader = new TrailReader(folders[name] ?? '');
  return { reader, steps: chosenSteps(runOf((await reader.records()).records).steps, ALL_STEPS) };
}

describe('an exported test', () => {
  it('passes in the runner of Playwright, for the demonstration and other runs', async () => {
    const folder = await mkdtemp(join(ROOT, '.test-build-export-'));
    try {
      for (const name of Object.keys(RUNS)) {
        const { code, stdout, stderr } = await sightline([
          'export',
          folders[name] ?? '',
          '--as',
          'playwright-test',
        ]);
        expect(stderr).toBe('');
        expect(code).toBe(0);
        await writeFile(join(folder, `${name}.spec.ts`), stdout);
      }
      const { executable } = installedBrowser('chromium');
      const launchOptions = { executablePath: executable, args: ['--no-sandbox'] };
      const config = {
        testDir: '.',
        workers: 1,
        reporter: 'line',
        timeout: 60_000,
        expect: { timeout: 30_000 },
        use: { launchOptions },
      };
      await writeFile(join(folder, 'playwright.config.mjs'), `export default ${JSON.stringify(config)};`);
      const runner = createRequire(import.meta.url).resolve('@playwright/test/cli');
      const child = spawn(process.execPath, [runner, 'test'], {
        cwd: folder,
        env: { ...process.env, PASS: 'hunter-2-hunter', FORCE_COLOR: '0' },
      });
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
      const said = await text(child.stdout);
      expect(await ended, said).toBe(0);
      expect(said).toContain(`${Object.keys(RUNS).length} passed`);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('as a script runs by itself', async () => {
    const { stdout } = await sightline([
      'export',
      folders.form ?? '',
      '--as',
      'sightline-script',
      '--steps',
      '1-',
    ]);
    expect(stdout).not.toMatch(/\be\d+\b/);
    const workspace = await makeWorkspace();
    workspaces.push(workspace);
    const script = join(workspace.path, 'script.sh');
    await writeFile(script, stdout);
    // As for users: with a workspace, a trail is written.
    const { SIGHTLINE_TRAIL: _, ...env } = process.env;
    const child = spawn('sh', [script, '--secrets', secretsFile, '--workspace', workspace.path], {
      env: { ...env, SIGHTLINE: `${process.execPath} ${commandLine()}` },
    });
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const [said, failed] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect(await ended, failed).toBe(0);
    expect(said).toContain('Thank you');
    const file = join(workspace.path, 'run.html');
    expect(await sightline(['show', workspace.path, '--export', file])).toMatchObject({ code: 0 });
    const html = await readFile(file, 'utf8');
    expect(html).toContain('data:image/jpeg;base64,');
    expect(html).not.toContain('hunter-2-hunter');
  });

  it('is refused with what to do instead', async () => {
    for (const [args, message] of [
      [['export', folders.form ?? ''], 'Say what to write'],
      [['export', folders.form ?? '', '--as', 'playwright-test', '--steps', '9-3'], 'is no range of steps'],
      [['export', '/nowhere', '--as', 'playwright-test'], 'There is no trail in'],
      [['show', folders.form ?? '', '--export', 'run.pdf'], '--export writes'],
    ] as const) {
      const { code, stderr } = await sightline([...args]);
      expect(stderr).toContain(message);
      expect(code).not.toBe(0);
    }
    expect(parseRange('3-')).toEqual({ from: 3, to: Number.POSITIVE_INFINITY });
  });
});

describe.each(BROWSERS)('a replay (%s)', (engine) => {
  it('does every run again with the same pages, and tells the first difference', async () => {
    const browser = await launchBrowser(engine, {});
    const again = async (name: string, password?: string) => {
      const { reader, steps: recorded } = await stepsOf(name);
      // What a password that is no secret is in a trail.
      const steps: typeof recorded =
        password === undefined
          ? recorded
          : JSON.parse(JSON.stringify(recorded).replaceAll('"PASS"', '"***"'));
      const { host } = openHost(browser, workspaces[0]?.path ?? '');
      const done: number[] = [];
      const onStep = ({ step }: { step: number }) => done.push(step);
      const difference = await replay(reader, steps, {
        ...{ host, loose: false, onStep },
        password: password || undefined,
      });
      await host.end();
      for (const page of browser.pages()) await page.close();
      return { difference, done, steps };
    };
    for (const name of Object.keys(RUNS)) {
      const { difference, done, steps } = await again(name);
      expect(difference?.message, name).toBe(undefined);
      expect(done).toEqual(steps.map(({ step }) => step));
    }
    expect((await again('form', '')).difference?.message).toContain('SIGHTLINE_PASSWORD');
    expect((await again('form', 'hunter-2-hunter')).difference?.message).toBe(undefined);
    server.serve({ '/thanks': '<!doctype html><title>Thanks</title><h1>Sold out</h1>' });
    const { difference } = await again('form');
    await browser.close();
    server.serve({ '/thanks': '<!doctype html><title>Thanks</title><h1>Thank you</h1>' });
    expect(difference?.step.code?.join()).toContain("name: 'Order'");
    expect(difference?.message).toMatch(/-.*heading "Thank you"[\s\S]*\+.*heading "Sold out"/);
  });
});
