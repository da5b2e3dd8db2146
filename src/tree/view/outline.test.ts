import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { node, tableTree, text } from '../../../test/support/tree-builder.js';
import { refsIn } from '../diff/answer.js';
import type { SnapshotChild, SnapshotNode } from '../node.js';
import { parseSnapshot } from '../text/parse.js';
import { renderTree } from '../text/render.js';
import { estimateTokens } from '../text/tokens.js';
import { foldTree } from './fold.js';
import { type OutlineOptions, outlineOf } from './outline.js';
import { inDocumentOrder } from './shape.js';

const CLICKED = { focusable: false, interactive: true, visible: true, accessible: true };
let count = 0;
const ref = () => `e${++count}`;
const link = (name: string) => node('link', ref(), { tag: 'a', name, url: `https://a.test/${name}` });
const links = (many: number, name = 'Link') => Array.from({ length: many }, (_, at) => link(`${name} ${at}`));
const heading = (name: string, level = 2) => node('heading', ref(), { name, states: { level } });
const prose = (words: string) =>
  node('paragraph', ref(), {}, [text(words.repeat(20)), link('see'), text('too.')]);

function outline(root: SnapshotNode, options: Partial<OutlineOptions> = {}): string {
  const { maxTokens = 300 } = options;
  const written = outlineOf(root, { url: 'https://a.test/', gaps: foldTree(root), ...options, maxTokens });
  expect(written).toBeDefined();
  const shown = written?.text ?? '';
  expect(estimateTokens(shown)).toBeLessThanOrEqual(maxTokens);
  expect(() => parseYaml(shown)).not.toThrow();
  expect(parseSnapshot(shown)).toMatchObject({ ok: true });
  return shown;
}

/** A page of a site: more links around the content than anybody reads. */
function page(content: SnapshotChild[]): SnapshotNode {
  return node('generic', ref(), {}, [
    node('banner', ref(), {}, [node('navigation', ref(), { name: 'Site' }, links(40, 'Place'))]),
    node('main', ref(), {}, content),
    node('contentinfo', ref(), {}, links(30, 'Footer')),
  ]);
}

