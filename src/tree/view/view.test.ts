import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { node, pageTree, tableTree, text } from '../../../test/support/tree-builder.js';
import type { SnapshotNode } from '../node.js';
import { parseSnapshot } from '../text/parse.js';
import { renderTree } from '../text/render.js';
import { type ViewOptions, viewOf } from './view.js';
import { gapsOutside } from './viewport.js';

function textOf(root: SnapshotNode, options: ViewOptions = {}): string {
  const before = structuredClone(root);
  const view = viewOf(root, options);
  if (!view.ok) throw new Error(view.message);
  expect(root).toEqual(before);
  expect(() => parseYaml(view.text)).not.toThrow();
  expect(parseSnapshot(view.text)).toMatchObject({ ok: true });
  return view.text;
}

describe('a view', () => {
  it('is folded by default', () => {
    const root = tableTree(1000);
    expect(textOf(root).length).toBeLessThan(6_000);
    expect(textOf(root, { fold: false })).toBe(renderTree(root));
    expect(textOf(pageTree(100))).toBe(renderTree(pageTree(100)));
  });

  it('shows a range of the children, with marks around it', () => {
    const rows = tableTree(1000).children[1] as SnapshotNode;
    const body = rows.children[0] as SnapshotNode;
    const shown = textOf(body, { offset: 100, limit: 5 });
    expect(shown).toContain('Delete order 101"');
    expect(shown).toContain('Delete order 105"');
    expect(shown).not.toContain('Delete order 106"');
    expect(shown).toContain('… 100 earlier: snapshot target=e4 offset=50 limit=50');
    expect(shown).toContain('… 895 more: snapshot target=e4 offset=105 limit=50');
    expect(textOf(body, { offset: 990 })).toContain('Delete order 1000"');
    expect(textOf(body, { offset: 5_000 })).toContain('… 1000 earlier');
  });

  it('shows the requested levels, and says how to continue', () => {
    expect(textOf(pageTree(20), { depth: 1 }).split('\n')).toContain(
      '    - … 6 more (depth limit): snapshot target=e2',
    );
  });

  it('stays within a token budget, and continues', () => {
    const root = pageTree(300);
    const first = viewOf(root, { maxTokens: 500 });
    expect(first).toMatchObject({ ok: true, cursor: expect.any(String) });
    const cursor = first.ok ? first.cursor : undefined;
    expect(textOf(root, { maxTokens: 500, cursor })).toContain(' earlier: ');
    expect(viewOf(root, { cursor: 'x' })).toMatchObject({ ok: false });
    expect(viewOf(root, { maxTokens: 100_000 })).toMatchObject({ cursor: undefined });
  });
});

describe('the interactive view', () => {
  it('folds cards that are only boxes', () => {
    const card = (at: number) =>
      node('generic', `e${4 * at + 2}`, {}, [
        node('generic', `e${4 * at + 3}`, { text: `Task ${at}` }),
        node('button', `e${4 * at + 4}`, { name: `Finish ${at}` }),
        node('link', `e${4 * at + 5}`, { name: 'Details' }),
      ]);
    const board = (cards: number) =>
      textOf(
        node(
          'generic',
          'e1',
          {},
          Array.from({ length: cards }, (_, at) => card(at)),
        ),
        {
          view: 'interactive',
        },
      );
    expect(board(500).length).toBeLessThan(4_000);
    expect(board(500)).toContain('- generic [ref=e2]:\n    - text: Task 0\n    - button "Finish 0" [ref=e4]');
    expect(board(500)).toMatch(
      /… 4\d\d more generics \(button, link\): snapshot target=e1 view=interactive offset=\d+ limit=50/,
    );
    expect(board(20)).not.toContain('Task');
    // The mark counts what this view has, and asks for the same view.
    const mixed = node('main', 'e1', {}, [
      ...Array.from({ length: 5 }, (_, at) => node('paragraph', `e${9000 + at}`, { text: 'Prose' })),
      ...Array.from({ length: 100 }, (_, at) => card(at)),
    ]);
    const folded = textOf(mixed, { view: 'interactive' });
    const [, offset = ''] = /view=interactive offset=(\d+) limit=50/.exec(folded) ?? [];
    const next = textOf(mixed, { view: 'interactive', offset: Number(offset), limit: 1 });
    expect(folded).toContain(`"Finish ${Number(offset) - 1}"`);
    expect(next).toContain(`"Finish ${offset}"`);
  });

  const root = node('generic', 'e1', {}, [
    node('main', 'e2', {}, [
      node('heading', 'e3', { name: 'Orders' }),
      node('paragraph', 'e4', {}, [
        text('Long prose, see'),
        node('link', 'e5', { name: 'terms' }),
        text('for it.'),
      ]),
      node('paragraph', 'e6', { text: 'Nothing to do here' }),
      node('table', 'e7', {}, [
        node('rowgroup', 'e8', {}, [
          node('row', 'e9', {}, [
            node('cell', 'e10', { text: 'Order 7' }),
            node('cell', 'e11', { text: '12 €' }),
            node('cell', 'e12', {}, [node('button', 'e13', { name: 'Delete' })]),
          ]),
        ]),
      ]),
      node('generic', 'e14', {
        text: 'Add another',
        computed: { focusable: false, interactive: true, visible: true, accessible: true },
      }),
      node('alert', 'e15', { text: 'It did not work' }),
      node('list', 'e16', {}, [node('listitem', 'e17', {}, [node('link', 'e18', { name: 'Home' })])]),
    ]),
    node('iframe', 'e19', { isFrame: true, frameError: 'gone' }),
  ]);

  it('has controls, headings, messages and a label for each row', () => {
    expect(textOf(root, { view: 'interactive' }).split('\n')).toEqual([
      '- … interactive view, 9 elements and texts left out: snapshot without view',
      '- … incomplete: 1 frame unavailable',
      '- generic [ref=e1]:',
      '  - main [ref=e2]:',
      '    - heading "Orders" [ref=e3]',
      '    - link "terms" [ref=e5]',
      '    - table [ref=e7]:',
      '      - row [ref=e9]:',
      '        - text: Order 7',
      '        - button "Delete" [ref=e13]',
      '    - generic [clickable] [ref=e14]: Add another',
      '    - alert [ref=e15]: It did not work',
      '    - link "Home" [ref=e18]',
      "  - 'iframe [ref=e19] [frame unavailable: gone]'",
    ]);
  });

  it('keeps every element that can be acted on', () => {
    const page = pageTree(200);
    const shown = textOf(page, { view: 'interactive' });
    const refs = (whole: string) =>
      whole.split('\n').filter((line) => /- (?:button|link|textbox|checkbox) /.test(line)).length;
    expect(refs(shown)).toBe(refs(renderTree(page)));
    expect(shown.length).toBeLessThan(renderTree(page).length);
  });

  it('does not treat a clickable page section as one control', () => {
    const page = {
      ...pageTree(100),
      computed: { focusable: true, interactive: true, visible: true, accessible: true },
    };
    expect(textOf(page, { view: 'interactive' })).not.toContain('About the section');
  });
});

