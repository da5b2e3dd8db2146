import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatFrameHandle,
  formatPageHandle,
  formatRef,
  parseFrameHandle,
  parsePageHandle,
  parseRef,
  type Ref,
} from './ref.js';

const part = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2 ** 31 }));
const anyRef: fc.Arbitrary<Ref> = fc.record({
  context: part,
  page: part,
  frame: part,
  element: fc.integer({ min: 1, max: 2 ** 31 }),
});

describe('refs', () => {
  it.each([
    ['e12', { context: 0, page: 0, frame: 0, element: 12 }],
    ['f1e3', { context: 0, page: 0, frame: 1, element: 3 }],
    ['p1e2', { context: 0, page: 1, frame: 0, element: 2 }],
    ['c1f2e4', { context: 1, page: 0, frame: 2, element: 4 }],
    ['c1p2f3e4', { context: 1, page: 2, frame: 3, element: 4 }],
  ])('prints %s without zero parts', (text, ref) => {
    expect(formatRef(ref)).toBe(text);
    expect(parseRef(text)).toEqual({ ok: true, value: ref });
  });

  it('prints every part when asked', () => {
    expect(formatRef({ context: 0, page: 0, frame: 0, element: 12 }, 'full')).toBe('c0p0f0e12');
  });

  it('reads back every ref in both styles', () => {
    fc.assert(
      fc.property(anyRef, fc.constantFrom('short' as const, 'full' as const), (ref, style) => {
        expect(parseRef(formatRef(ref, style))).toEqual({ ok: true, value: ref });
      }),
    );
  });

  it('reads refs with any zero parts left out', () => {
    for (const text of ['e7', 'f0e7', 'p0e7', 'c0e7', 'p0f0e7', 'c0f0e7', 'c0p0e7', 'c0p0f0e7'])
      expect(parseRef(text)).toEqual({ ok: true, value: { context: 0, page: 0, frame: 0, element: 7 } });
  });

  it.each(['[ref=f1e3]', 'ref=f1e3', ' f1e3 ', '\tref=f1e3\n'])('reads %j, as agents paste it', (text) => {
    expect(parseRef(text)).toEqual({ ok: true, value: { context: 0, page: 0, frame: 1, element: 3 } });
  });

  it.each([
    ['', 'expected e12, f1e3 or c0p1f0e2'],
    ['c0p0', 'it names a page, and no element'],
    ['f1', 'it names a frame, and no element'],
    ['e0', 'elements are numbered from 1'],
    ['e', 'expected'],
    ['e01', 'leading zeros'],
    ['c00e1', 'leading zeros'],
    ['c-1p0f0e1', 'expected'],
    ['e+1', 'expected'],
    ['e1.5', 'expected'],
    ['e1e2', 'expected'],
    ['p1c1e2', 'expected'],
    ['e 1', 'expected'],
    ['c0p0 f0e1', 'expected'],
    ['E1', 'expected'],
    ['e١', 'expected'],
    ['[ref=e1', 'expected'],
    ['#submit', 'expected'],
    ['e2147483649', 'its numbers go up to 2147483648'],
    [`c${'9'.repeat(40)}e1`, 'its numbers go up to'],
  ])('refuses %j', (text, why) => {
    const result = parseRef(text);
    expect(result).toMatchObject({ ok: false });
    expect(!result.ok && result.message).toContain(why);
  });

  it('refuses a value that is not a string, naming its type', () => {
    expect(parseRef(undefined)).toEqual({
      ok: false,
      message: 'Not a valid ref: a value of type undefined: expected e12, f1e3 or c0p1f0e2',
    });
    expect(parseRef(null)).toMatchObject({ ok: false });
    expect(parseRef(12)).toMatchObject({ ok: false });
    expect(parseRef({ toString: () => 'e1' })).toMatchObject({ ok: false });
  });

  it('refuses 10 MB of text with a short message', () => {
    for (const text of ['c0p0f0e1'.repeat(1_250_000), ' '.repeat(10_000_000), `e${'1'.repeat(10_000_000)}`]) {
      const result = parseRef(text);
      expect(result.ok).toBe(false);
      expect(!result.ok && result.message.length).toBeLessThan(200);
    }
  });

  it('refuses every string that is not a ref', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'cpfe0123-+ []=') }), (text) => {
        const result = parseRef(text);
        const bare = text.trim();
        const inner = /^\[ref=(.*)\]$/.exec(bare)?.[1] ?? /^ref=(.*)$/.exec(bare)?.[1] ?? bare;
        expect(result.ok).toBe(/^(c\d+)?(p\d+)?(f\d+)?e\d+$/.test(inner) && !/[cpfe]0\d|e0/.test(inner));
      }),
    );
  });
});

describe('handles', () => {
  it('writes both parts of a page handle', () => {
    expect(formatPageHandle({ context: 0, page: 0 })).toBe('c0p0');
    expect(formatPageHandle({ context: 0, page: 1 })).toBe('c0p1');
    expect(formatPageHandle({ context: 2, page: 0 })).toBe('c2p0');
  });

  it('reads page handles with or without their zero parts', () => {
    for (const text of ['c0p1', 'p1'])
      expect(parsePageHandle(text)).toEqual({ ok: true, value: { context: 0, page: 1 } });
    expect(parsePageHandle('c2')).toEqual({ ok: true, value: { context: 2, page: 0 } });
    for (const text of ['', 'e1', 'f1', 'c0p0e1', 'p01', 'p-1', 0, undefined])
      expect(parsePageHandle(text)).toMatchObject({ ok: false });
  });

  it('writes frame handles short and full, always with the frame', () => {
    expect(formatFrameHandle({ context: 0, page: 0, frame: 1 })).toBe('f1');
    expect(formatFrameHandle({ context: 0, page: 1, frame: 2 })).toBe('p1f2');
    expect(formatFrameHandle({ context: 0, page: 1, frame: 2 }, 'full')).toBe('c0p1f2');
    expect(formatFrameHandle({ context: 0, page: 0, frame: 0 })).toBe('f0');
  });

  it('reads every frame handle in both styles', () => {
    fc.assert(
      fc.property(
        anyRef,
        fc.constantFrom('short' as const, 'full' as const),
        ({ context, page, frame }, style) => {
          const address = { context, page, frame };
          expect(parseFrameHandle(formatFrameHandle(address, style))).toEqual({ ok: true, value: address });
        },
      ),
    );
    for (const text of ['', 'e1', 'f1e1', 'f01', 'f2147483649', 'f1p1'])
      expect(parseFrameHandle(text)).toMatchObject({ ok: false });
  });
});