describe('the outline of a page', () => {
  it('is not needed for a page that fits', () => {
    const root = node('generic', 'e1', {}, [heading('Small', 1)]);
    expect(outlineOf(root, { maxTokens: 100 })).toBeUndefined();
  });

  it('has the controls and headings of the main content, and each part of the page in a line', () => {
    const form = node('form', ref(), { name: 'Sign in' }, [
      node('textbox', ref(), { name: 'User' }),
      node('textbox', ref(), { name: 'Password' }),
      node('button', ref(), { name: 'Go' }),
    ]);
    const shown = outline(
      page([heading('Welcome', 1), ...Array.from({ length: 30 }, () => prose('Words. ')), form]),
    );
    expect(shown).toMatch(/^- … outline, \d+ of \d+ items: snapshot shows all/);
    for (const name of ['heading "Welcome"', 'textbox "User"', 'textbox "Password"', 'button "Go"'])
      expect(shown).toContain(name);
    expect(shown).toMatch(/navigation "Site" \[ref=\w+\] \[… 40 links\]/);
    expect(shown).toMatch(/contentinfo \[ref=\w+\] \[… 30 links\]/);
    expect(shown).not.toContain('https://');
  });

  it('has the fields of a long form before rows, without labels and boxes around them', () => {
    const field = (name: string) =>
      node('generic', ref(), {}, [
        node('generic', ref(), { text: `${name}:` }),
        node('generic', ref(), { computed: CLICKED, states: { icon: 'down' } }, [
          node('combobox', ref(), { name: `* ${name}` }),
        ]),
      ]);
    const fields = Array.from({ length: 8 }, (_, at) => field(`Field ${at}`));
    const rows = Array.from({ length: 30 }, (_, at) =>
      node('row', ref(), {}, [
        node('cell', ref(), { name: `Row ${at}` }),
        node('cell', ref(), {}, [link('Edit')]),
      ]),
    );
    const tabs = Array.from({ length: 3 }, (_, at) =>
      node('generic', ref(), { computed: CLICKED }, [node('tab', ref(), { name: `Tab ${at}` })]),
    );
    const shown = outline(
      page([node('tablist', ref(), {}, tabs), ...fields, node('table', ref(), {}, rows)]),
    );
    expect(shown.match(/^ {4}- combobox "\* Field \d" \[ref=\w+\]$/gm)).toHaveLength(8);
    expect(shown).toMatch(/^ +- tabs "Tab 0" \w+, "Tab 1" \w+, "Tab 2" \w+$/m);
  });

  it('has cells without content in one line', () => {
    const cells = [node('cell', 'e901', { name: '30' }), ...[902, 903].map((at) => node('cell', `e${at}`))];
    const item = node('cell', ref(), {}, [link('x')]);
    const root = page([node('grid', ref(), {}, [node('row', ref(), {}, [...cells, item])]), ...links(9)]);
    const shown = renderTree(root, { runs: true });
    expect(shown).toMatch(/^ +- cells e902, e903$/m);
    expect([...refsIn(shown)]).toEqual(expect.arrayContaining(['e901', 'e902', 'e903']));
    expect(parseSnapshot(shown)).toEqual(parseSnapshot(renderTree(root)));
  });

  it('does not claim to leave out items when only texts are shortened', () => {
    const root = node('generic', ref(), {}, [
      heading('One', 1),
      prose('Many more words. '),
      prose('And more. '),
    ]);
    expect(outline(root, { maxTokens: 200 })).toMatch(/^- … outline, all \d+ items, shortened: snapshot/);
  });

  it('counts what it leaves out at its place, and says how to see it', () => {
    const root = page([heading('One'), ...links(20), heading('Two'), prose('Words. ')]);
    const main = root.children[1];
    const shown = outline(root);
    const [, left, target, offset] =
      /… (\d+) links: snapshot target=(\w+) offset=(\d+) limit=\d+/.exec(shown) ?? [];
    const told = shown.split('"Link').length - 1;
    expect(target).toBe(main && 'ref' in main ? main.ref : '');
    expect(Number(offset) + Number(left)).toBe(21);
    expect(told + Number(left)).toBe(20);
  });

  it('shows plain controls in a row as one line that is read back, whatever they are called', () => {
    const names = ['Read', 'It\'s "e9", e8', 'Edit: all # now', '[ref=e7] e6, "x" e5'];
    const tabs = names.map((name, at) =>
      node('tab', `e${900 + at}`, { name, states: at === 0 ? { selected: true } : {} }),
    );
    const shown = outline(page([heading('Title', 1), ...tabs, ...links(90)]));
    expect(shown).toMatch(/^ +- 'tabs "Read" \[selected\] e900, "It''s \\"e9\\", e8" e901, /m);
    const tree = parseSnapshot(shown);
    const read = tree.ok ? inDocumentOrder(tree.root as never).filter(({ role }) => role === 'tab') : [];
    expect(read.map(({ ref, name, states }) => [ref, name, states])).toEqual(
      tabs.map(({ ref, name, states }) => [ref, name, states]),
    );
    const refs = refsIn(shown);
    expect(tabs.every((tab) => refs.has(tab.ref))).toBe(true);
    expect(['e5', 'e6', 'e7', 'e8', 'e9'].filter((each) => refs.has(each))).toEqual([]);
  });

  it('leaves out labels of fields, links to skip, and the footer of the page before', () => {
    const footer = node('contentinfo', ref(), {}, links(4, 'Legal'));
    const root = node('generic', ref(), {}, [
      node('link', ref(), { name: 'Skip to content', states: { unseen: 'clipped' } }),
      node('main', ref(), {}, [
        heading('Sign in', 1),
        node('checkbox', ref(), { name: 'Stay signed in' }),
        node('generic', ref(), { text: 'Stay signed in' }),
        ...Array.from({ length: 9 }, () => prose('Words. ')),
      ]),
      footer,
    ]);
    const shown = outline(root, { maxTokens: 800, isNew: () => true });
    expect(shown).not.toContain('Skip');
    expect(shown.split('Stay signed in').length - 1).toBe(1);
    expect(shown).toContain('links "Legal 0"');
    const again = outline(root, { maxTokens: 800, isOld: (each) => footer.children.includes(each) });
    expect(again).toMatch(/contentinfo \[ref=\w+\] \[… 4 links\]/);
  });

  it('says once what is true of all controls in a line, and leaves boxes without a name to the end', () => {
    const box = (name: string) => ({ ...node('generic', ref(), { name }), computed: CLICKED });
    const all = [...['Open', 'Start', 'Stop'].map(box), box('')];
    const tabs = ['A', 'B'].map((name) => node('button', ref(), { name, states: { expanded: false } }));
    const icons = ['n', 'e'].map((at) => node('generic', ref(), { states: { cursor: `${at}-resize` } }));
    const shown = outline(page([...all, heading('Parts'), ...tabs, ...icons]), { maxTokens: 200 });
    expect(shown).toMatch(/- generics \[clickable\] "Open" e\d+, "Start" e\d+, "Stop" e\d+\n/);
    expect(shown).toMatch(/- buttons \[expanded=false\] "A" e\d+, "B" e\d+\n/);
    expect(JSON.stringify(parseSnapshot(shown)).match(/"expanded":false/g)).toHaveLength(2);
    expect(refsIn(shown).has(all[2]?.ref ?? '')).toBe(true);
  });

  it('has the headings of chapters before those of what is in them', () => {
    const chapters = Array.from({ length: 8 }, (_, at) => [
      heading(`Chapter ${at}`),
      ...Array.from({ length: 9 }, (__, part) => heading(`Part ${at}.${part}`, 3)),
    ]);
    const shown = outline(page(chapters.flat()), { maxTokens: 500 });
    for (let at = 0; at < 8; at++) expect(shown).toContain(`"Chapter ${at}"`);
  });

  it('has the headings of chapters that it leaves out in a line, by their own words', () => {
    const chapter = (name: string) => [
      node('heading', ref(), { name: `${name} [edit | edit source]`, states: { level: 2 } }, [
        link('edit'),
        link('edit source'),
      ]),
      ...links(30, name),
    ];
    const shown = outline(page(['Course', 'Bridges', 'See also', 'Notes'].flatMap(chapter)), {
      maxTokens: 160,
    });
    expect(shown).toMatch(/- headings \[level=2\] "Course" e\d+, "Bridges" e\d+, .*"Notes" e\d+\n/);
    expect(shown).toMatch(/… 128 links under these headings: snapshot target=e\d+/);
  });

  it('has what ends a form before what is beside it', () => {
    const shown = outline(
      page([
        node('toolbar', ref(), {}, [
          node('button', ref(), { name: 'A tool with a long name' }),
          node('button', ref(), { name: 'Another tool with a long name' }),
          node('button', ref(), { name: 'One more tool with a long name' }),
        ]),
        node('textbox', ref(), { name: 'Text' }),
        prose('Words. '),
        ...links(9),
        node('button', ref(), { name: 'Save changes' }),
      ]),
      { maxTokens: 170 },
    );
    expect(shown).toContain('button "Save changes"');
  });

  it('has the frame of the page before in a line, but for messages and what is new', () => {
    const frame = (more: SnapshotChild[]) => [
      node('navigation', ref(), { name: 'Site' }, [...links(8, 'Place'), ...more]),
      node('search', ref(), {}, [
        node('searchbox', ref(), { name: 'Search' }),
        node('button', ref(), { name: 'Go', states: { unseen: 'offscreen' } }),
      ]),
      node('contentinfo', ref(), {}, links(5, 'Legal')),
    ];
    const root = (more: SnapshotChild[]) =>
      node('generic', ref(), {}, [
        node('main', ref(), {}, [...links(60), prose('Words. '), prose('Words. ')]),
        ...frame(more),
      ]);
    const isNew = ({ name }: SnapshotNode) => name === 'Sign out';
    const known = { maxTokens: 1_200, isNew, isOld: () => false };
    expect(outline(root([]), known)).toMatch(
      /\n {2}- … 13 links, 1 searchbox, 1 button: snapshot target=e\d+ offset=1 limit=3$/,
    );
    const shown = outline(root([link('Sign out'), node('status', ref(), { text: 'Saved' })]), known);
    for (const told of ['"Sign out"', 'status [', ': Saved']) expect(shown).toContain(told);
  });

  it('names a control between the words of a row among them, in the order of its columns', () => {
    const cell = (name: string, inside: SnapshotChild[] = []) => node('cell', ref(), { name }, inside);
    const row = (at: number) => {
      const button = node('button', ref(), { name: 'Delete' });
      return node('row', ref(), {}, [cell(`${at}`), cell('', [link('Ada')]), cell('36'), cell('', [button])]);
    };
    const rows = Array.from({ length: 20 }, (_, at) => row(at));
    expect(outline(page([node('table', ref(), {}, rows)]))).toMatch(
      /row \[ref=\w+\]:\n *- text: 0 \| Ada \| 36\n *- link "Ada" \[ref=\w+\]\n *- button "Delete"/,
    );
  });

  it('shows a row as one line of text beside its controls', () => {
    const shown = outline(tableTree(300));
    expect(shown).toContain('- text: Order 1 | Customer 1 | Amount 1\n');
    expect(shown).toContain('button "Delete order 1"');
    expect(shown).toMatch(/… \d+ rows: snapshot target=e4 offset=\d+ limit=50/);
  });

  it('keeps what the cells of a grid say that can be focused', () => {
    const focusable = { computed: { ...CLICKED, focusable: true, interactive: false } };
    const cell = (children: SnapshotChild[]) => node('gridcell', ref(), focusable, children);
    const row = (at: number) =>
      node('row', ref(), focusable, [
        cell([node('checkbox', ref(), { name: 'Select' }), node('generic', ref(), {}, [text(`No. ${at}`)])]),
        cell([node('button', ref(), { name: `Open ${at}` })]),
        ...['Edit', 'Delete'].map((word) => node('generic', ref(), { computed: CLICKED }, [text(word)])),
      ]);
    const grid = node(
      'grid',
      ref(),
      {},
      Array.from({ length: 20 }, (_, at) => row(at)),
    );
    const shown = outline(page([heading('Orders', 1), grid]));
    expect(shown).toContain('- text: No. 0');
    expect(shown).toMatch(
      /- checkbox "Select" .*\n +- button "Open 0" .*\n +- generics \[clickable\] "Edit" \w+, "Delete"/,
    );
  });

  it('shows the few controls of a small part, however little room there is', () => {
    const known = node('navigation', ref(), { name: 'Account' }, [node('list', ref(), {}, links(3, 'Own'))]);
    const root = node('generic', ref(), {}, [known, node('main', ref(), {}, links(200))]);
    const shown = outline(root, { isOld: () => true, isNew: () => false });
    expect(shown).toMatch(/navigation "Account" \[ref=\w+\]:\n +- links "Own 0" \w+, "Own 1" \w+, "Own 2"/);
  });

  it('puts what was asked for first, and what is new', () => {
    const root = page([heading('News', 1), ...links(200, 'Story'), ...links(1, 'Weather')]);
    expect(outline(root)).not.toContain('Weather');
    expect(outline(root, { words: ['weather'] })).toContain('link "Weather 0"');
    const last = root.children[1];
    const fresh = last && 'ref' in last ? last.children.at(-1) : undefined;
    expect(fresh && 'ref' in fresh && outline(root, { isNew: (each) => each === fresh })).toContain(
      'Weather 0',
    );
  });

  it('has the first words of an article, and what it is about', () => {
    const shown = outline(
      page([heading('Title', 1), ...Array.from({ length: 40 }, (_, at) => prose(`Sentence ${at}. `))]),
    );
    expect(shown).toContain('Sentence 0. Sentence 0.');
    expect(shown).not.toContain('Sentence 9.');
    expect(shown).toMatch(/paragraph \[ref=\w+\] \[… 1 link\]: /);
  });

  it('shows the value of a list, not its options', () => {
    const options = Array.from({ length: 200 }, (_, at) =>
      node('option', ref(), { name: `Country ${at}`, states: { selected: at === 3 } }),
    );
    const list = node('combobox', 'e9000', { name: 'Country', value: 'Country 3' }, options);
    expect(outline(page([list]))).toContain('combobox "Country" [ref=e9000] [… 200 options]: Country 3');
  });

  it.each([
    ['10,000 headings', () => Array.from({ length: 10_000 }, (_, at) => heading(`Heading ${at}`))],
    [
      'names without an end',
      () => Array.from({ length: 200 }, () => node('button', ref(), { name: 'name '.repeat(800) })),
    ],
    [
      'states without an end',
      () => [
        node('button', ref(), { name: 'x', states: { keyshortcuts: 'Control+'.repeat(500) } }),
        ...links(200),
      ],
    ],
    [
      '3,000 landmarks',
      () =>
        Array.from({ length: 3_000 }, (_, at) => node('navigation', ref(), { name: `Part ${at}` }, links(1))),
    ],
    ['1,000 levels', () => [deep(1_000)]],
    [
      'frames',
      () =>
        Array.from({ length: 100 }, (_, at) =>
          node(
            'iframe',
            ref(),
            { isFrame: true, frame: `f${at}`, frameUrl: `https://b.test/${'x'.repeat(900)}` },
            links(3),
          ),
        ),
    ],
    ['marks', () => links(300, '… 3 links: snapshot target=e1 [… 4 links] [ref=e1]')],
  ])('keeps to its budget, and can be read back, on a page of %s', (_, content) => {
    outline(node('generic', ref(), { name: 'n'.repeat(4_000) }, content()), { maxTokens: 500 });
  });
});

function deep(levels: number): SnapshotNode {
  let inner = node('region', ref(), { name: 'innermost' }, links(2));
  for (let level = 0; level < levels; level++)
    inner = node('region', ref(), { name: `Level ${level}` }, [inner, link(`At ${level}`)]);
  return inner;
}
