/**
 * What changed between two captures of a page. Whole trees are compared, by ref: a ref is one element forever.
 * Text has no ref and is compared by its place between the elements that stayed. Children that are in both lists
 * in the same order stay; they divide both lists into slots. A slot with something new, or with other text, is
 * given in its new form. Removed elements are named. From these the old tree can be turned into the new one
 * (`apply-diff.ts` does it). Both trees are walked in parallel, so the additional cost grows only with what
 * changed.
 */

import { isText, type SnapshotChild, type SnapshotNode } from '../node.js';
import { isLeaf, ownChange } from '../text/own-change.js';
import { inDocumentOrder } from '../view/shape.js';
import { longestIncreasing } from './longest-increasing.js';

/** From the root to the parent of the current node, in the new tree. */
export type Path = readonly SnapshotNode[];

export interface Changed {
  kind: 'changed';
  before: SnapshotNode;
  node: SnapshotNode;
  path: Path;
}

export interface Slot {
  kind: 'slot';
  node: SnapshotNode;
  path: Path;
  /** The element that stayed before the slot; undefined at the start. */
  after: SnapshotNode | undefined;
  /** The slot's new content; an element also in `moved` was elsewhere before. */
  items: SnapshotChild[];
  /** Index of the first item among the children of the node. */
  offset: number;
  /** Whether there was text before, which the items replace. */
  replaces: boolean;
  /** That text. */
  was: string;
}

export interface Removed {
  kind: 'removed';
  /** As it was. */
  removed: SnapshotNode;
  /** The parent that stayed. */
  node: SnapshotNode;
  path: Path;
}

export type Change = Changed | Slot | Removed;

export interface Diff {
  /** In document order, except changes inside moved elements: those come last. */
  changes: Change[];
  /** Refs of the elements that are in another place now. */
  moved: ReadonlySet<string>;
  /** Refs of the elements that are back from earlier, with everything below them. */
  back: ReadonlySet<string>;
}

/** Elements that the reader knows although the old tree lacks them, as last seen; by ref. */
export type Former = ReadonlyMap<string, SnapshotNode>;

/** Two lists of the same length that pair each element with its counterpart. */
interface Level {
  before: readonly SnapshotChild[];
  now: readonly SnapshotChild[];
  next: number;
}

interface Walk {
  changes: Change[];
  moved: Set<string>;
  /** Elements that are no longer below the same parent. */
  gone: SnapshotNode[];
  /** Elements that were not below the same parent before. */
  come: { node: SnapshotNode; path: Path }[];
}

const startWalk = (): Walk => ({ changes: [], moved: new Set(), gone: [], come: [] });

/** Both roots must have the same ref: another root means another document. */
export function diffTrees(before: SnapshotNode, now: SnapshotNode, former: Former = new Map()): Diff {
  const walk = startWalk();
  const back = new Set<string>();
  compare(before, now, [], walk);
  const gone = new Map<string, SnapshotNode>();
  for (const root of walk.gone) for (const node of inDocumentOrder(root)) gone.set(node.ref, node);
  // An element that left one place may be at another: it is searched only among these and below them.
  if (gone.size + former.size > 0) {
    for (let next = walk.come.pop(); next; next = walk.come.pop()) {
      const { node, path } = next;
      const was = gone.get(node.ref);
      if (was) {
        walk.moved.add(node.ref);
        compare(was, node, path, walk);
        continue;
      }
      const changes = changesSince(former.get(node.ref), node, path, gone);
      if (changes) {
        back.add(node.ref);
        walk.changes.push(...changes);
        continue;
      }
      const inside = [...path, node];
      for (const child of node.children) if (!isText(child)) walk.come.push({ node: child, path: inside });
    }
  }
  const { changes, moved } = walk;
  return {
    changes: changes.filter((each) => each.kind !== 'removed' || !moved.has(each.removed.ref)),
    moved,
    back,
  };
}

/**
 * What changed in an element that is back. Only if it has the same descendants as before: others may be elsewhere
 * now, and are found when the element is written in full.
 */
function changesSince(
  was: SnapshotNode | undefined,
  node: SnapshotNode,
  path: Path,
  gone: ReadonlyMap<string, SnapshotNode>,
): Change[] | undefined {
  if (!was) return undefined;
  const { changes, moved, ...walk } = startWalk();
  compare(was, node, path, { ...walk, changes, moved });
  if (walk.gone.length + walk.come.length + moved.size > 0) return undefined;
  for (const { ref } of inDocumentOrder(node)) if (gone.has(ref)) return undefined;
  return changes;
}

