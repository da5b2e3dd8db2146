/**
 * URL patterns, as in Playwright: `*` is anything but a slash, `**` anything, `{a,b}` one of several; the pattern
 * must match the whole URL.
 */
import { SightlineError } from '../errors.js';

/** Expanded, it could grow without limit, and it comes from outside. */
const MAX_LENGTH = 2_000;

export function urlGlob(pattern: string): (url: string) => boolean {
  if (pattern === '' || pattern.length > MAX_LENGTH)
    throw new SightlineError('bad-argument', `A pattern has 1 to ${MAX_LENGTH} characters`);
  let source = '';
  let open = false;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at);
    if (character === '*') {
      const start = at;
      while (pattern.charAt(at + 1) === '*') at++;
      source += at > start ? '.*' : '[^/]*';
      // `**/` may match nothing: `**/a` matches `a` too.
      if (at > start && pattern.charAt(at + 1) === '/' && pattern.charAt(start - 1) === '/') {
        source = `${source.slice(0, -2)}(?:.*/)?`;
        at++;
      }
    } else if (character === '{' && !open && pattern.indexOf('}', at) > at) {
      open = true;
      source += '(?:';
    } else if (character === '}' && open) {
      open = false;
      source += ')';
    } else if (character === ',' && open) source += '|';
    else source += character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
  }
  const expression = new RegExp(`^${source}$`, 's');
  return (url) => expression.test(url);
}
