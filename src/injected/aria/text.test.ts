import { describe, expect, it } from 'vitest';
import { collapse, isBlank, transform } from './text.js';

describe('collapse', () => {
  it.each([
    ['', ''],
    [' ', ''],
    ['a', 'a'],
    ['\n a \t\f\r b ', 'a b'],
    ['\u00a0a\u00a0', '\u00a0a\u00a0'],
    ['a\u00a0 b', 'a\u00a0 b'],
  ])('%j', (text, expected) => {
    expect(collapse(text)).toBe(expected);
  });
});

it('counts only ASCII white space as blank', () => {
  expect([null, undefined, '', ' \n'].map(isBlank)).toEqual([true, true, true, true]);
  expect(['\u00a0', '\u2800', 'x'].map(isBlank)).toEqual([false, false, false]);
});

describe('transform', () => {
  it.each([
    ['none', 'Call us'],
    ['uppercase', 'CALL US'],
    ['lowercase', 'call us'],
    ['capitalize', 'Call Us'],
    ['full-size-kana', 'Call us'],
  ])('%s', (style, expected) => {
    expect(transform('Call us', style)).toBe(expected);
  });

  it('capitalizes words, not every letter after punctuation', () => {
    expect(transform("don't stop-me (now) 3d état", 'capitalize')).toBe("Don't Stop-Me (Now) 3d État");
  });
});
