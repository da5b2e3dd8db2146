/**
 * Whatever is taken out as noise, the unfolded view has every word that a person can read and every element that
 * can be clicked: on the pages of the project, and on real ones where they are at hand. (What the author hides from
 * assistive technology, with `aria-hidden` or `inert`, and what is in a closed `<details>` is not looked for.)
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, launch } from '../../src/index.js';
import { isText, type SnapshotNode } from '../../src/tree/node.js';
import { inDocumentOrder } from '../../src/tree/shape.js';
import { BROWSERS } from '../support/launch.js';
import { type FixtureServer, startServer } from '../support/server.js';

const FIXTURES = [join(import.meta.dirname, '../goldens'), join(import.meta.dirname, '../conformance')];
/** Pages of other people, read in place. */
const SAVED = process.env.SIGHTLINE_SAVED_PAGES ?? join(import.meta.dirname, '../../../shared/pages');

const pagesIn = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith('.html'))
        .map((file) => join(folder, file))
    : [];
/** These replace the very functions that the test looks with. */
const CLOBBERED = /hostile|clobbering/;
const fixtures = FIXTURES.flatMap(pagesIn).filter((file) => !CLOBBERED.test(file));
const saved = pagesIn(SAVED);

/** Words that show, and what a person would click: in the page's own world, by its own means. */
const LOOK = `(selectors) => {
  const told = new Set(selectors.map((css) => document.querySelector(css)));
  const off = (element) => element.closest('[aria-hidden=true], [inert], details:not([open]), noscript, script, style, template, head') !== null;
  const shows = (element) => element.checkVisibility({ visibilityProperty: true });
  const words = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const parent = text.parentElement;
    if ((off(parent) && !parent.closest('summary')) || !shows(parent) || parent.closest('svg, select, textarea, audio, video, canvas, object, meter, progress, iframe')) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    if ([...range.getClientRects()].every(({ width, height }) => width === 0 || height === 0)) continue;
    for (const word of text.data.toLowerCase().match(/[\\p{L}\\p{N}]+/gu) ?? []) words.add(word);
  }
  const clickable = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [onclick], [role=button], [role=link], [role=checkbox], [role=tab], [role=menuitem], [role=switch], [role=slider], [tabindex="0"], [contenteditable=""], [contenteditable=true]';
  const missed = [...document.querySelectorAll(clickable)].filter((element) => {
    const { width, height } = element.getBoundingClientRect();
    return !off(element) && shows(element) && width > 0 && height > 0 && !told.has(element);
  });
  return { words: [...words], missed: missed.map((element) => element.outerHTML.slice(0, 200)) };
}`;

/** All that is said, as one text: where nothing is between two words on the page, nothing is here. */
function saidIn(root: SnapshotNode): string {
  const said = inDocumentOrder(root).flatMap(({ name, text, value, description, children }) => [
    name,
    text,
    value,
    description,
    ...children.map((child) => (isText(child) ? child.text : '')),
  ]);
  return said.join(' ').toLowerCase();
}

describe.each(BROWSERS)('nothing is lost (%s)', (which) => {
  let server: FixtureServer;
  let browser: Browser;
  beforeAll(async () => {
    server = await startServer();
    browser = await launch({ browser: which });
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  async function check(file: string): Promise<void> {
    const html = readFileSync(file, 'utf8');
    server.serve({
      '/page': (_, response) => {
        response.setHeader('content-type', 'text/html; charset=utf-8');
        // Nothing else is fetched: what is not saved would take its time to fail.
        response.setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
        response.end(html);
      },
    });
    const page = await browser.newPage();
    await page.goto(`${server.origin}/page`);
    const { json, uidMap = [] } = await page.ariaSnapshot({ selectors: true, fold: false });
    const selectors = uidMap.flatMap(({ css }) => (typeof css === 'string' ? [css] : []));
    const seen = (await page.evaluate(LOOK, [selectors])) as { words: string[]; missed: string[] };
    const said = saidIn(json.root);
    // In capitals there is no ß.
    expect(
      seen.words.filter((word) => !said.includes(word.replaceAll('ß', 'ss')) && !said.includes(word)),
    ).toEqual([]);
    expect(seen.missed).toEqual([]);
    await page.close();
  }

  it.each(fixtures)('%s', check);

  if (saved.length === 0) it.skip(`no saved pages in ${SAVED}`);
  else it.each(saved)('%s', check);
});
