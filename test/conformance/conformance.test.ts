/**
 * What the Web Platform Tests do not cover: pages that state in attributes what is expected of their elements.
 * `data-t` marks an element (each with its own name), `data-is-role`, `-name`, `-description`, `-value`,
 * `-hidden`, `-visible`, `-text` and `-states` (JSON) say what the engine must return, in both browsers.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Question } from '../support/aria-probe.js';
import { BROWSERS } from '../support/browsers.js';
import { openBrowser, type TestBrowser, type TestPage } from '../support/pages.js';
import { ask, probeBundle, written } from '../support/probe.js';

const pages = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.html'));

describe.each(BROWSERS)('conformance (%s)', (name) => {
  let browser: TestBrowser;
  let page: TestPage;
  beforeAll(async () => {
    browser = await openBrowser(name, await probeBundle());
    page = await browser.open('<!doctype html><title>empty</title>');
  });
  afterAll(() => browser.close());

  it.each(pages)('%s', async (file) => {
    await page.load(readFileSync(join(import.meta.dirname, file), 'utf8'));
    const expected = await written(page, 'data-t', 'data-is-');
    expect(expected.length).toBeGreaterThan(0);
    const answers = await ask(
      page,
      'data-t',
      expected.map(([id, what]) => ({ id, question: what as Question })), // the probe refuses others
    );
    const told = expected.map(([id, what], index) => `${id} ${what}: ${show(answers[index])}`);
    expect(told).toEqual(
      expected.map(
        ([id, what, value]) => `${id} ${what}: ${show(what === 'states' ? JSON.parse(value) : value)}`,
      ),
    );
  });
});

/** Objects with sorted keys; the attribute cannot distinguish `true` from "true", nor nothing from "null". */
function show(answer: unknown): string {
  if (answer === null || typeof answer !== 'object') return String(answer);
  return JSON.stringify(Object.fromEntries(Object.entries(answer).sort(([a], [b]) => a.localeCompare(b))));
}
