/**
 * A snapshot, split into the walk in the page, the transfer and the rendering, next to the floor: a bare walk in
 * the same world that only reads the computed style and the box of every element. In Chromium also compared with
 * playwright-core on the same page, alternating.
 */
import { pathToFileURL } from 'node:url';
import { findBrowser } from '../src/browsers/find.js';
import { type Browser, launch, type Page } from '../src/index.js';
import { DEFAULT_LIMITS } from '../src/tree/limit.js';
import { renderTree } from '../src/tree/text/render.js';
import { inflate } from '../src/wire/inflate.js';
import { applyRowChange } from '../src/wire/row-change.js';
import { startServer } from '../test/support/server.js';
import { framePage, framesPage, productPage, shadowPage, shopPage, tablePage } from './pages.js';
import { loadPlaywright, type Peer, type PlaywrightPage } from './peer.js';

const FLOOR = `() => {
  const started = performance.now();
  let sum = 0;
  let elements = 0;
  const walk = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
    for (let element = walker.nextNode(); element; element = walker.nextNode()) {
      elements++;
      const style = getComputedStyle(element);
      sum += style.display.length + style.visibility.length + element.getBoundingClientRect().width;
      if (element.shadowRoot) walk(element.shadowRoot);
    }
  };
  walk(document);
  return JSON.stringify({ time: performance.now() - started, elements, sum });
}`;

const FRAMES = 16;
const PAGES: { name: string; path: string; html: string; rounds: number }[] = [
  { name: 'a product', path: '/product', html: productPage(), rounds: 20 },
  { name: 'a shop', path: '/10000', html: shopPage(10_000), rounds: 7 },
  { name: 'a table', path: '/table', html: tablePage(15_000), rounds: 7 },
  { name: 'a large shop', path: '/50000', html: shopPage(50_000), rounds: 3 },
  { name: '500 shadow hosts', path: '/shadow', html: shadowPage(500), rounds: 15 },
  {
    name: `${FRAMES} frames`,
    path: '/frames',
    html: framesPage(FRAMES, (index) => `/frame-${index}`),
    rounds: 15,
  },
];

interface Times {
  elements: number;
  floor: number;
  walk: number;
  transfer: number;
  render: number;
  /** Everything is sent. */
  whole: number;
  /** A second capture, as agents take it: unchanged parts are not sent again. */
  again: number;
  theirs?: number;
}

/** playwright-core's view for agents. */
type SnapshotPage = PlaywrightPage & { ariaSnapshot(options: { mode: 'ai' }): Promise<string> };

export async function benchSnapshot(): Promise<void> {
  const routes: Record<string, string> = Object.fromEntries(PAGES.map(({ path, html }) => [path, html]));
  for (let index = 0; index < FRAMES; index++) routes[`/frame-${index}`] = framePage(index);
  const server = await startServer(routes);
  const peer = loadPlaywright();
  try {
    for (const name of ['chromium', 'firefox'] as const) {
      const browser = await launch({ browser: name, snapshot: { maxNodes: 1_000_000, timeBudget: 60_000 } });
      const other = name === 'chromium' ? await openPeer(peer) : undefined;
      try {
        console.log(
          `Snapshots: ${browser.version}${other ? `, playwright-core ${peer.version}` : ''}; medians, ms`,
        );
        for (const { name: title, path, rounds } of PAGES)
          await measure(title, server.origin + path, rounds, browser, other?.page);
      } finally {
        await Promise.all([browser.close(), other?.close()]);
      }
    }
  } finally {
    peer.dispose();
    await server.close();
  }
}

async function openPeer(peer: Peer): Promise<{ page: SnapshotPage; close(): Promise<void> }> {
  const executablePath = findBrowser('chromium', {})?.executable ?? '/usr/bin/chromium';
  const browser = await peer.playwright.chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const page = (await browser.newPage()) as SnapshotPage; // the rest of its interface is not declared here
  return { page, close: () => browser.close() };
}

async function measure(
  title: string,
  url: string,
  rounds: number,
  browser: Browser,
  theirs?: SnapshotPage,
): Promise<void> {
  const page = await browser.newPage();
  await page.goto(url);
  await theirs?.goto(url);
  const all: Times[] = [];
  // The first round compiles the code in the page; it is shown separately.
  for (let round = 0; round <= rounds; round++) all.push(await once(page, theirs));
  const [first, ...others] = all;
  const median = (of: (times: Times) => number): number =>
    others.map(of).sort((a, b) => a - b)[Math.floor(others.length / 2)] ?? 0;
  const walk = median((times) => times.walk);
  const floor = median((times) => times.floor);
  const whole = median((times) => times.whole);
  const again = median((times) => times.again);
  const parts = [
    `floor ${ms(floor)}`,
    `walk ${ms(walk)} (${floor < 0.5 ? '' : `${(walk / floor).toFixed(1)}× floor; `}first ${ms(first?.walk ?? 0)})`,
    `transfer ${ms(median((times) => times.transfer))}`,
    `render ${ms(median((times) => times.render))}`,
    `whole ${ms(whole)}, again ${ms(again)}`,
  ];
  if (theirs) {
    const peer = median((times) => times.theirs ?? 0);
    parts.push(
      `playwright-core ${ms(peer)} (ours ${(whole / peer).toFixed(2)}×, again ${(again / peer).toFixed(2)}×)`,
    );
  }
  console.log(`  ${title}, ${first?.elements ?? 0} elements: ${parts.join(', ')}`);
  await page.close();
}

async function once(page: Page, theirs?: SnapshotPage): Promise<Times> {
  const frame = page.mainFrame;
  const floor = JSON.parse(await page.driver.call(frame.id, FLOOR, '')) as { time: number; elements: number };
  const { defaults } = page;
  const asked = performance.now();
  const reply = await frame.call('capture', {
    ...DEFAULT_LIMITS,
    maxNodes: defaults.maxNodes,
    timeBudget: defaults.timeBudget,
    selectors: false,
    xpath: defaults.xpath,
    boxes: false,
    idAttributes: defaults.idAttributes,
    closedShadow: 'candidates',
  });
  const answered = performance.now();
  if (!reply.ok || reply.unchanged) throw new Error('the capture failed');
  renderTree(
    inflate(applyRowChange(undefined, reply.rows, reply.url).rows, { context: 0, page: 0, frame: 0 }, 'short')
      .root,
  );
  const rendered = performance.now();
  // The text is rendered when it is read.
  void (await page.ariaSnapshotWithFrames()).text;
  const whole = performance.now();
  void (await page.ariaSnapshotWithFrames()).text;
  const again = performance.now();
  await theirs?.ariaSnapshot({ mode: 'ai' });
  return {
    elements: floor.elements,
    floor: floor.time,
    walk: reply.walkTime,
    transfer: answered - asked - reply.walkTime,
    render: rendered - answered,
    whole: whole - rendered,
    again: again - whole,
    ...(theirs && { theirs: performance.now() - again }),
  };
}

const ms = (value: number): string => value.toFixed(value < 10 ? 1 : 0);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await benchSnapshot();
