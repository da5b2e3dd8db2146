/** The place of a change, named by elements that the reader knows, which wrappers and cells often are not. */

import type { SnapshotNode } from '../node.js';
import { roleWord } from '../text/line.js';
import { isLeaf } from '../text/own-change.js';
import { isBareWrapper, isUnremarkable } from '../view/dense.js';
import { isActedOn } from '../view/outline-atoms.js';
import { inDocumentOrder } from '../view/shape.js';
import { isUnseen } from '../view/unseen.js';
import type { Change, Path, Slot } from './diff.js';
import type { Replaced } from './without-noise.js';

const CELLS = new Set(['cell', 'columnheader', 'gridcell', 'rowheader']);
/** A wrapper with more in it is searched no further. */
const MOST_SEARCHED = 200;

/** Refs that the reader has seen; undefined if all. */
type Shown = ReadonlySet<string> | undefined;

/** The nearest shown ancestor of the change, if its own place was not shown. */
export function hiddenAt(change: Change | Replaced, shown: Shown): SnapshotNode | undefined {
  if (!shown) return undefined;
  const around = change.kind === 'changed' ? change.path : [...change.path, change.node];
  if (isSeen(subjectOf(change), around, shown)) return undefined;
  return around.findLast(({ ref }) => shown.has(ref)) ?? around[0] ?? change.node;
}

/** Without what is gone that the reader was never shown and would not miss: an icon, or what nobody sees. */
export function withoutTrifles<T extends Change | Replaced>(changes: readonly T[], shown: Shown): T[] {
  const rest = changes.filter(
    (change) => !(change.kind === 'removed' && isTrifle(change.removed) && hiddenAt(change, shown)),
  );
  // Something did happen: shown if nothing else is.
  return rest.length > 0 ? rest : [...changes];
}

const isTrifle = (node: SnapshotNode): boolean =>
  isUnseen(node) || (node.role === 'img' && isLeaf(node) && !isActedOn(node));

function subjectOf(change: Change | Replaced): SnapshotNode {
  if (change.kind === 'removed') return change.removed;
  if (change.kind === 'replaced') return change.was;
  return change.kind === 'slot' ? (change.after ?? change.node) : change.node;
}

function isSeen(node: SnapshotNode, around: Path, shown: ReadonlySet<string>): boolean {
  if (shown.has(node.ref)) return true;
  if (isUnremarkable(node) && lastShownIn(node, shown)) return true;
  if (!CELLS.has(node.role) && !isBareWrapper(node)) return false;
  // Its text is part of the line of a row, or of a label and its value.
  const parent = around.findLast((each) => each.ref !== node.ref);
  const isLine = parent !== undefined && (parent.role === 'row' || isBareWrapper(parent));
  return isLine && isLeaf(node) && shown.has(parent.ref);
}

function lastShownIn(node: SnapshotNode, shown: ReadonlySet<string>): SnapshotNode | undefined {
  return inDocumentOrder(node)
    .slice(0, MOST_SEARCHED)
    .findLast(({ ref }) => shown.has(ref));
}

/** `in list e3 after e7`. */
export function placeOf({ node, after, path }: Slot, shown: Shown): string {
  if (!shown || (shown.has(node.ref) && (!after || shown.has(after.ref))))
    return `in ${called(node)} ${after ? `after ${after.ref}` : 'first'}`;
  const within = shown.has(node.ref) ? node : (path.findLast(({ ref }) => shown.has(ref)) ?? node);
  const known = (after && lastShownIn(after, shown)) ?? previousShown(within, after ?? node, shown);
  return `in ${called(within)} ${known ? `after ${known.ref}` : 'first'}`;
}

/** The last shown element before one, among those in the other. */
function previousShown(
  within: SnapshotNode,
  node: SnapshotNode,
  shown: ReadonlySet<string>,
): SnapshotNode | undefined {
  const [, ...order] = inDocumentOrder(within);
  const at = order.findIndex(({ ref }) => ref === node.ref);
  return order.slice(0, Math.max(0, at)).findLast(({ ref }) => shown.has(ref));
}

/** Not `[ref=e3]`: a search for that finds only the element itself. */
export function called({ role, ref }: SnapshotNode): string {
  return `${roleWord(role)} ${ref}`;
}
