/**
 * The MCP server over stdio with a real client, compared with Playwright MCP on the same pages in the same
 * Chromium, alternating. `npm run build` first: both run as shipped.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { findBrowser } from '../src/browsers/find.js';
import { estimateTokens } from '../src/tree/text/tokens.js';
import { startServer } from '../test/support/server.js';
import { shopPage, tablePage } from './pages.js';
import { locatePlaywrightMcp } from './peer.js';

export const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const COLD_ROUNDS = 5;
const ROUNDS = 15;
const WARM_UP = 3;

const CLICKED = shopPage(2_000).replace(
  '<main>',
  `<main><button onclick="count.textContent = 'Clicked ' + ++n">Press here</button><span id="count"></span>
   <label>Write here <input></label><script>let n = 0;</script>`,
);

/** A running server. */
export interface Running {
  client: Client;
  pid: number;
  call(name: string, args?: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

type Start = () => Promise<Running>;

interface Pair<T> {
  ours: T;
  theirs: T;
}

export async function benchMcp(): Promise<void> {
  const peer = locatePlaywrightMcp();
  const executable = findBrowser('chromium', {})?.executable ?? '/usr/bin/chromium';
  const shared = ['--headless', '--isolated', '--no-sandbox', '--executable-path', executable];
  const pages = await startServer({
    '/small': '<!doctype html><title>small</title><h1>Small</h1><button>Go</button>',
    '/shop': CLICKED,
    '/table': tablePage(15_000),
    '/huge': tablePage(50_000),
  });
  const start: Pair<Start> = {
    ours: () => startMcp([CLI, 'mcp', ...shared]),
    theirs: () => startMcp([peer.script, ...shared]),
  };
  console.log(`MCP over stdio: Playwright MCP ${peer.version}; medians of ${ROUNDS}, cold ${COLD_ROUNDS}`);
  try {
    await coldStart(start, `${pages.origin}/small`);
    await warm(start, pages.origin);
    await memory(start, `${pages.origin}/huge`);
  } finally {
    await pages.close();
    peer.dispose();
  }
}

export async function startMcp(args: string[]): Promise<Running> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args,
    // Theirs leaves files in its working folder.
    cwd: tmpdir(),
    stderr: 'ignore',
  });
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  return {
    client,
    pid: transport.pid ?? 0,
    async call(name, given = {}) {
      const { content, isError } = await client.callTool({ name, arguments: given });
      const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
      if (isError) throw new Error(text);
      return text;
    },
    close: () => client.close(),
  };
}

async function coldStart(start: Pair<Start>, url: string): Promise<void> {
  const once = (begin: Start) => async () => {
    const started = performance.now();
    const server = await begin();
    await server.call('browser_navigate', { url });
    const time = performance.now() - started;
    await server.close();
    return time;
  };
  report(
    'cold start to first navigation',
    await inTurns(COLD_ROUNDS, 1, once(start.ours), once(start.theirs)),
  );
}

async function warm(start: Pair<Start>, origin: string): Promise<void> {
  const servers = { ours: await start.ours(), theirs: await start.theirs() };
  try {
    await listTools(servers);
    await each(servers, 'navigate, small page', (server) =>
      server.call('browser_navigate', { url: `${origin}/small` }),
    );
    await each(servers, 'navigate, 2,000 elements', (server) =>
      server.call('browser_navigate', { url: `${origin}/shop` }),
    );
    await each(servers, 'snapshot, 2,000 elements', (server) => server.call('browser_snapshot'));
    const refs = new Map<Running, { button: string; field: string }>();
    for (const server of [servers.ours, servers.theirs]) {
      const text = await server.call('browser_snapshot');
      refs.set(server, { button: refOf(text, 'Press here'), field: refOf(text, 'Write here') });
    }
    await each(servers, 'click and see the result', async (server) => {
      const args = { element: 'button', target: refs.get(server)?.button };
      const answer = await server.call('browser_click', args);
      // Theirs puts the page of an answer into a file: seeing the change takes another call.
      return /Clicked \d/.test(answer) ? answer : `${answer}\n${await server.call('browser_snapshot')}`;
    });
    await each(servers, 'type', (server) =>
      server.call('browser_type', { element: 'field', target: refs.get(server)?.field, text: 'some words' }),
    );
    await each(servers, 'navigate, table of 15,000', (server) =>
      server.call('browser_navigate', { url: `${origin}/table` }),
    );
    await each(servers, 'snapshot, table of 15,000', (server) => server.call('browser_snapshot'));
  } finally {
    await Promise.all([servers.ours.close(), servers.theirs.close()]);
  }
}

