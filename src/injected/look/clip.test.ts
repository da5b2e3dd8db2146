import { expect, it } from 'vitest';
import { clip } from './clip.js';

it('cuts to the limit, mark included, and not through a pair', () => {
  expect(clip('abc', 3)).toBe('abc');
  expect(clip('abcd', 3)).toBe('ab…');
  expect(clip('a😀bc', 3)).toBe('a…');
  expect(clip('abcd', 0)).toBe('…');
});
