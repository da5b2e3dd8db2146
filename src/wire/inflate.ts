/** Builds the tree of a frame from the rows of its reply. */
import type { SnapshotChild, SnapshotNode, UidEntry } from '../tree/node.js';
import { wellFormed } from '../tree/quote.js';
import { type FrameAddress, type RefStyle, refPrefix } from '../tree/ref.js';
import { commonRows } from './row-change.js';
import { WIRE_FLAGS, type WireElement, type WireMore, type WireRow, type WireText } from './rows.js';

export interface FrameTree {
  root: SnapshotNode;
  /** The iframes in it, in document order. */
  frames: SnapshotNode[];
  /** One entry for each row that came with a selector. */
  uidMap: UidEntry[];
  /** The rows it was built from, and the node of each row. */
  rows: readonly WireRow[];
  nodes: SnapshotChild[];
  prefix: string;
}

/**
 * Rows are in document order, each at most one level below the one before; the first is the root. Anything else
 * is a bug in the walk and throws: a tree that silently misses a part would be worse. `before`: the tree of
 * earlier rows; unchanged rows are the same objects. Subtrees whose rows are all unchanged are reused, except
 * those with frames in them, because a frame's content is put into the node of its element.
 */
export function inflate(
  rows: readonly WireRow[],
  address: FrameAddress,
  style: RefStyle = 'short',
  before?: FrameTree,
): FrameTree {
  const prefix = refPrefix(address, style);
  if (before?.rows === rows && before.prefix === prefix && before.frames.length === 0) return before;
  const frames: SnapshotNode[] = [];
  const uidMap: UidEntry[] = [];
  const nodes: SnapshotChild[] = new Array(rows.length);
  const stayed = before?.prefix === prefix ? stayedIn(before, rows) : undefined;
  /** The open node of each level. */
  const open: SnapshotNode[] = [];
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as WireRow; // within its length
    const depth = row[0];
    const parent = open[depth - 1];
    const known = stayed?.nodeAt(at);
    const child = known ?? (isElement(row) ? elementOf(row, prefix) : textOf(row));
    if (parent) parent.children.push(child);
    else if (depth !== 0 || open.length > 0 || !isElement(row)) throw outOfPlace(rows, row);
    nodes[at] = child;
    open.length = depth;
    if (!isElement(row)) continue;
    // An element's row makes an element's node.
    const node = child as SnapshotNode;
    open.push(node);
    if (stayed && known) {
      at = stayed.copy(nodes, at) - 1;
      continue;
    }
    if (node.isFrame) frames.push(node);
    const more = row[6];
    if (more?.css !== undefined) uidMap.push(uidEntry(node.ref, more.css, more.xpath));
  }
  const root = open[0];
  if (!root) throw new Error('A capture without rows has no tree');
  return { root, frames, uidMap, rows, nodes, prefix };
}

interface Stayed {
  /** The node of a row, if its whole subtree is unchanged. */
  nodeAt(at: number): SnapshotChild | undefined;
  /** Records the nodes of all rows below the given one; returns the first row after them. */
  copy(nodes: SnapshotChild[], at: number): number;
}

function stayedIn(before: FrameTree, rows: readonly WireRow[]): Stayed | undefined {
  const [start, end] = commonRows(before.rows, rows, (a, b) => a === b);
  if (start + end === 0) return undefined;
  const { ends, framesUntil } = extents(rows);
  const shift = before.rows.length - rows.length;
  const wholly = (at: number, last: number): boolean => {
    if (at >= rows.length - end) return true;
    // The next row may have been inside before.
    const next = before.rows[last];
    return last < start || (last === start && (!next || next[0] <= (rows[at]?.[0] ?? 0)));
  };
  return {
    nodeAt(at) {
      const last = ends[at] ?? 0;
      if (framesUntil[last] !== framesUntil[at] || !wholly(at, last)) return undefined;
      return before.nodes[at < start ? at : at + shift];
    },
    copy(nodes, at) {
      const last = ends[at] ?? 0;
      const from = at < start ? at : at + shift;
      for (let each = at; each < last; each++) nodes[each] = before.nodes[from + each - at] as SnapshotChild; // one for each row
      return last;
    },
  };
}

/** For each row: where its subtree ends, and how many frame rows come before it. */
function extents(rows: readonly WireRow[]): { ends: Int32Array; framesUntil: Int32Array } {
  const ends = new Int32Array(rows.length);
  const framesUntil = new Int32Array(rows.length + 1);
  /** Rows whose end has not been reached, each deeper than the one before. */
  const open: number[] = [];
  const close = (depth: number, at: number): void => {
    for (let last = open.at(-1); last !== undefined && (rows[last]?.[0] ?? 0) >= depth; last = open.at(-1)) {
      ends[last] = at;
      open.pop();
    }
  };
  for (const [at, row] of rows.entries()) {
    close(row[0], at);
    open.push(at);
    const isFrame = isElement(row) && (row[5] & WIRE_FLAGS.frame) !== 0;
    framesUntil[at + 1] = (framesUntil[at] ?? 0) + (isFrame ? 1 : 0);
  }
  close(0, rows.length);
  return { ends, framesUntil };
}

function isElement(row: WireRow): row is WireElement {
  return typeof row[1] === 'number';
}

function textOf(row: WireText): SnapshotChild {
  return { role: 'text', text: wellFormed(row[1]) };
}

/** By index: destructuring a row uses an iterator, which costs more than the node until it is optimized. */
function elementOf(row: WireElement, prefix: string): SnapshotNode {
  const flags = row[5];
  const more = row[6];
  const node: SnapshotNode = {
    ref: prefix + row[1],
    tag: row[2],
    role: row[3],
    name: wellFormed(row[4]),
    states: {},
    computed: {
      focusable: (flags & WIRE_FLAGS.focusable) !== 0,
      interactive: (flags & WIRE_FLAGS.interactive) !== 0,
      visible: (flags & WIRE_FLAGS.visible) !== 0,
      accessible: (flags & WIRE_FLAGS.accessible) !== 0,
    },
    children: [],
  };
  if ((flags & WIRE_FLAGS.frame) !== 0) node.isFrame = true;
  if (more) addMore(node, more);
  return node;
}

function addMore(node: SnapshotNode, more: WireMore): void {
  if (more.description !== undefined) node.description = wellFormed(more.description);
  if (more.value !== undefined) node.value = wellFormed(more.value);
  if (more.url !== undefined) node.url = wellFormed(more.url);
  if (more.placeholder !== undefined) node.placeholder = wellFormed(more.placeholder);
  if (more.text !== undefined) node.text = wellFormed(more.text);
  if (more.frameUrl !== undefined) node.frameUrl = wellFormed(more.frameUrl);
  if (more.frameName !== undefined) node.frameName = wellFormed(more.frameName);
  if (more.crossOrigin !== undefined) node.crossOrigin = more.crossOrigin;
  if (more.testId !== undefined) node.testId = wellFormed(more.testId);
  if (more.box) node.box = more.box;
  if (more.cut) node.cut = more.cut;
  for (const state in more.states) {
    const value = more.states[state];
    if (value !== undefined) node.states[state] = typeof value === 'string' ? wellFormed(value) : value;
  }
}

function uidEntry(uid: string, css: string | string[], xpath: string | string[] | undefined): UidEntry {
  return xpath === undefined ? { uid, css } : { uid, css, xpath };
}

function outOfPlace(rows: readonly WireRow[], row: WireRow): Error {
  return new Error(`Row ${rows.indexOf(row)} of the capture is at depth ${row[0]}, where no parent is open`);
}
