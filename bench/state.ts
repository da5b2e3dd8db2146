/**
 * What state on disk adds to a call, on the pages of the snapshot benchmark: the walk in the page, the transfer,
 * the diff and the files, next to the same snapshot without it, alternating.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PageFiles } from '../src/agent/state/page-files.js';
import { StateFolder } from '../src/agent/state/state-folder.js';
import { type Browser, launch, type Page } from '../src/index.js';
import { unifiedDiff } from '../src/tree/diff/unified-diff.js';
import { DEFAULT_LIMITS } from '../src/tree/limit.js';
import { KnownTexts } from '../src/tree/text/known-texts.js';
import { renderTree } from '../src/tree/text/render.js';
import { startServer } from '../test/support/server.js';
import { productPage, shopPage, tablePage } from './pages.js';

const PAGES: { name: string; path: string; html: string; rounds: number }[] = [
  { name: 'a product', path: '/product', html: productPage(), rounds: 20 },
  { name: 'a shop', path: '/10000', html: shopPage(10_000), rounds: 9 },
  { name: 'a table', path: '/table', html: tablePage(15_000), rounds: 7 },
];

/** One value changes between two captures, as with most actions. */
const CHANGE = `() => {
  const field = document.querySelector('input[type=number], input[type=search], input');
  if (field.type === 'checkbox') field.checked = !field.checked;
  else field.value = String(Number(field.value || 0) + 1);
}`;

interface Times {
  /** The snapshot without state. */
  plain: number;
  /** In the page and in transfer: the difference to no state. */
  capture: number;
  /** The whole tree as text. */
  tree: number;
  diff: number;
  write: number;
  added: number;
}

export async function benchState(): Promise<void> {
  const server = await startServer(Object.fromEntries(PAGES.map(({ path, html }) => [path, html])));
  try {
    for (const name of ['chromium', 'firefox'] as const) {
      const browser = await launch({ browser: name });
      try {
        console.log(`State on disk: ${browser.version}; medians, ms`);
        for (const { name: title, path, rounds } of PAGES)
          await measure(title, server.origin + path, rounds, browser);
      } finally {
        await browser.close();
      }
    }
    measureLargeDiff();
  } finally {
    await server.close();
  }
}

async function measure(title: string, url: string, rounds: number, browser: Browser): Promise<void> {
  const page = await browser.newPage();
  await page.goto(url);
  const workspace = await mkdtemp(join(tmpdir(), 'sightline-bench-'));
  const folder = await StateFolder.claim({ folder: workspace });
  const files = new PageFiles(folder, '');
  const all: Times[] = [];
  const texts = new KnownTexts();
  let last = '';
  // The first rounds compile the code in the page and write the base.
  for (let round = 0; round < rounds + 2; round++) {
    const { times, dom } = await once(page, files, texts, last, round % 2 === 0);
    if (round >= 2) all.push(times);
    last = dom;
  }
  const walk = await walkTime(page, rounds);
  const median = (part: keyof Times): number => middle(all.map((times) => times[part]));
  const parts = { walk, transfer: median('capture') - walk };
  const shown = [
    ...Object.entries(parts),
    ...(['tree', 'diff', 'write'] as const).map((part) => [part, median(part)] as const),
  ].map(([part, time]) => `${part} ${ms(time)}`);
  const share = middle(all.map(({ added, plain }) => added / plain));
  console.log(
    `  ${title}, ${Math.round(last.length / 1024)} KB of text: snapshot ${ms(median('plain'))}, ` +
      `state adds ${ms(median('added'))} (${Math.round(100 * share)} %): ${shown.join(', ')}`,
  );
  await folder.end();
  await rm(workspace, { recursive: true });
  await page.close();
}

/** Each after its own change, and each first equally often. */
async function once(
  page: Page,
  files: PageFiles,
  texts: KnownTexts,
  last: string,
  plainFirst: boolean,
): Promise<{ times: Times; dom: string }> {
  const take = async (dom: boolean) => {
    await page.evaluate(CHANGE);
    return timed(async () => {
      const snapshot = await page.ariaSnapshotWithFrames({ dom });
      return { ...snapshot, text: snapshot.text };
    });
  };
  const before = plainFirst ? await take(false) : undefined;
  const full = await take(true);
  const { dom = '', json } = full.value;
  const tree = await timed(async () => renderTree(json.root, { url: json.url, texts }));
  const record = await timed(() =>
    files.record({ document: '1', dom, tree: tree.value, action: { tool: 'bench', args: {} } }),
  );
  const diff = await timed(async () => unifiedDiff(last, dom, { file: 'dom.html', before: '', after: '' }));
  const plain = before ?? (await take(false));
  const times = {
    plain: plain.time,
    capture: full.time - plain.time,
    tree: tree.time,
    diff: diff.time,
    write: record.time - diff.time,
    added: full.time - plain.time + tree.time + record.time,
  };
  return { times, dom };
}

/** What state adds to the walk itself. Not between snapshots: those show the changes since the last one. */
async function walkTime(page: Page, rounds: number): Promise<number> {
  const walk = async (dom: boolean): Promise<number> => {
    const reply = await page.mainFrame.call('capture', {
      ...DEFAULT_LIMITS,
      selectors: false,
      xpath: page.defaults.xpath,
      boxes: false,
      idAttributes: page.defaults.idAttributes,
      closedShadow: 'candidates',
      dom,
    });
    if (!reply.ok || reply.unchanged) throw new Error('the capture failed');
    return reply.walkTime;
  };
  const added: number[] = [];
  for (let round = 0; round < rounds; round++) added.push((await walk(true)) - (await walk(false)));
  return middle(added);
}

const middle = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function timed<T>(run: () => Promise<T>): Promise<{ time: number; value: T }> {
  const started = performance.now();
  const value = await run();
  return { time: performance.now() - started, value };
}

/** 25,000 lines, four in ten of them changed. */
function measureLargeDiff(): void {
  const before = Array.from({ length: 25_000 }, (_, at) => (at % 4 === 0 ? '</div>' : `  <p ref="e${at}">`));
  const after = before.map((line, at) => ((at * 7919) % 10 < 4 ? `${line} ${at}` : line));
  const started = performance.now();
  unifiedDiff(before.join('\n'), after.join('\n'), { file: 'dom.html', before: '', after: '' });
  console.log(`A diff of 25000 lines, 40 % of them changed: ${ms(performance.now() - started)} ms`);
}

const ms = (value: number): string => value.toFixed(Math.abs(value) < 10 ? 1 : 0);
