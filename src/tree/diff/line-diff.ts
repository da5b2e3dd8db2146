/**
 * What changed between two lists of lines, in linear time whatever they contain. Lines that occur once on both
 * sides are anchors (a line with a ref nearly always is one), and the ranges between anchors are compared
 * separately. Without an anchor, the shortest edit path is searched up to `MAX_EDITS`; from the furthest point
 * reached, the search starts again. So the result is always correct, but not always the shortest.
 */
import { longestIncreasing } from './longest-increasing.js';

/** A range of the old list is replaced by a range of the new one. Ends are exclusive. */
export interface LineChange {
  oldStart: number;
  oldEnd: number;
  newStart: number;
  newEnd: number;
}

/** The search for the shortest path costs the square of this, each time it starts again. */
const MAX_EDITS = 200;
/** Diagonals that so many edits can reach, and one more on either side. */
const WIDTH = 2 * MAX_EDITS + 3;
const MIDDLE = MAX_EDITS + 1;
/**
 * Anchors are searched for until every line has been read about this many times; after that, edits are searched
 * for.
 */
const MAX_READS = 20;
/** A group of added lines that could start further up is moved at most this far. */
const MAX_SLIDE = 200;

export function diffLines(before: readonly string[], after: readonly string[]): LineChange[] {
  const { old, now, kinds } = numbered(before, after);
  const anchors = anchorFinder(old, now, kinds);
  let edits: EditFinder | undefined;
  const changes: LineChange[] = [];
  let reads = MAX_READS * (old.length + now.length);
  const pending: LineChange[] = [{ oldStart: 0, oldEnd: old.length, newStart: 0, newEnd: now.length }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const range = trimmed(next, old, now);
    const removed = range.oldEnd - range.oldStart;
    const added = range.newEnd - range.newStart;
    if (removed === 0 || added === 0) {
      if (removed + added > 0) changes.push(range);
      continue;
    }
    reads -= removed + added;
    const found = reads > 0 ? anchors(range) : [];
    if (found.length > 0) pushGaps(pending, range, found);
    else {
      edits ??= new EditFinder(old, now);
      edits.find(range, changes);
    }
  }
  return joined(changes).map((change, at, all) =>
    slid(change, all[at - 1]?.oldEnd ?? -1, change.oldStart === change.oldEnd ? after : before),
  );
}

/** Equal lines get equal numbers. */
function numbered(before: readonly string[], after: readonly string[]) {
  const numbers = new Map<string, number>();
  const number = (line: string): number => {
    const known = numbers.get(line);
    if (known !== undefined) return known;
    numbers.set(line, numbers.size);
    return numbers.size - 1;
  };
  return { old: Int32Array.from(before, number), now: Int32Array.from(after, number), kinds: numbers.size };
}

function trimmed(range: LineChange, old: Int32Array, now: Int32Array): LineChange {
  let { oldStart, oldEnd, newStart, newEnd } = range;
  while (oldStart < oldEnd && newStart < newEnd && old[oldStart] === now[newStart]) {
    oldStart++;
    newStart++;
  }
  while (oldStart < oldEnd && newStart < newEnd && old[oldEnd - 1] === now[newEnd - 1]) {
    oldEnd--;
    newEnd--;
  }
  return { oldStart, oldEnd, newStart, newEnd };
}

type Anchor = [oldLine: number, newLine: number];

/** In order: gaps are processed from first to last. */
function pushGaps(pending: LineChange[], range: LineChange, anchors: readonly Anchor[]): void {
  let { oldEnd, newEnd } = range;
  for (let at = anchors.length - 1; at >= 0; at--) {
    const [oldLine, newLine] = anchors[at] as Anchor; // within bounds
    pending.push({ oldStart: oldLine + 1, oldEnd, newStart: newLine + 1, newEnd });
    oldEnd = oldLine;
    newEnd = newLine;
  }
  pending.push({ oldStart: range.oldStart, oldEnd, newStart: range.newStart, newEnd });
}

/** Lines that occur once in each range and are in the same order in both. */
function anchorFinder(old: Int32Array, now: Int32Array, kinds: number): (range: LineChange) => Anchor[] {
  const inOld = new Int32Array(kinds);
  const inNew = new Int32Array(kinds);
  const place = new Int32Array(kinds);
  return ({ oldStart, oldEnd, newStart, newEnd }) => {
    for (let line = oldStart; line < oldEnd; line++) bump(inOld, old[line]);
    for (let line = newStart; line < newEnd; line++) {
      bump(inNew, now[line]);
      place[now[line] ?? 0] = line;
    }
    const pairs: Anchor[] = [];
    for (let line = oldStart; line < oldEnd; line++) {
      const kind = old[line] ?? 0;
      if (inOld[kind] === 1 && inNew[kind] === 1) pairs.push([line, place[kind] ?? 0]);
    }
    for (let line = oldStart; line < oldEnd; line++) inOld[old[line] ?? 0] = 0;
    for (let line = newStart; line < newEnd; line++) inNew[now[line] ?? 0] = 0;
    return longestIncreasing(pairs.map(([, newLine]) => newLine)).map((index) => pairs[index] as Anchor); // its own indices
  };
}

function bump(counts: Int32Array, kind: number | undefined): void {
  if (kind !== undefined) counts[kind] = (counts[kind] ?? 0) + 1;
}

/**
 * Myers: after d edits, the furthest old line reached on each diagonal (old line minus new line). All states are
 * kept to trace the path back.
 */
