/**
 * Leaves out of a diff what says nothing to a reader: focus that went away, elements that only got another wrapper, and
 * elements that were replaced by others that look the same, as frameworks do when they render a part again.
 */

import { isText, type SnapshotChild, type SnapshotNode } from '../node.js';
import { withoutModifiers } from '../shortcut.js';
import { shownStates } from '../text/flags.js';
import { isLeaf, leafText, ownChange } from '../text/own-change.js';
import { isBareWrapper, isUnremarkable, withoutAsides } from '../view/dense.js';
import { isActedOn } from '../view/outline-atoms.js';
import { inDocumentOrder } from '../view/shape.js';
import type { Change, Changed, Diff, Removed, Slot } from './diff.js';

/** An element in the place of another that was like it. */
export interface Replaced {
  kind: 'replaced';
  was: SnapshotNode;
  now: SnapshotNode;
  /** What differs inside, or in the element itself. */
  differing: Changed[];
  node: SnapshotNode;
  path: Slot['path'];
}

export interface NoiselessDiff extends Omit<Diff, 'changes'> {
  changes: (Change | Replaced)[];
}

/** `acted`: the target of the last action; its new focus is expected. `url`: the address of the document. */
export function withoutNoise(diff: Diff, before: SnapshotNode, acted?: string, url = ''): NoiselessDiff {
  const told = withoutEchoes(withoutRepainted(withoutRewrapped(diff, before), before)).filter(
    (change) => change.kind !== 'changed' || !(isAside(change, url) || isFilled(change)),
  );
  const loud = told.filter((change) => change.kind !== 'changed' || !isFocusOnly(change));
  const focus = told.filter(
    (change) => change.kind === 'changed' && isFocusOnly(change) && hasFocus(change) && !change.node.isFrame,
  );
  const gained = focus.filter((change) => change.node.ref !== acted);
  // Other effects of the action are enough; without any, this is the outcome.
  const kept = new Set(loud.length + gained.length === 0 ? focus : gained);
  const changes = told.filter((change) => loud.includes(change) || kept.has(change));
  return { ...diff, changes: withoutRerendered(pairedUp(changes, diff)) };
}

/**
 * Without elements that were replaced by their like, where nobody needs the new ref: a text can't be acted on, and the
 * old ref of a control finds the only one of its role and name.
 */
function withoutRerendered(changes: readonly (Change | Replaced)[]): (Change | Replaced)[] {
  let named: Map<string, number> | undefined;
  const isOnly = (control: SnapshotNode, root: SnapshotNode): boolean => {
    named ??= countBy(inDocumentOrder(root), nameOf);
    return control.name !== '' && named.get(nameOf(control)) === 1;
  };
  const rest = changes.filter((change) => {
    if (change.kind !== 'replaced' || change.differing.length > 0) return true;
    const { now, path, node } = change;
    const root = path[0] ?? node;
    // A row or card may be what a filter has left.
    if (!isLeaf(now) && !isActedOn(now)) return true;
    return inDocumentOrder(now).some(
      (each) => each.isFrame || each.states.active || (isActedOn(each) && !isOnly(each, root)),
    );
  });
  // Something did happen: shown if nothing else is.
  return rest.length > 0 ? rest : [...changes];
}

const nameOf = ({ role, name }: SnapshotNode): string => `${role} ${name}`;

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

/** A heading that is all of a button changes with the button's name, and options with the value of their combobox. */
function withoutEchoes(changes: readonly Change[]): Change[] {
  const changed = new Set(changes.map((change) => (change.kind === 'changed' ? change.node : undefined)));
  return changes.filter((change) => {
    if (change.kind !== 'changed') return true;
    const { before, node, path } = change;
    if (node.role === 'option' && node.name === before.name)
      return !path.some((each) => each.role === 'combobox' && changed.has(each));
    const parent = path.at(-1);
    return !(parent && changed.has(parent) && isLeaf(node) && node.name === parent.name);
  });
}

/** What differs is not shown: a tooltip of a link, the modifiers of a key in one, or the address of a link into a document that has another one now. */
function isAside({ before, node }: Changed, url: string): boolean {
  const [page, place] = node.url?.split('#') ?? [];
  const isFollowing =
    place !== undefined && before.url?.split('#')[1] === place && page === url.split('#')[0];
  const was = isFollowing && node.url !== undefined ? { ...before, url: node.url } : before;
  const [old, now] = [was, node].map((each) => {
    const { name, description = '', ...rest } = withoutAsides(each, url);
    return { ...rest, name: withoutModifiers(name), description: withoutModifiers(description) };
  });
  return !(old && now && ownChange(old, now, isLeaf(before) && isLeaf(node)));
}

/** An empty box without a size that has content now: the content is told by itself. */
function isFilled({ before, node }: Changed): boolean {
  if (before.children.length > 0 || before.text || node.children.length === 0) return false;
  const { unseen, ...states } = before.states;
  return unseen !== undefined && !ownChange({ ...before, states }, node, false);
}

