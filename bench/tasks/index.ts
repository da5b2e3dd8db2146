/**
 * What whole tasks cost: the same tasks on the same real apps with our MCP server and command line, Playwright MCP and
 * Playwright CLI, in one run. Counted is what a model would read, in calls and o200k tokens; who does a task reads only
 * what answers show (see `reader.ts`). `npm run build` first. With `SIGHTLINE_BENCH_BROWSER=firefox` ours use Firefox. With
 * `SIGHTLINE_BENCH_LOG=folder` every answer is written there.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from '../../src/browsers/find.js';
import { locateForTasks } from '../peer.js';
import { type AgentOptions, ourCli, ourMcp, playwrightCli, playwrightMcp, type TaskAgent } from './agents.js';
import { startApps } from './apps.js';
import { type Count, Reader } from './reader.js';
import { TASKS } from './tasks.js';

export async function benchTasks(): Promise<void> {
  const peers = locateForTasks();
  const browser = process.env.SIGHTLINE_BENCH_BROWSER === 'firefox' ? 'firefox' : 'chromium';
  const of = (which: AgentOptions['browser']): AgentOptions => ({
    browser: which,
    executable: findBrowser(which, {})?.executable ?? which,
  });
  const apps = await startApps(peers.require);
  const wanted = process.env.SIGHTLINE_BENCH_AGENTS?.split(',');
  const start: Record<string, () => Promise<TaskAgent>> = {
    'our-mcp': () => ourMcp(of(browser)),
    'our-cli': () => ourCli(of(browser)),
    'playwright-mcp': () => playwrightMcp(peers.playwrightMcp, of('chromium')),
    'playwright-cli': () => playwrightCli(peers.playwrightCli, of('chromium')),
  };
  const names = Object.keys(start).filter((name) => !wanted || wanted.includes(name));
  console.log(
    `Tasks: calls / o200k tokens; ours in ${browser}, Playwright MCP ${peers.versions.playwrightMcp}, Playwright CLI ${peers.versions.playwrightCli}`,
  );
  const line = (...cells: string[]) =>
    console.log(`  ${cells.map((cell, at) => (at === 0 ? cell.padEnd(52) : cell.padStart(15))).join(' ')}`);
  line('task', ...names);
  const sums = new Map(names.map((name) => [name, { calls: 0, tokens: 0, failed: 0 }]));
  try {
    const agents = await Promise.all(names.map((name) => start[name]?.()));
    for (const { app, what, run } of TASKS) {
      const cells: string[] = [];
      for (const [at, agent] of agents.entries()) {
        const sum = sums.get(names[at] ?? '');
        if (!agent || !sum) continue;
        const { count, error } = await tried(what, agent, peers.countTokens, async (reader) => {
          await reader.open(apps[app]);
          await run(reader);
        });
        sum.calls += count.calls;
        sum.tokens += count.tokens;
        if (error !== undefined) sum.failed++;
        cells.push(`${count.calls} / ${count.tokens}${error === undefined ? '' : ' !'}`);
        if (error !== undefined) console.error(error);
      }
      line(`${app}: ${what}`, ...cells);
    }
    line('all', ...[...sums.values()].map(({ calls, tokens }) => `${calls} / ${tokens}`));
    line('failed', ...[...sums.values()].map(({ failed }) => `${failed}`));
    await Promise.all(agents.map((agent) => agent?.close()));
  } finally {
    await apps.close();
    peers.dispose();
  }
}

/** Writes what was read of a task, where a folder is given for that. */
function keep(name: string, transcript: readonly string[]): void {
  const folder = process.env.SIGHTLINE_BENCH_LOG;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.txt`), transcript.join('\n\n'));
}

async function tried(
  what: string,
  agent: TaskAgent,
  countTokens: (text: string) => number,
  run: (reader: Reader) => Promise<void>,
): Promise<{ count: Count; error?: unknown }> {
  const reader = new Reader(agent, countTokens);
  try {
    await run(reader);
    return { count: reader.count };
  } catch (error) {
    return { count: reader.count, error };
  } finally {
    keep(`${what.replace(/\W+/g, '-')}.${reader.name}`, reader.transcript);
  }
}
