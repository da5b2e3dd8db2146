/** Finds lines of a DOM text and shows them in context, like `grep -n -C`. */

import { clip } from '../quote.js';
import { type FindQuery, matcherOf } from './find.js';

export interface FindLinesOptions {
  /** Lines before and after a match. */
  context?: number;
  /** How many matches are shown; all are counted. */
  limit?: number;
  /** Only inside the iframe with this ref. */
  iframe?: string;
}

export type FoundLines = { ok: true; total: number; lines: string[] } | { ok: false; message: string };

export const CONTEXT_LINES = 3;
const LIMIT = 10;
const MAX_LINE = 400;
/** Places that are named: a page may have thousands. */
const MAX_UNREAD = 5;

/** `12: <input …` for a match, `11- …` for a context line; `…` between places. */
export function findLines(text: string, query: FindQuery, options: FindLinesOptions = {}): FoundLines {
  const matcher = matcherOf(query);
  if (!matcher.ok) return matcher;
  const all = text.split('\n');
  const { from, to } = rangeOf(all, options.iframe);
  const { context = CONTEXT_LINES, limit = LIMIT } = options;
  const lines: string[] = [];
  let total = 0;
  /** The first line that has not been shown yet. */
  let next = from;
  for (let at = from; at < to; at++) {
    if (matcher.search(all[at] ?? '') < 0) continue;
    total++;
    if (total > limit) continue;
    const start = Math.max(next, at - context);
    if (lines.length > 0 && start > next) lines.push('…');
    for (let line = start; line < at; line++) lines.push(numbered(all, line, '-'));
    lines.push(numbered(all, at, ':'));
    next = at + 1;
    for (const end = Math.min(to, at + context + 1); next < end; next++) {
      if (matcher.search(all[next] ?? '') >= 0) break;
      lines.push(numbered(all, next, '-'));
    }
  }
  const first = limit === 1 ? 'the first is shown' : `the first ${limit} are shown`;
  const shown = total > limit ? `${first}, raise limit` : total === 1 ? 'shown' : 'all shown';
  const lead = total === 1 ? '1 line matches' : `${total} lines match`;
  lines.unshift(total === 0 ? 'No line matches' : `${lead}: ${shown}`);
  const unread = unreadIn(all, from, to);
  if (unread.length > 0) {
    const more = unread.length > MAX_UNREAD ? `; ${unread.length - MAX_UNREAD} more places` : '';
    lines.push(`Not searched: ${unread.slice(0, MAX_UNREAD).join('; ')}${more}`);
  }
  return { ok: true, total, lines };
}

/** Where a limit or a frame left something out. The page can't write a comment. */
const UNREAD = /<!-- (?:… (?<what>.+) )?not read: (?<why>.*?) -->/;

function unreadIn(lines: readonly string[], from: number, to: number): string[] {
  const places: string[] = [];
  for (let at = from; at < to; at++) {
    const { what = 'the frame', why } = UNREAD.exec(lines[at] ?? '')?.groups ?? {};
    if (why !== undefined) places.push(`${what} at line ${at + 1} (${clip(why, 200)})`);
  }
  return places;
}

/** The lines between the marks of an iframe; all lines without one. */
function rangeOf(lines: readonly string[], iframe: string | undefined): { from: number; to: number } {
  if (iframe === undefined) return { from: 0, to: lines.length };
  const mark = (word: string) =>
    lines.findIndex((line) => line.trim() === `<!-- ${word} IFRAME ${iframe} -->`);
  const [begin, end] = [mark('BEGIN'), mark('END')];
  return begin < 0 || end < 0 ? { from: 0, to: 0 } : { from: begin + 1, to: end };
}

/** Text of the page cannot be mistaken for a ref of a snapshot. */
const REF = /\[(?=ref=)/gi;

const numbered = (lines: readonly string[], at: number, mark: string): string =>
  `${at + 1}${mark} ${clip(lines[at] ?? '', MAX_LINE).replace(REF, '&#91;')}`;
