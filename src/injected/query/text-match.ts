/** How a text is compared with what the caller asked for. */
import type { TextMatch } from '../../wire/api.js';
import { SelectorError } from './engine.js';

export const normalize = (text: string): string =>
  text
    .replace(/[\u200b\u00ad]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

export type Matcher = (text: string) => boolean;

/** Differences in white space never matter. */
export function matcherOf(match: TextMatch): Matcher {
  if ('regex' in match) {
    const regex = regexOf(match);
    return (text) => regex.test(normalize(text));
  }
  const wanted = normalize(match.text);
  if (match.exact) return (text) => normalize(text) === wanted;
  const lower = wanted.toLowerCase();
  return (text) => normalize(text).toLowerCase().includes(lower);
}

/** With `g` and `y`, a regular expression would keep its position between calls. */
function regexOf(match: { regex: string; flags: string }): RegExp {
  try {
    return new RegExp(match.regex, match.flags.replace(/[gy]/g, ''));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SelectorError(`/${match.regex}/${match.flags}`, reason);
  }
}
