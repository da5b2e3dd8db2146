import { expect, it } from 'vitest';
import { clip } from './clip.js';

it('cuts to the limit, mark included, and never splits a surrogate pair', () => {
  expect(clip('abc', 3)).toBe('abc');
  expect(clip('abcd', 3)).toBe('ab…');
  expect(clip('a😀bc', 3)).toBe('a…');
  expect(clip('abcd', 0)).toBe('…');
});
