import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { node, tableTree, text } from '../../../test/support/tree-builder.js';
import type { SnapshotNode } from '../node.js';
import { gapsAround } from '../text/gap.js';
import { parseSnapshot } from '../text/parse.js';
import { renderTree } from '../text/render.js';
import { foldTree, visibleChildren } from './fold.js';
import { elementsOf } from './shape.js';

function folded(root: SnapshotNode): string {
  const whole = renderTree(root, { gaps: foldTree(root) });
  expect(parseSnapshot(whole)).toMatchObject({ ok: true });
  expect(() => parseYaml(whole)).not.toThrow();
  return whole;
}

const list = (items: SnapshotNode[]) => node('list', 'e1', {}, items);
const item = (number: number, more: Partial<SnapshotNode> = {}) =>
  node('listitem', `e${number + 2}`, { text: `Item ${number}`, ...more });
const items = (count: number, change: (number: number) => Partial<SnapshotNode> = () => ({})) =>
  Array.from({ length: count }, (_, index) => item(index, change(index)));

/** Long enough that a run of a hundred is worth folding. */
const longItems = (count: number, change: (number: number) => Partial<SnapshotNode> = () => ({})) =>
  items(count, (number) => ({
    text: `Item ${number} of a list that goes on and on and on`,
    ...change(number),
  }));

