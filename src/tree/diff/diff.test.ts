import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { applyDiff, learn } from '../../../test/support/apply-diff.js';
import { node, pageTree, tableTree, text } from '../../../test/support/tree-builder.js';
import { isText, type SnapshotChild, type SnapshotNode } from '../node.js';
import { type ParsedNode, parseSnapshot } from '../text/parse.js';
import { renderTree } from '../text/render.js';
import { foldTree } from '../view/fold.js';
import { answerChanges, refsIn } from './answer.js';
import { diffTrees } from './diff.js';
import { gonePartsAfter } from './gone-parts.js';
import { type DiffTextOptions, renderDiff } from './render-diff.js';

function diffText(before: SnapshotNode, now: SnapshotNode, options: DiffTextOptions = {}): string {
  const whole = renderDiff(diffTrees(before, now), options);
  expect(() => parseYaml(whole)).not.toThrow();
  return whole;
}

function parsed(root: SnapshotNode): ParsedNode {
  const result = parseSnapshot(renderTree(root));
  if (!result.ok) throw new Error(`line ${result.line}: ${result.message}`);
  return result.root;
}

/** A copy in which one element is replaced or removed. */
function edit(
  root: SnapshotNode,
  ref: string,
  change: (node: SnapshotNode) => SnapshotChild[],
): SnapshotNode {
  const children = root.children.flatMap((child) =>
    isText(child) ? [child] : child.ref === ref ? change(child) : [edit(child, ref, change)],
  );
  return { ...root, children };
}

const todo = node('main', 'e1', {}, [
  node('list', 'e2', { name: 'Todo' }, [
    node('listitem', 'e3', { text: 'Bread' }),
    node('listitem', 'e4', { text: 'Milk' }),
    node('listitem', 'e5', { text: 'Salt' }),
  ]),
  node('paragraph', 'e6', {}, [text('Read the'), node('link', 'e7', { name: 'terms' }), text('first.')]),
  node('textbox', 'e8', { name: 'Email: work' }),
  node('button', 'e9', { name: 'Pay' }),
]);

