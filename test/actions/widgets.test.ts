/** How libraries build the controls that browsers don't have: each page is the mechanism of one of them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../../src/page/browser.js';
import type { Page } from '../../src/page/page.js';
import { type FixtureServer, startServer } from '../support/server.js';
import { ENGINES, type Engine, inPage, outcome, start } from './support.js';

const page_ = (body: string) => `<!doctype html><meta charset="utf-8"><title>Widgets</title><body>${body}`;

const PAGES: Record<string, string> = {
  // Something comes in front when a drag comes in, and only that takes the drop.
  '/drop':
    page_(`<div id="zone" style="position: relative; width: 300px; height: 100px; background: #eee">Drop here
      <div id="veil" hidden style="position: absolute; inset: 0; background: #cdf">Let go</div></div>
    <script>
      window.dropped = [];
      zone.addEventListener('dragenter', () => { veil.hidden = false; });
      veil.addEventListener('dragover', (event) => event.preventDefault());
      veil.addEventListener('drop', (event) => { event.preventDefault(); dropped.push(event.dataTransfer.files[0].name); veil.hidden = true; });
    </script>`),
  '/segments':
    page_(`<style>input { position: absolute; width: 0; height: 0; opacity: 0; pointer-events: none }</style>
    <label><input id="day" type="radio" name="span" checked><span>Day</span></label>
    <label><input id="week" type="radio" name="span"><span>Week</span></label>
    <input id="lonely" type="radio">`),
};

let server: FixtureServer;
const folder = mkdtempSync(join(tmpdir(), 'sightline-widgets-'));

beforeAll(async () => {
  server = await startServer(PAGES);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

describe.each(ENGINES)('%s', (engine: Engine) => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await start(engine);
    page = await browser.newPage();
  });
  afterAll(() => browser.close());
  const open = (path: string) => page.goto(server.origin + path);

  it('shows pages a mouse, so that they show what they have for one', async () => {
    await open('/segments');
    const queries = ['(pointer: fine)', '(hover: hover)', '(any-pointer: coarse)'];
    expect(
      await inPage(page, '(queries) => queries.map((query) => matchMedia(query).matches)', queries),
    ).toEqual([true, true, false]);
  });

  it('drops on what a page shows only while something is dragged', async () => {
    await open('/drop');
    const file = join(folder, 'photo.txt');
    writeFileSync(file, 'photo');
    for (let times = 0; times < 2; times++)
      expect(await outcome(page.locator('#zone').drop({ files: [file] }))).toMatch(/^ok/);
    expect(await inPage(page, '() => dropped')).toEqual(['photo.txt', 'photo.txt']);
  });

  it('clicks the label of a radio button that has no size', async () => {
    await open('/segments');
    expect(await outcome(page.locator('#week').click())).toBe('ok');
    expect(await inPage(page, '() => week.checked')).toBe(true);
    expect(await outcome(page.locator('#lonely').click({ timeout: 100 }))).toMatch(/it has no size/);
  });
});
