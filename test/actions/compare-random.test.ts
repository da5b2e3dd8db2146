/**
 * Random trials with real input: no press, click, key or text reaches a control that is about something else than what
 * was seen. The normal run takes a seeded sample; `COMPARE_TRIALS=100000` runs a fiftieth of that in each browser, for
 * each is a whole action, and `COMPARE_SEED` starts elsewhere.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionReport } from '../../src/page/actions.js';
import type { Browser } from '../../src/page/browser.js';
import type { Frame } from '../../src/page/frame.js';
import type { Locator } from '../../src/page/locator/locator.js';
import type { Page } from '../../src/page/page.js';
import { HARD, MUTATIONS, type Reached, type Scene, SOFT, TRIAL_PAGE } from '../support/action-trials.js';
import { BROWSERS, launchBrowser } from '../support/browsers.js';
import { type FixtureServer, startServer } from '../support/server.js';
import { inPage, outcome } from './support.js';

const TRIALS = Math.ceil(Number(process.env.COMPARE_TRIALS ?? 1_200) / 50);
const SEED = Number(process.env.COMPARE_SEED ?? 1);
const TIME = 60_000 + TRIALS * 1_000;
const KEYS = ['Alice', 'Bob', 'Carol', 'Dan', 'Order 1041', 'Order 1042'];
const FAST = { timeout: 300, noSettle: true };

interface Verb {
  line: string;
  act(locator: Locator): Promise<ActionReport>;
}

const VERBS: Verb[] = [
  { line: 'button "Delete"', act: (locator) => locator.click(FAST) },
  { line: 'button "Delete"', act: (locator) => locator.doubleClick(FAST) },
  { line: 'button "Delete"', act: (locator) => locator.press('Enter', FAST) },
  { line: 'textbox "Note"', act: (locator) => locator.fill('some text', FAST) },
  { line: 'textbox "Note"', act: (locator) => locator.type('x', FAST) },
  { line: 'checkbox "Done"', act: (locator) => locator.check(FAST) },
];

/** What else happens between the look and the action. */
const BESIDES = {
  nothing: async () => undefined,
  /** From the history, with the back/forward cache where the browser has one. */
  async back(page: Page) {
    await page.goto(page.url.replace('/list', '/elsewhere'));
    await page.goBack();
  },
  label: (page: Page) =>
    inPage(page, '() => { document.querySelector("section").setAttribute("aria-label", "Others"); }'),
  /** Two iframes change places. Where an element can't be moved with its state, their documents load again. */
  swap: (page: Page) =>
    inPage(
      page,
      `() => {
        const [one, other] = document.querySelectorAll('section');
        const [first, second] = document.querySelectorAll('iframe');
        const move = one.moveBefore ? 'moveBefore' : 'insertBefore';
        one[move](second, null);
        other[move](first, null);
      }`,
    ),
};
type Beside = keyof typeof BESIDES;

function randomFrom(seed: number) {
  let state = seed >>> 0;
  const upTo = (count: number) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0;
    return Math.floor((((state ^ (state >>> 13)) >>> 0) / 2 ** 32) * count);
  };
  return { upTo, pick: <T>(list: readonly T[]) => list[upTo(list.length)] as T }; // never empty
}

/** The first row's control of a frame is its first line, and so on. */
async function lookAt(page: Page, frame: Frame, line: string, row: number): Promise<Locator> {
  const { text } = await page.ariaSnapshotWithFrames({ fold: false });
  const refs = [...text.matchAll(new RegExp(`${line}.*\\[ref=([a-z0-9]+)\\]`, 'g'))].map(
    ([, ref]) => ref ?? '',
  );
  const own = refs.filter((ref) => page.locatorFromRef(ref).frame === frame);
  return page.locatorFromRef(own[row] ?? '');
}

/**
 * A change that an event on the right control led to is the page's own doing: what goes elsewhere then is told. So is
 * the release after a press that reached it, wherever the page has put something in between.
 */
function isWrong(
  { type, key, heading, node }: Reached,
  seen: { key: string; heading: string },
  [first]: readonly Reached[],
  isTold: boolean,
): boolean {
  if (key === seen.key && heading === seen.heading) return false;
  const isOwnDoing = first?.key === seen.key && (first.after === '' || type.endsWith('up'));
  return !(isOwnDoing && (isTold || node === first.node));
}

