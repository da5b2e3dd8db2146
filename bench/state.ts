/**
 * What state on disk adds to a call, on the pages of the snapshot benchmark: the walk in the page, the transfer,
 * the diff and the files, beside the same snapshot without it, one after the other in turns.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, launch, type Page } from '../src/index.js';
import { PageTrail } from '../src/session/state/page-trail.js';
import { StateFolder } from '../src/session/state/state-folder.js';
import { DEFAULT_LIMITS } from '../src/tree/limit.js';
import { renderTree } from '../src/tree/render.js';
import { applyChange } from '../src/tree/text-change.js';
import { unifiedDiff } from '../src/tree/unified-diff.js';
import { startServer } from '../test/support/server.js';
import { productPage, shopPage, tablePage } from './pages.js';

const PAGES: { name: string; path: string; html: string; rounds: number }[] = [
  { name: 'a product', path: '/product', html: productPage(), rounds: 20 },
  { name: 'a shop', path: '/10000', html: shopPage(10_000), rounds: 9 },
  { name: 'a table', path: '/table', html: tablePage(15_000), rounds: 7 },
];

/** One value changes between two captures: what most actions do. */
const CHANGE = `() => {
  const field = document.querySelector('input[type=number], input[type=search], input');
  if (field.type === 'checkbox') field.checked = !field.checked;
  else field.value = String(Number(field.value || 0) + 1);
}`;

interface Times {
  /** The snapshot without state. */
  plain: number;
  /** In the page, and on the way from there: more than without state. */
  walk: number;
  transfer: number;
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
  const trail = new PageTrail(folder, '');
  const all: Times[] = [];
  let last = '';
  // The first rounds compile the code in the page and write the base.
  for (let round = 0; round < rounds + 2; round++) {
    await page.evaluate(CHANGE);
    const { times, dom } = await once(page, trail, last);
    if (round >= 2) all.push(times);
    last = dom;
  }
  const median = (of: (times: Times) => number): number =>
    all.map(of).sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
  const share = median(({ added, plain }) => added / plain);
  const parts = (['walk', 'transfer', 'tree', 'diff', 'write'] as const).map(
    (part) => `${part} ${ms(median((times) => times[part]))}`,
  );
  console.log(
    `  ${title}, ${Math.round(last.length / 1024)} KB of text: snapshot ${ms(median(({ plain }) => plain))}, ` +
      `state adds ${ms(median(({ added }) => added))} (${Math.round(100 * share)} %): ${parts.join(', ')}`,
  );
  await folder.end();
  await rm(workspace, { recursive: true });
  await page.close();
}

async function once(page: Page, trail: PageTrail, last: string): Promise<{ times: Times; dom: string }> {
  const plain = await timed(async () => (await page.ariaSnapshotWithFrames()).text);
  const full = await timed(async () => {
    const snapshot = await page.ariaSnapshotWithFrames({ dom: true });
    return { ...snapshot, text: snapshot.text };
  });
  const [bare, withDom] = [await walked(page, false), await walked(page, true)];
  const { dom = '', json } = full.value;
  const tree = await timed(async () => renderTree(json.root, { url: json.url }));
  const diff = await timed(async () => unifiedDiff(last, dom, { file: 'dom.html', before: '', after: '' }));
  const record = await timed(() =>
    trail.record({ document: '1', dom, tree: tree.value, action: { tool: 'bench', args: {} } }),
  );
  const times = {
    plain: plain.time,
    walk: withDom.walk - bare.walk,
    transfer: full.time - plain.time - (withDom.walk - bare.walk),
    tree: tree.time,
    diff: diff.time,
    write: record.time - diff.time,
    added: full.time - plain.time + tree.time + record.time,
  };
  return { times, dom };
}

async function timed<T>(run: () => Promise<T>): Promise<{ time: number; value: T }> {
  const started = performance.now();
  const value = await run();
  return { time: performance.now() - started, value };
}

/** The time that the walk itself takes. What it gives of the DOM is kept, as a snapshot does: the next tells what changed since. */
async function walked(page: Page, dom: boolean): Promise<{ walk: number }> {
  const { defaults, mainFrame } = page;
  const reply = await mainFrame.call('capture', {
    ...DEFAULT_LIMITS,
    selectors: false,
    xpath: defaults.xpath,
    boxes: false,
    idAttributes: defaults.idAttributes,
    closedShadow: 'candidates',
    dom,
    domBase: dom ? mainFrame.dom?.id : undefined,
  });
  if (!reply.ok) throw new Error(`the capture failed: ${reply.failure.kind}`);
  if (reply.dom) mainFrame.dom = applyChange(mainFrame.dom, reply.dom);
  return { walk: reply.walkTime };
}

/** 25,000 lines, of which four in ten changed. */
function measureLargeDiff(): void {
  const before = Array.from({ length: 25_000 }, (_, at) => (at % 4 === 0 ? '</div>' : `  <p ref="e${at}">`));
  const after = before.map((line, at) => ((at * 7919) % 10 < 4 ? `${line} ${at}` : line));
  const started = performance.now();
  unifiedDiff(before.join('\n'), after.join('\n'), { file: 'dom.html', before: '', after: '' });
  console.log(`A diff of 25000 lines, 40 % of them changed: ${ms(performance.now() - started)} ms`);
}

const ms = (value: number): string => value.toFixed(Math.abs(value) < 10 ? 1 : 0);
