/** What can go wrong over days: the next call works, or says exactly why not. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { descendantsOf, eventually, isRunning } from '../browsers/processes.js';
import { BROWSERS } from '../support/browsers.js';
import { installedBrowser } from '../support/installed-browser.js';
import { eraOptions, type McpClient, openClient, startHttpServer } from '../support/mcp-client.js';
import { startServer } from '../support/server.js';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

const page = (title: string) => `data:text/html,<title>${title}</title><button>Go</button>`;

async function open(args: string[]): Promise<McpClient> {
  const mcp = await openClient(args);
  cleanups.push(() => mcp.close());
  return mcp;
}

/** Processes of the browser that run the pages. */
function pageProcesses(pid: number): number[] {
  return descendantsOf(pid).filter((each) => /--type=renderer|-contentproc.* tab$/.test(commandLine(each)));
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return ''; // it has ended
  }
}

describe.each(BROWSERS)('health (%s)', (browser) => {
  it('a page whose process died can be used again', async () => {
    const mcp = await open(['--browser', browser]);
    await mcp.call('browser_navigate', { url: page('Before') });
    const target = await mcp.ref('button "Go"');
    const processes = pageProcesses(mcp.pid);
    expect(processes.length).toBeGreaterThan(0);
    for (const pid of processes) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    await eventually(
      () => processes.filter(isRunning),
      (left) => left.length === 0,
    );
    const dead = await mcp.call('browser_click', { target });
    expect(dead.isError).toBe(true);
    expect(dead.text).toMatch(/crashed|gone|closed|not found/i);
    // A server's URL: Firefox's crash page may not navigate to a data: URL.
    const server = await startServer({ '/': '<title>After</title>' });
    cleanups.push(() => server.close());
    const again = await mcp.call('browser_navigate', { url: server.origin });
    expect(again.isError, again.text).toBe(false);
    expect(await mcp.evaluate('() => document.title')).toBe('After');
  });

  it('a profile in use by another server is named, and works once that server has ended', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sightline-mcp-locked-'));
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
    const args = ['--browser', browser, '--user-data-dir', folder];
    const [first, second] = await Promise.all([open(args), open(args)]);
    await first.call('browser_navigate', { url: page('First') });
    const locked = await second.call('browser_navigate', { url: page('Second') });
    expect(locked.isError).toBe(true);
    expect(locked.text).toContain('profile-locked');
    await first.close();
    await expect
      .poll(async () => (await second.call('browser_navigate', { url: page('Second') })).isError, {
        timeout: 15_000,
      })
      .toBe(false);
  });

  it('a first call that opens no page leaves no browser behind, and one that does starts one', async () => {
    const mcp = await open(['--browser', browser]);
    const refused = await mcp.call('browser_navigate', { url: 'chrome://settings' });
    expect(refused.text).toContain('blocked');
    const left = await eventually(
      () => descendantsOf(mcp.pid).filter(isRunning),
      (running) => running.length === 0,
    );
    expect(left.map(commandLine)).toEqual([]);
    const other = await open(['--browser', browser]);
    expect((await other.call('browser_navigate', { url: page('First') })).text).toContain('First');
    const profiles = descendantsOf(other.pid).flatMap(
      (each) => /sightline-profile-\w+/.exec(commandLine(each)) ?? [],
    );
    expect(new Set(profiles).size).toBe(1);
  });

  it('an idle browser is closed, and started again by the next call', async () => {
    const mcp = await open(['--browser', browser, '--idle-timeout', '300']);
    await mcp.call('browser_navigate', { url: page('Before') });
    const target = await mcp.ref('button "Go"');
    const processes = descendantsOf(mcp.pid);
    const left = await eventually(
      () => processes.filter(isRunning),
      (running) => running.length === 0,
    );
    expect(left).toEqual([]);
    const old = await mcp.call('browser_click', { target });
    expect(old.isError).toBe(true);
    expect(old.text).toContain('No page is open');
    expect((await mcp.call('browser_navigate', { url: page('After') })).isError).toBe(false);
  });
});

it('idle sessions without listeners end', async () => {
  const server = await startHttpServer(['--idle-timeout', '300']);
  cleanups.push(() => server.stop());
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  };
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const opened = await fetch(server.url, { method: 'POST', headers, body: JSON.stringify(body) });
  await opened.text();
  const id = opened.headers.get('mcp-session-id') ?? '';
  const list = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
  // Asking would keep it alive: the wait is the test.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const answer = await fetch(server.url, {
    method: 'POST',
    headers: { ...headers, 'mcp-session-id': id },
    body: list,
  });
  expect(answer.status).toBe(404);
});

it('--shared-browser-context: clients share tabs and cookies', async () => {
  const server = await startHttpServer(['--shared-browser-context']);
  cleanups.push(() => server.stop());
  const [one, other] = await Promise.all([
    server.connect(eraOptions('2025-11-25')),
    server.connect(eraOptions('2025-11-25')),
  ]);
  await one.call('browser_navigate', { url: page('Shared') });
  expect((await other.call('browser_tabs', { action: 'list' })).text).toContain('Shared');
  await one.close();
  expect((await other.call('browser_tabs', { action: 'list' })).text).toContain('Shared');
  await other.close();
});

it('--cdp-endpoint connects to a browser, which keeps running when the client leaves', async () => {
  const profile = mkdtempSync(join(tmpdir(), 'sightline-mcp-foreign-'));
  const executable = installedBrowser('chromium').executable;
  const child = spawn(
    executable,
    [
      '--headless',
      '--no-sandbox',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      page('Foreign'),
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  cleanups.push(async () => {
    child.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true });
  });
  const port = await new Promise<string>((resolve) => {
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk;
      const [, found] = /ws:\/\/127\.0\.0\.1:(\d+)\//.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  const mcp = await open(['--cdp-endpoint', `http://127.0.0.1:${port}`]);
  // The first call that needs the browser connects to it.
  await mcp.call('browser_navigate', { url: page('Joined') });
  expect(await mcp.evaluate('() => document.title')).toBe('Joined');
  await mcp.close();
  expect(isRunning(child.pid ?? 0)).toBe(true);
  child.kill();
  await ended;
  const gone = await open(['--cdp-endpoint', `http://127.0.0.1:${port}`]);
  const reply = await gone.call('browser_navigate', { url: page('Nobody') });
  expect(reply.isError).toBe(true);
  expect(reply.text).toContain('connect-failed');
});