describe('the text of a diff', () => {
  it('is empty if nothing changed that the text shows', () => {
    expect(diffText(todo, structuredClone(todo))).toBe('');
    expect(
      diffText(
        todo,
        edit(todo, 'e9', (it) => [
          { ...it, states: { posinset: 2 }, box: { x: 0, y: 1, width: 2, height: 3 } },
        ]),
      ),
    ).toBe('');
  });

  it('shows a changed node in its new form, without its children', () => {
    const now = edit(todo, 'e8', (it) => [
      { ...it, value: 'x', states: { invalid: true }, description: 'Wrong' },
    ]);
    expect(diffText(todo, now).split('\n')).toEqual([
      `- '<changed> textbox "Email: work" [invalid] [ref=e8]':`,
      '  - /description: Wrong',
      '  - /value: x',
    ]);
    const renamed = edit(todo, 'e2', (it) => [{ ...it, name: 'Done' }]);
    expect(diffText(todo, renamed)).toBe('- <changed, was "Todo"> list "Done" [ref=e2]');
    const other = edit(todo, 'e4', (it) => [{ ...it, text: 'Oat milk' }]);
    expect(diffText(todo, other)).toBe('- <changed, was "Milk"> listitem [ref=e4]: Oat milk');
  });

  it('shows added elements with their place, and names removed and moved ones', () => {
    const added = edit(todo, 'e4', (it) => [
      it,
      node('listitem', 'e10', {}, [node('button', 'e11', { name: 'Undo' })]),
    ]);
    expect(diffText(todo, added).split('\n')).toEqual([
      '- <added in list e2 after e4>:',
      '  - listitem [ref=e10]:',
      '    - button "Undo" [ref=e11]',
    ]);
    expect(diffText(added, todo)).toBe('- <removed> listitem [ref=e10]');
    const [list, ...rest] = todo.children as [SnapshotNode, ...SnapshotNode[]];
    const [a, b, c] = list.children as [SnapshotNode, SnapshotNode, SnapshotNode];
    const turned = { ...todo, children: [{ ...list, children: [c, a, b] }, ...rest] };
    expect(diffText(todo, turned).split('\n')).toEqual([
      '- <now in list e2 first>:',
      '  - <moved> listitem [ref=e5]',
    ]);
    const wrapped = { ...todo, children: [node('form', 'e12', {}, rest), list] };
    expect(diffText(todo, wrapped)).toContain("    - '<moved> textbox");
  });

  it('lists elements moved by a new wrapper in one line, and shows those that nobody has seen', () => {
    const parts = Array.from({ length: 9 }, (_, index) => node('button', `e${index + 2}`, { name: 'Part' }));
    const before = node('generic', 'e1', {}, parts);
    const portal = node('dialog', 'e21', { name: 'Delete?' });
    const now = node('generic', 'e1', {}, [node('generic', 'e20', {}, parts), portal]);
    expect(diffText(before, now).split('\n')).toEqual([
      '- <added in generic e1 first>:',
      '  - generic [ref=e20]:',
      '    - <moved 9 buttons>: e2 e3 e4 e5 e6 e7 e8 e9 e10',
      '  - dialog "Delete?" [ref=e21]',
    ]);
    expect(diffText(now, before)).toContain('\n  - <moved 9 buttons>: e2 e3 e4 e5 e6 e7 e8 e9 e10');
    const shown = new Set(['e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'e7', 'e8', 'e9']);
    expect(diffText(before, now, { shown })).toContain('e8 e9\n    - button "Part" [ref=e10]');
  });

  it('locates text by the element before it', () => {
    const now = edit(todo, 'e6', (it) => [{ ...it, children: [...it.children.slice(0, 2), text('last.')] }]);
    expect(diffText(todo, now).split('\n')).toEqual(['- <now in paragraph e6 after e7>:', '  - text: last.']);
    const none = edit(todo, 'e6', (it) => [{ ...it, children: it.children.slice(0, 2) }]);
    expect(diffText(todo, none)).toBe('- <now in paragraph e6 after e7>: nothing, was "first."');
  });

  it('lists many removals from one parent in one line', () => {
    const before = tableTree(100);
    const now = edit(before, 'e4', (it) => [{ ...it, children: it.children.slice(0, 90) }]);
    expect(diffText(before, now)).toMatch(/^- <removed from rowgroup e4>: (?:e\d+ ){9}e\d+$/);
  });

  it('folds added elements, with offsets among all children', () => {
    const before = tableTree(10);
    const now = edit(before, 'e4', (it) => [
      {
        ...it,
        children: [
          ...it.children,
          ...Array.from({ length: 200 }, (_, index) => node('row', `e${900 + index}`, { name: 'Row' })),
        ],
      },
    ]);
    const whole = diffText(before, now);
    expect(whole).toContain('… 180 more rows: snapshot target=e4 offset=30 limit=50');
    expect(applyDiff(parsed(before), whole)).toMatchObject({ ok: true });
  });

  it('says which place was not shown before, and counts many changes there', () => {
    const before = tableTree(100);
    const shown = refsIn(renderTree(before, { gaps: foldTree(before) }));
    const rename = (from: number) =>
      tableTree(100, (row, index) => (index >= from ? { ...row, name: 'new' } : row));
    expect(diffText(before, rename(99), { shown })).toMatch(
      /^- <changed, not shown before, in rowgroup e4> row "new" \[ref=e\d+\]$/,
    );
    const many = diffText(before, rename(50), { shown });
    expect(many).toContain('- … 47 more changes, not shown before, in rowgroup e4: snapshot target=e4');
    expect(many.split('\n')).toHaveLength(4);
    const removed = edit(before, 'e4', (it) => [{ ...it, children: it.children.slice(0, -1) }]);
    expect(diffText(before, removed, { shown })).toMatch(
      /^- <removed, not shown before, in rowgroup e4> row/,
    );
  });

  it('shows what came into a place that was not shown, and counts what left it', () => {
    const before = tableTree(40);
    const now = edit(before, 'e4', (it) => [
      {
        ...it,
        children: Array.from({ length: 4 }, (_, at) => node('row', `e9${at}0`, { name: `New ${at}` })),
      },
    ]);
    const text = diffText(before, now, { shown: new Set(['e1', 'e2']) });
    expect(text).toContain('row "New 0" [ref=e900]');
    expect(text).toMatch(/\n- … 40 removed, not shown before, in \w+ e\d$/);
    expect(text).not.toContain('<removed');
  });

  it('shows what a filter left of a folded list', () => {
    const before = tableTree(100);
    const shown = refsIn(renderTree(before, { gaps: foldTree(before) }));
    const now = edit(before, 'e4', (it) => [{ ...it, children: it.children.slice(70, 72) }]);
    const text = diffText(before, now, { shown });
    expect(text).toMatch(/^- <shown now in rowgroup e4>:\n {2}- row \[ref=e428\]:\n {4}- cell "Order 71"/m);
    expect(text).toContain('button "Delete order 72" [ref=e436]');
    expect(text).toMatch(/\n- … \d+ removed, not shown before, in rowgroup e4$/);
    expect(applyDiff(parsed(before), text)).toMatchObject({ ok: true });
  });

  it('takes few characters for a small change on a large page', () => {
    const before = pageTree(2_000);
    const now = edit(before, 'e900', (it) => [
      { ...it, name: 'Changed' },
      node('alert', 'e9000', { text: 'Saved' }),
    ]);
    const answer = answerChanges(before, now, () => ({ text: renderTree(before) }), {
      url: 'https://a.test/',
    });
    expect(answer.kind).toBe('diff');
    expect(answer.text).toContain('Saved');
    expect(answer.text.length).toBeLessThan(200);
  });
});

describe('the answer', () => {
  it('is nothing, the changes, or the whole', () => {
    const whole =
      (root: SnapshotNode, folded = true) =>
      () => ({ text: renderTree(root, folded ? { gaps: foldTree(root) } : {}) });
    expect(answerChanges(todo, structuredClone(todo), whole(todo))).toEqual({ kind: 'same', text: '' });
    expect(answerChanges(todo, { ...todo, ref: 'e50' }, whole(todo))).toMatchObject({
      kind: 'whole',
      reason: 'new document',
    });
    const before = tableTree(200);
    const now = tableTree(200, (row) => ({ ...row, name: 'x' }));
    expect(answerChanges(before, now, whole(now))).toMatchObject({ kind: 'whole', reason: 'many changes' });
    expect(answerChanges(before, now, whole(now, false), { fold: false })).toMatchObject({ kind: 'diff' });
    expect(answerChanges(before, now, whole(now, false), { fold: false, maxRatio: 0.01 })).toMatchObject({
      kind: 'whole',
    });
  });
});

const STRINGS = [
  '',
  'a',
  'b: c',
  "it's #1",
  '[ref=e9]',
  '<moved> x',
  '\n- button "x" [ref=e9]',
  '… 3 more',
  '12',
];
const string = fc.constantFrom(...STRINGS);

/**
 * Some of 14 elements in any shape, with text between them. (An element never changes its document, so no URL is
 * shortened differently.)
 */
const anyTree = fc
  .record({
    order: fc.shuffledSubarray([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]),
    parents: fc.array(fc.nat(), { minLength: 14, maxLength: 14 }),
    names: fc.array(string, { minLength: 15, maxLength: 15 }),
    texts: fc.array(fc.option(string), { minLength: 15, maxLength: 15 }),
    own: fc.array(fc.record({ value: string, checked: fc.boolean(), cut: fc.nat(3), frame: fc.boolean() }), {
      minLength: 15,
      maxLength: 15,
    }),
  })
  .map(({ order, parents, names, texts, own }) => {
    const build = (element: number): SnapshotNode => {
      const { value, checked, cut, frame } = own[element] ?? {
        value: '',
        checked: false,
        cut: 0,
        frame: false,
      };
      return node(['generic', 'textbox', 'listitem'][element % 3] ?? '', `e${element}`, {
        name: names[element] ?? '',
        value,
        states: checked ? { checked } : {},
        ...(cut === 3 && { cut: { reason: 'nodes', count: element } }),
        ...(frame && { isFrame: true, frame: 'f1', frameUrl: 'about:srcdoc' }),
      });
    };
    const nodes = [build(1)];
    for (const [index, element] of order.entries()) {
      const child = build(element);
      const parent = nodes[(parents[index] ?? 0) % nodes.length];
      parent?.children.push(child);
      const after = texts[element];
      if (after !== null && after !== undefined) parent?.children.push(text(after));
      nodes.push(child);
    }
    return nodes[0] as SnapshotNode;
  });

describe('a diff applied to the old tree', () => {
  it('gives the new tree', () => {
    fc.assert(
      fc.property(anyTree, anyTree, (before, now) => {
        const whole = diffText(before, now, { fold: false });
        expect(applyDiff(parsed(before), whole)).toEqual({ ok: true, root: parsed(now) });
      }),
      { numRuns: 500 },
    );
  });

  it('gives the new tree if parts of it were gone for a while', () => {
    fc.assert(
      fc.property(anyTree, anyTree, anyTree, fc.nat(2), (first, second, other, back) => {
        const third = back === 0 ? other : structuredClone(first);
        if (back === 2) third.children.push(text('new'));
        const all = new Set(Array.from({ length: 20 }, (_, element) => `e${element}`));
        const former = gonePartsAfter(new Map(), diffTrees(first, second), () => all);
        const changes = renderDiff(diffTrees(second, third, former), { fold: false });
        const known = learn(new Map(), parsed(first));
        expect(applyDiff(parsed(second), changes, known)).toEqual({ ok: true, root: parsed(third) });
      }),
      { numRuns: 300 },
    );
  });

  it('names elements that are back, with their own changes', () => {
    const list = node('list', 'e3', {}, [
      node('listitem', 'e4', {}, [text('Milk')]),
      node('button', 'e5', { name: 'Add' }),
    ]);
    const dialog = node('dialog', 'e9', { name: 'Sure?' });
    const open = node('generic', 'e1', {}, [dialog]);
    const page = (item: SnapshotNode) => node('generic', 'e1', {}, [{ ...item }]);
    const former = gonePartsAfter(new Map(), diffTrees(page(list), open), () => new Set(['e3', 'e4', 'e5']));
    const [milk] = list.children;
    const active = {
      ...list,
      children: [milk ?? text(''), node('button', 'e5', { name: 'Add', states: { active: true } })],
    };
    expect(renderDiff(diffTrees(open, page(active), former))).toBe(
      [
        '- <removed> dialog "Sure?" [ref=e9]',
        '- <now in generic e1 first>:',
        '  - <back> list [ref=e3]',
        '- <changed> button "Add" [active] [ref=e5]',
      ].join('\n'),
    );
    const more = { ...list, children: [...list.children, node('listitem', 'e10', { name: 'Salt' })] };
    expect(renderDiff(diffTrees(open, page(more), former))).toContain(
      '  - list [ref=e3]:\n    - <back> listitem [ref=e4]\n    - <back> button "Add" [ref=e5]\n    - listitem "Salt"',
    );
  });

  it('is empty for the same tree, and only then', () => {
    fc.assert(
      fc.property(anyTree, anyTree, (before, now) => {
        expect(diffText(before, structuredClone(before))).toBe('');
        expect(diffText(before, now) === '').toBe(
          JSON.stringify(parsed(before)) === JSON.stringify(parsed(now)),
        );
      }),
    );
  });

  it('says what a changed node was, and can be read whatever that is', () => {
    const was = (before: Partial<SnapshotNode>, now: Partial<SnapshotNode>) =>
      diffText(
        node('generic', 'e1', {}, [node('textbox', 'e2', before), node('link', 'e3')]),
        node('generic', 'e1', {}, [node('textbox', 'e2', now), node('link', 'e3')]),
      );
    expect(was({ name: 'A', value: '1,000.33' }, { name: 'A', value: '1.000,33' })).toBe(
      '- <changed, was "1,000.33"> textbox "A" [ref=e2]: "1.000,33"',
    );
    expect(was({ states: { disabled: true, required: true } }, { states: { required: true } })).toBe(
      '- <changed, was disabled> textbox [required] [ref=e2]',
    );
    for (const name of [
      'a: b',
      "it's > that # or",
      '"> button "x',
      '[ref=e3]',
      '\n- <removed> link [ref=e3]',
    ]) {
      const text = was({ name }, { name: 'now' });
      expect(parseYaml(text)).toHaveLength(1);
      const old = parsed(node('generic', 'e1', {}, [node('textbox', 'e2', { name }), node('link', 'e3')]));
      expect(applyDiff(old, text)).toMatchObject({
        ok: true,
        root: { children: [{ name: 'now' }, { ref: 'e3' }] },
      });
      expect(refsIn(text)).toEqual(new Set(['e2']));
    }
  });

  it('refuses text that is not a diff', () => {
    expect(applyDiff(parsed(todo), '- button [ref=e1]')).toMatchObject({ ok: false });
    expect(applyDiff(parsed(todo), '- <changed> what')).toMatchObject({ ok: false });
    expect(applyDiff(parsed(todo), '- <lost in list e2 first>: nothing')).toMatchObject({ ok: false });
  });
});
