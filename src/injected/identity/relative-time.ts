/** "3 minutes ago", "just now", "yesterday": texts that only say how late it is, in English and the page's language. */
import { documentElement, getAttribute } from '../dom/intrinsics.js';

const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const;
const STYLES = ['long', 'short', 'narrow'] as const;
/** Languages have other words for one, few and many. */
const COUNTS = [1, 2, 5, 21];
/** What libraries say besides. */
const ENGLISH = ['just now', 'right now', 'moments ago', 'a moment ago', 'a few seconds ago'];
const COUNT = '(?:less than |about |over |almost )?(?:\\d+|an?|one)';

let known: { language: string; pattern: RegExp } | undefined;

/** The text without them. */
export function withoutRelativeTime(text: string, language: string): string {
  return text.replace(patternFor(language), '').trim();
}

export const isRelativeTime = (text: string): boolean =>
  text !== '' && withoutRelativeTime(text, pageLanguage()) === '';

export function pageLanguage(): string {
  const top = documentElement(document);
  const [primary] = /^[a-z]{2,3}(?![a-z])/i.exec((top && getAttribute(top, 'lang')) ?? '') ?? [];
  return primary?.toLowerCase() ?? 'en';
}

function patternFor(language: string): RegExp {
  if (known?.language !== language) {
    const phrases = new Set([...ENGLISH, ...phrasesOf('en'), ...phrasesOf(language)]);
    const longestFirst = [...phrases].sort((one, other) => other.length - one.length);
    const source = longestFirst.map(toPattern).join('|');
    known = { language, pattern: new RegExp(`(?<![\\p{L}\\d])(?:${source})(?![\\p{L}\\d])`, 'giu') };
  }
  return known.pattern;
}

function* phrasesOf(language: string): Generator<string> {
  for (const style of STYLES) {
    const always = new Intl.RelativeTimeFormat(language, { style });
    for (const unit of UNITS)
      for (const count of COUNTS) yield always.format(-count, unit).replace(/\p{Nd}+/u, '#');
  }
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  yield* [words.format(0, 'second'), words.format(0, 'day'), words.format(-1, 'day')];
}

const toPattern = (phrase: string): string =>
  phrase
    .replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    .replace('#', COUNT)
    .replaceAll('\\.', '\\.?')
    .replace(/\s+/g, '\\s+');
