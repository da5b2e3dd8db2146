/**
 * The best view of a tree within a token budget. Controls come first, with headings and messages, then named
 * elements, then text. Everything is shown in place, so its ancestors are included. What has no room is marked in
 * place, and a cursor continues with it. The units chosen are the leaves: elements with only text below, and
 * texts. Each is on exactly one page; their ancestors are repeated where needed.
 */

import { isText, type SnapshotChild, type SnapshotNode } from '../node.js';
import { MARK } from '../text/cut.js';
import type { Gap, Gaps } from '../text/gap.js';
import { isLeaf } from '../text/own-change.js';
import { type RenderOptions, renderTree } from '../text/render.js';
import { estimateTokens } from '../text/tokens.js';
import { cursorAt, type Portion, stampOf, startOf } from './cursor.js';
import { visibleChildren } from './fold.js';
import { rankOf } from './rank.js';

export interface BudgetOptions extends RenderOptions {
  maxTokens: number;
  /** Marks before the tree on every page. */
  marks?: readonly string[];
  /** From the previous page. */
  cursor?: string | undefined;
}

/** Its parts are the leaves. */
export type BudgetView = ({ ok: true } & Portion) | { ok: false; message: string };

interface Leaf {
  item: SnapshotChild;
  /** From the root to the parent. */
  path: readonly SnapshotNode[];
  /** The ref; for a text, that of the parent and its index. */
  key: string;
  rank: number;
}

const NO_GAPS: Gaps = new Map();

export function fitBudget(root: SnapshotNode, options: BudgetOptions): BudgetView {
  const { maxTokens, cursor, marks = [], gaps: given = NO_GAPS, ...rendering } = options;
  const written = (lines: readonly string[], gaps: Gaps): string =>
    [...[...lines, ...marks].map((line) => `- ${line}`), renderTree(root, { ...rendering, gaps })].join('\n');
  const whole = written([], given);
  if (cursor === undefined && estimateTokens(whole) <= maxTokens)
    return { ok: true, text: whole, changed: false, before: 0, shown: 0, total: 0 };
  const leaves = leavesInOrder(root, given);
  const stamp = stampOf(whole);
  const from = startOf(cursor, leaves, stamp);
  if ('message' in from) return { ok: false, message: from.message };
  const page = (to: number): string =>
    written(headMarks(leaves, from, to, stamp), gapsBeside(leaves, from.index, to, given));
  // More leaves make a longer page, so a binary search finds the most that fit; one leaf is always shown.
  let [fits, tooMany] = [Math.min(from.index + 1, leaves.length), leaves.length + 1];
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (estimateTokens(page(middle)) <= maxTokens) fits = middle;
    else tooMany = middle;
  }
  const view = { text: page(fits), changed: from.changed, before: from.index, shown: fits - from.index };
  const rest = fits < leaves.length ? { cursor: cursorAt(leaves, fits, stamp) } : {};
  return { ok: true, ...view, total: leaves.length, ...rest };
}

function leavesInOrder(root: SnapshotNode, folds: Gaps): Leaf[] {
  const leaves: Leaf[] = [];
  const pending: { node: SnapshotNode; path: readonly SnapshotNode[]; rank: number }[] = [
    { node: root, path: [], rank: rankOf(root) },
  ];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, path, rank } = next;
    if (isLeaf(node)) {
      leaves.push({ item: node, path, key: node.ref, rank });
      continue;
    }
    const inside = [...path, node];
    const children = visibleChildren(node, folds.get(node));
    for (const [index, child] of [...children.entries()].reverse()) {
      // The content of a link or a button belongs to it.
      if (!isText(child))
        pending.push({ node: child, path: inside, rank: Math.min(rankOf(child), rank || 9) });
      else leaves.push({ item: child, path: inside, key: `${node.ref}.${index}`, rank: rank === 0 ? 0 : 2 });
    }
  }
  return leaves.sort((a, b) => a.rank - b.rank);
}

function headMarks(
  leaves: readonly Leaf[],
  from: { index: number; changed: boolean },
  to: number,
  stamp: string,
): string[] {
  const range = `${Math.min(from.index + 1, to)} to ${to} of ${leaves.length}`;
  const rest = to < leaves.length ? `snapshot cursor=${cursorAt(leaves, to, stamp)}` : 'the last';
  const items = `${MARK} items ${range} (token budget): ${rest}`;
  const changed = `${MARK} changed since the page before: something may be missing or repeated`;
  return from.changed ? [changed, items] : [items];
}

/** Gaps for everything except some leaves and their ancestors. */
function gapsBeside(leaves: readonly Leaf[], from: number, to: number, folds: Gaps): Gaps {
  const visible = new Set<SnapshotChild>();
  /** Contain something for a later page. */
  const unfinished = new Set<SnapshotChild>();
  for (const [index, { item, path }] of leaves.entries()) {
    if (index < from) continue;
    const into = index < to ? visible : unfinished;
    into.add(item);
    for (let level = path.length - 1; level >= 0; level--) {
      const node = path[level];
      if (!node || into.has(node)) break;
      into.add(node);
    }
  }
  const gaps = new Map<SnapshotNode, Gap[]>();
  for (const node of visible) {
    if (isText(node) || isLeaf(node)) continue;
    const own = gapsOf(node, visible, unfinished, folds.get(node) ?? []);
    if (own.length > 0) gaps.set(node, own);
  }
  return gaps;
}

function gapsOf(
  node: SnapshotNode,
  visible: ReadonlySet<SnapshotChild>,
  unfinished: ReadonlySet<SnapshotChild>,
  folds: readonly Gap[],
): Gap[] {
  const gaps: Gap[] = [];
  let nextFold = 0;
  for (let index = 0; index < node.children.length; ) {
    const fold = folds[nextFold]?.at === index ? folds[nextFold++] : undefined;
    const child = node.children[index] as SnapshotChild;
    const last = gaps.at(-1);
    const open = last && last.kind !== 'fold' && last.at + last.count === index ? last : undefined;
    if (fold) {
      // Next to something shown, a fold stays a fold; otherwise it is part of what is missing.
      if (open) open.count += fold.count;
      else gaps.push(fold);
      index += fold.count;
      continue;
    }
    if (!visible.has(child)) {
      const kind = unfinished.has(child) ? 'budget' : 'before';
      if (!open) gaps.push({ kind, at: index, count: 1 });
      else {
        open.count++;
        if (kind === 'budget') open.kind = kind;
      }
    }
    index++;
  }
  return gaps;
}
