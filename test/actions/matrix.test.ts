/** Every action in every place in both browsers: exactly the events that the page saw. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../../src/page/browser.js';
import type { Frame } from '../../src/page/frame.js';
import type { Locator } from '../../src/page/locator/locator.js';
import type { Page } from '../../src/page/page.js';
import { BROWSERS, type BrowserEngine, launchBrowser } from '../support/browsers.js';
import { type FixtureServer, startServer } from '../support/server.js';
import { BY_PLACE, DIFFERENT, renderMatrix, type Seen } from './matrix.js';
import { CASES, perform, prepareFiles, removeFiles, widgetsOf } from './matrix-cases.js';
import { PLACES, servePlaces } from './places.js';
import { inPage } from './support.js';

const seen: Seen[] = [];
let server: FixtureServer;

beforeAll(async () => {
  prepareFiles();
  server = await startServer();
  servePlaces(server);
});

afterAll(async () => {
  removeFiles();
  await server.close();
});

describe.each(BROWSERS)('%s', (engine) => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launchBrowser(engine);
    page = await browser.newPage();
    await page.setViewport({ width: 900, height: 600 });
  });
  afterAll(() => browser.close());

  describe.each(PLACES)('in the $name', ({ name: place, path, depth }) => {
    let inner: Frame;
    let widgets: Map<string, Locator>;
    beforeAll(async () => {
      await page.goto(server.origin + path);
      widgets = await widgetsOf(page);
      inner = page.frames()[depth] ?? page.mainFrame;
    });

    it.each(CASES)('$name', async (each) => {
      const sequence = await perform(each, inner, widgets);
      seen.push({ engine, place, action: each.name, sequence });
    });

    it('no event reached the parent documents', async () => {
      for (const frame of page.frames().slice(0, depth))
        expect(await inPage(frame, '() => astray')).toEqual([]);
    });
  });
});

describe('the table', () => {
  const places = PLACES.map(({ name }) => name);

  it('has the same events in every place, unless a reason is given', () => {
    for (const { name } of CASES.filter((each) => !(each.name in BY_PLACE)))
      for (const engine of BROWSERS) {
        const mine = seen.filter((each) => each.action === name && each.engine === engine);
        const [first] = mine;
        for (const each of mine)
          expect(each.sequence, `${engine}: ${name} in the ${each.place}`).toBe(first?.sequence);
      }
  });

  it('has the same events in both browsers, unless a reason is given', () => {
    const sequences = (action: string, engine: BrowserEngine) => [
      ...new Set(
        seen.filter((each) => each.action === action && each.engine === engine).map((each) => each.sequence),
      ),
    ];
    const different = CASES.filter(
      ({ name }) => String(sequences(name, 'chromium')) !== String(sequences(name, 'firefox')),
    );
    expect(different.map(({ name }) => name)).toEqual(
      CASES.map(({ name }) => name).filter((name) => name in DIFFERENT),
    );
  });

  it('matches docs/actions-matrix.md', async () => {
    await expect(renderMatrix(seen, places)).toMatchFileSnapshot('../../docs/actions-matrix.md');
  });
});
