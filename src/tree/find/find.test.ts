import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { node, tableTree, text } from '../../../test/support/tree-builder.js';
import type { SnapshotNode } from '../node.js';
import { type FindOptions, type FindQuery, findInTree } from './find.js';
import { linearPattern } from './linear-pattern.js';

function find(root: SnapshotNode, query: FindQuery, options: FindOptions = {}) {
  const found = findInTree(root, query, options);
  if (!found.ok) throw new Error(found.message);
  expect(() => parseYaml(found.text)).not.toThrow();
  return found;
}

const page = node('generic', 'e1', {}, [
  node('main', 'e2', {}, [
    node('form', 'e3', { name: 'Checkout: now' }, [
      node('textbox', 'e4', {
        name: 'Email',
        value: 'a@b.test',
        placeholder: 'you@example.org',
        description: 'Work only',
      }),
      node('checkbox', 'e5', { name: 'Agree', states: { checked: true } }),
      node('paragraph', 'e6', {}, [
        text('Read the'),
        node('link', 'e7', { tag: 'a', name: 'terms', url: 'https://a.test/terms?v=2' }),
        text(`${'so '.repeat(200)}needle${' on'.repeat(200)}`),
      ]),
    ]),
  ]),
  node('iframe', 'e8', { isFrame: true, frame: 'f1', frameUrl: 'https://pay.test/form' }, [
    node('generic', 'f1e1', {}, [node('button', 'f1e2', { name: 'Pay now' })]),
  ]),
]);

