/**
 * Whatever a page contains, the text expresses it and nothing else: our own parser and a YAML parser both restore
 * the tree from it.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { isText, type SnapshotChild, type SnapshotNode, type States } from '../node.js';
import { wellFormed } from '../quote.js';
import { originOf, shortUrl } from '../url.js';
import { shownStates } from './flags.js';
import { KnownTexts } from './known-texts.js';
import { type ParsedChild, type ParsedNode, parseSnapshot } from './parse.js';
import { renderTree } from './render.js';

const PAGE_URL = 'https://a.test/page';

const FRAGMENTS = [
  ...`-?:,[]{}#&*!|>'"%@\`~=<\\/.+_ \t\n\r\u0000\u001b\u0085\u00a0\u00ad\u2028\u2029\u200b\u200d\u202e\u2066\ufeff\uffff`,
  ...[
    '\ud800',
    '\udfff',
    '\u{1f600}',
    '\u{e0041}',
    '\r\n',
    ': ',
    ' #',
    '- ',
    "''",
    '"]',
    '…',
    ']:',
    '\\u0041',
    '\\U0001f600',
  ],
  ...[
    '[ref=e9]',
    ' [ref=e9]:',
    '\n- button "x" [ref=e9]',
    'text: x',
    '/url: x',
    '… 3 more (depth limit): x',
    '[frame unavailable: x]',
  ],
  ...[
    'true',
    'No',
    'y',
    'null',
    '12',
    '1e3',
    '0x1F',
    '1:30',
    '2001-12-14',
    '<<',
    '.inf',
    '---',
    '...',
    'word',
    'ü',
    '日本',
    'x'.repeat(200),
    "'".repeat(200),
  ],
];

const nasty = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 8 }).map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 })
      .map((units) => String.fromCharCode(...units)),
  },
);

const states: fc.Arbitrary<States> = fc.dictionary(
  fc.constantFrom(
    'checked',
    'disabled',
    'expanded',
    'level',
    'roledescription',
    'current',
    'controls',
    'novel',
    'selected',
    'ref',
    'box',
  ),
  fc.oneof(
    nasty,
    fc.boolean(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  ),
  { maxKeys: 4 },
);

const url = fc.oneof(
  nasty,
  nasty.map((rest) => `https://a.test/${rest}`),
  nasty.map((rest) => `data:text/html,${rest}`),
  fc.constant('about:srcdoc'),
);

const textNode: fc.Arbitrary<SnapshotChild> = nasty.map((text) => ({ role: 'text', text }));

const { tree } = fc.letrec<{ tree: SnapshotNode }>((tie) => ({
  tree: fc
    .record(
      {
        ref: fc.integer({ min: 1, max: 2 ** 31 }).map((element) => `c9p9f9e${element}`),
        tag: fc.constantFrom('div', 'a'),
        role: fc.constantFrom(
          'button',
          'generic',
          'textbox',
          'combobox',
          'option',
          'group',
          'text',
          'doc-subtitle',
          'iframe',
        ),
        name: nasty,
        description: nasty,
        value: nasty,
        states,
        url,
        placeholder: nasty,
        text: nasty,
        computed: fc.record({
          focusable: fc.boolean(),
          interactive: fc.boolean(),
          visible: fc.boolean(),
          accessible: fc.boolean(),
        }),
        box: fc.record({ x: fc.integer(), y: fc.integer(), width: fc.nat(), height: fc.nat() }),
        isFrame: fc.constant(true as const),
        frameUrl: url,
        frame: fc.constant('c9p9f9'),
        frameError: nasty,
        cut: fc.record(
          {
            reason: fc.constantFrom('depth' as const, 'nodes' as const, 'time' as const, 'text' as const),
            count: fc.nat(),
          },
          { requiredKeys: ['reason'] },
        ),
        children: fc.array(fc.oneof({ maxDepth: 4 }, textNode, tie('tree')), { maxLength: 4 }),
      },
      { requiredKeys: ['ref', 'tag', 'role', 'name', 'states', 'computed', 'children'] },
    )
    // exactOptionalPropertyTypes: the record above never sets an optional key to undefined.
    .map((node) => node as SnapshotNode),
}));

/** What the text expresses of a tree. */
function carried(node: SnapshotNode, origin: string | undefined): ParsedNode {
  const shown = Object.fromEntries(
    shownStates(node.role, node.states).map(([key, value]) => [
      key,
      typeof value === 'string' ? wellFormed(value) : value,
    ]),
  );
  const editable = shown.editable === true;
  const interactive = ['button', 'textbox', 'combobox', 'option', 'iframe'].includes(node.role) || editable;
  const inside =
    !node.isFrame || !node.frameUrl || node.frameUrl.startsWith('about:') ? origin : originOf(node.frameUrl);
  const children: ParsedChild[] = node.text ? [{ role: 'text', text: wellFormed(node.text) }] : [];
  for (const child of node.children)
    children.push(isText(child) ? { role: 'text', text: wellFormed(child.text) } : carried(child, inside));
  const [only] = children;
  // A single text is the node's text; an empty one expresses nothing.
  const text = children.length === 1 && only && !('ref' in only) ? only.text : undefined;
  return defined({
    ref: node.ref,
    role: node.role,
    name: wellFormed(node.name),
    states: shown,
    clickable: !interactive && node.computed.interactive ? true : undefined,
    focusable: !interactive && !node.computed.interactive && node.computed.focusable ? true : undefined,
    url: node.url && node.tag === 'a' ? wellFormed(shortUrl(node.url, origin)) : undefined,
    src:
      node.isFrame && node.frameUrl && node.frameUrl !== 'about:srcdoc'
        ? wellFormed(shortUrl(node.frameUrl, origin))
        : undefined,
    frame: node.isFrame && node.children.length === 0 ? node.frame : undefined,
    placeholder:
      node.placeholder && node.placeholder !== node.name ? wellFormed(node.placeholder) : undefined,
    description: node.description ? wellFormed(node.description) : undefined,
    value: node.value ? wellFormed(node.value) : undefined,
    text: text || undefined,
    box: node.box,
    cuts: node.cut ? [node.cut] : [],
    children: text === undefined ? children : [],
  });
}

