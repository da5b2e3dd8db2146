/** Many isolated contexts in one browser, each with a page, driven at the same time: throughput and memory. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BrowserName, launch, type Page } from '../src/index.js';

const COUNT = Number(process.env.BENCH_CONTEXTS ?? 50);
const ROUNDS = 5;

const FORM = `<!doctype html><title>Form</title>${Array.from(
  { length: 100 },
  (_, at) => `<p>Row ${at} <button onclick="this.textContent = 'Done'">Go ${at}</button></p>`,
).join('')}`;

export async function benchContexts(): Promise<void> {
  console.log(`\n${COUNT} contexts at once, each with a page of 100 buttons\n`);
  for (const which of browsers()) console.log(which, JSON.stringify(await measure(which)));
}

/** `BENCH_BROWSER=firefox` measures one of them. */
function browsers(): BrowserName[] {
  const { BENCH_BROWSER: one } = process.env;
  return one === 'chromium' || one === 'firefox' ? [one] : ['chromium', 'firefox'];
}

async function measure(which: BrowserName): Promise<Record<string, number>> {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(FORM));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const browser = await launch({ browser: which });
  try {
    const open = async () => {
      const page = await (await browser.newContext()).newPage();
      await page.goto(url);
      return page;
    };
    const empty = memory();
    const opening = performance.now();
    const pages: Page[] = [];
    // A few at a time: starting all renderers at once only makes them wait for each other.
    while (pages.length < COUNT)
      pages.push(...(await Promise.all(Array.from({ length: Math.min(5, COUNT - pages.length) }, open))));
    const opened = performance.now() - opening;
    const began = performance.now();
    await Promise.all(pages.map(work));
    const seconds = (performance.now() - began) / 1000;
    return {
      contexts: COUNT,
      'ms to open each': Math.round(opened / COUNT),
      // Each round is a snapshot and a click.
      'calls per second': Math.round((COUNT * ROUNDS * 2) / seconds),
      'browser MB per context': Math.round((memory() - empty) / COUNT / 2 ** 20),
      'our MB per context': Math.round((process.memoryUsage().rss / COUNT / 2 ** 20) * 10) / 10,
    };
  } finally {
    await browser.close();
    server.close();
  }
}

/** Every ref has to land in its own context. */
async function work(page: Page): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const { text } = await page.ariaSnapshotWithFrames();
    const ref = new RegExp(`button "Go ${round}" .*\\[ref=(\\w+)\\]`).exec(text)?.[1];
    if (ref === undefined) throw new Error(`no button ${round} on ${page.handle}`);
    await page.locatorFromRef(ref).click();
  }
  const done = await page.evaluate("() => document.body.innerText.split('Done').length - 1");
  if (done !== ROUNDS) throw new Error(`${page.handle}: ${done} of ${ROUNDS} clicks arrived`);
}

/** What the processes below this one take: proportional, so that shared pages count once. */
function memory(): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = /^PPid:\s+(\d+)/m.exec(textOf(`/proc/${name}/status`))?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const isOurs = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent === process.pid || (parent !== undefined && parent > 1 && isOurs(parent));
  };
  return [...parents.keys()].filter(isOurs).reduce((sum, pid) => {
    const kilobytes = /^Pss:\s+(\d+)/m.exec(textOf(`/proc/${pid}/smaps_rollup`))?.[1];
    return sum + Number(kilobytes ?? 0) * 1024;
  }, 0);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // The process ended meanwhile.
  }
}