describe('finding', () => {
  it('has what matches inside a heading, not the heading that only repeats it', () => {
    const link = node('link', 'e3', { tag: 'a', name: 'edit' });
    const headed = (name: string) => node('generic', 'e1', {}, [node('heading', 'e2', { name }, [link])]);
    expect(find(headed('Course [edit]'), { text: 'edit' }).refs).toEqual(['e3']);
    expect(find(headed('Editors [edit]'), { text: 'edit' }).refs).toEqual(['e2', 'e3']);
    expect(find(headed('Course [edit]'), { text: 'course' }).refs).toEqual(['e2']);
  });

  it('has the links that a sentence goes on in', () => {
    const sentence = node('paragraph', 'e2', {}, [
      text('The mayor is'),
      node('link', 'e3', { tag: 'a', name: 'Ada' }),
      text('. Her deputy is'),
      node('link', 'e4', { tag: 'a', name: 'Bob' }),
    ]);
    const { text: found } = find(node('generic', 'e1', {}, [sentence]), { text: 'mayor' });
    expect(found).toContain('link "Ada" [ref=e3]');
    expect(found).not.toContain('Bob');
  });

  it('says which of several texts nothing matches', () => {
    const { text: found, refs } = find(page, { text: ['terms', 'Oslo: "x"', 'agree', 'checkbox'] });
    expect(refs).toEqual(['e5', 'e7']);
    expect(found).toContain('all shown\n- … nothing matches: "Oslo: \\"x\\""\n');
    expect(found.match(/nothing matches/g)).toHaveLength(1);
    expect(find(page, { text: ['Oslo', 'Bonn'] }).text).toBe('- … 0 found: nothing matches');
  });

  it('says what was not searched', () => {
    const cut = node('generic', 'e1', {}, [
      node('main', 'e2', { cut: { reason: 'depth', count: 3 } }),
      node('iframe', 'e3', { isFrame: true, frameError: 'its page could not be loaded' }),
    ]);
    expect(find(cut, { text: 'needle' }).text).toBe(
      [
        '- … 0 found: nothing matches',
        '- … not searched, 3 more (depth limit): snapshot target=e2',
        '- … not searched, the frame in e3: "its page could not be loaded"',
      ].join('\n'),
    );
  });

  it.each([
    ['EMAIL', 'e4'],
    ['a@b', 'e4'],
    ['example.org', 'e4'],
    ['work only', 'e4'],
    ['[checked]', 'e5'],
    ['terms?v=2', 'e7'],
    ['needle', 'e6'],
    ['pay.test', 'e8'],
    ['pay now', 'f1e2'],
  ])('finds %s', (wanted, ref) => {
    expect(find(page, { text: wanted }).refs).toEqual([ref]);
  });

  it('returns the line of the element and its place', () => {
    expect(find(page, { text: 'agree' }).text.split('\n')).toEqual([
      '- … 1 found: all shown',
      '- checkbox "Agree" [checked] [ref=e5]:',
      '  - /in: "main > form \\"Checkout: now\\""',
    ]);
    expect(find(page, { text: 'needle' }).text).toMatch(/ {2}- text: …[a-z ]{60,}needle[a-z ]{60,}…\n/);
    expect(find(page, { text: 'absent' })).toMatchObject({ total: 0, text: '- … 0 found: nothing matches' });
  });

  it('says once what several matches in a row say, and no description that only repeats the name', () => {
    const place = (ref: string) =>
      node('link', ref, { tag: 'a', name: 'Kama', url: 'https://a.test/k', description: 'Kama (no page)' });
    const root = node('generic', 'e1', {}, [
      node('paragraph', 'e2', {}, [text('From'), place('e3'), text('to'), place('e4'), place('e5')]),
      node('button', 'e6', { name: 'Back' }),
    ]);
    const found = find(root, { text: 'kama' }, { url: 'https://a.test/' });
    expect(found.refs).toEqual(['e3', 'e4', 'e5']);
    expect(found.text.split('\n')).toEqual([
      '- … 3 found: all shown',
      '- link "Kama" [ref=e3] [url=/k]:',
      '  - /in: paragraph',
      '- … 2 more like it: e4 e5',
    ]);
    expect(find(root, { text: 'no page' }).text).toContain('/description: Kama (no page)');
  });

  it('takes a no-break space for a space, and a role among several texts', () => {
    const root = node('generic', 'e1', {}, [
      node('generic', 'e2', { text: 'In\u00a0[\u00a0]:' }),
      node('textbox', 'e3', { name: 'Code' }),
    ]);
    expect(find(root, { text: 'In [ ]' }).refs).toEqual(['e2']);
    expect(find(root, { regex: 'In \\[' }).refs).toEqual(['e2']);
    const both = find(root, { text: ['in [', 'textbox'] });
    expect(both.refs).toEqual(['e2', 'e3']);
    expect(both.text).toContain('2 found, textbox by role: all shown');
  });

  it('counts all matches and returns a few, folded ones too', () => {
    const found = find(tableTree(1000), { regex: '^Delete order \\d*7$' }, { limit: 5 });
    expect(found).toMatchObject({ total: 100 });
    expect(found.refs).toHaveLength(5);
    expect(found.text).toContain('- … 100 found: the first 5 are shown, raise limit');
  });

  it('says what is wrong with a query', () => {
    expect(findInTree(page, {})).toMatchObject({ ok: false });
    for (const regex of [
      '(',
      '[b-a]',
      'a**',
      '(?=x)',
      '(?<!x)y',
      '(a)\\1',
      '(?<n>a)\\k<n>',
      'x'.repeat(501),
      '((a{99}){99}){99}',
    ])
      expect(findInTree(page, { regex }), regex).toMatchObject({ ok: false });
  });
});

