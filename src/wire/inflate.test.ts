import { describe, expect, it } from 'vitest';
import { isText, type SnapshotNode } from '../tree/node.js';
import { inflate } from './inflate.js';
import { WIRE_FLAGS, type WireRow } from './rows.js';

const MAIN = { context: 0, page: 0, frame: 0 };
const SEEN = WIRE_FLAGS.visible | WIRE_FLAGS.accessible;
const BARE = {
  states: {},
  computed: { focusable: false, interactive: false, visible: true, accessible: true },
};

describe('inflate', () => {
  it('builds the tree from rows in document order', () => {
    const rows: WireRow[] = [
      [0, 1, 'body', 'generic', '', SEEN],
      [1, 2, 'main', 'main', '', SEEN],
      [2, 'Hello'],
      [
        2,
        3,
        'a',
        'link',
        'Home',
        SEEN | WIRE_FLAGS.focusable | WIRE_FLAGS.interactive,
        { url: 'https://a.test/' },
      ],
      [1, 4, 'h1', 'heading', 'Title', SEEN, { states: { level: 1 }, description: 'd', text: 't' }],
    ];
    const { root, frames, uidMap } = inflate(rows, MAIN);
    expect(root).toEqual({
      ref: 'e1',
      tag: 'body',
      role: 'generic',
      name: '',
      ...BARE,
      children: [
        {
          ref: 'e2',
          tag: 'main',
          role: 'main',
          name: '',
          ...BARE,
          children: [
            { role: 'text', text: 'Hello' },
            {
              ref: 'e3',
              tag: 'a',
              role: 'link',
              name: 'Home',
              states: {},
              url: 'https://a.test/',
              computed: { focusable: true, interactive: true, visible: true, accessible: true },
              children: [],
            },
          ],
        },
        {
          ref: 'e4',
          tag: 'h1',
          role: 'heading',
          name: 'Title',
          ...BARE,
          states: { level: 1 },
          description: 'd',
          text: 't',
          children: [],
        },
      ],
    });
    expect(frames).toEqual([]);
    expect(uidMap).toEqual([]);
  });

  it('prefixes refs with the frame, in the style asked for', () => {
    const rows: WireRow[] = [[0, 7, 'body', 'generic', '', SEEN]];
    const address = { context: 0, page: 1, frame: 2 };
    expect(inflate(rows, address).root.ref).toBe('p1f2e7');
    expect(inflate(rows, address, 'full').root.ref).toBe('c0p1f2e7');
  });

  it('lists iframes in document order and selectors under the printed ref', () => {
    const rows: WireRow[] = [
      [0, 1, 'body', 'generic', '', SEEN, { css: 'body', xpath: '/html/body' }],
      [
        1,
        2,
        'iframe',
        'iframe',
        'Pay',
        SEEN | WIRE_FLAGS.frame,
        { frameUrl: 'https://pay.test/', frameName: 'pay', crossOrigin: true, css: ['#host', 'iframe'] },
      ],
    ];
    const { frames, uidMap } = inflate(rows, { ...MAIN, frame: 3 });
    expect(frames).toMatchObject([
      { ref: 'f3e2', isFrame: true, frameUrl: 'https://pay.test/', frameName: 'pay', crossOrigin: true },
    ]);
    expect(uidMap).toEqual([
      { uid: 'f3e1', css: 'body', xpath: '/html/body' },
      { uid: 'f3e2', css: ['#host', 'iframe'] },
    ]);
  });

  it('replaces lone surrogates everywhere, and keeps whole pairs', () => {
    const rows: WireRow[] = [
      [0, 1, 'p', 'paragraph', 'a\ud800b', SEEN, { value: '\udc00', states: { roledescription: '\ud83d' } }],
      [1, '\ud83d\ude00\ud83d'],
    ];
    const { root } = inflate(rows, MAIN);
    expect(root).toMatchObject({ name: 'a\ufffdb', value: '\ufffd', states: { roledescription: '\ufffd' } });
    expect(root.children).toEqual([{ role: 'text', text: '\u{1f600}\ufffd' }]);
  });

  it('survives a depth of 10,000', () => {
    const rows: WireRow[] = Array.from({ length: 10_000 }, (_, depth) => [
      depth,
      depth + 1,
      'div',
      'generic',
      '',
      SEEN,
    ]);
    let node: SnapshotNode | undefined = inflate(rows, MAIN).root;
    let depth = 0;
    for (; node; depth++) node = node.children.find((child) => !isText(child)) as SnapshotNode | undefined;
    expect(depth).toBe(10_000);
  });

  it.each<[string, WireRow[]]>([
    ['no rows', []],
    ['a text as root', [[0, 'x']]],
    ['a root that is not at depth 0', [[1, 1, 'p', 'paragraph', '', 0]]],
    [
      'two roots',
      [
        [0, 1, 'p', 'paragraph', '', 0],
        [0, 2, 'p', 'paragraph', '', 0],
      ],
    ],
    [
      'a skipped level',
      [
        [0, 1, 'p', 'paragraph', '', 0],
        [2, 2, 'p', 'paragraph', '', 0],
      ],
    ],
    [
      'a child of a text',
      [
        [0, 1, 'p', 'paragraph', '', 0],
        [1, 'x'],
        [2, 2, 'p', 'paragraph', '', 0],
      ],
    ],
  ])('refuses %s', (_, rows) => {
    expect(() => inflate(rows, MAIN)).toThrow(/capture/);
  });
});
