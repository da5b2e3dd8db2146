import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import type { SnapshotChild, SnapshotNode } from '../node.js';
import { parseSnapshot } from './parse.js';
import { renderTree } from './render.js';

function node(role: string, name = '', more: Partial<SnapshotNode> = {}): SnapshotNode {
  return {
    ref: 'e3',
    tag: 'div',
    role,
    name,
    states: {},
    computed: { focusable: false, interactive: false, visible: true, accessible: true },
    children: [],
    ...more,
  };
}

function text(content: string): SnapshotChild {
  return { role: 'text', text: content };
}

/** The lines of a node below the root. */
function lines(child: SnapshotNode, url?: string): string[] {
  const whole = renderTree(
    node('generic', '', { ref: 'e1', children: [child] }),
    url === undefined ? {} : { url },
  );
  expect(() => parseYaml(whole)).not.toThrow();
  return whole
    .split('\n')
    .filter((each) => each.startsWith('  '))
    .map((each) => each.slice(2));
}

function line(role: string, name = '', more: Partial<SnapshotNode> = {}): string {
  return lines(node(role, name, more)).join('\n');
}

const interactive = { focusable: true, interactive: true, visible: true, accessible: true };

describe('the shape of the text', () => {
  it('is one item per node, with children below and refs in brackets', () => {
    const tree = node('main', '', {
      ref: 'e1',
      children: [
        node('heading', 'Software Engineer', { ref: 'e2', states: { level: 1 } }),
        node('textbox', 'First name', { ref: 'e3', states: { required: true }, value: 'John' }),
        node('paragraph', '', {
          ref: 'e4',
          children: [
            text('Read the '),
            node('link', 'terms', { ref: 'e5', url: 'https://jobs.test/terms?v=2#top' }),
            text('.'),
          ],
        }),
        node('generic', '', { ref: 'e6', text: 'Add another', computed: interactive }),
        node('iframe', 'Payment', {
          ref: 'e7',
          isFrame: true,
          frameUrl: 'https://pay.test/form',
          children: [node('textbox', 'Card number', { ref: 'f1e2' })],
        }),
      ],
    });
    expect(renderTree(tree, { url: 'https://jobs.test/apply' })).toBe(
      [
        '- main [ref=e1]:',
        '  - heading "Software Engineer" [level=1] [ref=e2]',
        '  - textbox "First name" [required] [ref=e3]: John',
        '  - paragraph [ref=e4]:',
        '    - text: "Read the "',
        '    - link "terms" [ref=e5] [url=/terms?v=2#top]',
        '    - text: "."',
        '  - generic [clickable] [ref=e6]: Add another',
        '  - iframe "Payment" [ref=e7] [src=https://pay.test/form]:',
        '    - textbox "Card number" [ref=f1e2]',
      ].join('\n'),
    );
  });

  it('quotes the line of a node if its name would end a plain scalar', () => {
    expect(line('heading', "Apply: it's easy")).toBe(`- 'heading "Apply: it''s easy" [ref=e3]'`);
    expect(line('link', 'Issue #12')).toBe(`- 'link "Issue #12" [ref=e3]'`);
    expect(line('link', "It's 10:30")).toBe(`- link "It's 10:30" [ref=e3]`);
  });

  it('shows a single text on the line of its node', () => {
    expect(line('paragraph', '', { children: [text('Hello')] })).toBe('- paragraph [ref=e3]: Hello');
    expect(line('paragraph', '', { text: 'Hello' })).toBe('- paragraph [ref=e3]: Hello');
  });

  it('shows value and text separately, whatever the role', () => {
    expect(line('combobox', 'Size', { value: 'M' })).toBe('- combobox "Size" [ref=e3]: M');
    expect(line('combobox', 'Size', { value: 'M', text: 'L' })).toBe(
      '- combobox "Size" [ref=e3]:\n  - /value: M\n  - text: L',
    );
    expect(line('listitem', '', { value: '7' })).toBe('- listitem [ref=e3]:\n  - /value: "7"');
    expect(line('textbox', '', { text: 'L' })).toBe('- textbox [ref=e3]:\n  - text: L');
  });

  it('leaves the value of a list to the shown options', () => {
    const option = (name: string, selected = false) =>
      node('option', name, { ref: 'e4', states: { selected } });
    const list = (value: string, children: SnapshotChild[]) => node('listbox', '', { value, children });
    const shown = (tree: SnapshotNode, maxDepth?: number) => {
      const written = renderTree(tree, maxDepth === undefined ? {} : { maxDepth });
      const read = parseSnapshot(written);
      expect(read.ok && read.root.value).toBe(tree.value || undefined);
      return written.includes('/value') || /^- listbox \[ref=e3\]: \w/.test(written);
    };
    const group = node('group', 'More', { ref: 'e5', children: [option('c', true)] });
    expect(shown(list('a', [option('a', true), option('b')]))).toBe(false);
    expect(shown(list('a, c', [option('a', true), option('b'), group]))).toBe(false);
    // The options say something else, or are not shown.
    expect(shown(list('typed', [option('a', true)]))).toBe(true);
    expect(shown(list('', [option('a', true)]))).toBe(true);
    expect(shown(list('a, c', [option('a', true), group]), 1)).toBe(true);
    const long = list('b', [option('a'), option('b', true)]);
    const gaps = new Map([[long, [{ kind: 'fold' as const, at: 1, count: 1, shape: 'options' }]]]);
    expect(renderTree(long, { gaps })).toContain('/value: b');
  });

  it('shows a description below, and a placeholder that the name does not repeat', () => {
    expect(
      line('textbox', 'Mail', {
        description: 'We never share it.',
        placeholder: 'you@example.org',
        value: 'a@b.c',
      }),
    ).toBe(
      [
        '- textbox "Mail" [ref=e3] [placeholder=you@example.org]:',
        '  - /description: We never share it.',
        '  - /value: a@b.c',
      ].join('\n'),
    );
    expect(line('textbox', 'Search', { placeholder: 'Search' })).toBe('- textbox "Search" [ref=e3]');
    expect(line('textbox', '', { placeholder: 'Your name' })).toBe(
      '- textbox [ref=e3] [placeholder="Your name"]',
    );
  });

  it('shows boxes in whole pixels', () => {
    expect(line('img', 'Logo', { box: { x: -0.4, y: 10.5, width: 99.6, height: 1e6 } })).toBe(
      '- img "Logo" [ref=e3] [box=0,11,100,1000000]',
    );
  });
});

