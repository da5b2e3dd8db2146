/**
 * Whatever is removed as noise, the unfolded view has every word that a person can read, each as often as it
 * occurs and in order, and a ref for everything clickable; and what the default view folds is reachable as the
 * fold mark says. Tested on the project's pages, and on real ones if available. The page is examined by its own
 * means, see `seen.ts`; what may be missing in the view, and why, is listed in `INSTEAD` and `HIDE` there and in
 * `UNREADABLE` and `MATH_LETTERS` in `said.ts`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '../../src/index.js';
import { type ParsedChild, type ParsedNode, parseSnapshot } from '../../src/tree/text/parse.js';
import { viewOf } from '../../src/tree/view/view.js';
import { describeBrowsers } from '../support/browsers.js';
import { SAVED_PAGES } from '../support/outside-data.js';
import { frameOf, lostOf, saidIn } from '../support/said.js';
import { SEE, type Seen } from '../support/seen.js';
import { type FixtureServer, startServer } from '../support/server.js';

/** Saved third-party pages, read in place. */
const SAVED = SAVED_PAGES.path;
const FIXTURES = ['goldens', 'conformance', 'snapshot'].map((name) => join(import.meta.dirname, '..', name));

const pagesIn = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith('.html'))
        .map((file) => `${basename(folder)}/${file}`)
    : [];
const fixtures = FIXTURES.flatMap(pagesIn);
const saved = pagesIn(SAVED);

/**
 * Every node of its view except the root and the frame has a word or is clickable, and no other node has the
 * same.
 */
const DISTINCT = `<!doctype html><title>distinct</title><style>.card { cursor: pointer; min-height: 9px }</style>
<h1>Alpha</h1><p>Bravo un<a href="/x">saved</a> charlie</p><div>Delta</div><div class="card">Echo</div>
<label>Foxtrot <input></label><div class="card"></div><div id="host"></div><p>Twice</p><p>Twice</p>
<iframe srcdoc="<p>Golf</p><button>Hotel</button>"></iframe><input value="Kilo">
<script>host.attachShadow({ mode: 'open' }).innerHTML = '<p>Lima</p><button>Mike</button>';</script>`;

/** Folds in a table, in a frame, and inside a fold. */
const FOLDED = `<!doctype html><title>folded</title><table>${Array.from(
  { length: 130 },
  (_, row) =>
    `<tr><td>Order ${row}<td>Customer ${row}<td>${row % 7} €<td><button>Delete ${row}</button></tr>`,
).join('')}</table><ul>${Array.from(
  { length: 40 },
  (_, at) =>
    `<li>Card ${at} <select>${at === 35 ? '<option>Some option of it'.repeat(80) : '<option>One'}</select> <a href="/${at}">more of ${at}</a>`,
).join(
  '',
)}</ul><iframe srcdoc="${'<section role=article><b>In the frame</b> of it <button>Frame</button></section>'.repeat(60)}"></iframe>`;

let server: FixtureServer;
beforeAll(async () => {
  server = await startServer({ '/distinct': DISTINCT, '/folded': FOLDED });
  for (const folder of [...FIXTURES, SAVED])
    for (const path of pagesIn(folder)) {
      const html = readFileSync(join(folder, basename(path)), 'utf8').replaceAll(
        '{{other}}',
        server.otherOrigin,
      );
      const isSaved = folder === SAVED;
      server.serve({
        [`/${path}`]: (_, response) => {
          response.setHeader('content-type', 'text/html; charset=utf-8');
          // Nothing else is fetched for third-party pages: what is not saved would take time to fail.
          if (isSaved)
            response.setHeader(
              'content-security-policy',
              "default-src 'none'; style-src 'unsafe-inline'; frame-src 'none'",
            );
          response.end(html);
        },
        // Where the frames of a fixture look for it.
        ...(!isSaved && { [`/${basename(path)}`]: html }),
      });
    }
});
afterAll(() => server.close());

function parsed(text: string): ParsedNode {
  const result = parseSnapshot(text);
  if (!result.ok) throw new Error(`line ${result.line}: ${result.message}`);
  return result.root;
}

const isNode = (child: ParsedChild): child is ParsedNode => 'ref' in child;

function everyNode(root: ParsedNode): ParsedNode[] {
  return [root, ...root.children.filter(isNode).flatMap(everyNode)];
}

