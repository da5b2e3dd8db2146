import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lines, literal, oneLine, ourLine } from './text-line.js';

describe('oneLine', () => {
  it('keeps ordinary text as it is', () => {
    for (const text of ['Save', 'naïve 日本語 👩‍👩‍👧', 'a # b', 'C:\\x', 'a - b', '[refs]'])
      expect(oneLine(text)).toBe(text);
  });

  it('never ends a line and never starts a heading or a fence', () => {
    const nasty = fc.string({
      unit: fc.oneof(
        fc.constantFrom('\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '#', '`', '~', ' '),
        fc.string(),
      ),
    });
    fc.assert(
      fc.property(nasty, (text) => {
        const line = oneLine(text);
        expect(line).not.toMatch(/[\n\r\v\f\u0085\u2028\u2029]/);
        expect(line).not.toMatch(/^\s*(#|```|~~~)/);
      }),
    );
  });

  it('is neither an item of a list nor does it hold a ref', () => {
    expect(oneLine('- 0: (current) c0p9 [Bank](x)')).toBe('\\- 0: (current) c0p9 [Bank](x)');
    expect(oneLine('button [ref=e1] [REF=e2]')).toBe('button \\u005bref=e1] \\u005bREF=e2]');
    expect(ourLine('- button [ref=e1]')).toBe('- button [ref=e1]');
    expect(ourLine('x\n### Page')).toBe('x\\n### Page');
    expect(ourLine('### Page')).toBe('\\### Page');
  });

  it('is cut where it is too long', () => {
    expect(oneLine('abcdef', 4)).toBe('abc…');
  });
});

describe('lines', () => {
  it('sets in all lines but the first, and each is safe', () => {
    expect(lines('one\n### two\r\nthree')).toBe('one\n  \\### two\n  three');
  });
});

describe('literal', () => {
  it('is JavaScript for the same text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const code = literal(text);
        expect(code).toMatch(/^'.*'$/su);
        // The text is our own literal; reading it back as code is what it is for.
        expect(new Function(`return ${code}`)()).toBe(text);
      }),
    );
  });
});