const hasFocus = ({ node }: Changed): boolean => node.states.active === true;

function isFocusOnly({ before, node }: Changed): boolean {
  if (before.states.active === node.states.active) return false;
  const { active: _, ...states } = before.states;
  const { active } = node.states;
  const same = { ...before, states: active === undefined ? states : { ...states, active } };
  return !ownChange(same, node, isLeaf(before) && isLeaf(node));
}

/** Without elements that are where they were, apart from wrappers around them, and without such wrappers. */
function withoutRewrapped({ changes, moved }: Diff, before: SnapshotNode): Change[] {
  if (moved.size === 0) return changes;
  const parents = parentsIn(before);
  const gone = new Set<string>();
  for (const change of changes)
    if (change.kind === 'removed')
      for (const { ref } of inDocumentOrder(without(change.removed, moved))) gone.add(ref);
  const isNew = (node: SnapshotNode) =>
    isUnremarkable(node) && !parents.has(node.ref) && node.ref !== before.ref;
  const isRewrapped = (node: SnapshotNode, above: readonly SnapshotNode[]): boolean => {
    if (!moved.has(node.ref)) return false;
    const parent = parents.get(node.ref);
    // In another order below the same parent.
    if (!parent || parent.ref === above.at(-1)?.ref) return false;
    let old: SnapshotNode | undefined = parent;
    while (old && gone.has(old.ref) && isUnremarkable(old)) old = parents.get(old.ref);
    return old?.ref === above.findLast((each) => !isNew(each))?.ref;
  };
  const rest = (items: readonly SnapshotChild[], above: readonly SnapshotNode[]): SnapshotChild[] =>
    items.flatMap((item): SnapshotChild[] => {
      if (isText(item)) return [item];
      if (isRewrapped(item, above)) return [];
      if (!isNew(item) || item.text || item.children.length === 0) return [item];
      const children = rest(item.children, [...above, item]);
      return children.length === 0
        ? []
        : [children.length === item.children.length ? item : { ...item, children }];
    });
  return changes.flatMap((change): Change[] => {
    if (change.kind === 'removed')
      return isEmptied(change.removed, moved) ? [] : [{ ...change, removed: without(change.removed, moved) }];
    if (change.kind === 'changed') return [change];
    const above = [...change.path, change.node];
    const items = rest(change.items, above);
    if (items.length === 0 && change.items.length > 0 && !change.replaces) return [];
    return [{ ...change, items, after: lastBefore(items, change, moved) ?? change.after }];
  });
}

/** Of the elements that are told no more, the last one before those that still are. */
function lastBefore(
  items: readonly SnapshotChild[],
  change: Slot,
  moved: ReadonlySet<string>,
): SnapshotNode | undefined {
  const all = (nodes: readonly SnapshotChild[]) =>
    nodes.flatMap((node) => (isText(node) ? [] : inDocumentOrder(node)));
  let first = items[0];
  while (first && !isText(first) && isUnremarkable(first) && first.children[0]) first = first.children[0];
  if (!first || isText(first)) return undefined;
  const told = new Set(all(items).map(({ ref }) => ref));
  const order = all(change.items);
  return order
    .slice(0, Math.max(0, order.indexOf(first)))
    .findLast(({ ref }) => moved.has(ref) && !told.has(ref));
}

/** Without a text that says the same in other pieces: a code editor colors what was typed. */
function withoutRepainted(changes: readonly Change[], before: SnapshotNode): Change[] {
  const texts = new Map<string, string>();
  for (const change of changes) {
    const text = change.kind === 'slot' ? textIn(change.node) : undefined;
    if (text) texts.set(change.node.ref, text);
  }
  if (texts.size === 0) return [...changes];
  for (const was of inDocumentOrder(before))
    if (texts.has(was.ref) && textIn(was) !== texts.get(was.ref)) texts.delete(was.ref);
  const rest = changes.filter((change) => {
    const parent = change.kind === 'changed' ? change.path.at(-1) : change.node;
    return !(parent && texts.has(parent.ref));
  });
  return rest.length > 0 ? rest : [...changes];
}

/** Undefined where there is more in it than text. */
function textIn(node: SnapshotNode): string | undefined {
  const pieces = node.children.map((child) => {
    if (isText(child)) return child.text;
    return isBareWrapper(child) && isLeaf(child) ? leafText(child) : undefined;
  });
  return pieces.includes(undefined) ? undefined : `${node.text ?? ''}${pieces.join('')}`.replace(/\s+/g, '');
}

/** A wrapper with nothing in it but what is elsewhere now. */
function isEmptied(node: SnapshotNode, moved: ReadonlySet<string>): boolean {
  if (!isBareWrapper(node) || node.text || node.children.length === 0) return false;
  return node.children.every((child) => !isText(child) && (moved.has(child.ref) || isEmptied(child, moved)));
}

