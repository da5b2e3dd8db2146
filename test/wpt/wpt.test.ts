/**
 * Roles and names against the Web Platform Tests, in both browsers. The pages are third-party data outside this
 * repository, see `outside-data.ts`. A failure must be listed in `known-failures.json` with its reason, and one that
 * passes must be removed from it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSERS } from '../support/browsers.js';
import { WEB_PLATFORM_TESTS } from '../support/outside-data.js';
import { openBrowser, type TestBrowser, type TestPage } from '../support/pages.js';
import { ask, probeBundle, whenMarked } from '../support/probe.js';
import knownFailures from './known-failures.json' with { type: 'json' };

interface Item {
  id: string;
  kind: 'name' | 'role';
  expected: string[];
  test: string;
}

interface KnownFailure {
  file: string;
  id: string;
  kind: string;
  browser: string;
  reason: string;
}

const { path: FOLDER, isThere } = WEB_PLATFORM_TESTS;
const known: readonly KnownFailure[] = knownFailures;

const files: { file: string; items: Item[] }[] = isThere
  ? JSON.parse(readFileSync(join(FOLDER, 'expectations.json'), 'utf8'))
  : [];

const key = (file: string, item: { id: string; kind: string }): string => `${file} #${item.id} ${item.kind}`;

describe.skipIf(!isThere).each(BROWSERS)('Web Platform Tests (%s)', (name) => {
  let browser: TestBrowser;
  let page: TestPage;
  const passed = { name: 0, role: 0 };
  const total = { name: 0, role: 0 };
  const allowed = new Set(known.filter((one) => one.browser === name).map((one) => key(one.file, one)));

  beforeAll(async () => {
    browser = await openBrowser(name, await probeBundle());
    page = await browser.open('<!doctype html>');
  });
  afterAll(async () => {
    for (const kind of ['name', 'role'] as const) {
      console.log(
        `${name}: ${passed[kind]} of ${total[kind]} ${kind}s, ${((100 * passed[kind]) / total[kind]).toFixed(1)} %`,
      );
    }
    await browser.close();
  });

  it.each(files.map((one) => [one.file, one.items] as const))('%s', async (file, items) => {
    const html = readFileSync(join(FOLDER, file), 'utf8');
    serveScripts(browser, html);
    await page.load(html);
    await whenMarked(page, 'data-ho-ready');
    const answers = await ask(
      page,
      'data-ho',
      items.map((item) => ({ id: item.id, question: item.kind })),
    );
    const failures: string[] = [];
    const fixed: string[] = [];
    items.forEach((item, index) => {
      const got = answers[index];
      const ok =
        typeof got === 'string' && item.expected.some((one) => fold(one, item.kind) === fold(got, item.kind));
      total[item.kind]++;
      if (ok) passed[item.kind]++;
      const listed = allowed.has(key(file, item));
      if (!ok && !listed) {
        failures.push(
          `${key(file, item)} (${item.test}): expected ${JSON.stringify(item.expected)}, got ${JSON.stringify(got)}`,
        );
      }
      if (ok && listed) fixed.push(key(file, item));
    });
    expect(failures).toEqual([]);
    expect(fixed, 'these pass now: take them out of known-failures.json').toEqual([]);
  });

  it('has no known failure for a missing test', () => {
    const real = new Set(files.flatMap(({ file, items }) => items.map((item) => key(file, item))));
    expect([...allowed].filter((one) => !real.has(one))).toEqual([]);
  });
});

/** The pages load their scripts by absolute URL: each is answered with one that records what they expect. */
function serveScripts(browser: TestBrowser, html: string): void {
  const stubs = readFileSync(join(FOLDER, 'stubs.js'));
  for (const [, address] of html.matchAll(/<script[^>]*\ssrc="(\/[^"]*)"/g)) {
    if (!address) continue;
    browser.server.serve({
      [address]: (_, response) => {
        response.setHeader('content-type', 'text/javascript');
        response.end(stubs);
      },
    });
  }
}

const NOTHING = new Set(['generic', 'none', 'presentation', '']);
const SYNONYMS: Record<string, string> = { image: 'img', directory: 'list' };

/** Normalizes ASCII white space in names; synonymous roles, and roles without meaning, become one. */
function fold(answer: string, kind: 'name' | 'role'): string {
  if (kind === 'name') return answer.replace(/[ \t\n\f\r]+/g, ' ').replace(/^ | $/g, '');
  return NOTHING.has(answer) ? '' : (SYNONYMS[answer] ?? answer);
}