describe('flags', () => {
  it('come in a fixed order, whatever the order of the states', () => {
    expect(line('checkbox', 'A', { states: { expanded: true, checked: 'mixed', disabled: true } })).toBe(
      '- checkbox "A" [disabled] [checked=mixed] [expanded] [ref=e3]',
    );
  });

  it('say "off" only where leaving it out would be ambiguous', () => {
    expect(line('button', 'A', { states: { pressed: false, expanded: false, disabled: false } })).toBe(
      '- button "A" [pressed=false] [expanded=false] [ref=e3]',
    );
    expect(line('checkbox', 'A', { states: { checked: false } })).toBe('- checkbox "A" [ref=e3]');
  });

  it('leave relations to the JSON', () => {
    expect(
      line('textbox', 'A', { states: { controls: 'list', describedby: 'x', autocomplete: 'list' } }),
    ).toBe('- textbox "A" [ref=e3]');
  });

  it('show a state that is not in the table', () => {
    expect(line('row', '', { states: { novel: 'x y', level: 2 } })).toBe(
      '- row [level=2] [novel="x y"] [ref=e3]',
    );
  });

  it('cannot be forged by a state that looks like another flag', () => {
    expect(line('row', '', { states: { ref: 'e9', 'x] [ref': 'e9' } })).toBe('- row [ref=e3]');
  });

  it('quote a value that would read as a number or a boolean', () => {
    expect(line('row', '', { states: { current: 'true', keyshortcuts: '1' } })).toBe(
      '- row [current="true"] [keyshortcuts="1"] [ref=e3]',
    );
  });

  it('show computed properties only if the role does not imply them', () => {
    expect(line('button', 'A', { computed: interactive })).toBe('- button "A" [ref=e3]');
    expect(line('generic', '', { computed: interactive })).toBe('- generic [clickable] [ref=e3]');
    expect(line('region', 'A', { computed: { ...interactive, interactive: false } })).toBe(
      '- region "A" [focusable] [ref=e3]',
    );
    expect(line('generic', '', { computed: interactive, states: { editable: true } })).toBe(
      '- generic [editable] [ref=e3]',
    );
    expect(line('textbox', '', { computed: interactive, states: { editable: true } })).toBe(
      '- textbox [ref=e3]',
    );
  });
});