// The callers list every required key, and none of those is undefined.
function defined(node: { [Key in keyof ParsedNode]: ParsedNode[Key] | undefined }): ParsedNode {
  return Object.fromEntries(
    Object.entries(node).filter(([, value]) => value !== undefined),
  ) as unknown as ParsedNode;
}

/** Reasons are clipped, so their beginnings are compared separately. */
function reasonsOf(node: SnapshotNode): (string | undefined)[] {
  const own = node.isFrame ? node.frameError : undefined;
  return [own, ...node.children.flatMap((child) => (isText(child) ? [] : reasonsOf(child)))];
}

function withoutReasons(node: ParsedNode): ParsedNode {
  const { frameError: _, ...rest } = node;
  return {
    ...rest,
    children: rest.children.map((child) => ('ref' in child ? withoutReasons(child) : child)),
  };
}

type YamlItem = string | Record<string, unknown>;

/** The heads, texts and details that a YAML parser sees, in order with their depth. */
function yamlLines(items: YamlItem[], depth = 0): [depth: number, key: string, value?: unknown][] {
  return items.flatMap((item) => {
    if (typeof item === 'string') return [[depth, item] as [number, string]];
    expect(Object.keys(item)).toHaveLength(1);
    const [key, value] = Object.entries(item)[0] ?? ['', null];
    if (!Array.isArray(value)) return [[depth, key, value] as [number, string, unknown]];
    return [[depth, key] as [number, string], ...yamlLines(value as YamlItem[], depth + 1)];
  });
}