describe('the view of the viewport', () => {
  const at = (y: number, height = 50) => ({ box: { x: 0, y, width: 100, height } });
  const viewport = { width: 800, height: 600 };

  const seen = (root: SnapshotNode) => textOf(root, { gaps: gapsOutside(root, viewport) });

  it('leaves out what is scrolled out of view, with marks', () => {
    const root = node('generic', 'e1', at(-200, 2000), [
      node('heading', 'e2', { name: 'Above', ...at(-100) }),
      text('beside what is in sight'),
      node('button', 'e3', { name: 'In sight', ...at(100) }),
      text('in sight, too'),
      node('listbox', 'e4', at(200), [
        node('option', 'e5', { name: 'No box', box: { x: 0, y: 0, width: 0, height: 0 } }),
      ]),
      node('button', 'e6', { name: 'Below', ...at(700) }),
      node('generic', 'e7', at(700), [node('button', 'e8', { name: 'Fixed', ...at(0) })]),
    ]);
    const lines = seen(root)
      .split('\n')
      .map((line) => line.replace(/ \[box=[^\]]*\]/, ''));
    expect(lines).toEqual([
      '- generic [ref=e1]:',
      '  - … 1 more (outside the viewport): snapshot target=e1 offset=0 limit=1',
      '  - text: beside what is in sight',
      '  - button "In sight" [ref=e3]',
      '  - text: in sight, too',
      '  - listbox [ref=e4]:',
      '    - option "No box" [ref=e5]',
      '  - … 1 more (outside the viewport): snapshot target=e1 offset=5 limit=1',
      '  - generic [ref=e7]:',
      '    - button "Fixed" [ref=e8]',
    ]);
  });

  it('combines with the interactive view', () => {
    const root = node('generic', 'e1', at(0, 2000), [
      node('button', 'e2', { name: 'In sight', ...at(0) }),
      node('paragraph', 'e3', { text: 'Prose', ...at(100) }),
      node('button', 'e4', { name: 'Below', ...at(900) }),
    ]);
    const shown = textOf(root, { view: 'interactive', gaps: gapsOutside(root, viewport) });
    expect(shown).toContain('interactive view, 2 elements');
    expect(shown).toContain('In sight');
    expect(shown).not.toContain('Below');
  });

  it('shows the part of a frame that is visible in its parent frame', () => {
    const inside = (y: number) =>
      node('generic', 'f1e1', at(0, 1000), [node('button', 'f1e2', { name: 'Deep', ...at(y) })]);
    const root = (y: number) =>
      node('generic', 'e1', at(0, 600), [
        node('iframe', 'e2', { isFrame: true, ...at(500, 300) }, [inside(y)]),
      ]);
    expect(seen(root(40))).toContain('Deep');
    expect(seen(root(150))).not.toContain('Deep');
  });
});
