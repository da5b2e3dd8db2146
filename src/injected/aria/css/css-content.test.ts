import { describe, expect, it } from 'vitest';
import { parseContent } from './css-content.js';

const text = (value: string) => ({ kind: 'text', text: value });

describe('parseContent', () => {
  it('is undefined where there is no content', () => {
    for (const value of ['', 'none', 'normal']) expect(parseContent(value)).toBeNull();
  });

  it('reads strings, with escapes', () => {
    expect(parseContent(String.raw`"a\"b" 'c' "\201C\22 d\a e"`)?.parts).toEqual([
      text('a"b'),
      text('c'),
      text('“"d\ne'),
    ]);
  });

  it('keeps slashes and brackets in strings', () => {
    expect(parseContent('"a / b (c)" / "d)"')).toEqual({
      parts: [text('a / b (c)')],
      alternative: [text('d)')],
    });
  });

  it('distinguishes an empty alternative from none', () => {
    expect(parseContent('"x" / ""')?.alternative).toEqual([text('')]);
    expect(parseContent('"x"')?.alternative).toBeUndefined();
  });

  it('reads attributes, counters, quotes and images', () => {
    expect(
      parseContent(
        'attr(data-x) counter(n) counters(n, ", ", upper-roman) open-quote url("a)b.png") linear-gradient(red, rgb(0 0 0 / 50%))',
      )?.parts,
    ).toEqual([
      { kind: 'attribute', name: 'data-x', fallback: '' },
      { kind: 'counter', name: 'n', separator: null, style: 'decimal' },
      { kind: 'counter', name: 'n', separator: ', ', style: 'upper-roman' },
      { kind: 'quote', open: true },
      { kind: 'image' },
      { kind: 'image' },
    ]);
    expect(parseContent('attr(data-x type(<string>), "none")')?.parts).toEqual([
      { kind: 'attribute', name: 'data-x', fallback: 'none' },
    ]);
  });

  it('ends at an unclosed string or call', () => {
    for (const value of ['"abc', 'attr(x', 'counter(', '/', '"\\'])
      expect(() => parseContent(value)).not.toThrow();
  });
});