describe('addresses', () => {
  const link = (url: string, page = 'https://a.test/x/y') =>
    lines(node('link', '', { url }), page).join('\n');

  it('leave out the origin of the document', () => {
    expect(link('https://a.test/p?q=1#f')).toBe('- link [ref=e3] [url=/p?q=1#f]');
    expect(link('https://a.test/')).toBe('- link [ref=e3] [url=/]');
    expect(link('file:///tmp/b.html', 'file:///tmp/a.html')).toBe('- link [ref=e3] [url=/tmp/b.html]');
  });

  it('are whole if they lead elsewhere, or would seem to', () => {
    expect(link('https://b.test/p')).toBe('- link [ref=e3] [url=https://b.test/p]');
    expect(link('http://a.test/p')).toBe('- link [ref=e3] [url=http://a.test/p]');
    expect(link('https://a.test:8443/p')).toBe('- link [ref=e3] [url=https://a.test:8443/p]');
    expect(link('https://a.test.evil.test/p')).toBe('- link [ref=e3] [url=https://a.test.evil.test/p]');
    expect(link('https://a.test//evil.test/p')).toBe('- link [ref=e3] [url=https://a.test//evil.test/p]');
    expect(link('mailto:a@b.test')).toBe('- link [ref=e3] [url=mailto:a@b.test]');
  });

  it('are shown on links', () => {
    const url = 'https://b.test/x';
    expect(line('button', 'Buy', { tag: 'a', url })).toBe('- button "Buy" [ref=e3] [url=https://b.test/x]');
    expect(line('img', 'Logo', { tag: 'img', url })).toBe('- img "Logo" [ref=e3]');
  });

  it('get their own line if they are long', () => {
    const path = `/search?q=${'x'.repeat(200)}`;
    expect(link(`https://a.test${path}`)).toBe(`- link [ref=e3]:\n  - /url: ${path}`);
  });

  it('are clipped if they contain a document', () => {
    expect(link(`data:text/html,${'x'.repeat(500)}`)).toBe(
      `- link [ref=e3] [url="data:text/html,${'x'.repeat(48)}…"]`,
    );
    expect(link(`JavaScript:alert(${'1'.repeat(500)})`)).toContain('…"]');
  });

  it('are relative to their own frame', () => {
    const inner = (url: string) => node('link', '', { ref: 'f1e2', url });
    const frame = (frameUrl: string) =>
      lines(
        node('iframe', '', {
          ref: 'e2',
          isFrame: true,
          frameUrl,
          children: [inner('https://b.test/p'), inner('https://a.test/p')],
        }),
        'https://a.test/',
      );
    expect(frame('https://b.test/f')).toEqual([
      '- iframe [ref=e2] [src=https://b.test/f]:',
      '  - link [ref=f1e2] [url=/p]',
      '  - link [ref=f1e2] [url=https://a.test/p]',
    ]);
    expect(frame('about:srcdoc')[2]).toBe('  - link [ref=f1e2] [url=/p]');
    expect(frame('data:text/html,x')[2]).toBe('  - link [ref=f1e2] [url=https://a.test/p]');
  });
});

