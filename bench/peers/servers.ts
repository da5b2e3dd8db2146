/** Sightline and its peers as MCP servers over stdio, each as it is shipped, with the same client. */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { packageVersion } from '../../src/version.js';
import { CHANGE, type Contestant, type Player } from './player.js';

export const PEER_PACKAGES = [
  '@playwright/mcp@0.0.83',
  'chrome-devtools-mcp@1.11.0',
  'agent-browser@0.41.0',
  'gpt-tokenizer@3',
] as const;

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** Longer than the slowest look at the largest page. */
const TIMEOUT = 120_000;

/** How the tools of one server are called. */
interface Calls {
  open(url: string): [tool: string, args: Record<string, unknown>];
  look: [tool: string, args: Record<string, unknown>];
  /** `ref`: what `ref` finds in the text of a look. */
  click(ref: string): [tool: string, args: Record<string, unknown>];
  type(ref: string, text: string): [tool: string, args: Record<string, unknown>];
  change: [tool: string, args: Record<string, unknown>];
  /** Called before the process ends: some leave a browser behind. */
  end?: [tool: string, args: Record<string, unknown>];
  ref(name: string): RegExp;
}

/** Sightline has the tool names of Playwright MCP. */
const PLAYWRIGHT: Calls = {
  open: (url) => ['browser_navigate', { url }],
  look: ['browser_snapshot', {}],
  click: (target) => ['browser_click', { element: 'button', target }],
  type: (target, text) => ['browser_type', { element: 'field', target, text }],
  change: ['browser_evaluate', { function: `() => ${CHANGE}` }],
  ref: (name) => new RegExp(`"${name}".*?\\[ref=(\\w+)\\]`),
};

const DEVTOOLS: Calls = {
  open: (url) => ['navigate_page', { pageId: 1, type: 'url', url }],
  look: ['take_snapshot', { pageId: 1 }],
  click: (uid) => ['click', { pageId: 1, uid }],
  type: (uid, value) => ['fill', { pageId: 1, uid, value }],
  change: ['evaluate_script', { pageId: 1, function: `() => ${CHANGE}` }],
  ref: (name) => new RegExp(`uid=(\\S+) (?:button|textbox) "${name}"`),
};

const AGENT_BROWSER: Calls = {
  open: (url) => ['agent_browser_open', { url }],
  look: ['agent_browser_snapshot', { interactive: false }],
  click: (ref) => ['agent_browser_click', { selector: `@${ref}` }],
  type: (ref, text) => ['agent_browser_fill', { selector: `@${ref}`, text }],
  change: ['agent_browser_eval', { script: CHANGE }],
  end: ['agent_browser_close', {}],
  ref: (name) => new RegExp(`"${name}".*?\\[.*?ref=(\\w+)`),
};

export function ours(executable: string, browser: 'chromium' | 'firefox'): Contestant {
  const args = ['mcp', '--headless', '--isolated', '--browser', browser, '--executable-path', executable];
  return {
    id: browser === 'firefox' ? 'sightline-firefox' : 'sightline',
    title: browser === 'firefox' ? 'Sightline, Firefox' : 'Sightline',
    version: packageVersion(),
    browser,
    start: () => play([process.execPath, CLI, ...args], PLAYWRIGHT),
  };
}

/** The peers in a folder that has `PEER_PACKAGES` installed. */
export function peers(folder: string, executable: string): Contestant[] {
  const find = createRequire(join(folder, 'package.json'));
  const located = (name: string, script: string) => {
    const manifest = find.resolve(`${name}/package.json`);
    const { version }: { version: string } = find(manifest);
    return { version, script: join(dirname(manifest), script) };
  };
  const playwright = located('@playwright/mcp', 'cli.js');
  const devtools = located('chrome-devtools-mcp', 'build/src/bin/chrome-devtools-mcp.js');
  const agent = located('agent-browser', `bin/agent-browser-linux-${process.arch}`);
  chmodSync(agent.script, 0o755);
  const shared = ['--headless', '--isolated', '--no-sandbox', '--executable-path', executable];
  const quiet = ['--no-usage-statistics', '--no-performance-crux', '--chromeArg=--no-sandbox'];
  return [
    {
      id: 'playwright-mcp',
      title: 'Playwright MCP',
      version: playwright.version,
      browser: 'chromium',
      start: () => play([process.execPath, playwright.script, ...shared], PLAYWRIGHT),
    },
    {
      id: 'chrome-devtools-mcp',
      title: 'Chrome DevTools MCP',
      version: devtools.version,
      browser: 'chromium',
      start: () =>
        play(
          [
            process.execPath,
            devtools.script,
            '--headless',
            '--isolated',
            `--executablePath=${executable}`,
            ...quiet,
          ],
          DEVTOOLS,
        ),
    },
    {
      id: 'agent-browser',
      title: 'agent-browser',
      version: agent.version,
      browser: 'chromium',
      start: () => startAgentBrowser(agent.script, executable),
    },
  ];
}

