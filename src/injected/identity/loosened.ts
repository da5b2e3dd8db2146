/** A text without what may be a clock or a counter. What is left tells one thing from another; nothing may be left. */
import { isNaming } from './naming-number.js';
import { pageLanguage, withoutRelativeTime } from './relative-time.js';

/** Times, sizes, shares, durations, "1.2K", "1h5m"; not the end of a name: "LH123", "user_17", "INV-1041". */
const NUMBERS =
  /(?<![\p{Lu}\p{Ll}\d_]|[\p{Lu}\p{Ll}]-|\d[-.,:/])(?:\d+(?:[.,:/\-\u2009\u202f]\d+)*(?:\s?(?:%|[KMGT]?i?B|[AP]\.?M\.?|ms|min|sec|hrs?|[kmbshdw])(?!\p{L}))?)+\+?/giu;
/** Between the date and the time. */
const TIME_FOLLOWS = /(?<=\d)T(?=\d)/g;
/** A noun has other endings for one and for many. */
const COUNTED = /#\s*(\p{L}{3})\p{L}*/gu;
const NONE = /^no(?= \p{Ll})/iu;
const LETTER = /\p{L}/u;
/** Dots for who is there, arrows of what is sorted. */
const MARKS = /^[\s#\p{P}\p{Sm}\p{Sk}\u2190-\u21ff\u25a0-\u25ff\u2b00-\u2bff]*$/u;
/** A longer text without a number is more than a time. */
const MAX_TIME = 40;

/** Texts that were asked about: items are read again with every look. */
const MOST_KNOWN = 4_000;
const LONGEST_KNOWN = 100;
const known = { language: '', texts: new Map<string, string>() };

export function loosened(text: string): string {
  if (text.length > LONGEST_KNOWN) return loosenedIn(text, pageLanguage());
  const language = pageLanguage();
  if (known.language !== language || known.texts.size >= MOST_KNOWN) {
    known.language = language;
    known.texts.clear();
  }
  let rest = known.texts.get(text);
  if (rest === undefined) {
    rest = loosenedIn(text, language);
    known.texts.set(text, rest);
  }
  return rest;
}

function loosenedIn(text: string, language: string): string {
  const hasNumber = /\d/.test(text);
  if (!hasNumber && text.length > MAX_TIME) return text;
  const timeless = withoutRelativeTime(text, language).replace(NONE, '#');
  const rest = timeless
    .replace(TIME_FOLLOWS, ' ')
    .replace(NUMBERS, (number, at: number, whole: string) =>
      isNaming(number, whole.slice(0, at), whole.slice(at + number.length), language) ? number : '#',
    )
    .replace(COUNTED, '# $1');
  return !LETTER.test(rest) && MARKS.test(rest) ? '' : rest;
}

/** "12 comments", "3 minutes ago": something is counted, and not named by a number. */
export const isCount = (text: string): boolean =>
  /^(?:[Nn]o|\d[\d.,\s]*[KkM]?\+?)\s\p{Ll}[\p{Ll}\s.]*$/u.test(text);

/** It says how much, how late or who is there, and no number alone. */
export const isPassing = (text: string): boolean =>
  isCount(text) || (!/^[\s\d.,:/-]*$/.test(text) && loosened(text) === '');
