/**
 * A unified diff as `diff -u` writes it: `patch` and `git apply` turn the old text into the new one, byte for
 * byte. Only `\n` ends a line.
 */

import { diffLines, type LineChange } from './line-diff.js';
import { commonEnds } from './text-change.js';

export interface DiffLabels {
  file: string;
  /** Labels of the two texts, after the file name and a tab. */
  before: string;
  after: string;
}

const CONTEXT = 3;
const NO_END = '\\ No newline at end of file';

/** Empty when nothing changed. */
export function unifiedDiff(before: string, after: string, { file, ...labels }: DiffLabels): string {
  if (before === after) return '';
  const { start, end, line } = changedPart(before, after);
  const old = linesOf(before.slice(start, before.length - end));
  const now = linesOf(after.slice(start, after.length - end));
  const out = [`--- ${file}\t${labels.before}`, `+++ ${file}\t${labels.after}`];
  for (const hunk of hunksOf(diffLines(old, now))) writeHunk(out, hunk, old, now, line);
  return `${out.join('\n')}\n`;
}

/**
 * The unchanged ends, except the lines of context, need no comparison by line: most changes are in one place of a
 * long text. `line`: how many lines come before the part.
 */
function changedPart(before: string, after: string): { start: number; end: number; line: number } {
  const [same, sameAtEnd] = commonEnds(before, after);
  let start = lineStart(before, same);
  for (let lines = 0; lines < CONTEXT; lines++) start = lineStart(before, start - 1);
  let from = before.length - sameAtEnd;
  // From the next line on, and after the context, everything is the same.
  for (let lines = 0; lines <= CONTEXT && from < before.length; lines++)
    from = before.indexOf('\n', from) + 1 || before.length;
  let line = 0;
  for (let at = before.indexOf('\n'); at >= 0 && at < start; at = before.indexOf('\n', at + 1)) line++;
  return { start, end: Math.max(0, before.length - from), line };
}

/** The start of the line at a position; nothing precedes the start of the text. */
const lineStart = (text: string, at: number): number => (at <= 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1);

/** Without line ends; a last line without one says so, and differs from one that has it. */
function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  if (last !== '') lines.push(`${last}\n${NO_END}`);
  return lines;
}

/** Changes whose contexts meet. */
function hunksOf(changes: readonly LineChange[]): LineChange[][] {
  const hunks: LineChange[][] = [];
  for (const change of changes) {
    const hunk = hunks.at(-1);
    const last = hunk?.at(-1);
    if (hunk && last && change.oldStart - last.oldEnd <= 2 * CONTEXT) hunk.push(change);
    else hunks.push([change]);
  }
  return hunks;
}

function writeHunk(
  out: string[],
  changes: readonly LineChange[],
  old: readonly string[],
  now: readonly string[],
  line: number,
): void {
  const [first, last] = [changes[0], changes.at(-1)];
  if (!first || !last) return;
  const lead = Math.min(CONTEXT, first.oldStart);
  const trail = Math.min(CONTEXT, old.length - last.oldEnd);
  const oldFrom = first.oldStart - lead;
  const newFrom = first.newStart - lead;
  const oldCount = last.oldEnd + trail - oldFrom;
  const newCount = last.newEnd + trail - newFrom;
  out.push(`@@ -${span(line + oldFrom, oldCount)} +${span(line + newFrom, newCount)} @@`);
  let at = oldFrom;
  for (const { oldStart, oldEnd, newStart, newEnd } of changes) {
    for (; at < oldStart; at++) out.push(` ${old[at]}`);
    for (; at < oldEnd; at++) out.push(`-${old[at]}`);
    for (let line = newStart; line < newEnd; line++) out.push(`+${now[line]}`);
  }
  for (; at < last.oldEnd + trail; at++) out.push(` ${old[at]}`);
}

/** Lines count from 1; an empty range names the line before it. */
function span(from: number, count: number): string {
  const start = count === 0 ? from : from + 1;
  return count === 1 ? String(start) : `${start},${count}`;
}