async function listTools(servers: Pair<Running>): Promise<void> {
  const size = async ({ client }: Running) => {
    const text = JSON.stringify({ tools: (await client.listTools()).tools });
    return `${Buffer.byteLength(text)} bytes, about ${estimateTokens(text)} tokens`;
  };
  console.log(`  tools/list: ${await size(servers.ours)}; Playwright MCP ${await size(servers.theirs)}`);
}

/** Times and tokens of the answers, alternating. */
async function each(
  servers: Pair<Running>,
  name: string,
  act: (server: Running) => Promise<string>,
): Promise<void> {
  const last = { ours: '', theirs: '' };
  const timed = (which: keyof Pair<Running>) => async () => {
    const started = performance.now();
    last[which] = await act(servers[which]);
    return performance.now() - started;
  };
  const times = await inTurns(ROUNDS, WARM_UP, timed('ours'), timed('theirs'));
  report(name, times, `tokens about ${estimateTokens(last.ours)}, ${estimateTokens(last.theirs)}`);
}

async function inTurns(
  rounds: number,
  warmUp: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<Pair<number[]>> {
  const times: Pair<number[]> = { ours: [], theirs: [] };
  for (let round = -warmUp; round < rounds; round++) {
    const [mine, other] = [await ours(), await theirs()];
    if (round < 0) continue;
    times.ours.push(mine);
    times.theirs.push(other);
  }
  return times;
}

function report(name: string, times: Pair<number[]>, more = ''): void {
  const [mine, other] = [median(times.ours), median(times.theirs)];
  console.log(
    `  ${name}: ${mine.toFixed(0)} ms, Playwright MCP ${other.toFixed(0)} ms, ratio ${(mine / other).toFixed(2)}${more === '' ? '' : `; ${more}`}`,
  );
}

async function memory(start: Pair<Start>, url: string): Promise<void> {
  const sizes: Pair<number> = { ours: 0, theirs: 0 };
  for (const which of ['ours', 'theirs'] as const) {
    const server = await start[which]();
    await server.call('browser_navigate', { url });
    // A page this large may exceed the time limit of one of them; its memory counts all the same.
    await server
      .call('browser_snapshot')
      .catch((error: unknown) => console.log(`  ${which}: ${String(error)}`));
    sizes[which] = residentMiB(server.pid);
    await server.close();
  }
  console.log(
    `  memory of the server after 50,000 elements: ${sizes.ours.toFixed(0)} MiB, Playwright MCP ${sizes.theirs.toFixed(0)} MiB`,
  );
}

/** The server and the Node processes that it started, without its browser. */
function residentMiB(pid: number): number {
  let total = 0;
  for (const each of [pid, ...childrenOf(pid)]) {
    const command = readFileSync(`/proc/${each}/cmdline`, 'utf8').split('\0')[0] ?? '';
    if (!/node/.test(command)) continue;
    const [, kib = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${each}/status`, 'utf8')) ?? [];
    total += Number(kib) / 1_024;
  }
  return total;
}

function childrenOf(pid: number): number[] {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parent = (name: string) => {
    try {
      return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]);
    } catch {
      return undefined; // it ended in between
    }
  };
  return processes.filter((name) => parent(name) === pid).map(Number);
}

function refOf(text: string, name: string): string {
  const [, ref] = new RegExp(`"${name}".*?\\[ref=(\\w+)\\]`).exec(text) ?? [];
  if (ref === undefined) throw new Error(`No ${name} in the snapshot: ${text.slice(0, 500)}`);
  return ref;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
