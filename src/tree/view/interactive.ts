/**
 * The elements that can be acted on, with context: headings, messages, named parts of the page, and one label for
 * each row or card. The result is a separate tree with the same refs; the original tree is not changed.
 */

import { isText, type SnapshotChild, type SnapshotNode } from '../node.js';
import { clip } from '../quote.js';
import { ITEM_ROLES, MESSAGE_ROLES } from '../roles.js';
import { computedFlag, isInteractiveRole } from '../text/flags.js';
import type { Gaps } from '../text/gap.js';
import { visibleChildren } from './fold.js';
import { rankOf } from './rank.js';
import { inDocumentOrder } from './shape.js';
import { isUnseen } from './unseen.js';

export interface InteractiveView {
  root: SnapshotNode;
  /** How many elements and texts are left out. */
  left: number;
}

/** Say nothing by themselves about their content. */
const WRAPPERS = new Set([
  'cell',
  'generic',
  'gridcell',
  'list',
  'listitem',
  'paragraph',
  'rowgroup',
  'strong',
  'emphasis',
]);

/**
 * If at least this many boxes with several things each are side by side, they are cards and kept as such, so that
 * they can be folded: alternating buttons and links cannot be. If there are fewer, the contents alone take less
 * room.
 */
const MIN_CARDS = 60;

/**
 * Up to this many things inside a clickable element are part of it; with more, it is a section of the page that
 * reacts to clicks.
 */
const MAX_PARTS = 8;
const MAX_LABEL = 80;

/** `gaps` are left out as well. */
export function interactiveView(root: SnapshotNode, gaps?: Gaps): InteractiveView {
  const nodes = inDocumentOrder(root);
  const views = new Map<SnapshotNode, Kept>();
  // Deepest first, so that the kept children are known.
  for (let index = nodes.length - 1; index >= 0; index--) {
    const node = nodes[index];
    if (node) views.set(node, look(node, views, node === root, gaps));
  }
  const [view] = views.get(root)?.items ?? [];
  const shown = view && !isText(view) ? view : { ...root, children: [] };
  return { root: shown, left: countItems(nodes) - countItems(inDocumentOrder(shown)) };
}

interface Kept {
  items: SnapshotChild[];
  /** Elements and texts below it, kept or not. */
  size: number;
  /** The box around the items, if it was left out. */
  box?: SnapshotNode;
}

function look(
  node: SnapshotNode,
  views: ReadonlyMap<SnapshotNode, Kept>,
  isRoot: boolean,
  gaps: Gaps | undefined,
): Kept {
  let size = 0;
  const items: SnapshotChild[] = [];
  const below = visibleChildren(node, gaps?.get(node)).map((child) =>
    isText(child) ? undefined : views.get(child),
  );
  const cards = below.filter((kept) => kept && isCard(kept)).length >= MIN_CARDS;
  for (const kept of below) {
    size += 1 + (kept?.size ?? 0);
    if (cards && kept?.box && isCard(kept)) items.push(cardOf(kept.box, kept.items));
    else for (const item of kept?.items ?? []) items.push(item);
  }
  if (isPart(node) || (MESSAGE_ROLES.has(node.role) && size <= 4 * MAX_PARTS)) {
    if (size <= MAX_PARTS || MESSAGE_ROLES.has(node.role)) return { items: [node], size };
  } else if (!isRoot && items.length === 0 && !mustStay(node)) return { items: [], size };
  // Consecutive items often contain equal names: a label distinguishes them.
  const label = ITEM_ROLES.has(node.role) ? labelOf(node) : undefined;
  if (label !== undefined) items.unshift({ role: 'text', text: label });
  if (!isRoot && !mustStay(node) && !isPart(node) && isWrapper(node, items))
    return { items, size, box: node };
  const { text: _, ...rest } = node;
  return { items: [{ ...rest, children: items }], size };
}

const isCard = ({ box, items }: Kept): boolean => box?.role === 'generic' && items.length > 1;

function cardOf({ text: _, ...box }: SnapshotNode, items: readonly SnapshotChild[]): SnapshotNode {
  const label = labelOf(box);
  return { ...box, children: label === undefined ? [...items] : [{ role: 'text', text: label }, ...items] };
}

/** Can be acted on itself, and is not just a signpost. */
function isPart(node: SnapshotNode): boolean {
  if (isInteractiveRole(node.role) && !node.isFrame) return true;
  return computedFlag(node) !== undefined || node.states.editable === true;
}

/** A mark or a state that must not get lost. */
function mustStay(node: SnapshotNode): boolean {
  return node.cut !== undefined || node.isFrame === true || rankOf(node) === 0;
}

function isWrapper(node: SnapshotNode, items: readonly SnapshotChild[]): boolean {
  if (node.name !== '' || !WRAPPERS.has(node.role) || isUnseen(node)) return false;
  return !ITEM_ROLES.has(node.role) || items.length < 2;
}

/** The first text in it that does not belong to a control. */
function labelOf(node: SnapshotNode): string | undefined {
  if (node.name !== '') return undefined;
  for (const each of inDocumentOrder(node, (child) => !isPart(child) && !MESSAGE_ROLES.has(child.role))) {
    const said = (each === node ? '' : each.name) || each.text || each.children.find(isText)?.text;
    if (said) return clip(said, MAX_LABEL);
  }
  return undefined;
}

function countItems(nodes: readonly SnapshotNode[]): number {
  return nodes.reduce((count, node) => count + 1 + node.children.filter(isText).length, 0);
}
