/**
 * A unified diff as `diff -u` writes it: `patch` and `git apply` make the new text of the old one, byte for
 * byte. Lines end at `\n` and nowhere else.
 */
import { diffLines, type LineChange } from './line-diff.js';

export interface DiffLabels {
  file: string;
  /** After the name of the file, set off by a tab: what the text is. */
  before: string;
  after: string;
}

const CONTEXT = 3;
const NO_END = '\\ No newline at end of file';

/** Empty when nothing changed. */
export function unifiedDiff(before: string, after: string, { file, ...labels }: DiffLabels): string {
  if (before === after) return '';
  const old = linesOf(before);
  const now = linesOf(after);
  const out = [`--- ${file}\t${labels.before}`, `+++ ${file}\t${labels.after}`];
  for (const hunk of hunksOf(diffLines(old, now))) writeHunk(out, hunk, old, now);
  return `${out.join('\n')}\n`;
}

/** Without line ends; a last line that has none says so, and differs from one that has. */
function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  if (last !== '') lines.push(`${last}\n${NO_END}`);
  return lines;
}

/** Changes whose context meets. */
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
): void {
  const [first, last] = [changes[0], changes.at(-1)];
  if (!first || !last) return;
  const lead = Math.min(CONTEXT, first.oldStart);
  const trail = Math.min(CONTEXT, old.length - last.oldEnd);
  const oldFrom = first.oldStart - lead;
  const newFrom = first.newStart - lead;
  const oldCount = last.oldEnd + trail - oldFrom;
  const newCount = last.newEnd + trail - newFrom;
  out.push(`@@ -${span(oldFrom, oldCount)} +${span(newFrom, newCount)} @@`);
  let at = oldFrom;
  for (const { oldStart, oldEnd, newStart, newEnd } of changes) {
    for (; at < oldStart; at++) out.push(` ${old[at]}`);
    for (; at < oldEnd; at++) out.push(`-${old[at]}`);
    for (let line = newStart; line < newEnd; line++) out.push(`+${now[line]}`);
  }
  for (; at < last.oldEnd + trail; at++) out.push(` ${old[at]}`);
}

/** Lines count from 1; of an empty range the line before it is named. */
function span(from: number, count: number): string {
  const start = count === 0 ? from : from + 1;
  return count === 1 ? String(start) : `${start},${count}`;
}
