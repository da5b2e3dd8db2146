/**
 * A server that faults are done to. Each fault has to end in bounded time with a right answer or a right error, the
 * next call has to work, and when the server has ended, no process and no file of it is left.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { descendantsOf, eventually, isRunning } from '../browsers/processes.js';
import { BROWSERS, type BrowserEngine } from '../support/browsers.js';
import { installedBrowser } from '../support/installed-browser.js';
import { type McpClient, openClient, type Reply } from '../support/mcp-client.js';
import { type FixtureServer, startServer } from '../support/server.js';

/** The same faults in both browsers, side by side: most of a fault is waiting. Processes are read from /proc. */
export function describeFaults(name: string, define: (engine: BrowserEngine) => void): void {
  const suite = process.platform === 'linux' ? describe.concurrent : describe.skip;
  for (const engine of BROWSERS)
    suite(`${name} (${engine}; Linux only)`, () => {
      describe.sequential('survives', () => define(engine));
    });
}

export interface ServerUnderTest extends McpClient {
  readonly site: FixtureServer;
  readonly workspace: string;
  /** What the server is told is the browser: a link, so that it can be taken away. */
  readonly executable: string;
  /** Resolves when a page asks for `/hold`, with what answers it. */
  held(): Promise<() => void>;
  /** Opens a page of the site. */
  open(path: string): Promise<Reply>;
  processes(kind: ProcessKind): number[];
  signal(kind: ProcessKind, signal: NodeJS.Signals): void;
  /** What has to be true after each fault. */
  nextCallWorks(): Promise<void>;
  /** Ends the client and sees that nothing is left. */
  end(): Promise<void>;
}

/** The processes of a running browser, by what they do. */
export const PROCESS_KINDS = ['page', 'helper', 'watchdog', 'browser'] as const;
export type ProcessKind = (typeof PROCESS_KINDS)[number];

const HOME = `<!doctype html><title>Home</title><h1>Home</h1>
<button onclick="fetch('/hold')">Ask</button><button onclick="this.textContent = 'Pressed'">Press</button>`;

/** Short, so that a call that can't end well ends soon. */
const TIMEOUTS = ['--timeout-action', '1000', '--timeout-navigation', '40000', '--timeout-settle', '1000'];

export async function openUnderTest(
  engine: BrowserEngine,
  options: { args?: string[]; env?: Record<string, string> } = {},
): Promise<ServerUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-faults-'));
  const temporary = mkdtempSync(join(folder, 'tmp-'));
  const workspace = mkdtempSync(join(folder, 'workspace-'));
  const executable = join(folder, 'browser');
  const installed = installedBrowser(engine);
  symlinkSync(installed.executable, executable);
  const holding: ((answer: () => void) => void)[] = [];
  const site = await startServer({
    '/': HOME,
    '/hold': (_, response) => {
      // A client that was killed is gone, or asked twice.
      const answer = () => {
        if (!response.headersSent) response.setHeader('content-type', 'text/html').end('<title>Held</title>');
      };
      for (const tell of holding.splice(0)) tell(answer);
    },
  });
  const mcp = await openClient(
    [
      '--browser',
      engine,
      '--executable-path',
      executable,
      '--workspace',
      workspace,
      ...TIMEOUTS,
      ...(options.args ?? []),
    ],
    workspace,
    { env: { TMPDIR: temporary, ...installed.env, ...options.env } },
  );
  const started = new Set<number>();
  const processes = (kind: ProcessKind) => {
    const running = descendantsOf(mcp.pid).filter(isRunning);
    for (const pid of running) started.add(pid);
    return running.filter((pid) => kindOf(pid) === kind);
  };
  const open = (path: string) => mcp.call('browser_navigate', { url: site.origin + path });
  return {
    ...mcp,
    site,
    workspace,
    executable,
    held: () => new Promise((resolve) => holding.push(resolve)),
    open,
    processes,
    signal(kind, signal) {
      for (const pid of processes(kind)) if (isRunning(pid)) process.kill(pid, signal);
    },
    async nextCallWorks() {
      const reply = await open('/');
      expect(reply.isError, reply.text).toBe(false);
      expect(reply.text).toContain('button "Press"');
      expect(await mcp.evaluate('() => document.title')).toBe('Home');
    },
    async end() {
      processes('browser');
      await mcp.close();
      await site.close();
      expect(
        await eventually(
          () => [mcp.pid, ...started].filter(isRunning).map((pid) => `${pid} ${commandLine(pid)}`),
          (left) => left.length === 0,
        ),
      ).toEqual([]);
      expect(
        await eventually(
          () => readdirSync(temporary).filter((name) => name.startsWith('sightline-')),
          (left) => left.length === 0,
        ),
      ).toEqual([]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** An answer, or an error with one of these codes. */
export function expectAnswer(reply: Reply, ...codes: string[]): void {
  if (!reply.isError) return;
  const [, code = reply.text] = /Error \(([a-z-]+)\)/.exec(reply.text) ?? [];
  expect(codes, reply.text).toContain(code);
}

/** Changes a limit of a running process: `fsize` for its files, `data` for its memory. */
export function limit(pid: number, resource: 'fsize' | 'data', value: string): void {
  execFileSync('prlimit', ['--pid', String(pid), `--${resource}=${value}:unlimited`]);
}

/** The bytes of memory that a process has for itself. */
export function dataOf(pid: number): number {
  const [, kilobytes] = /^VmData:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

function kindOf(pid: number): ProcessKind | undefined {
  const command = commandLine(pid);
  if (command.includes('sightline-watchdog')) return 'watchdog';
  if (/--type=renderer|-contentproc.* tab$/.test(command)) return 'page';
  if (/--type=(gpu-process|utility)|-contentproc/.test(command)) return 'helper';
  if (command.includes('--remote-debugging')) return 'browser';
  return undefined;
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return ''; // It has ended.
  }
}
