/**
 * A ref never means another element: a page changes at random, and after each change every ref ever given out
 * either leads to its original thing or fails. Only the page knows which thing is which.
 */

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { MUTATING_PAGE } from '../support/mutating-page.js';
import { isElementRow } from '../support/outline.js';
import { describePages, openBrowser, type TestBrowser, type TestPage } from '../support/pages.js';

const STEPS = 24;
const CAPTURE_EVERY = 3;
const RELOAD_EVERY = 17;

/** The positions in document order of what refs lead to now, or why they fail. */
const RESOLVE = `(arg) => {
  const { numbers, nextElement } = JSON.parse(arg);
  const places = new Map([...document.querySelectorAll('*')].map((element, at) => [element, at]));
  return JSON.stringify(numbers.map((number) => {
    const call = JSON.stringify({ method: 'find', request: { target: { element: number } }, nextElement });
    const { reply } = JSON.parse(globalThis.sightline.call(call));
    if (!reply.ok) return { failure: reply.failure.kind };
    return { at: places.get(globalThis.sightline.node(reply.found.element)), by: reply.found.refound ?? 'itself' };
  }));
}`;
const PLACES = `(arg) => {
  const places = new Map([...document.querySelectorAll('*')].map((element, at) => [element, at]));
  return JSON.stringify(JSON.parse(arg).map((number) => places.get(globalThis.sightline.node(number)) ?? -1));
}`;

type Answer = { failure: string } | { at: number; by: string };

interface Outcome {
  wrong: string[];
  counts: Record<string, number>;
}

async function play(page: TestPage, seed: number): Promise<Outcome> {
  const { driver } = page;
  /** Every ref ever given, and the stamp of its thing. */
  const issued = new Map<number, string>();
  const outcome: Outcome = { wrong: [], counts: {} };
  const history: string[] = [];
  const stamps = async () => (await page.run('() => window.stampsInOrder()')) as (string | null)[];

  async function show(): Promise<void> {
    const { rows } = await page.capture();
    const numbers = rows.filter(isElementRow).map((row) => row[1]);
    const places = JSON.parse(
      await driver.call(driver.mainFrame, PLACES, JSON.stringify(numbers)),
    ) as number[];
    const stamped = await stamps();
    numbers.forEach((number, i) => {
      const stamp = stamped[places[i] ?? -1];
      if (!stamp) return;
      const before = issued.get(number);
      if (before !== undefined && before !== stamp)
        outcome.wrong.push(`e${number} was given to ${before} and to ${stamp}`);
      issued.set(number, stamp);
    });
  }

  async function check(): Promise<void> {
    const numbers = [...issued.keys()];
    const text = await driver.call(
      driver.mainFrame,
      RESOLVE,
      JSON.stringify({ numbers, nextElement: page.nextElement() }),
    );
    const answers = JSON.parse(text) as Answer[];
    const stamped = await stamps();
    answers.forEach((answer, i) => {
      const kind = 'failure' in answer ? answer.failure : answer.by;
      outcome.counts[kind] = (outcome.counts[kind] ?? 0) + 1;
      if ('failure' in answer) return;
      const wanted = issued.get(numbers[i] ?? -1);
      const got = stamped[answer.at];
      if (got !== wanted)
        outcome.wrong.push(
          `seed ${seed}, after ${history.join(', ')}: e${numbers[i]} of ${wanted} led to ${got} by ${answer.by}`,
        );
    });
  }

  await page.load(MUTATING_PAGE);
  await page.run(`() => window.start(${seed})`);
  for (let step = 1; step <= STEPS; step++) {
    if (step % CAPTURE_EVERY === 1) await show();
    if (step % RELOAD_EVERY === 0) {
      await page.reload();
      await page.run(`() => window.start(${seed + step})`);
      history.push('reload');
    }
    history.push(String(await page.run('() => window.step()')));
    await check();
  }
  return outcome;
}

async function playAll(browser: TestBrowser, seeds: readonly number[]): Promise<Outcome> {
  const total: Outcome = { wrong: [], counts: {} };
  const page = await browser.open('');
  for (const seed of seeds) {
    const { wrong, counts } = await play(page, seed);
    total.wrong.push(...wrong);
    for (const [kind, count] of Object.entries(counts))
      total.counts[kind] = (total.counts[kind] ?? 0) + count;
  }
  await page.close();
  return total;
}

const SEEDS = [1, 2];

describePages('refs of a page that changes at random', (_, browser) => {
  it('lead to their original element, or fail', async () => {
    const { wrong, counts } = await playAll(browser(), SEEDS);
    expect(wrong).toEqual([]);
    // Each kind of change occurred: otherwise the test proves nothing.
    expect(Object.keys(counts)).toEqual(
      expect.arrayContaining(['itself', 'id', 'role-and-name', 'stale', 'unknown']),
    );
  });
});

describe('the same without comparing', () => {
  it('finds refs that mean another element', async () => {
    const browser = await openBrowser('chromium', await bundleWithoutCheck());
    try {
      // The first seed has some.
      const { wrong } = await playAll(browser, SEEDS.slice(0, 1));
      expect(wrong.length).toBeGreaterThan(0);
    } finally {
      await browser.close();
    }
  });
});

/** The product's in-page code, but for what it compares of something that was drawn anew. */
async function bundleWithoutCheck(): Promise<string> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const checks = {
    'same-element.ts': [
      'shownRole(aria.roleOf(candidate)) === entry.role && nameKey(aria.nameOf(candidate)) === entry.name',
      'true',
    ],
    'resolve.ts': ['again ? changesIn(again.element) : []', '[]'],
  } as const;
  const replaced: string[] = [];
  const result = await build({
    absWorkingDir: root,
    entryPoints: ['src/injected/main.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    plugins: [
      {
        name: 'without-check',
        setup({ onLoad }) {
          onLoad({ filter: /identity\/(?:same-element|resolve)\.ts$/ }, async ({ path }) => {
            const source = await readFile(path, 'utf8');
            const name = path.endsWith('same-element.ts') ? 'same-element.ts' : 'resolve.ts';
            const [check, instead] = checks[name];
            if (source.includes(check)) replaced.push(name);
            return { contents: source.replace(check, instead), loader: 'ts' };
          });
        },
      },
    ],
  });
  expect(replaced.toSorted(), 'the comparisons').toEqual(['resolve.ts', 'same-element.ts']);
  return result.outputFiles[0]?.text ?? '';
}
