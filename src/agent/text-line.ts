/**
 * Makes page-controlled text safe in an answer. Headings and code fences structure an answer, so a page string never
 * spans lines and never starts a heading, a fence or a list item. It never contains `[ref=` either.
 */
import { clip } from '../tree/quote.js';

/** Control, format and separator characters and lone surrogates. Joiners are kept: scripts and emoji need them. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const DIVIDES = /^\s*(?:#|```|~~~)/;
const LISTED = /^\s*- /;
const REF = /\[(?=ref=)/gi;
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A page string as one line that can't be mistaken for one of ours. */
export function oneLine(text: string, max = Number.POSITIVE_INFINITY): string {
  const line = ourLine(clip(text, max)).replace(REF, '\\u005b');
  return LISTED.test(line) ? `\\${line}` : line;
}

/** One of our own lines. It may contain refs; page strings in it should already be escaped, but lines are safe anyway. */
export function ourLine(text: string): string {
  const line = text.replace(UNSEEN, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const hex = code.toString(16);
    return SHORT[character] ?? (code > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`);
  });
  return DIVIDES.test(line) ? `\\${line}` : line;
}

/** Text of several lines: each is made safe, all but the first are indented. */
export function lines(text: string): string {
  return text
    .split(/\r\n|\n/)
    .map((each, at) => (at === 0 ? ourLine(each) : `  ${ourLine(each)}`))
    .join('\n');
}

/** A JavaScript or JSON value. It can't contain a forged ref. */
export const jsonText = (value: unknown): string => JSON.stringify(value).replace(REF, '\\u005b');

/** A JavaScript string literal in single quotes. It can't contain a forged ref. */
export function literal(text: string): string {
  const body = jsonText(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${body}'`;
}