/** Its browser belongs to a daemon, which a home folder of its own keeps apart from others. */
async function startAgentBrowser(script: string, executable: string): Promise<Player> {
  const home = mkdtempSync(join(tmpdir(), 'sightline-bench-home-'));
  const player = await play([script, 'mcp'], AGENT_BROWSER, {
    HOME: home,
    AGENT_BROWSER_EXECUTABLE_PATH: executable,
    AGENT_BROWSER_ARGS: '--no-sandbox',
    AGENT_BROWSER_SESSION: `bench-${process.pid}`,
    AGENT_BROWSER_NAMESPACE: `bench-${process.pid}`,
    AGENT_BROWSER_MAX_OUTPUT: '100000000',
    AGENT_BROWSER_IDLE_TIMEOUT_MS: '600000',
  });
  return {
    ...player,
    async close() {
      await player.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function play(
  [command = '', ...args]: string[],
  calls: Calls,
  env: Record<string, string> = {},
): Promise<Player> {
  const started = performance.now();
  const transport = new StdioClientTransport({
    command,
    args,
    env: { ...(process.env as Record<string, string>), ...env },
    // Some leave files in their working folder.
    cwd: tmpdir(),
    stderr: 'ignore',
  });
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  const ready = performance.now() - started;
  const { pid } = transport;
  const call = async ([name, given]: [string, Record<string, unknown>]): Promise<string> => {
    const { content, isError } = await client.callTool({ name, arguments: given }, { timeout: TIMEOUT });
    const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
    if (isError) throw new Error(`${name}: ${text.slice(0, 500)}`);
    return text;
  };
  /** Found once: a ref stays valid while its page stays open. */
  const refs = new Map<string, string>();
  const refOf = async (name: string): Promise<string> => {
    const known = refs.get(name);
    if (known !== undefined) return known;
    const text = await call(calls.look);
    const [, ref] = calls.ref(name).exec(text) ?? [];
    if (ref === undefined) throw new Error(`No "${name}" in ${text.slice(0, 500)}`);
    refs.set(name, ref);
    return ref;
  };
  return {
    ready,
    open: (url) => {
      refs.clear();
      return call(calls.open(url));
    },
    look: () => call(calls.look),
    click: async (name) => call(calls.click(await refOf(name))),
    type: async (name, text) => call(calls.type(await refOf(name), text)),
    async change() {
      await call(calls.change);
    },
    async tools() {
      const all = [];
      for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
        const page = await client.listTools(cursor === undefined ? {} : { cursor });
        all.push(...page.tools);
        cursor = page.nextCursor;
      }
      return JSON.stringify({ tools: all });
    },
    memory: () => residentMiB(pid ?? 0, env.AGENT_BROWSER_SESSION !== undefined),
    async close() {
      if (calls.end) await call(calls.end).catch(() => undefined);
      await client.close();
    },
  };
}

/** A process and those that it started, but no browser. A daemon that left its family is found by its session. */
function residentMiB(pid: number, hasDaemon: boolean): number {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const family = new Set([String(pid)]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const each of all) if (family.has(field(each, 'PPid'))) family.add(each);
  }
  if (hasDaemon) for (const each of all) if (isDaemon(each)) family.add(each);
  let kib = 0;
  for (const each of family) if (!isBrowser(each)) kib += Number(field(each, 'VmRSS'));
  return kib / 1_024;
}

function isBrowser(pid: string): boolean {
  try {
    return /chrom|firefox/i.test(readlinkSync(`/proc/${pid}/exe`));
  } catch {
    return true; // it ended in between
  }
}

const isDaemon = (pid: string): boolean =>
  read(`/proc/${pid}/comm`).startsWith('agent-browser') &&
  read(`/proc/${pid}/environ`).includes(`AGENT_BROWSER_SESSION=bench-${process.pid}`);

const field = (pid: string, name: string): string =>
  new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(read(`/proc/${pid}/status`))?.[1] ?? '0';

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // it ended in between
  }
}