/** The children that a mark stands for, requested as it says. */
async function unfolded(page: Page, node: ParsedNode): Promise<ParsedNode> {
  const { gaps = [], ...rest } = node;
  // What a person can't see is one line: its ref shows what is in it.
  if (gaps.some(({ kind }) => kind === 'outline')) {
    const part = parsed((await page.ariaSnapshotWithFrames({ target: node.ref })).text);
    return unfolded(page, { ...rest, children: part.children, ...(part.gaps && { gaps: part.gaps }) });
  }
  const children: ParsedChild[] = [];
  const shown = [...node.children];
  for (const gap of gaps) {
    children.push(...shown.splice(0, gap.at - children.length));
    while (children.length < gap.at + gap.count) {
      const range = { offset: children.length, limit: Math.min(50, gap.at + gap.count - children.length) };
      const part = parsed((await page.ariaSnapshotWithFrames({ target: node.ref, ...range })).text);
      expect(part.children).toHaveLength(range.limit);
      children.push(...part.children);
    }
  }
  children.push(...shown);
  const whole: ParsedChild[] = [];
  for (const child of children) whole.push(isNode(child) ? await unfolded(page, child) : child);
  return { ...rest, children: whole };
}

interface Look {
  view: ParsedNode;
  /** By frame: what a person sees there, given the refs of a view. */
  seen: Map<string, Seen>;
  /** In the default view. */
  folds: number;
}

/** One page for all: a new one costs more than the look itself. */
async function look(page: Page, url: string): Promise<Look> {
  await page.goto(url);
  const { text, json, uidMap = [] } = await page.ariaSnapshotWithFrames({ selectors: true, fold: false });
  const view = parsed(text);
  // From the same capture: a page may move the focus between two.
  const shown = viewOf(json.root, { url: json.url });
  const folded = parsed(shown.ok ? shown.text : '');
  const folds = everyNode(folded).flatMap(({ gaps = [] }) => gaps).length;
  if (folds > 0) expect(await unfolded(page, folded)).toEqual(view);
  else expect(folded).toEqual(view);
  const seen = new Map<string, Seen>();
  const read = new Set(saidIn(view).keys());
  for (const frame of page.frames()) {
    const name = frameOf(frame.handle);
    if (!read.has(name)) continue;
    const told = uidMap.filter(({ uid }) => frameOf(uid) === name);
    seen.set(name, (await frame.evaluate(SEE, [told])) as Seen); // what it returns
  }
  expect(seen.size).toBe(read.size);
  // A frame without any text in the view is unavailable, or has nothing to say.
  for (const { frame, frameError } of everyNode(view)) {
    if (frame === undefined || frameError !== undefined) continue;
    const { texts } = (await page.frame(frame).evaluate(SEE, [[]])) as Seen;
    expect(texts.join('').trim()).toBe('');
  }
  return { view, seen, folds };
}

function lost({ view, seen }: Pick<Look, 'view' | 'seen'>): string[] {
  const said = saidIn(view);
  const nothing = { words: [], refs: new Set<string>() };
  return [...seen].flatMap(([frame, each]) => lostOf(each, said.get(frame) ?? nothing));
}

/** The tree without one of its nodes. */
function without(node: ParsedNode, ref: string): ParsedNode {
  const children = node.children.filter((child) => !isNode(child) || child.ref !== ref);
  return { ...node, children: children.map((child) => (isNode(child) ? without(child, ref) : child)) };
}

/** The tree with the text of one node removed. */
function silent(node: ParsedNode, ref: string): ParsedNode {
  const { text: _, value: __, ...rest } = node;
  const children = node.children.map((child) => (isNode(child) ? silent(child, ref) : child));
  if (node.ref !== ref) return { ...node, children };
  return { ...rest, name: '', children: children.filter(isNode) };
}

describeBrowsers('nothing is lost', (browser) => {
  let page: Page;
  beforeAll(async () => {
    page = await browser().newPage();
  });

  it('and the check notices whatever is left out', async () => {
    const { view, seen } = await look(page, `${server.origin}/distinct`);
    expect(lost({ view, seen })).toEqual([]);
    const nodes = everyNode(view).filter(({ ref, role }) => ref !== view.ref && role !== 'iframe');
    expect(nodes.length).toBeGreaterThan(15);
    for (const { ref } of nodes) expect(lost({ view: without(view, ref), seen }), ref).not.toEqual([]);
    const speaking = nodes.filter(({ name, text, value, children }) =>
      [name, text, value, ...children.map((child) => !isNode(child))].some(Boolean),
    );
    expect(speaking.length).toBeGreaterThan(12);
    for (const { ref } of speaking) expect(lost({ view: silent(view, ref), seen }), ref).not.toEqual([]);
  });

  it('nor where much is folded', async () => {
    const found = await look(page, `${server.origin}/folded`);
    expect(found.folds).toBeGreaterThan(2);
    expect(lost(found)).toEqual([]);
  });

  it.each(fixtures)('%s', async (path) => {
    expect(lost(await look(page, `${server.origin}/${path}`))).toEqual([]);
  });

  if (saved.length === 0) it.skip(`no saved pages in ${SAVED}`);
  else
    it.each(saved)('%s', async (path) => {
      const found = await look(page, `${server.origin}/${path}`);
      expect(found.seen.get('')?.texts.join('').length).toBeGreaterThan(500);
      expect(found.seen.get('')?.clickable.length).toBeGreaterThan(10);
      expect(lost(found)).toEqual([]);
    });
});