describe.each(BROWSERS)('real actions on pages that change at random (%s)', (engine) => {
  let browser: Browser;
  let server: FixtureServer;
  beforeAll(async () => {
    server = await startServer();
    const frames = (origin: string) =>
      ['Ours', 'Theirs']
        .map((name) => `<section aria-label=${name}><iframe src="${origin}/list"></iframe></section>`)
        .join('');
    server.serve({
      '/list': TRIAL_PAGE,
      '/same': `<!doctype html><title>same</title>${frames(server.origin)}`,
      '/cross': `<!doctype html><title>cross</title>${frames(server.otherOrigin)}`,
      '/elsewhere': '<title>elsewhere</title>',
    });
    browser = await launchBrowser(engine);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  async function open(path: string): Promise<Page> {
    const page = await browser.newPage();
    await page.goto(server.origin + path);
    return page;
  }

  /** What went wrong, and the code of the outcome. */
  async function tryOnce(
    page: Page,
    place: string,
    twin: Page,
    seed: number,
  ): Promise<{ wrong?: string; kind: string }> {
    const { upTo, pick } = randomFrom(seed);
    expect(page.url).toBe(server.origin + place);
    const frame = page.mainFrame.children[0] ?? page.mainFrame;
    const row = upTo(3);
    const scene: Scene = {
      keys: [...KEYS.slice(upTo(3)), 'Eve'],
      heading: pick(['Active', 'Archive']),
      on: pick(['at once', 'at once', ...SOFT, ...HARD]),
      mutation: pick(MUTATIONS),
      rows: [row, (row + 1 + upTo(2)) % 3],
    };
    const { line, act } = pick(VERBS);
    const beside = pick<Beside>(
      frame === page.mainFrame ? ['nothing', 'nothing', 'back'] : ['nothing', 'nothing', 'label', 'swap'],
    );
    for (const each of [frame, twin]) await inPage(each, '(scene) => start(scene)', scene);
    const locator = await lookAt(page, frame, line, row);
    await inPage(frame, '() => arm()');
    await BESIDES[beside](page);
    const said = await outcome(act(locator));
    // A frame that was loaded again has no rows.
    const reached = page.frames().includes(frame) ? await inPage<Reached[]>(frame, '() => log') : [];
    const inTwin = await inPage<Reached[]>(twin, '() => log');
    if (beside !== 'nothing') await page.goto(server.origin + place);
    const [kind = ''] = said.split('\n');
    const seen = { key: scene.keys[row] ?? '', heading: scene.heading };
    const isElsewhere = beside === 'label' || beside === 'swap';
    const isBad =
      inTwin.length > 0 ||
      reached.some((each) => isWrong(each, seen, reached, said !== 'ok')) ||
      (isElsewhere && reached.length > 0) ||
      (said === 'ok' && reached.length === 0) ||
      (kind === 'ref-changed' && scene.mutation === 'clock' && beside === 'nothing');
    const told = () =>
      `seed ${seed} ${JSON.stringify({ place, beside, act: String(act), ...scene, reached, inTwin })} → ${said}`;
    return { kind, ...(isBad && { wrong: told() }) };
  }

  it(
    'reach what was seen or nothing',
    async () => {
      const places = ['/list', '/same', '/cross'];
      const pages = await Promise.all(places.map(open));
      const twin = await open('/list');
      const wrong: string[] = [];
      const counts: Record<string, number> = {};
      for (let trial = 0; trial < TRIALS; trial++) {
        const at = trial % places.length;
        const [place = '', page = twin] = [places[at], pages[at]];
        const tried = await tryOnce(page, place, twin, SEED * 7_919 + trial);
        counts[tried.kind] = (counts[tried.kind] ?? 0) + 1;
        if (tried.wrong !== undefined) wrong.push(tried.wrong);
      }
      if (TRIALS > 100) console.log(engine, TRIALS, SEED, counts);
      expect(wrong).toEqual([]);
      expect(counts.ok).toBeGreaterThan(0);
      expect(counts['ref-changed']).toBeGreaterThan(0);
    },
    TIME,
  );
});
