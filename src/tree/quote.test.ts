import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clip, quote, roleAndName, unquote, wellFormed, yamlScalar } from './quote.js';

const anyText = fc.string({ unit: 'binary' });

describe('quote', () => {
  it('is a JSON string of the same text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(JSON.parse(quote(text))).toBe(text);
      }),
    );
  });

  it('clips long text with a mark', () => {
    expect(quote('abcdef', 4)).toBe('"abc…"');
    expect(quote('abcd', 4)).toBe('"abcd"');
    expect(roleAndName('button', 'Pay')).toBe('button "Pay"');
    expect(roleAndName('button', '')).toBe('button');
  });
});

describe('unquote', () => {
  it('reads both kinds of quoted strings back', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(unquote(quote(text))).toBe(text);
        const scalar = yamlScalar(text);
        expect(scalar.startsWith('"') ? unquote(scalar) : scalar).toBe(text);
      }),
    );
    expect(unquote('"\\U000e0041\\\\U000e0041"')).toBe('\u{e0041}\\U000e0041');
  });

  it.each(['', '"', '"a', 'a', '12', '"\\q"', '"\n"', '"a" "b"'])('refuses %j', (text) => {
    expect(unquote(text)).toBeUndefined();
  });
});

describe('clip', () => {
  it('never makes the text longer, nor splits a surrogate pair', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 20 }), (text, max) => {
        const clipped = clip(text, max);
        expect(clipped.length).toBeLessThanOrEqual(max);
        expect(clipped === text || clipped.endsWith('…')).toBe(true);
        expect(wellFormed(clipped)).toBe(clipped);
      }),
    );
  });
});