class EditFinder {
  readonly #old: Int32Array;
  readonly #now: Int32Array;
  /** One row per number of edits. */
  readonly #reached = new Int32Array((MAX_EDITS + 1) * WIDTH);

  constructor(old: Int32Array, now: Int32Array) {
    this.#old = old;
    this.#now = now;
  }

  find(range: LineChange, changes: LineChange[]): void {
    let { oldStart, newStart } = range;
    while (oldStart < range.oldEnd || newStart < range.newEnd) {
      const rest = { ...range, oldStart, newStart };
      const { edits, diagonal } = this.#search(rest);
      const path = this.#wayBack(rest, edits, diagonal);
      changes.push(...path.changes);
      oldStart = path.oldEnd;
      newStart = path.newEnd;
    }
  }

  /** To the end of the range, or the furthest point within the edit limit. */
  #search(range: LineChange): { edits: number; diagonal: number } {
    const oldLength = range.oldEnd - range.oldStart;
    const newLength = range.newEnd - range.newStart;
    for (let edits = 0; ; edits++) {
      let best = { edits, diagonal: 0 };
      let furthest = -1;
      const row = edits * WIDTH + MIDDLE;
      for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
        const start = edits === 0 ? 0 : this.#step(row - WIDTH, edits, diagonal);
        const isInside = start <= oldLength && start - diagonal <= newLength;
        const x = isInside ? start + this.#equalFrom(range, start, start - diagonal) : start;
        this.#reached[row + diagonal] = x;
        if (x === oldLength && x - diagonal === newLength) return { edits, diagonal };
        if (isInside && 2 * x - diagonal > furthest) {
          furthest = 2 * x - diagonal;
          best = { edits, diagonal };
        }
      }
      if (edits === MAX_EDITS) return best;
    }
  }

  /** How many lines are equal from there on. */
  #equalFrom({ oldStart, oldEnd, newStart, newEnd }: LineChange, x: number, y: number): number {
    const most = Math.min(oldEnd - oldStart - x, newEnd - newStart - y);
    let equal = 0;
    while (equal < most && this.#old[oldStart + x + equal] === this.#now[newStart + y + equal]) equal++;
    return equal;
  }

  /**
   * The old line that one more edit leads to: a line added from the diagonal above, or removed from the one
   * below.
   */
  #step(row: number, edits: number, diagonal: number): number {
    const added = diagonal < edits - 1 ? (this.#reached[row + diagonal + 1] ?? 0) : -1;
    const removed = diagonal > 1 - edits ? (this.#reached[row + diagonal - 1] ?? 0) + 1 : -1;
    return Math.max(added, removed);
  }

  #wayBack(
    { oldStart, newStart }: LineChange,
    edits: number,
    diagonal: number,
  ): { changes: LineChange[]; oldEnd: number; newEnd: number } {
    const changes: LineChange[] = [];
    const x = this.#reached[edits * WIDTH + MIDDLE + diagonal] ?? 0;
    const end = { oldEnd: oldStart + x, newEnd: newStart + x - diagonal };
    for (let left = edits; left > 0; left--) {
      const row = (left - 1) * WIDTH + MIDDLE;
      const line = this.#step(row, left, diagonal);
      const added = diagonal < left - 1 && line === this.#reached[row + diagonal + 1];
      const [oldAt, newAt] = [oldStart + line, newStart + line - diagonal];
      changes.push(
        added
          ? { oldStart: oldAt, oldEnd: oldAt, newStart: newAt - 1, newEnd: newAt }
          : { oldStart: oldAt - 1, oldEnd: oldAt, newStart: newAt, newEnd: newAt },
      );
      diagonal += added ? 1 : -1;
    }
    return { changes: changes.reverse(), ...end };
  }
}

/** Joins adjacent changes. */
function joined(changes: readonly LineChange[]): LineChange[] {
  const all: LineChange[] = [];
  for (const change of changes) {
    const last = all.at(-1);
    if (last && last.oldEnd === change.oldStart && last.newEnd === change.newStart) {
      last.oldEnd = change.oldEnd;
      last.newEnd = change.newEnd;
    } else all.push({ ...change });
  }
  return all;
}

/**
 * If `</li> <li> B </li>` is added after `<li> A </li>`, either the last three or the middle three lines can
 * count as new. Prefers those that form a whole element. `above`: where the previous change ends.
 */
function slid(change: LineChange, above: number, lines: readonly string[]): LineChange {
  const { oldStart, oldEnd, newStart, newEnd } = change;
  if (oldStart !== oldEnd && newStart !== newEnd) return change;
  const [start, end] = oldStart === oldEnd ? [newStart, newEnd] : [oldStart, oldEnd];
  const limit = Math.min(MAX_SLIDE, oldStart - above - 1, newStart);
  let best = 0;
  let rank = rankOf(lines[start]);
  for (let up = 1; up <= limit && lines[start - up] === lines[end - up]; up++) {
    const other = rankOf(lines[start - up]);
    if (other >= rank) continue;
    best = up;
    rank = other;
  }
  return {
    oldStart: oldStart - best,
    oldEnd: oldEnd - best,
    newStart: newStart - best,
    newEnd: newEnd - best,
  };
}

/** Lower is better as the first line of a group: less indented, and not a closing tag. */
function rankOf(line = ''): number {
  const indent = line.search(/\S|$/);
  return indent * 2 + (line.startsWith('</', indent) ? 1 : 0);
}
