/**
 * `npm run bench:peers`: Sightline, its peers and the floor, in turns on the same pages, written to docs/bench/ and the
 * README. The peers are installed from npm into a temporary folder, or taken from the one that `SIGHTLINE_BENCH_PEERS` names.
 * Arguments choose rows by the start of their id (`npm run bench:peers -- look/ click`), `--once` measures each once to
 * try it out; then nothing is written.
 */

import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '../../src/browsers/find.js';
import { startServer } from '../../test/support/server.js';
import { peerFolder } from '../peer.js';
import { floorOf } from './floor.js';
import type { Contestant, Player } from './player.js';
import { type Cell, type ResultRow, writeResult } from './report.js';
import { PAGES, type Row, routes, rowsOf, type Times } from './rows.js';
import { ours, PEER_PACKAGES, peers } from './servers.js';

const COLD_ROUNDS = 3;

const wanted = process.argv.slice(2).filter((word) => word !== '--once');
const once = process.argv.includes('--once');
const isWanted = (id: string): boolean => wanted.length === 0 || wanted.some((start) => id.startsWith(start));

const started = performance.now();
const chromium = executableOf('chromium');
const firefox = executableOf('firefox');
const folder = peerFolder(...PEER_PACKAGES);
const contestants: Contestant[] = [
  ours(chromium, 'chromium'),
  ...peers(folder.path, chromium),
  floorOf('chromium'),
  ours(firefox, 'firefox'),
  floorOf('firefox'),
];
const server = await startServer(routes());
const rows: ResultRow[] = [];
try {
  if (isWanted('cold')) await coldStart();
  await warm();
} finally {
  await server.close();
  folder.dispose();
}
const seconds = Math.round((performance.now() - started) / 1000);
console.log(`${seconds} s`);
if (wanted.length === 0 && !once)
  writeResult({
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${cpus()[0]?.model.trim() ?? process.arch}, Node ${process.versions.node}`,
    browsers: { chromium: versionOf(chromium), firefox: versionOf(firefox) },
    contestants: contestants.map(({ id, title, version }) => ({ id, title, version })),
    rows,
  });

/** From nothing to the first view of a small page. */
async function coldStart(): Promise<void> {
  const times = new Map<Contestant, { ready: number[]; first: number[]; whole: number[] }>();
  const memory: ResultRow = {
    id: 'memory/first',
    title: 'memory of the server, first page',
    unit: 'MiB',
    cells: {},
  };
  const tokens: ResultRow = { id: 'tools', title: 'tools/list', unit: 'tokens', cells: {} };
  const { encode }: { encode(text: string): number[] } = createRequire(join(folder.path, 'package.json'))(
    'gpt-tokenizer/encoding/o200k_base',
  );
  const [form] = PAGES;
  for (let round = 0; round < (once ? 1 : COLD_ROUNDS); round++)
    for (const contestant of contestants) {
      const began = performance.now();
      const player = await contestant.start();
      const first = performance.now();
      const answer = await player.open(`${server.origin}/form`);
      if (!form?.shows.test(answer)) await player.look();
      const ended = performance.now();
      const so = times.get(contestant) ?? { ready: [], first: [], whole: [] };
      times.set(contestant, so);
      so.ready.push(player.ready);
      so.first.push(ended - first);
      so.whole.push(ended - began);
      if (round === 0) {
        if (player.memory) memory.cells[contestant.id] = same(player.memory());
        if (player.tools) tokens.cells[contestant.id] = same(encode(await player.tools()).length);
      }
      await player.close();
    }
  const row = (
    id: string,
    title: string,
    of: (so: { ready: number[]; first: number[]; whole: number[] }) => number[],
  ) => {
    const cells = [...times].flatMap(([{ id: who }, so]): [string, Cell][] => {
      const value = median(of(so));
      return value === 0 ? [] : [[who, same(value)]];
    });
    add({ id, title, unit: 'ms', cells: Object.fromEntries(cells) });
  };
  row('cold', 'cold start to the first page seen', ({ whole }) => whole);
  row('cold/initialize', '… until initialize is answered', ({ ready }) => ready);
  row('cold/navigate', '… the first page', ({ first }) => first);
  add(tokens);
  add(memory);
}

async function warm(): Promise<void> {
  const players = new Map<Contestant, Player>();
  try {
    for (const contestant of contestants) players.set(contestant, await contestant.start());
    for (const page of PAGES) {
      const all = rowsOf(page, server.origin);
      // The page must be open for the rows after the first.
      if (!all.some(({ id }) => isWanted(id))) continue;
      for (const [at, row] of all.entries()) if (at === 0 || isWanted(row.id)) await measure(row, players);
    }
    const memory: ResultRow = {
      id: 'memory/huge',
      title: 'memory of the server, after 50,000 elements',
      unit: 'MiB',
      cells: {},
    };
    for (const [{ id }, player] of players) if (player.memory) memory.cells[id] = same(player.memory());
    add(memory);
  } finally {
    await Promise.all([...players.values()].map((player) => player.close()));
  }
}

/** In turns, so that whatever else the machine does hits all alike. */
async function measure(row: Row, players: Map<Contestant, Player>): Promise<void> {
  const times = new Map<string, Times[]>();
  const failures: Record<string, string> = {};
  const [first, rounds] = once ? [0, 1] : [-row.warmUp, row.rounds];
  for (let round = first; round < rounds; round++)
    for (const [{ id }, player] of players) {
      if (id in failures) continue;
      try {
        const time = await row.run(player, round);
        if (round < 0) continue;
        const list = times.get(id) ?? [];
        times.set(id, list);
        list.push(time);
      } catch (error) {
        failures[id] = String(error).split('\n')[0]?.slice(0, 200) ?? '';
      }
    }
  const cells = [...times].map(([id, list]): [string, Cell] => [
    id,
    { answer: median(list.map(({ answer }) => answer)), seen: median(list.map(({ seen }) => seen)) },
  ]);
  add({
    id: row.id,
    title: row.title,
    unit: 'ms',
    cells: Object.fromEntries(cells),
    ...(Object.keys(failures).length > 0 && { failures }),
  });
}

function add(row: ResultRow): void {
  rows.push(row);
  const cells = Object.entries(row.cells).map(([id, { answer, seen }]) =>
    seen > answer * 1.05 ? `${id} ${seen.toFixed(0)} (${answer.toFixed(0)})` : `${id} ${seen.toFixed(1)}`,
  );
  console.log(`${row.title}: ${cells.join(', ')}`);
  for (const [id, why] of Object.entries(row.failures ?? {})) console.log(`  ${id} failed: ${why}`);
}

function same(value: number): Cell {
  return { answer: value, seen: value };
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function executableOf(name: 'chromium' | 'firefox'): string {
  const found = findBrowser(name, {});
  if (!found) throw new Error(`No ${name} is installed`);
  return found.executable;
}

function versionOf(executable: string): string {
  return String(execFileSync(executable, ['--version'])).trim();
}
