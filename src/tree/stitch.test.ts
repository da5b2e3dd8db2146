import { describe, expect, it } from 'vitest';
import { inflate } from '../wire/inflate.js';
import { WIRE_FLAGS, type WireRow } from '../wire/rows.js';
import type { SnapshotNode } from './node.js';
import { type FrameContent, stitch } from './stitch.js';

/** A frame with the given number of iframes: `e1` is its body, `e2` and on are the iframes. */
function capture(frame: number, iframes: number): SnapshotNode {
  const rows: WireRow[] = [[0, 1, 'body', 'generic', '', 0]];
  for (let index = 0; index < iframes; index++)
    rows.push([1, index + 2, 'iframe', 'iframe', `n${index}`, WIRE_FLAGS.frame, { frameUrl: 'about:blank' }]);
  return inflate(rows, { context: 0, page: 0, frame }).root;
}

function content(frame: number, iframes: number, crossOrigin = false): FrameContent {
  return {
    ok: true,
    root: capture(frame, iframes),
    frame: `f${frame}`,
    url: `https://f${frame}.test/`,
    crossOrigin,
  };
}

describe('stitch', () => {
  it('puts frames into their iframes at every level, in document order', () => {
    const { root, iframeRefs, unplaced } = stitch(
      capture(0, 2),
      new Map([
        ['e3', content(2, 0, true)],
        ['f1e2', content(3, 0)],
        ['e2', content(1, 1)],
      ]),
    );
    expect(iframeRefs).toEqual(['e2', 'f1e2', 'e3']);
    expect(unplaced).toEqual([]);
    expect(root.children).toMatchObject([
      {
        ref: 'e2',
        name: 'n0',
        frame: 'f1',
        frameUrl: 'https://f1.test/',
        crossOrigin: false,
        children: [{ ref: 'f1e1', children: [{ ref: 'f1e2', frame: 'f3', children: [{ ref: 'f3e1' }] }] }],
      },
      { ref: 'e3', frame: 'f2', crossOrigin: true, children: [{ ref: 'f2e1' }] },
    ]);
  });

  it('says why an iframe is empty', () => {
    const { root } = stitch(
      capture(0, 3),
      new Map<string, FrameContent>([
        [
          'e2',
          {
            ok: false,
            reason: 'it did not answer within 5 s',
            frame: 'f1',
            url: 'https://slow.test/',
            crossOrigin: true,
          },
        ],
        ['e3', { ok: 'boundary', frame: 'f2', crossOrigin: false }],
      ]),
    );
    expect(root.children).toMatchObject([
      {
        frame: 'f1',
        frameUrl: 'https://slow.test/',
        crossOrigin: true,
        frameError: 'it did not answer within 5 s',
        children: [],
      },
      { frame: 'f2', frameUrl: 'about:blank', crossOrigin: false, children: [] },
      { frameError: 'no frame was found for this element', children: [] },
    ]);
    expect(root.children[1]).not.toHaveProperty('frameError');
  });

  it('returns content that has no iframe', () => {
    expect(
      stitch(
        capture(0, 1),
        new Map([
          ['e2', content(1, 0)],
          ['e9', content(2, 0)],
        ]),
      ).unplaced,
    ).toEqual(['e9']);
  });

  it('never puts one tree in two places', () => {
    const main = capture(0, 2);
    for (const child of main.children) if ('ref' in child) child.ref = 'e2';
    const { root } = stitch(main, new Map([['e2', content(1, 0)]]));
    expect(root.children).toMatchObject([
      { children: [{ ref: 'f1e1' }] },
      { children: [], frameError: 'no frame was found for this element' },
    ]);
  });

  it('survives 10,000 nested frames', () => {
    const contents = new Map<string, FrameContent>();
    for (let frame = 1; frame <= 10_000; frame++)
      contents.set(frame === 1 ? 'e2' : `f${frame - 1}e2`, content(frame, 1));
    const { iframeRefs, unplaced } = stitch(capture(0, 1), contents);
    expect(iframeRefs).toHaveLength(10_001);
    expect(iframeRefs.at(-1)).toBe('f10000e2');
    expect(unplaced).toEqual([]);
  });
});