describe('folding', () => {
  it('shows the first of a run and one mark with count, shape and how to see the rest', () => {
    const whole = folded(tableTree(1000));
    expect(whole.length).toBeLessThan(6_000);
    const [, shown = ''] =
      /… (?:\d+) more rows \(cell ×3, button\): snapshot target=e4 offset=(\d+) limit=50/.exec(whole) ?? [];
    expect(whole).toContain(`… ${1000 - Number(shown)} more rows`);
    expect(whole).toContain(`Delete order ${shown}"`);
    expect(whole).not.toContain(`Delete order ${Number(shown) + 1}"`);
    expect(Number(shown)).toBeGreaterThan(5);
  });

  it('does not fold menus, results and short tables', () => {
    const entry = (number: number) => ({
      text: '',
      children: [node('link', `f1e${number}`, { name: `Section ${number}` })],
    });
    expect(folded(list(items(50, entry)))).not.toContain('…');
    const result = (number: number) => ({
      text: '',
      children: [
        node('link', `f1e${number}`, { name: `The title of result ${number}`, url: 'https://a.test/result' }),
        node('paragraph', `f2e${number}`, { text: 'What the result is about, in a few words. '.repeat(8) }),
      ],
    });
    expect(folded(list(items(15, result)))).not.toContain('…');
    expect(folded(tableTree(20))).not.toContain('…');
    expect(folded(list(items(50).map((each) => ({ ...each, role: 'option' }))))).not.toContain('…');
  });

  it('shows more short items and fewer long ones, but at least three', () => {
    const paragraphs = (number: number) => ({ text: `${number} `.repeat(800) });
    expect(folded(list(items(30, paragraphs)))).toContain(
      '… 27 more listitems: snapshot target=e1 offset=3 limit=27',
    );
    expect(folded(list(items(300)))).toContain('… 280 more listitems: snapshot target=e1 offset=20 limit=50');
  });

  it('shows an item whose state differs between two folds', () => {
    const whole = folded(
      tableTree(1000, (row, index) => (index === 500 ? { ...row, states: { selected: true } } : row)),
    );
    const marks = whole.split('\n').filter((line) => /…|selected/.test(line));
    expect(
      marks.map((line) =>
        line
          .trim()
          .replace(/e\d+\]/, 'X]')
          .replace(/… \d+ (.*)offset=\d+/, '… N $1offset=N'),
      ),
    ).toEqual([
      '- … N more rows (cell ×3, button): snapshot target=e4 offset=N limit=50',
      '- row [selected] [ref=X]:',
      '- … N more rows (cell ×3, button): snapshot target=e4 offset=N limit=50',
    ]);
  });

  it.each([
    { checked: true },
    { checked: 'mixed' },
    { selected: true },
    { invalid: true },
    { invalid: 'spelling' },
    { active: true },
    { expanded: true },
    { disabled: true },
    { current: 'page' },
    { pressed: true },
  ])('never hides the one with %j, even deep inside', (states) => {
    const inside = (differs: boolean) => ({
      text: '',
      children: [
        node('generic', 'e900', {}, [node('checkbox', differs ? 'e999' : 'e901', differs ? { states } : {})]),
      ],
    });
    const whole = folded(list(items(200, (number) => inside(number === 150))));
    expect(whole).toContain('[ref=e999]');
    expect(whole.match(/…/g)).toHaveLength(2);
  });

  it('shows the exception, even if most have the state', () => {
    const whole = folded(list(longItems(200, (number) => ({ states: { selected: number !== 90 } }))));
    expect(whole).toContain('Item 90 ');
    expect(whole).not.toContain('Item 120 ');
    expect(whole).toMatch(/… \d+ more listitems \[selected\]:/);
  });

  it('names the state of a fold that differs from the others', () => {
    const whole = folded(
      list(longItems(200, (number) => ({ states: { selected: number >= 60 && number < 90 } }))),
    );
    expect(whole).toContain('- … 27 more listitems [selected]: snapshot target=e1 offset=63 limit=27');
    expect(parseSnapshot(whole)).toMatchObject({
      root: {
        gaps: [
          { kind: 'fold', at: 20, count: 40, shape: 'listitems' },
          { kind: 'fold', at: 63, count: 27, states: ['selected'] },
          { kind: 'fold', at: 90, count: 110 },
        ],
      },
    });
  });

  it('counts the mixed states of a fold', () => {
    const whole = folded(list(longItems(200, (number) => ({ states: { selected: number % 2 === 0 } }))));
    expect(whole).toContain('… 180 more listitems [selected ×90]: snapshot target=e1 offset=20 limit=50');
    expect(parseSnapshot(whole)).toMatchObject({ root: { gaps: [{ states: ['selected ×90'] }] } });
  });

  it('folds rows of different shapes, but not their states', () => {
    const varied = (number: number): Partial<SnapshotNode> => ({
      text: '',
      children: Array.from({ length: 8 }, (_, bit) =>
        node((number >> bit) & 1 ? 'img' : 'generic', `f${bit}e${number}`, { text: 'something' }),
      ),
      ...(number === 99 && { states: { current: true } }),
    });
    const whole = folded(list(items(150, varied)));
    expect(whole).toContain('or others)');
    expect(whole).toContain('[current]');
    expect(whole.length).toBeLessThan(10_000);
  });

  it('shows a filled field among empty ones', () => {
    const field = (number: number) => ({
      text: '',
      children: [node('textbox', `f1e${number}`, number === 80 ? { value: 'typed' } : {})],
    });
    const rows = items(200, field).map((each) => ({ ...each, role: 'row' }));
    const whole = folded(list(rows));
    expect(whole).toContain('typed');
    expect(whole).toContain('…');
  });

  it('shows more form lines and controls than table rows', () => {
    const field = (number: number) => ({
      text: '',
      children: [node('generic', `f2e${number}`, { text: 'Label' }), node('textbox', `f1e${number}`)],
    });
    for (const role of ['generic', 'group', 'listitem']) {
      expect(folded(list(items(40, field).map((each) => ({ ...each, role }))))).not.toContain('…');
      expect(folded(list(items(200, field).map((each) => ({ ...each, role }))))).toContain('offset=40');
    }
    for (const role of ['button', 'link', 'menuitem'])
      expect(folded(list(items(300).map((each) => ({ ...each, role }))))).toContain(
        `260 more ${role}s: snapshot target=e1 offset=40`,
      );
  });

  it('folds cards', () => {
    const card = (number: number) => ({
      text: '',
      children: [
        node('img', `f2e${number}`, { name: 'A picture of it' }),
        node('link', `f1e${number}`, { name: 'Buy' }),
      ],
    });
    const cards = items(200, card).map((each) => ({ ...each, role: 'generic' }));
    expect(folded(list(cards))).toContain(
      '… 180 more generics (img, link): snapshot target=e1 offset=20 limit=50',
    );
    const named = cards.map((each, index) => ({
      ...each,
      children: [text(`Item ${index}`), node('button', `f1e${index}`, { name: 'Buy it now' })],
    }));
    expect(folded(list(named))).toContain('more generics (button)');
  });

  it('shows an item of a different shape', () => {
    const more = { text: '', children: [node('button', 'e77', { name: 'Load more' })] };
    expect(folded(list(longItems(200, (number) => (number === 120 ? more : {}))))).toContain('Load more');
  });

  it('folds inside shown items', () => {
    const inner = (number: number) => ({
      text: '',
      children: [node('list', `f2e${number}`, {}, longItems(number === 0 ? 100 : 2))],
    });
    expect(folded(list(items(3, inner)))).toContain(
      '… 80 more listitems: snapshot target=f2e0 offset=20 limit=50',
    );
  });

  it('does not fold prose, headings or fields', () => {
    for (const role of ['paragraph', 'heading', 'textbox', 'generic', 'cell', 'region'])
      expect(folded(list(longItems(300).map((each) => ({ ...each, role }))))).not.toContain('…');
    const prose = (number: number) => ({
      text: '',
      role: 'generic',
      children: [text('See'), node('link', `f1e${number}`, { name: 'this' }), text('for more.')],
    });
    expect(folded(list(longItems(300, prose)))).not.toContain('…');
  });

  it('does not fold across text', () => {
    const children = longItems(200).flatMap((each) => [each, text('|')]);
    expect(folded(node('list', 'e1', {}, children))).not.toContain('…');
  });

  it('pages through the children of a node without gaps or repeats', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.integer({ min: 1, max: 20 }), (count, limit) => {
        const root = list(items(count));
        const seen: unknown[] = [];
        for (let offset = 0; offset < count; offset += limit) {
          const gaps = foldTree(root, { gaps: new Map([[root, gapsAround(count, { offset, limit })]]) });
          seen.push(...visibleChildren(root, gaps.get(root)));
          const parsed = parseSnapshot(renderTree(root, { gaps }));
          const hidden = parsed.ok ? (parsed.root.gaps ?? []) : [];
          expect(hidden).toEqual(gaps.get(root) ?? []);
        }
        expect(seen).toEqual(root.children);
      }),
    );
  });

  it('reaches every item by its own marks, whatever the states', () => {
    const states = fc.array(fc.constantFrom({}, {}, {}, {}, { selected: true }, { invalid: true }), {
      maxLength: 200,
      size: 'max',
    });
    fc.assert(
      fc.property(states, (given) => {
        const root = list(longItems(given.length, (number) => ({ states: given[number] ?? {} })));
        const gaps = foldTree(root).get(root) ?? [];
        const covered = [
          ...visibleChildren(root, gaps),
          ...gaps.flatMap(({ at, count }) =>
            visibleChildren(root, gapsAround(given.length, { offset: at, limit: count })),
          ),
        ];
        expect(covered).toHaveLength(root.children.length);
        expect(new Set(covered)).toEqual(new Set(root.children));
        for (const { at, count, states: named } of gaps) {
          const hidden = elementsOf(root).slice(at, at + count);
          for (const each of hidden) {
            const own = Object.keys(each.states);
            expect(own.length === 0 || named?.some((state) => own.includes(state.split(' ')[0] ?? ''))).toBe(
              true,
            );
          }
        }
      }),
    );
  });

  it('is linear: 50,000 nodes in one list or nested', () => {
    expect(folded(tableTree(10_000)).length).toBeLessThan(6_000);
    let deep = node('generic', 'e1');
    for (let level = 2; level < 50_000; level++) deep = node('generic', `e${level}`, {}, [deep]);
    expect(foldTree(deep).size).toBe(0);
  });
});