describe('what is missing', () => {
  it('is marked where it is cut, and once at the top', () => {
    const tree = node('generic', '', {
      ref: 'e1',
      cut: { reason: 'time' },
      children: [
        node('table', '', {
          ref: 'e2',
          cut: { reason: 'nodes', count: 980 },
          children: [node('row', 'One', { ref: 'e3' })],
        }),
        node('group', '', { ref: 'e4', cut: { reason: 'depth', count: 3 } }),
        node('log', '', { ref: 'e5', cut: { reason: 'text', count: 12_000 }, text: 'First line' }),
        node('iframe', 'Ad', {
          ref: 'e6',
          isFrame: true,
          frame: 'f1',
          frameUrl: 'https://ad.test/',
          frameError: 'no answer in 5 s',
        }),
      ],
    });
    expect(renderTree(tree)).toBe(
      [
        '- … incomplete: 4 cuts (time limit, nodes limit, depth limit, text limit), 1 frame unavailable',
        '- generic [ref=e1]:',
        '  - table [ref=e2]:',
        '    - row "One" [ref=e3]',
        '    - … 980 more (nodes limit): snapshot target=e2 or raise maxNodes',
        '  - group [ref=e4]:',
        '    - … 3 more (depth limit): snapshot target=e4',
        '  - log [ref=e5]:',
        '    - text: First line',
        '    - … 12000 more characters (text limit): raise maxTextLength',
        `  - 'iframe "Ad" [ref=e6] [src=https://ad.test/] [frame=f1] [frame unavailable: no answer in 5 s]'`,
        '  - … more (time limit): raise timeBudget',
      ].join('\n'),
    );
  });

  it('quotes a reason that could end the flag', () => {
    expect(lines(node('iframe', '', { isFrame: true, frameError: 'x] [ref=e9' }))).toEqual([
      `- 'iframe [ref=e3] [frame unavailable: "x] \\u005bref=e9"]'`,
    ]);
  });

  it('names the frame of a boundary', () => {
    expect(line('iframe', 'Pay', { isFrame: true, frame: 'f1', frameUrl: 'about:blank' })).toBe(
      '- iframe "Pay" [ref=e3] [src=about:blank] [frame=f1]',
    );
  });

  it('cuts levels deeper than requested, with the count', () => {
    const deep = node('generic', '', {
      ref: 'e3',
      children: [node('list', '', { ref: 'e4', children: [text('x'), node('listitem')] })],
    });
    expect(renderTree(node('main', '', { ref: 'e2', children: [deep] }), { maxDepth: 1 })).toBe(
      [
        '- … incomplete: 1 cut (depth limit)',
        '- main [ref=e2]:',
        '  - generic [ref=e3]:',
        '    - … 2 more (depth limit): snapshot target=e3',
      ].join('\n'),
    );
  });

  it('shows 10,000 levels only as deep as parsers can read', () => {
    let tree = node('generic', 'bottom');
    for (let depth = 1; depth < 10_000; depth++) tree = node('generic', '', { children: [tree] });
    const whole = renderTree(tree);
    expect(whole).toContain('- … 9699 more (depth limit): snapshot target=');
    expect(() => parseYaml(whole)).not.toThrow();
    expect(parseSnapshot(whole)).toMatchObject({ ok: true, incomplete: '1 cut (depth limit)' });
  });
});

