/**
 * Folds runs of siblings that look alike: the first few are shown, the rest is one mark. What differs from
 * its siblings, in what it consists of or in its state, is never behind a mark that does not say so: a lone
 * checked row stands between two folds, and a long run of checked rows has a fold of its own.
 */
import type { Gap, Gaps } from './gap.js';
import { isText, type SnapshotChild, type SnapshotNode } from './node.js';
import { type Shapes, shapesOf } from './shape.js';

export interface FoldOptions {
  /** How many of a run are shown. */
  show?: number;
  /** A fold of fewer would hardly be shorter than what it hides. */
  min?: number;
  /** Shows these children of the root, unfolded: one page of them. */
  page?: { offset: number; limit: number };
}

export const SHOWN_OF_A_RUN = 3;
export const SMALLEST_FOLD = 3;

/** Items of data by their role. Prose, headings, controls and landmarks are not: each is there for itself. */
const ITEMS = new Set([
  'article',
  'listitem',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'row',
  'treeitem',
]);

/** Cards: items where they hold more than one thing, else a line of prose. */
const CARDS = new Set(['figure', 'generic', 'group', 'link']);

/** Where each may be the line of a form, which is there to be filled in. */
const MAYBE_FORM = new Set([...CARDS, 'article', 'listitem']);

export function foldTree(root: SnapshotNode, options: FoldOptions = {}): Gaps {
  const rules = { show: options.show ?? SHOWN_OF_A_RUN, min: options.min ?? SMALLEST_FOLD };
  const shapes = shapesOf(root);
  const gaps = new Map<SnapshotNode, Gap[]>();
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    const own =
      node === root && options.page
        ? outside(node.children.length, options.page)
        : foldChildren(node.children, shapes, rules);
    if (own.length > 0) gaps.set(node, own);
    for (const child of visibleChildren(node, own)) if (!isText(child)) pending.push(child);
  }
  return gaps;
}

export function visibleChildren(node: SnapshotNode, gaps: readonly Gap[] | undefined): SnapshotChild[] {
  if (!gaps || gaps.length === 0) return node.children;
  const visible: SnapshotChild[] = [];
  let next = 0;
  for (const { at, count } of gaps) {
    for (; next < at; next++) visible.push(node.children[next] as SnapshotChild);
    next = at + count;
  }
  for (; next < node.children.length; next++) visible.push(node.children[next] as SnapshotChild);
  return visible;
}

function outside(length: number, { offset, limit }: { offset: number; limit: number }): Gap[] {
  const from = Math.min(Math.max(0, offset), length);
  const to = Math.min(from + Math.max(0, limit), length);
  const gaps: Gap[] = [];
  if (from > 0) gaps.push({ kind: 'before', at: 0, count: from });
  if (to < length) gaps.push({ kind: 'after', at: to, count: length - to });
  return gaps;
}

interface Rules {
  show: number;
  min: number;
}

function foldChildren(children: readonly SnapshotChild[], shapes: Shapes, rules: Rules): Gap[] {
  const gaps: Gap[] = [];
  for (let start = 0; start < children.length; ) {
    const run = runFrom(children, start, shapes);
    if (run.length >= rules.show + rules.min) foldRun(run, start, shapes, rules, gaps);
    start += Math.max(1, run.length);
  }
  return gaps;
}

/** Text ends a run: it may belong to what stands before or after it. */
function runFrom(children: readonly SnapshotChild[], start: number, shapes: Shapes): SnapshotNode[] {
  const run: SnapshotNode[] = [];
  for (let index = start; index < children.length; index++) {
    const child = children[index];
    if (!child || isText(child) || !isItem(child, shapes) || (run[0] && child.role !== run[0].role)) break;
    run.push(child);
  }
  return run;
}

function isItem(node: SnapshotNode, shapes: Shapes): boolean {
  if (!ITEMS.has(node.role) && !(CARDS.has(node.role) && shapes.branches(node))) return false;
  return !(MAYBE_FORM.has(node.role) && shapes.hasField(node));
}

function foldRun(run: SnapshotNode[], start: number, shapes: Shapes, rules: Rules, gaps: Gap[]): void {
  const ordinary = ordinaryIn(run, shapes, rules);
  let shown = 0;
  for (let from = 0; from < run.length; ) {
    const first = run[from];
    if (!first) break;
    const plain = ordinary(first);
    const same = (node: SnapshotNode | undefined) =>
      node !== undefined &&
      (plain
        ? ordinary(node)
        : !ordinary(node) &&
          shapes.shape(node) === shapes.shape(first) &&
          shapes.state(node) === shapes.state(first));
    let to = from + 1;
    while (same(run[to])) to++;
    const keep = Math.min(to - from, plain ? Math.max(0, rules.show - shown) : rules.show);
    if (plain) shown += keep;
    const count = to - from - keep;
    if (count >= rules.min) {
      const hidden = run.slice(from + keep, to);
      const gap: Gap = {
        kind: 'fold',
        at: start + from + keep,
        count,
        shape: shapeText(hidden, shapes),
      };
      if (!plain) {
        const states = shapes.statesOf(first);
        if (states.length > 0) gap.states = states;
      }
      gaps.push(gap);
    }
    from = to;
  }
}

/** Of a shape that many siblings share, and in the state that most of that shape are in. */
function ordinaryIn(
  run: SnapshotNode[],
  shapes: Shapes,
  { show, min }: Rules,
): (node: SnapshotNode) => boolean {
  const byShape = new Map<number, Map<number, number>>();
  for (const node of run) {
    const states = byShape.get(shapes.shape(node)) ?? new Map<number, number>();
    byShape.set(shapes.shape(node), states);
    states.set(shapes.state(node), (states.get(shapes.state(node)) ?? 0) + 1);
  }
  const usual = new Map<number, number>();
  for (const [shape, states] of byShape) {
    let total = 0;
    let [most, mostCount] = [0, 0];
    for (const [state, count] of states) {
      total += count;
      if (count > mostCount) [most, mostCount] = [state, count];
    }
    if (total >= show + min) usual.set(shape, most);
  }
  return (node) => usual.get(shapes.shape(node)) === shapes.state(node);
}

/** The most frequent of the shapes; `…` says that there are others. */
function shapeText(hidden: SnapshotNode[], shapes: Shapes): string {
  const counts = new Map<string, number>();
  const known = new Map<number, string>();
  for (const node of hidden) {
    const shape = shapes.shape(node);
    const text = known.get(shape) ?? shapes.describe(node);
    known.set(shape, text);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const [[most] = ['']] = [...counts].sort(([, a], [, b]) => b - a);
  if (counts.size === 1) return most;
  return most.endsWith(')') ? `${most.slice(0, -1)}, or others)` : `${most} (or others)`;
}
