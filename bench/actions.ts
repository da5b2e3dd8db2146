/**
 * Click and fill by ref on a page of 2,000 elements, from the call until the page has settled, compared with
 * playwright-core on the same page in the same Chromium, alternating.
 */
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { findBrowser } from '../src/browsers/find.js';
import { type Browser, launch } from '../src/index.js';
import { startServer } from '../test/support/server.js';
import { shopPage } from './pages.js';
import { loadPlaywright } from './peer.js';

const ROUNDS = 60;
const WARM_UP = 10;

/** One frame, in milliseconds. */
const FRAME = 1000 / 60;

/** The second frame has been drawn completely: the next measurement does not wait for it. */
const TWO_FRAMES =
  '() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))';

interface Measured {
  name: string;
  ours: () => Promise<unknown>;
  theirs: () => Promise<unknown>;
}

const PAGE = shopPage(2_000).replace(
  '<main>',
  `<main><button id="quiet">Quiet</button><button id="busy" onclick="count.textContent = ++n">Busy</button>
   <span id="count"></span><input id="field" aria-label="Field"><input id="next" aria-label="Next"><script>let n = 0;</script>`,
);

export async function benchActions(): Promise<void> {
  const peer = loadPlaywright();
  const server = await startServer({ '/': PAGE });
  const browser = await launch();
  const executablePath = findBrowser('chromium', {})?.executable ?? '/usr/bin/chromium';
  const other = await peer.playwright.chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.goto(`${server.origin}/`);
    const { text } = await page.ariaSnapshot();
    const byName = (name: string) => {
      const ref = new RegExp(`"${name}".*?\\[ref=(\\w+)\\]`).exec(text)?.[1];
      if (ref === undefined) throw new Error(`no ${name} on the page`);
      return page.locatorFromRef(ref);
    };
    const theirs = await other.newPage();
    await theirs.goto(`${server.origin}/`);
    let turn = 0;
    const cases: Measured[] = [
      {
        name: 'click, nothing changes',
        ours: () => byName('Quiet').click(),
        theirs: () => theirs.locator('#quiet').click(),
      },
      {
        name: 'click, the page changes',
        ours: () => byName('Busy').click(),
        theirs: () => theirs.locator('#busy').click(),
      },
      {
        name: 'fill, the same field',
        ours: () => byName('Field').fill(`value ${++turn}`),
        theirs: () => theirs.locator('#field').fill(`value ${turn}`),
      },
      {
        name: 'fill, one field after another',
        ours: () => byName(++turn % 2 ? 'Field' : 'Next').fill(`value ${turn}`),
        theirs: () => theirs.locator(turn % 2 ? '#field' : '#next').fill(`value ${turn}`),
      },
    ];
    console.log(
      `Actions: ${browser.version}; playwright-core ${peer.version} on ${other.version()}; medians of ${ROUNDS}`,
    );
    const drawn = async (round: number) => {
      await Promise.all([page.evaluate(TWO_FRAMES), theirs.evaluate(`(${TWO_FRAMES})()`)]);
      // An agent acts at any moment of a frame, not always right after one: the rounds cover them all.
      await setTimeout((Math.abs(round) % 10) * (FRAME / 10));
    };
    for (const each of cases) await compare(each, browser, drawn);
  } finally {
    await Promise.all([browser.close(), other.close(), server.close()]);
    peer.dispose();
  }
}

async function compare(
  { name, ours, theirs }: Measured,
  browser: Browser,
  /** Draws what the last action left to draw: it must not count for the other. */
  drawn: (round: number) => Promise<unknown>,
): Promise<void> {
  const times = { ours: [] as number[], theirs: [] as number[] };
  const commands: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    await drawn(round);
    const before = browser.driver.sent;
    const mine = await timed(ours);
    const sent = browser.driver.sent - before;
    await drawn(round);
    const other = await timed(theirs);
    if (round < 0) continue;
    times.ours.push(mine);
    times.theirs.push(other);
    commands.push(sent);
  }
  const [mine, other] = [median(times.ours), median(times.theirs)];
  console.log(
    `  ${name}: ${mine.toFixed(1)} ms, playwright-core ${other.toFixed(1)} ms, ratio ${(mine / other).toFixed(2)}; ${median(commands)} protocol commands`,
  );
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await benchActions();
