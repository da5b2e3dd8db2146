import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { node, tableTree, text } from '../../test/support/tree-builder.js';
import { foldTree, visibleChildren } from './fold.js';
import type { SnapshotNode } from './node.js';
import { parseSnapshot } from './parse.js';
import { renderTree } from './render.js';
import { elementsOf } from './shape.js';

function folded(root: SnapshotNode, options = {}): string {
  const whole = renderTree(root, { gaps: foldTree(root, options) });
  expect(parseSnapshot(whole)).toMatchObject({ ok: true });
  expect(() => parseYaml(whole)).not.toThrow();
  return whole;
}

const list = (items: SnapshotNode[]) => node('list', 'e1', {}, items);
const item = (number: number, more: Partial<SnapshotNode> = {}) =>
  node('listitem', `e${number + 2}`, { text: `Item ${number}`, ...more });
const items = (count: number, change: (number: number) => Partial<SnapshotNode> = () => ({})) =>
  Array.from({ length: count }, (_, index) => item(index, change(index)));

describe('folding', () => {
  it('shows the first of a run and one mark with count, shape and how to see the rest', () => {
    const whole = folded(tableTree(1000));
    expect(whole.length).toBeLessThan(6_000);
    expect(whole).toContain('- … 997 more row (cell ×3, button): snapshot target=e4 offset=3 limit=50');
    expect(whole).toContain('Delete order 3');
    expect(whole).not.toContain('Delete order 4');
  });

  it('leaves a run alone where a fold would hide fewer than three', () => {
    expect(folded(list(items(5)))).not.toContain('…');
    expect(folded(list(items(6)))).toContain('… 3 more listitem: snapshot target=e1 offset=3 limit=3');
  });

  it('shows an item whose state differs between two folds', () => {
    const whole = folded(
      tableTree(1000, (row, index) => (index === 500 ? { ...row, states: { selected: true } } : row)),
    );
    const marks = whole.split('\n').filter((line) => /…|selected/.test(line));
    expect(marks.map((line) => line.trim().replace(/e\d+\]/, 'X]'))).toEqual([
      '- … 497 more row (cell ×3, button): snapshot target=e4 offset=3 limit=50',
      '- row [selected] [ref=X]:',
      '- … 499 more row (cell ×3, button): snapshot target=e4 offset=501 limit=50',
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
  ])('never hides the one with %j, be it deep inside', (states) => {
    const inside = (differs: boolean) => ({
      text: '',
      children: [
        node('generic', 'e900', {}, [node('checkbox', differs ? 'e999' : 'e901', differs ? { states } : {})]),
      ],
    });
    const whole = folded(list(items(20, (number) => inside(number === 15))));
    expect(whole).toContain('[ref=e999]');
    expect(whole.match(/…/g)).toHaveLength(2);
  });

  it('shows what most are not, also where most have the state', () => {
    const whole = folded(list(items(20, (number) => ({ states: { selected: number !== 9 } }))));
    expect(whole).toContain('Item 9');
    expect(whole).not.toContain('Item 12');
  });

  it('says the state of a fold that is not like the others', () => {
    const whole = folded(
      list(items(100, (number) => ({ states: { selected: number >= 60 && number < 90 } }))),
    );
    expect(whole).toContain('- … 27 more listitem [selected]: snapshot target=e1 offset=63 limit=27');
    expect(parseSnapshot(whole)).toMatchObject({
      root: {
        gaps: [
          { kind: 'fold', at: 3, count: 57, shape: 'listitem' },
          { kind: 'fold', at: 63, count: 27, states: ['selected'] },
          { kind: 'fold', at: 90, count: 10 },
        ],
      },
    });
  });

  it('shows the filled field among empty ones', () => {
    const field = (number: number) => ({
      text: '',
      children: [node('textbox', `f1e${number}`, number === 8 ? { value: 'typed' } : {})],
    });
    const rows = items(20, field).map((each) => ({ ...each, role: 'row' }));
    const whole = folded(list(rows));
    expect(whole).toContain('typed');
    expect(whole).toContain('…');
  });

  it('does not fold the lines of a form', () => {
    const field = (number: number) => ({
      text: '',
      children: [node('generic', `f2e${number}`, { text: 'Label' }), node('textbox', `f1e${number}`)],
    });
    for (const role of ['generic', 'group', 'listitem'])
      expect(folded(list(items(20, field).map((each) => ({ ...each, role }))))).not.toContain('…');
  });

  it('folds cards', () => {
    const card = (number: number) => ({
      text: '',
      children: [node('img', `f2e${number}`), node('link', `f1e${number}`, { name: 'Buy' })],
    });
    const cards = items(20, card).map((each) => ({ ...each, role: 'generic' }));
    expect(folded(list(cards))).toContain(
      '… 17 more generic (img, link): snapshot target=e1 offset=3 limit=17',
    );
  });

  it('shows an item of another shape', () => {
    const more = { text: '', children: [node('button', 'e77', { name: 'Load more' })] };
    expect(folded(list(items(20, (number) => (number === 12 ? more : {}))))).toContain('Load more');
  });

  it('folds inside what is shown, and rows that vary in a few ways', () => {
    const inner = (number: number) => ({
      text: '',
      children: [
        ...(number % 2 ? [node('img', `f1e${number}`)] : []),
        node('list', `f2e${number}`, {}, items(number === 0 ? 10 : 2)),
      ],
    });
    const whole = folded(list(items(30, inner)));
    expect(whole).toContain('… 7 more listitem: snapshot target=f2e0 offset=3 limit=7');
    expect(whole).toContain('or others)');
    expect(whole.split('\n').length).toBeLessThan(25);
  });

  it('does not fold prose, headings or controls', () => {
    for (const role of ['paragraph', 'heading', 'button', 'textbox', 'generic', 'cell'])
      expect(folded(list(items(20).map((each) => ({ ...each, role }))))).not.toContain('…');
  });

  it('does not fold across text', () => {
    const children = items(12).flatMap((each) => [each, text('|')]);
    expect(folded(node('list', 'e1', {}, children))).not.toContain('…');
  });

  it('pages through the children of the root without gaps or repeats', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.integer({ min: 1, max: 20 }), (count, limit) => {
        const root = list(items(count));
        const seen: unknown[] = [];
        for (let offset = 0; offset < count; offset += limit) {
          const gaps = foldTree(root, { page: { offset, limit } });
          seen.push(...visibleChildren(root, gaps.get(root)));
          const parsed = parseSnapshot(renderTree(root, { gaps }));
          const hidden = parsed.ok ? (parsed.root.gaps ?? []) : [];
          expect(hidden).toEqual(gaps.get(root) ?? []);
        }
        expect(seen).toEqual(root.children);
      }),
    );
  });

  it('follows its own marks to every item, whatever the states are', () => {
    const states = fc.array(fc.constantFrom({}, {}, {}, {}, { selected: true }, { invalid: true }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(states, (given) => {
        const root = list(given.map((each, index) => item(index, { states: each })));
        const gaps = foldTree(root).get(root) ?? [];
        const covered = [
          ...visibleChildren(root, gaps),
          ...gaps.flatMap(({ at, count }) =>
            visibleChildren(root, foldTree(root, { page: { offset: at, limit: count } }).get(root)),
          ),
        ];
        expect(covered).toHaveLength(root.children.length);
        expect(new Set(covered)).toEqual(new Set(root.children));
        for (const { at, count, states: named } of gaps) {
          const hidden = elementsOf(root).slice(at, at + count);
          for (const each of hidden) {
            const own = Object.keys(each.states);
            const usual = elementsOf(root).filter((other) => Object.keys(other.states).join() === own.join());
            expect(own.length === 0 || named?.join() === own.join() || usual.length >= given.length / 3).toBe(
              true,
            );
          }
        }
      }),
    );
  });

  it('is linear: 50,000 nodes in one list or one below the other', () => {
    expect(folded(tableTree(10_000)).length).toBeLessThan(2_000);
    let deep = node('generic', 'e1');
    for (let level = 2; level < 50_000; level++) deep = node('generic', `e${level}`, {}, [deep]);
    expect(foldTree(deep).size).toBe(0);
  });
});