describe('an expression in linear time', () => {
  it('answers at once where a backtracking engine would take forever', () => {
    for (const source of ['(a+)+$', '^(a|a)*$', '(a*)*b', '(.*a){12}$', '^(\\w+\\s?)*$']) {
      const pattern = linearPattern(source, false);
      expect(pattern.ok && pattern.search(`${'a'.repeat(3_000)}!`), source).toBe(-1);
    }
  });

  it("agrees with JavaScript's own engine", () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      '.',
      '[ab]',
      '[^a]',
      '\\w',
      '\\d',
      '\\.',
      '\\u0061',
      'é',
      '^',
      '$',
      '\\b',
      '\\B',
      '\\-',
    );
    const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
      pattern: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        atom,
        fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => a + b),
        fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `(${a}|${b})`),
        fc
          .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '*?', '{2}', '{1,}', '{0,2}'))
          .map(([a, quantifier]) => `(?:${a})${quantifier}`),
      ),
    }));
    const subject = fc.array(fc.constantFrom('a', 'b', '.', '-', ' ', '1', 'é', 'A', '😀', '\n'), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(pattern, subject, fc.boolean(), (source, parts, ignoreCase) => {
        // Outside unicode mode the engine sees halves of an emoji, and in any mode of V8 \B matches between them.
        const halves = source.includes('\\-') || source.includes('\\B');
        const tested = parts.filter((part) => part.length === 1 || !halves).join('');
        const ours = linearPattern(source, ignoreCase);
        const flags = `${ignoreCase ? 'i' : ''}s${source.includes('\\-') ? '' : 'u'}`;
        expect(ours).toMatchObject({ ok: true });
        expect(ours.ok && ours.search(tested) >= 0).toBe(new RegExp(source, flags).test(tested));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('what a match stands in', () => {
  const header = node('row', 'e20', {}, [
    node('columnheader', 'e21', { name: 'Order' }),
    node('columnheader', 'e22', { name: 'Amount' }),
    node('columnheader', 'e23', { name: 'Do' }),
  ]);
  const row = (at: number) =>
    node('row', `e3${at}`, {}, [
      node('cell', `e4${at}`, { name: `Order ${at}` }),
      node('cell', `e5${at}`, { name: `${970 + at}` }),
      node('cell', `e6${at}`, {}, [
        node('button', `e7${at}`, { name: 'Delete' }),
        node('checkbox', `e8${at}`),
      ]),
    ]);
  const table = node('generic', 'e1', {}, [
    node('table', 'e2', { name: 'Orders' }, [header, ...Array.from({ length: 9 }, (_, at) => row(at))]),
  ]);

  it('is told by its row, its column, and the controls beside it', () => {
    expect(find(table, { text: '978' }).text.split('\n')).toEqual([
      '- … 1 found: all shown',
      '- cell "978" [ref=e58]:',
      '  - /in: table "Orders" > row',
      '  - /column: Amount',
      '  - /row: Order=Order 8 | Amount=978',
      '  - /beside:',
      '    - button "Delete" [ref=e78]',
      '    - checkbox [ref=e88]',
    ]);
  });

  it('tells equal controls apart', () => {
    const { text: found } = find(table, { text: 'delete' });
    expect(found).toContain('/row: Order=Order 0 | Amount=970\n');
    for (let at = 1; at < 9; at++) expect(found).toContain(`/row: Order ${at} | ${970 + at}`);
  });

  it('is told by a row without a role', () => {
    const box = (at: number) =>
      node('generic', `e3${at}`, {}, [
        node('generic', `e4${at}`, { text: `Food ${at}` }),
        node('generic', `e5${at}`, { text: `${100 + at}` }),
        node('button', `e6${at}`, { name: 'Edit' }),
        node('button', `e7${at}`, { text: `${at}` }),
      ]);
    const boxes = node('generic', 'e1', {}, [box(1), box(2), box(3)]);
    expect(find(boxes, { text: 'food 2' }).text.split('\n')).toEqual([
      '- … 1 found: all shown',
      '- generic [ref=e42]:',
      '  - text: Food 2',
      '  - /row e32: Food 2 | 102',
      '  - /beside:',
      '    - button "Edit" [ref=e62]',
      '    - button [ref=e72]: "2"',
    ]);
  });

  it('is found by any of several texts', () => {
    expect(find(table, { text: ['order 3', '975'] }).refs).toEqual(['e43', 'e55']);
  });
});