/** A head as documented: a role, a JSON string, flags whose values are bare or JSON strings. */
function readHead(head: string): { role: string; name: string; flags: string[] } {
  const [, role = '', rest = ''] = /^([A-Za-z][\w-]*)(.*)$/s.exec(head) ?? [];
  const [quoted] = /^ "(?:[^"\\]|\\.)*"/.exec(rest) ?? [''];
  const flags = rest.slice(quoted.length).match(/ \[(?:[^"\]]|"(?:[^"\\]|\\.)*")*\]/g) ?? [];
  expect(` ${role}${quoted}${flags.join('')}`).toBe(` ${head}`);
  return {
    role,
    name: quoted === '' ? '' : JSON.parse(quoted),
    flags: flags.map((flag) => flag.slice(2, -1)),
  };
}

function elements(node: ParsedNode): ParsedNode[] {
  return [node, ...node.children.flatMap((child) => ('ref' in child ? elements(child) : []))];
}

describe('the text of any tree', () => {
  it('is read back by our own parser', () => {
    fc.assert(
      fc.property(tree, (root) => {
        const parsed = parseSnapshot(renderTree(root, { url: PAGE_URL }));
        expect(parsed).toMatchObject({ ok: true });
        if (!parsed.ok) return;
        expect(withoutReasons(parsed.root)).toEqual(carried(root, 'https://a.test'));
        const reasons = elements(parsed.root).map(({ frameError }) => frameError?.replace(/…$/, ''));
        for (const [index, reason] of reasonsOf(root).entries()) {
          expect(reasons[index] === undefined).toBe(reason === undefined);
          expect(wellFormed(reason ?? '').startsWith(reasons[index] ?? '')).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is the same if parts of it were rendered before, in any place', () => {
    fc.assert(
      fc.property(tree, (root) => {
        const texts = new KnownTexts();
        const wrapped: SnapshotNode = { ...root, ref: 'e900', children: [root, { ...root, ref: 'e901' }] };
        for (const each of [root, wrapped, root]) {
          const known = renderTree(each, { url: PAGE_URL, texts });
          expect(known).toBe(renderTree(each, { url: PAGE_URL }));
          expect(renderTree(each, { url: PAGE_URL, texts })).toBe(known);
        }
      }),
      { numRuns: 100 },
    );
  });

  it.each(['1.1', '1.2'] as const)('is read by a parser of YAML %s into the same nodes', (version) => {
    fc.assert(
      fc.property(tree, (root) => {
        const text = renderTree(root, { url: PAGE_URL });
        const parsed = parseSnapshot(text);
        const lines = yamlLines(parseYaml(text, { version, merge: true }));
        const heads = lines.filter(
          ([, key, value]) => !/^[/…]/.test(key) && !(key === 'text' && typeof value === 'string'),
        );
        const expected = parsed.ok ? elements(parsed.root) : [];
        expect(heads).toHaveLength(expected.length);
        for (const [index, [, key, value]] of heads.entries()) {
          const node = expected[index];
          const { role, name, flags } = readHead(key);
          expect(role).toBe(node?.role);
          if (name !== '') expect(name).toBe(node?.name);
          expect(flags.filter((flag) => flag.startsWith('ref='))).toEqual([`ref=${node?.ref}`]);
          if (value !== undefined) expect([node?.value, node?.text]).toContain(value);
        }
        const names = lines.filter(([, key]) => key === '/name');
        for (const [, , value] of names) expect(expected.map(({ name }) => name)).toContain(value);
        for (const [, key, value] of lines)
          if (key === 'text' || /^\/(?:value|url|description)$/.test(key)) expect(value).toBeTypeOf('string');
      }),
      { numRuns: 300 },
    );
  });

  it('never has a forged line or ref, or an invisible character', () => {
    const count = (node: SnapshotNode): number =>
      1 + node.children.reduce((sum, child) => sum + (isText(child) ? 0 : count(child)), 0);
    fc.assert(
      fc.property(tree, (root) => {
        const text = renderTree(root, { url: PAGE_URL });
        expect(text.match(/\[ref=/gi)).toHaveLength(count(root));
        expect(text).not.toMatch(/[^\P{Cc}\n]|[\u2028-\u202e\u2066-\u2069\ufeff]|\p{Cs}/u);
        for (const line of text.split('\n')) expect(line).toMatch(/^ *- \S/);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the parser', () => {
  it.each([
    ['', 'no node in the text'],
    ['button', 'expected "- "'],
    ['- button', 'expected [ref=…]'],
    ['- button "x [ref=e1]', 'expected [ref=…]'],
    ['- button "\\x" [ref=e1]', 'not a quoted string'],
    ['- button [ref=e1] tail', 'unexpected'],
    ["- 'button [ref=e1]", "closing '"],
    ["- 'button [ref=e1] tail'", 'unexpected'],
    ['- button [ref=e1]\n- button [ref=e2]', 'only one node'],
    ['- button [ref=e1]:\n    - button [ref=e2]', 'nothing above holds this line'],
    ['- button [ref=e1]: x\n  - button [ref=e2]', 'nothing above holds this line'],
    ['- button [ref=e1]:\n  - … what: x', 'unknown mark'],
    ['- text: x', 'only one node'],
    [' - button [ref=e1]', 'even number of spaces'],
  ])('refuses %j', (text, message) => {
    const parsed = parseSnapshot(text);
    expect(parsed).toMatchObject({ ok: false });
    expect(!parsed.ok && parsed.message).toContain(message);
  });

  it('accepts any text without throwing', () => {
    fc.assert(fc.property(nasty, (text) => void expect(parseSnapshot(`- ${text}`)).toHaveProperty('ok')));
  });

  it('reads 10 MB of one line', () => {
    const long = 'x"\\'.repeat(3_300_000);
    expect(parseSnapshot(`- button "${long}`)).toMatchObject({ ok: false });
    expect(parseSnapshot(`- 'button ${long}`)).toMatchObject({ ok: false });
    expect(parseSnapshot(`- paragraph [ref=e1]: ${long}`)).toMatchObject({ ok: true });
  });
});