describe('hostile names', () => {
  it.each([
    ['a\nb', '"a\\nb"'],
    ['a\r\n- button "x" [ref=e9]', '"a\\r\\n- button \\"x\\" \\u005bref=e9]"'],
    ['\u202egnp.exe', '"\\u202egnp.exe"'],
    ['a\u200bb', '"a\\u200bb"'],
    ['a\u0085b\u2028c\u2029d', '"a\\u0085b\\u2028c\\u2029d"'],
    ['\ufeffx', '"\\ufeffx"'],
    ['x\ud800', '"x\\ufffd"'],
    ['\u{e0041}', '"\\udb40\\udc41"'],
    ['\t\u0000\u001b[31m', '"\\t\\u0000\\u001b[31m"'],
    ['" [ref=e9]', '"\\" \\u005bref=e9]"'],
    ['\\', '"\\\\"'],
    ['می\u200cخواهم 👩\u200d👧 ❤\ufe0f', '"می\u200cخواهم 👩\u200d👧 ❤\ufe0f"'],
  ])('%j is shown as %s', (name, shown) => {
    expect(line('button', name)).toBe(`- button ${shown} [ref=e3]`);
  });

  it('a search for refs finds only real ones', () => {
    const forged = '[ref=e9] [REF=e9]';
    const whole = renderTree(
      node('link', forged, {
        ref: 'e1',
        value: forged,
        description: forged,
        placeholder: `${forged}!`,
        url: `https://a.test/${forged}`,
        states: { roledescription: forged },
        children: [text(forged), node('link', forged, { ref: 'e2' })],
      }),
    );
    expect(whole.match(/\[ref=\w+\]/gi)).toEqual(['[ref=e1]', '[ref=e2]']);
  });

  it('gets its own line if it is too long for a key', () => {
    const name = "it's: ".repeat(300);
    expect(lines(node('link', name, { children: [node('img', 'x', { ref: 'e4' })] }))).toEqual([
      '- link [ref=e3]:',
      `  - /name: "${name}"`,
      '  - img "x" [ref=e4]',
    ]);
  });
});

describe('hostile texts', () => {
  it.each([
    '',
    'true',
    'No',
    'y',
    'null',
    '~',
    '12',
    '1_000',
    '0x1F',
    '0o17',
    '1e3',
    '.5',
    '-1',
    '+1',
    '.inf',
    '.NaN',
    '1:30',
    '12:30:45',
    '2001-12-14',
    '2001-12-14t21:59:43.10-05:00',
    '<<',
    '=',
    '- x',
    '-',
    '? x',
    ': x',
    'a: b',
    'a:',
    'a #b',
    '# x',
    '[x]',
    '{x}',
    '&a',
    '*a',
    '!a',
    '|',
    '>',
    "'x'",
    '"x"',
    '%x',
    '@x',
    '`x',
    ' x',
    'x ',
    'x\ty',
    'x\n',
    '---',
    '...',
    '…',
    '/url: x',
    'text: x',
    '\u0085',
    '\u2028',
    '\ufeff',
    '\u00a0',
    '\ud83d',
    '\u{e0041}',
    '\\u0041',
    'a\u0000b',
    '\uffff',
  ])('%j comes back as the same string from every YAML version', (content) => {
    const expected = content === '\ud83d' ? '\ufffd' : content;
    const whole = renderTree(node('list', '', { ref: 'e1', children: [text(content), text('end')] }));
    for (const version of ['1.1', '1.2'] as const) {
      expect(parseYaml(whole, { version })).toEqual([
        { 'list [ref=e1]': [{ text: expected }, { text: 'end' }] },
      ]);
    }
    expect(parseSnapshot(whole)).toMatchObject({
      ok: true,
      root: { children: [{ text: expected }, { text: 'end' }] },
    });
  });

  it.each([
    'Hello',
    '12 items',
    '$5',
    '(optional)',
    'a-b',
    "it's",
    'say "x"',
    'a, b',
    'Ünïcode',
    '日本語',
    '100%',
  ])('%j needs no quotes', (content) => {
    expect(line('paragraph', '', { text: content })).toBe(`- paragraph [ref=e3]: ${content}`);
  });
});