/** Without recursion: the tree may be deeper than the stack. */
function compare(before: SnapshotNode, now: SnapshotNode, above: Path, walk: Walk): void {
  const path = [...above];
  const levels: Level[] = [{ before: [before], now: [now], next: 0 }];
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const was = level.before[level.next];
    const node = level.now[level.next++];
    if (!was || !node) {
      levels.pop();
      path.pop();
      continue;
    }
    if (was === node || isText(was) || isText(node)) continue;
    const leaves = isLeaf(was) && isLeaf(node);
    if (ownChange(was, node, leaves))
      walk.changes.push({ kind: 'changed', before: was, node, path: [...path] });
    if (leaves) continue;
    levels.push(
      aligned(was, node)
        ? { before: was.children, now: node.children, next: 0 }
        : align(was, node, path, walk),
    );
    path.push(node);
  }
}

/** Whether nothing came, went or moved, and the texts are the same. */
function aligned(before: SnapshotNode, node: SnapshotNode): boolean {
  if (before.children.length !== node.children.length || (before.text ?? '') !== (node.text ?? ''))
    return false;
  for (let index = 0; index < node.children.length; index++) {
    const a = before.children[index];
    const b = node.children[index];
    if (!a || !b || isText(a) !== isText(b)) return false;
    if (isText(a) ? a.text !== b.text : a.ref !== (b as SnapshotNode).ref) return false;
  }
  return true;
}

/** Records what came, went and moved; returns what is in both lists. */
function align(before: SnapshotNode, node: SnapshotNode, path: Path, walk: Walk): Level {
  const places = new Map<string, number>();
  for (const [index, child] of before.children.entries()) if (!isText(child)) places.set(child.ref, index);
  const both: { was: SnapshotChild; node: SnapshotNode; place: number }[] = [];
  const inside = [...path, node];
  for (const child of node.children) {
    if (isText(child)) continue;
    const place = places.get(child.ref);
    const was = place === undefined ? undefined : before.children[place];
    if (place !== undefined && was) both.push({ was, node: child, place });
    else walk.come.push({ node: child, path: inside });
    places.delete(child.ref);
  }
  for (const place of places.values()) {
    const removed = before.children[place];
    if (!removed || isText(removed)) continue;
    walk.gone.push(removed);
    walk.changes.push({ kind: 'removed', removed, node, path: [...path] });
  }
  const kept = new Set<string>();
  for (const index of longestIncreasing(both.map(({ place }) => place)))
    kept.add(both[index]?.node.ref ?? '');
  for (const each of both) if (!kept.has(each.node.ref)) walk.moved.add(each.node.ref);
  walk.changes.push(...changedSlots(before, node, path, kept));
  return { before: both.map(({ was }) => was), now: both.map((each) => each.node), next: 0 };
}

interface Part {
  after: SnapshotNode | undefined;
  items: SnapshotChild[];
  offset: number;
}

/** The lists between the elements that stayed: one more than there are such elements. */
function partsOf(node: SnapshotNode, kept: ReadonlySet<string>): Part[] {
  let part: Part = {
    after: undefined,
    items: node.text ? [{ role: 'text', text: node.text }] : [],
    offset: 0,
  };
  const parts = [part];
  for (const [index, child] of node.children.entries()) {
    if (isText(child) || !kept.has(child.ref)) part.items.push(child);
    else {
      part = { after: child, items: [], offset: index + 1 };
      parts.push(part);
    }
  }
  return parts;
}

function changedSlots(
  before: SnapshotNode,
  node: SnapshotNode,
  path: Path,
  kept: ReadonlySet<string>,
): Slot[] {
  const was = partsOf(before, kept);
  const slots: Slot[] = [];
  for (const [index, { after, items, offset }] of partsOf(node, kept).entries()) {
    const texts = (was[index]?.items ?? []).filter(isText);
    if (
      texts.length === items.length &&
      items.every((item, at) => isText(item) && item.text === texts[at]?.text)
    )
      continue;
    slots.push({
      kind: 'slot',
      node,
      path: [...path],
      after,
      items,
      offset,
      replaces: texts.length > 0,
      was: texts.map(({ text }) => text).join(' '),
    });
  }
  return slots;
}
