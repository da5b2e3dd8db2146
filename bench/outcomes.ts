/**
 * How many answers to a click hold its outcome, and how long after the outcome they come, beside Playwright MCP. One
 * click for each pattern; `npm run build` first. The peer writes the page of an answer into a file, which is read.
 */
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { findBrowser } from '../src/browsers/find.js';
import { startServer } from '../test/support/server.js';
import { CLI, type Running, startMcp } from './mcp.js';
import { OUTCOME_PATTERNS, outcomesPage } from './outcome-patterns.js';
import { locatePlaywrightMcp } from './peer.js';

export async function benchOutcomes(): Promise<void> {
  const peer = locatePlaywrightMcp();
  const pages = await startServer({
    '/': outcomesPage(),
    '/slow': (_, response) => setTimeout(() => response.end('{}'), 150),
    '/script': (_, response) => {
      response.setHeader('content-type', 'text/javascript');
      response.end('');
    },
  });
  const chromium = findBrowser('chromium', {})?.executable ?? '/usr/bin/chromium';
  const shared = ['--headless', '--isolated', '--no-sandbox'];
  const patterns = Object.keys(OUTCOME_PATTERNS);
  console.log(`Outcomes: ${patterns.length} patterns, one click each`);
  try {
    for (const [name, args] of [
      ['Sightline, Chromium', [CLI, 'mcp', ...shared]],
      ['Sightline, Firefox', [CLI, 'mcp', ...shared, '--browser', 'firefox']],
      [`Playwright MCP ${peer.version}`, [peer.script, ...shared, '--executable-path', chromium]],
    ] as const)
      await measure(name, await startMcp([...args]), pages.origin, patterns);
  } finally {
    await pages.close();
    peer.dispose();
  }
}

async function measure(name: string, server: Running, origin: string, patterns: string[]): Promise<void> {
  const missed: string[] = [];
  const whole: number[] = [];
  const late: number[] = [];
  try {
    await server.call('browser_navigate', { url: origin });
    for (const [at, pattern] of patterns.entries()) {
      const started = Date.now();
      const answer = await server.call('browser_click', { element: 'button', target: `#go${at}` });
      const ended = Date.now();
      whole.push(ended - started);
      if (!withFile(answer).includes(`Done with ${at}.`)) {
        missed.push(pattern);
        continue;
      }
      const read = await server.call('browser_evaluate', { function: '() => doneAt' });
      late.push(ended - Number(/\d{13}/.exec(read)?.[0]));
    }
  } finally {
    await server.close();
  }
  const share = `${patterns.length - missed.length} of ${patterns.length} complete`;
  console.log(
    `  ${name}: ${share}; answer after ${quantile(whole, 0.5)} ms (p90 ${quantile(whole, 0.9)}), ` +
      `${quantile(late, 0.5)} ms after the outcome (p90 ${quantile(late, 0.9)})`,
  );
  if (missed.length > 0) console.log(`    missed: ${missed.join(', ')}`);
}

/** With the text of the snapshot that an answer links to. */
function withFile(answer: string): string {
  const path = /\]\(([^)]+\.ya?ml)\)/.exec(answer)?.[1];
  const file = path === undefined ? '' : resolve(tmpdir(), path);
  return file !== '' && existsSync(file) ? answer + readFileSync(file, 'utf8') : answer;
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
}
