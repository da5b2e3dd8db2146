/**
 * Page-controlled text in an answer. An answer is made of lines, and headings and fences are what divides it:
 * so a string of a page is never more than a part of one line, and no such line starts like a heading or a fence.
 * Nor does it hold `[ref=`, or start like an item of one of our lists.
 */
import { clip } from '../tree/quote.js';

/** Control, format and separator characters, and half surrogate pairs; joiners are kept, since scripts and emoji need them. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const DIVIDES = /^\s*(?:#|```|~~~)/;
const LISTED = /^\s*- /;
const REF = /\[(?=ref=)/gi;
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A string of a page: one line, whatever it holds, that can't be taken for one of ours. */
export function oneLine(text: string, max = Number.POSITIVE_INFINITY): string {
  const line = ourLine(clip(text, max)).replace(REF, '\\u005b');
  return LISTED.test(line) ? `\\${line}` : line;
}

/** A line that we wrote, in which there may be refs, and strings of a page that somebody forgot. */
export function ourLine(text: string): string {
  const line = text.replace(UNSEEN, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const hex = code.toString(16);
    return SHORT[character] ?? (code > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`);
  });
  return DIVIDES.test(line) ? `\\${line}` : line;
}

/** Text that may have several lines: each is made safe, and all but the first are set in. */
export function lines(text: string): string {
  return text
    .split(/\r\n|\n/)
    .map((each, at) => (at === 0 ? ourLine(each) : `  ${ourLine(each)}`))
    .join('\n');
}

/** A JavaScript string literal in single quotes, without a ref in it that is not ours. */
export function literal(text: string): string {
  const body = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replace(REF, '\\u005b');
  return `'${body}'`;
}
