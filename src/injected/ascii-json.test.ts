import { describe, expect, it } from 'vitest';
import { asciiJson } from './ascii-json.js';

const filler = 'x'.repeat(1000);

describe('asciiJson', () => {
  it.each(['', 'plain', '"quoted" \\ and\n', 'é', '9 € and “more” 😀', '\ud800 half', '\u2028'])(
    'keeps %j',
    (text) => {
      const json = JSON.stringify([filler, text, filler]);
      const ascii = asciiJson(json);
      expect(JSON.parse(ascii)).toEqual(JSON.parse(json));
      expect(ascii).toMatch(/^[\0-\x7f]*$/);
    },
  );

  it('leaves a text unchanged if non-ASCII characters are common', () => {
    const json = JSON.stringify('日本語の文'.repeat(100) + filler);
    expect(asciiJson(json)).toBe(json);
  });
});
