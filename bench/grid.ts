/** What a Selenium Grid adds to a snapshot and a click, next to a browser that Sightline started. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startGrid } from '../examples/scale/grid.js';
import { connect, launch, type Page } from '../src/index.js';
import { chromiumCapabilities } from '../test/support/chromedriver.js';
import { CHROMEDRIVER, noGrid, SELENIUM_SERVER } from '../test/support/selenium.js';

const ROUNDS = 40;

const FORM = `<!doctype html><title>Form</title>${Array.from(
  { length: 100 },
  (_, at) => `<p>Row ${at} <button onclick="this.value = 'Done'">Go ${at}</button></p>`,
).join('')}`;

export async function benchGrid(): Promise<void> {
  console.log(
    '\nA snapshot and a click through a Selenium Grid, page of 100 buttons, median of milliseconds\n',
  );
  if (noGrid !== undefined) return console.log(`skipped: ${noGrid}`);
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(FORM));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const grid = await startGrid({ jar: SELENIUM_SERVER, chromedriver: CHROMEDRIVER, nodes: [2] });
  const endpoint = { webdriver: grid.url, capabilities: chromiumCapabilities() };
  const browsers = {
    'our own': await launch(),
    'grid, CDP': await connect(endpoint),
    'grid, BiDi': await connect(endpoint, { protocol: 'bidi' }),
  };
  const runs = await Promise.all(
    Object.entries(browsers).map(async ([name, browser]) => {
      const page = await browser.newPage();
      await page.goto(url);
      return { name, page, snapshots: [] as number[], clicks: [] as number[] };
    }),
  );
  // In turns, so that other work on the machine hits all of them alike.
  for (let round = 0; round < ROUNDS; round++)
    for (const { page, snapshots, clicks } of runs) {
      const ref = await timed(snapshots, () => look(page, round));
      await timed(clicks, () => page.locatorFromRef(ref).click());
    }
  for (const { name, snapshots, clicks } of runs)
    console.log(name, JSON.stringify({ snapshot: median(snapshots), click: median(clicks) }));
  await Promise.all(Object.values(browsers).map((browser) => browser.close()));
  await grid.close();
  server.close();
  server.closeAllConnections();
}

async function look(page: Page, round: number): Promise<string> {
  const { text } = await page.ariaSnapshotWithFrames();
  return new RegExp(`button "Go ${round}" .*\\[ref=(\\w+)\\]`).exec(text)?.[1] ?? '';
}

async function timed<T>(times: number[], run: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await run();
  times.push(performance.now() - began);
  return result;
}

function median(values: number[]): number {
  return Math.round((values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0) * 10) / 10;
}
