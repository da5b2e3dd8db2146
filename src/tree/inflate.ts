/** Builds the tree of a frame from the rows that the call into it returned. */
import type { SnapshotChild, SnapshotNode, UidEntry } from './node.js';
import { wellFormed } from './quote.js';
import { type FrameAddress, type RefStyle, refPrefix } from './ref.js';
import { WIRE_FLAGS, type WireElement, type WireMore, type WireRow, type WireText } from './wire.js';

export interface FrameTree {
  root: SnapshotNode;
  /** The iframes in it, in document order. */
  frames: SnapshotNode[];
  /** One entry for each row that came with a selector. */
  uidMap: UidEntry[];
}

/**
 * Rows are in document order, each at most one level below the one before; the first is the root.
 * Anything else is a mistake in the walk and throws: a tree that misses a part silently would be worse.
 */
export function inflate(
  rows: readonly WireRow[],
  address: FrameAddress,
  style: RefStyle = 'short',
): FrameTree {
  const prefix = refPrefix(address, style);
  const frames: SnapshotNode[] = [];
  const uidMap: UidEntry[] = [];
  /** The open node of each level. */
  const open: SnapshotNode[] = [];
  for (const row of rows) {
    const depth = row[0];
    const parent = open[depth - 1];
    const child = isElement(row) ? elementOf(row, prefix) : textOf(row);
    if (parent) parent.children.push(child);
    else if (depth !== 0 || open.length > 0 || !isElement(row)) throw outOfPlace(rows, row);
    open.length = depth;
    if (!isElement(row)) continue;
    // An element's row makes an element's node.
    const node = child as SnapshotNode;
    open.push(node);
    if (node.isFrame) frames.push(node);
    const more = row[6];
    if (more?.css !== undefined) uidMap.push(uidEntry(node.ref, more.css, more.xpath));
  }
  const root = open[0];
  if (!root) throw new Error('A capture without rows has no tree');
  return { root, frames, uidMap };
}

function isElement(row: WireRow): row is WireElement {
  return typeof row[1] === 'number';
}

function textOf(row: WireText): SnapshotChild {
  return { role: 'text', text: wellFormed(row[1]) };
}

/** By index: taking a row apart by a pattern goes through an iterator, which costs more than the node until it is optimised. */
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
  return new Error(
    `Row ${rows.indexOf(row)} of the capture is at depth ${row[0]}, where nothing is open to hold it`,
  );
}
