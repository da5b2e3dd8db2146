/**
 * Many agents on a grid: two replicas of `sightline mcp` behind a proxy, each with a browser on a node of its own. One
 * node is killed in the middle. Its agents get an error, open a new context and go on; the others notice nothing.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, refOf } from './agent.js';
import type { Grid } from './grid.js';
import { type Replica, startProxy } from './proxy.js';

export interface ScaleOptions {
  grid: Grid;
  /** The command line of Sightline, as a file for Node. */
  cli: string;
  capabilities: Record<string, unknown>;
  agents: number;
  /** Steps of each agent before and after the node is killed. */
  steps: number;
}

export interface ScaleReport {
  /** The contexts that agents had before the node was killed. */
  contexts: string[];
  /** What agents were told whose browser was on it, by agent. */
  lost: Map<string, string>;
  /** The contexts that these agents had afterwards. */
  again: string[];
  /** The nodes with sessions, before and after. */
  nodes: { before: string[]; after: string[] };
  calls: number;
  seconds: number;
}

/** Contexts of one replica. */
const RANGE = 1000;

/** Every page says whose it is, in its text and in a cookie. */
const PAGE = `<!doctype html><title>Desk</title><h1></h1><label>Note <input></label><button>Save</button><p></p>
<script>
  const agent = new URLSearchParams(location.search).get('agent');
  document.cookie = agent + '=here';
  document.querySelector('h1').textContent = 'Desk of ' + agent;
  document.querySelector('button').onclick = () => {
    document.querySelector('p').textContent =
      'Saved ' + document.querySelector('input').value + ' with ' + document.cookie;
  };
</script>`;

export async function runScale(options: ScaleOptions): Promise<ScaleReport> {
  const { grid, agents: count, steps } = options;
  const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end(PAGE));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const desk = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  const replicas = await Promise.all([startReplica(0, options), startReplica(RANGE, options)]);
  const proxy = await startProxy(replicas);
  const agents = await Promise.all(
    Array.from({ length: count }, (_, at) => Agent.connect(`agent${at}`, proxy.url)),
  );
  let calls = 0;
  const work = async (agent: Agent, from: number) => {
    for (let step = from; step < from + steps; step++) {
      await takeStep(agent, `note ${step}`);
      calls += CALLS_PER_STEP;
    }
  };
  try {
    const began = performance.now();
    const [first, second, ...others] = agents;
    // One after the other: the grid gives two browsers that are asked for at once the same node.
    await first?.open(`${desk}?agent=${first.name}`);
    await second?.open(`${desk}?agent=${second.name}`);
    await Promise.all(others.map((agent) => agent.open(`${desk}?agent=${agent.name}`)));
    await Promise.all(agents.map((agent) => work(agent, 0)));
    const seconds = (performance.now() - began) / 1000;
    const contexts = agents.map(({ page }) => page);
    const before = await usedNodes(grid);
    const [victim = ''] = before;
    await grid.kill(victim);
    const lost = new Map<string, string>();
    const again: string[] = [];
    await Promise.all(
      agents.map(async (agent) => {
        const refusal = await work(agent, steps).then(
          () => undefined,
          (error: Error) => error.message,
        );
        if (refusal === undefined) return;
        lost.set(agent.name, refusal);
        await agent.open(`${desk}?agent=${agent.name}`);
        again.push(agent.page);
        await work(agent, steps);
      }),
    );
    const after = (await usedNodes(grid)).filter((node) => node !== victim);
    return { contexts, lost, again, nodes: { before, after }, calls, seconds };
  } finally {
    await Promise.allSettled(agents.map((agent) => agent.close()));
    proxy.close();
    await Promise.all(replicas.map(({ stop }) => stop()));
    site.close();
    site.closeAllConnections();
  }
}

const CALLS_PER_STEP = 4;

/** Writes a note and reads it back; a note of somebody else is an error. */
async function takeStep(agent: Agent, note: string): Promise<void> {
  const shown = await agent.call('browser_snapshot');
  if (!shown.includes(`Desk of ${agent.name}`)) throw new Error(`${agent.name} sees another desk:\n${shown}`);
  await agent.call('browser_type', { target: refOf(shown, 'textbox "Note"'), text: note });
  await agent.call('browser_click', { target: refOf(shown, 'button "Save"') });
  const saved = await agent.call('browser_snapshot');
  const wanted = `Saved ${note} with ${agent.name}=here`;
  if (!saved.includes(wanted)) throw new Error(`${agent.name} does not see "${wanted}":\n${saved}`);
}

async function usedNodes(grid: Grid): Promise<string[]> {
  return [...(await grid.sessions())].filter(([, sessions]) => sessions.length > 0).map(([node]) => node);
}

async function startReplica(
  first: number,
  { grid, cli, capabilities }: ScaleOptions,
): Promise<Replica & { stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-replica-'));
  const file = join(folder, 'capabilities.json');
  writeFileSync(file, JSON.stringify(capabilities));
  const flags = [
    ...['mcp', '--port', '0', '--host', '127.0.0.1'],
    ...['--first-context', String(first), '--context-count', String(RANGE)],
    ...['--webdriver-endpoint', grid.url, '--webdriver-capabilities', file],
  ];
  const child = spawn(process.execPath, [cli, ...flags], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    first,
    count: RANGE,
    url: await addressOf(child),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A replica says where it listens. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said += String(chunk);
      const [, url] = /^Listening on (\S+)$/m.exec(said) ?? [];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', (code) => reject(new Error(`sightline mcp ended with ${code}: ${said}`)));
  });
}