/** What is really gone of an element. */
function without(node: SnapshotNode, moved: ReadonlySet<string>): SnapshotNode {
  const children = node.children
    .filter((child) => isText(child) || !moved.has(child.ref))
    .map((child) => (isText(child) ? child : without(child, moved)));
  return { ...node, children };
}

function parentsIn(root: SnapshotNode): Map<string, SnapshotNode> {
  const parents = new Map<string, SnapshotNode>();
  for (const node of inDocumentOrder(root))
    for (const child of node.children) if (!isText(child)) parents.set(child.ref, node);
  return parents;
}

/** Larger parts are shown again: to compare them would take long. */
const MOST_COMPARED = 400;
/** So much of a part may differ, and it still counts as the same one. */
const MOST_DIFFERING = 4;

function pairedUp(changes: readonly Change[], { moved, back }: Diff): (Change | Replaced)[] {
  const removed = new Map<SnapshotNode, Removed[]>();
  for (const change of changes)
    if (change.kind === 'removed') removed.set(change.node, [...(removed.get(change.node) ?? []), change]);
  if (removed.size === 0) return [...changes];
  const gone = new Set<Change>();
  const all = changes.flatMap((change): (Change | Replaced)[] => {
    const candidates = change.kind === 'slot' ? removed.get(change.node) : undefined;
    if (change.kind !== 'slot' || !candidates) return [change];
    const pairs: Replaced[] = [];
    const items = change.items.filter((item) => {
      if (isText(item) || moved.has(item.ref) || back.has(item.ref)) return true;
      const pair = counterpart(item, candidates, gone, change);
      if (pair) pairs.push(pair);
      return !pair;
    });
    const rest = items.length === 0 && !change.replaces ? [] : [{ ...change, items }];
    return [...pairs, ...rest];
  });
  return all.filter((change) => change.kind !== 'removed' || !gone.has(change));
}

/** The removed element that this one replaces; it is among those that are gone then. */
function counterpart(
  now: SnapshotNode,
  removed: readonly Removed[],
  gone: Set<Change>,
  slot: Slot,
): Replaced | undefined {
  const alike = removed.filter((each) => each.removed.role === now.role);
  const added = slot.items.filter((item) => item.role === now.role);
  // Of several rows or cards, those that say something else are others.
  const isAlone = alike.length === 1 && added.length === 1;
  for (const candidate of alike) {
    const differing = gone.has(candidate) ? undefined : differences(candidate.removed, now, slot);
    if (!differing || (differing.length > 0 && !isAlone)) continue;
    gone.add(candidate);
    const { node, path } = slot;
    return { kind: 'replaced', was: candidate.removed, now, differing, node, path };
  }
  return undefined;
}

/** What differs between two elements of one shape; undefined if they are of several, or differ in too much. */
function differences(was: SnapshotNode, now: SnapshotNode, { node, path }: Slot): Changed[] | undefined {
  if (was.role !== now.role || (isLeaf(was) && saysOf(was) !== saysOf(now))) return undefined;
  const found: Changed[] = [];
  const pending: [SnapshotNode, SnapshotNode, SnapshotNode[]][] = [[was, now, [...path, node]]];
  let count = 0;
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [a, b, above] = next;
    const inside = ++count > MOST_COMPARED ? undefined : pairsIn(a, b);
    if (!inside) return undefined;
    if (sayingOf(a) !== sayingOf(b)) found.push({ kind: 'changed', before: a, node: b, path: above });
    if (found.length > MOST_DIFFERING) return undefined;
    for (const [one, other] of inside) pending.push([one, other, [...above, b]]);
  }
  // Most of it is the same.
  if (found.length * 3 > count) return undefined;
  return found.sort((a, b) => a.path.length - b.path.length);
}

/** The elements in two elements of one shape, side by side; undefined if something but these differs. */
function pairsIn(a: SnapshotNode, b: SnapshotNode): [SnapshotNode, SnapshotNode][] | undefined {
  if (a.role !== b.role || a.children.length !== b.children.length) return undefined;
  if (a.isFrame || b.isFrame || a.cut || b.cut) return undefined;
  const pairs: [SnapshotNode, SnapshotNode][] = [];
  for (const [at, child] of b.children.entries()) {
    const other = a.children[at];
    if (!other || isText(other) !== isText(child)) return undefined;
    if (!isText(child) && !isText(other)) pairs.push([other, child]);
    // The text of a leaf is compared with the leaf.
    else if (!isLeaf(b) && child.text !== other.text) return undefined;
  }
  return pairs;
}

const saysOf = (node: SnapshotNode): string => node.name || node.value || leafText(node);

function sayingOf(node: SnapshotNode): string {
  const states = shownStates(node.role, node.states).filter(([state]) => state !== 'active');
  const text = isLeaf(node) ? leafText(node) : node.text;
  return JSON.stringify([node.name, node.value, text, node.url, node.placeholder, states]);
}
