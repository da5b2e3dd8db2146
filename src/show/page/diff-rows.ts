/** Two texts as rows of a diff, with what did not change folded away. */
import { diffLines } from '../../tree/diff/line-diff.js';

export type DiffRow =
  | { kind: 'same'; before: number; after: number; text: string }
  | { kind: 'removed'; before: number; text: string }
  | { kind: 'added'; after: number; text: string }
  | { kind: 'gap'; count: number };

const CONTEXT = 3;

/** Line numbers count from 1. Empty if the texts are equal. */
export function diffRows(before: string, after: string): DiffRow[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const changes = diffLines(old, now).toSorted((one, other) => one.newStart - other.newStart);
  const rows: DiffRow[] = [];
  let at = 0;
  let shift = 0;
  const same = (from: number, to: number) => {
    for (let line = from; line < to; line++)
      rows.push({ kind: 'same', before: line - shift + 1, after: line + 1, text: now[line] ?? '' });
  };
  const gap = (count: number) => {
    if (count > 0) rows.push({ kind: 'gap', count });
  };
  changes.forEach(({ oldStart, oldEnd, newStart, newEnd }, index) => {
    const tail = index === 0 ? at : Math.min(at + CONTEXT, newStart);
    const head = Math.max(tail, newStart - CONTEXT);
    same(at, tail);
    gap(head - tail);
    same(head, newStart);
    for (let line = oldStart; line < oldEnd; line++)
      rows.push({ kind: 'removed', before: line + 1, text: old[line] ?? '' });
    for (let line = newStart; line < newEnd; line++)
      rows.push({ kind: 'added', after: line + 1, text: now[line] ?? '' });
    at = newEnd;
    shift = newEnd - oldEnd;
  });
  if (changes.length > 0) {
    const tail = Math.min(at + CONTEXT, now.length);
    same(at, tail);
    gap(now.length - tail);
  }
  return rows;
}

export type SideRow = { kind: 'gap'; count: number } | { kind: 'pair'; left?: DiffRow; right?: DiffRow };

/** Removed lines on the left beside the added lines on the right. */
export function sideBySide(rows: readonly DiffRow[]): SideRow[] {
  const sides: SideRow[] = [];
  let removed: DiffRow[] = [];
  let added: DiffRow[] = [];
  const flush = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++) {
      const [left, right] = [removed[at], added[at]];
      sides.push({ kind: 'pair', ...(left && { left }), ...(right && { right }) });
    }
    [removed, added] = [[], []];
  };
  for (const row of rows) {
    if (row.kind === 'removed') removed.push(row);
    else if (row.kind === 'added') added.push(row);
    else {
      flush();
      sides.push(row.kind === 'gap' ? row : { kind: 'pair', left: row, right: row });
    }
  }
  flush();
  return sides;
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
