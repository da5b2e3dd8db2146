/** The server as a process: what it lists, what it writes, and how it ends. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { descendantsOf, eventually, isRunning } from '../browsers/processes.js';
import { BROWSERS } from '../support/browsers.js';
import { sightline } from '../support/command-line.js';
import { openClient, serverCommand } from '../support/mcp-client.js';

/** What Playwright MCP 0.0.83 sends for its list of tools. */
const PLAYWRIGHT_MCP_BYTES = 20_286;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

describe('the list of tools', () => {
  it('is smaller than that of Playwright MCP, and says what each tool does to a page', async () => {
    const mcp = await openClient([]);
    cleanups.push(() => mcp.close());
    const { tools } = await mcp.client.listTools();
    expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThan(PLAYWRIGHT_MCP_BYTES);
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['browser_navigate', 'browser_click']),
    );
    for (const tool of tools) {
      expect(tool.description, tool.name).toBeTruthy();
      expect(tool.inputSchema).toMatchObject({ type: 'object' });
    }
    const hints = new Map(tools.map(({ name, annotations }) => [name, annotations]));
    expect(hints.get('browser_snapshot')).toEqual({ readOnlyHint: true });
    // The protocol's default: it may be destructive.
    expect(hints.get('browser_click')).toBeUndefined();
  });

  it('an unknown tool is an error that names the likely one, or lists all', async () => {
    const mcp = await openClient([]);
    cleanups.push(() => mcp.close());
    const reply = await mcp.call('browser_fly');
    expect(reply.isError).toBe(true);
    expect(reply.text).toContain('There is no tool "browser_fly"');
    expect(reply.text).toContain('browser_navigate');
    for (const [name, ours] of [
      ['click', 'browser_click'],
      ['take_snapshot', 'browser_snapshot'],
      ['browser_take_snapshot', 'browser_snapshot'],
      ['navigate_page', 'browser_navigate'],
      ['fill_by_uid', 'browser_type'],
      ['drag_by_uid_to_uid', 'browser_drag'],
      ['screenshot_by_uid', 'browser_take_screenshot'],
      ['list_pages', 'browser_tabs'],
      ['evaluate_script', 'browser_evaluate'],
    ] as const)
      expect((await mcp.call(name)).text).toContain(`Next: Nothing was done. Use ${ours}.`);
    const odd = await mcp.call('browser_navigate', { url: 'http://localhost', where: 'there' });
    expect(odd.text).toContain('Nothing was done. browser_navigate takes url, page.');
  });
});

describe('protocol', () => {
  it.each(['2025-11-25', '2026-07-28'])('speaks the revision of %s', async (revision) => {
    const mode = revision === '2025-11-25' ? 'legacy' : 'auto';
    const mcp = await openClient([], undefined, { versionNegotiation: { mode } });
    cleanups.push(() => mcp.close());
    expect(mcp.client.getNegotiatedProtocolVersion()).toBe(revision);
    await mcp.call('browser_navigate', { url: 'data:text/html,<button onclick="done = 1">Go</button>' });
    await mcp.call('browser_click', { target: await mcp.ref('button "Go"') });
    expect(await mcp.evaluate('() => done')).toBe(1);
  });

  it('cancelled calls do not delay the next one', async () => {
    const mcp = await openClient([]);
    cleanups.push(() => mcp.close());
    await mcp.call('browser_navigate', { url: 'about:blank' });
    const controller = new AbortController();
    // Each would take half a minute: together more than a test may take.
    const waits = Array.from({ length: 4 }, () =>
      mcp.client.callTool(
        { name: 'browser_wait_for', arguments: { text: 'Never' } },
        { signal: controller.signal },
      ),
    );
    controller.abort();
    for (const wait of waits) await expect(wait).rejects.toThrow();
    expect((await mcp.call('browser_snapshot')).isError).toBe(false);
  });
});

describe('flags', () => {
  it.each([
    [['--viewport-size', 'huge'], '--viewport-size must be like 1280x720, not "huge"'],
    [['--port', '0', '--host', '0.0.0.0'], 'a token is required'],
  ])('%j is refused on stderr', async (args, message) => {
    const ended = await sightline(['mcp', ...args]);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain(message);
  });

  it('--viewport-size, --refs and --executable-path reach the browser', async () => {
    const mcp = await openClient([
      '--headless',
      '--isolated',
      '--no-sandbox',
      '--viewport-size',
      '800x600',
      '--refs',
      'full',
    ]);
    cleanups.push(() => mcp.close());
    const reply = await mcp.call('browser_navigate', { url: 'data:text/html,<button>Go</button>' });
    expect(reply.section('Snapshot')).toContain('button "Go" [ref=c0p0f0e2]');
    expect(await mcp.evaluate('() => [innerWidth, innerHeight]')).toEqual([800, 600]);
    const wrong = await openClient(['--executable-path', '/nowhere/chrome']);
    cleanups.push(() => wrong.close());
    const failed = await wrong.call('browser_navigate', { url: 'about:blank' });
    expect(failed.isError).toBe(true);
    expect(failed.text).toContain('/nowhere/chrome');
  });

  it('--user-data-dir keeps the profile', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sightline-mcp-profile-'));
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
    const mcp = await openClient(['--user-data-dir', folder]);
    await mcp.call('browser_navigate', { url: 'about:blank' });
    await mcp.close();
    expect(readdirSync(folder).length).toBeGreaterThan(0);
  });
});

describe.each(BROWSERS)('the end (%s)', (browser) => {
  it('the next call replaces a dead browser', async () => {
    const mcp = await openClient(['--browser', browser]);
    cleanups.push(() => mcp.close());
    await mcp.call('browser_navigate', { url: 'data:text/html,<button>Go</button>' });
    const target = await mcp.ref('button "Go"');
    const processes = descendantsOf(mcp.pid);
    for (const pid of processes) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    const gone = await eventually(
      () => processes.filter(isRunning),
      (left) => left.length === 0,
    );
    expect(gone).toEqual([]);
    const dead = await mcp.call('browser_click', { target });
    expect(dead.text).toContain('Error (browser-disconnected): The browser is gone');
    expect(dead.text).not.toContain('it was closed');
    const again = await mcp.call('browser_navigate', { url: 'data:text/html,<title>Again</title>' });
    expect(again.isError).toBe(false);
    expect(await mcp.evaluate('() => document.title')).toBe('Again');
  });

  it('writes nothing but the protocol, and ends with its client and its browser', async () => {
    const { command, args } = serverCommand(['--browser', browser]);
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    cleanups.push(() => child.kill('SIGKILL'));
    const output = text(child.stdout);
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const send = (message: object) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    });
    send({ method: 'notifications/initialized' });
    const answered = new Promise<void>((resolve) => {
      let seen = '';
      child.stdout.on('data', (chunk: Buffer) => {
        seen += chunk;
        if (seen.includes('"id":2')) resolve();
      });
    });
    send({
      id: 2,
      method: 'tools/call',
      params: { name: 'browser_navigate', arguments: { url: 'about:blank' } },
    });
    await answered;
    const browsers = descendantsOf(child.pid ?? 0);
    expect(browsers.length).toBeGreaterThan(0);
    child.stdin.end();
    expect(await ended).toBe(0);
    const lines = (await output).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).jsonrpc)).toEqual(lines.map(() => '2.0'));
    expect(
      await eventually(
        () => browsers.filter(isRunning),
        (left) => left.length === 0,
      ),
    ).toEqual([]);
  });
});
