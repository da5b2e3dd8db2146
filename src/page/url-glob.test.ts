import { describe, expect, it } from 'vitest';
import { urlGlob } from './url-glob.js';

describe('urlGlob', () => {
  it.each([
    ['https://a.test/x', 'https://a.test/x', true],
    ['https://a.test/x', 'https://a.test/xy', false],
    ['**/api/users', 'https://a.test/api/users', true],
    ['**/api/users', 'https://a.test/api/users/1', false],
    ['**/api/**', 'https://a.test/api/users/1?q=1', true],
    ['https://a.test/*.js', 'https://a.test/app.js', true],
    ['https://a.test/*.js', 'https://a.test/lib/app.js', false],
    ['https://a.test/**/app.js', 'https://a.test/app.js', true],
    ['https://a.test/**/app.js', 'https://a.test/a/b/app.js', true],
    ['**/*.{png,jpg}', 'https://a.test/i.png', true],
    ['**/*.{png,jpg}', 'https://a.test/i.gif', false],
    ['**/a?b', 'https://a.test/a?b', true],
    ['**/a?b', 'https://a.test/axb', false],
    ['**', 'anything at all', true],
    ['**/(x)[y].z', 'https://a.test/(x)[y].z', true],
    ['**/{open', 'https://a.test/{open', true],
  ])('%s and %s: %s', (pattern, url, matches) => {
    expect(urlGlob(pattern)(url)).toBe(matches);
  });

  it('refuses an invalid pattern', () => {
    expect(() => urlGlob('')).toThrow('1 to 2000');
  });
});
