/**
 * Folds long runs of similar siblings: the first are shown, the rest is one mark. A run is folded if that saves a
 * lot; a menu, a page of search results or a short table stays whole, because a second look costs more than
 * showing it. An item that differs from its siblings, in structure or state, is never hidden behind a mark that
 * does not say so: a lone checked row is shown between two folds, and a long run of checked rows has its own
 * fold.
 */

import { isText, type SnapshotChild, type SnapshotNode } from '../node.js';
import { ITEM_ROLES, PRESSED_ROLES } from '../roles.js';
import type { Gap, Gaps } from '../text/gap.js';
import { isLeaf } from '../text/own-change.js';
import { partGap } from './outline-items.js';
import { createShapes, describeShape, type Shapes, statesIn } from './shape.js';
import { isUnseen } from './unseen.js';

export interface FoldOptions {
  /** Already omitted: nothing is folded across these, and nothing inside them is considered. */
  gaps?: Gaps;
}

interface Measure {
  /** How many of a run are shown: as many as fit into this many characters, within the two numbers. */
  characters: number;
  fewest: number;
  most: number;
  /** The rest is folded if it is at least this much. */
  restItems: number;
  restCharacters: number;
}

/**
 * From the menus, tables and result lists of real pages: those that a person takes in at a glance have up to
 * about 5,000 characters, those that nobody reads to the end several times that.
 */
const DATA: Measure = { characters: 3_000, fewest: 3, most: 20, restItems: 10, restCharacters: 2_000 };

/** Controls and form lines are there to be used, not read: twice as many are shown. */
const CONTROLS: Measure = { characters: 6_000, fewest: 3, most: 40, restItems: 20, restCharacters: 4_000 };

/** Cards: data items if they hold more than one thing, else a line of prose. */
const CARDS = new Set(['figure', 'generic', 'group', 'link', 'rowgroup']);

/** Data even if each item has a field; other items with a field are form lines. */
const GRIDS = new Set(['row', 'treeitem']);

/** In a folded run, a shorter stretch would hardly be shorter as a mark. */
const SMALLEST_STRETCH = 3;

/** So many that a person can't see, side by side, are one line. */
const FEWEST_UNSEEN = 2;

/** A shape is unusual if fewer siblings than this have it; for a state the limit is higher. */
const COMMON_SHAPE = 6;
const COMMON_STATE = 20;
/** If every other sibling is unique, being different means nothing. */
const MOST_UNCOMMON = 20;

export function foldTree(root: SnapshotNode, options: FoldOptions = {}): Gaps {
  const shapes = createShapes();
  const gaps = new Map<SnapshotNode, readonly Gap[]>();
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    const own = options.gaps?.get(node) ?? foldNode(node, node === root, shapes);
    if (own.length > 0) gaps.set(node, own);
    for (const child of visibleChildren(node, own)) if (!isText(child)) pending.push(child);
  }
  return gaps;
}

export function visibleChildren(
  node: SnapshotNode,
  gaps: readonly Gap[] | undefined,
): readonly SnapshotChild[] {
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

const NONE: readonly Gap[] = [];

function foldNode(node: SnapshotNode, isRoot: boolean, shapes: Shapes): readonly Gap[] {
  if (isUnseen(node) && !isRoot && !isLeaf(node)) return [partGap(node, node.children.length, 'outline')];
  return foldChildren(node.children, shapes);
}

function foldChildren(children: readonly SnapshotChild[], shapes: Shapes): readonly Gap[] {
  if (children.length < DATA.fewest + DATA.restItems && !children.some(isUnseen)) return NONE;
  const gaps: Gap[] = [];
  for (let start = 0; start < children.length; ) {
    const unseen = unseenFrom(children, start);
    if (unseen.length > 0) {
      if (unseen.length >= FEWEST_UNSEEN) gaps.push(foldOfUnseen(unseen, start, shapes));
      start += unseen.length;
      continue;
    }
    const run = runFrom(children, start);
    const measure = run.length < DATA.fewest + DATA.restItems ? undefined : measureOf(run, shapes);
    if (measure) foldRun(run, start, shapes, measure, gaps);
    start += Math.max(1, run.length);
  }
  return gaps;
}

/** Side by side, whatever they are. */
function unseenFrom(children: readonly SnapshotChild[], start: number): SnapshotNode[] {
  const run: SnapshotNode[] = [];
  for (let index = start; index < children.length; index++) {
    const child = children[index];
    if (!child || isText(child) || !isUnseen(child)) break;
    run.push(child);
  }
  return run;
}

const foldOfUnseen = (run: readonly SnapshotNode[], at: number, shapes: Shapes): Gap => ({
  kind: 'fold',
  at,
  count: run.length,
  shape: shapeText(run, shapes),
  states: ['unseen'],
});

/** Text ends a run: it may belong to what is before or after it. */
function runFrom(children: readonly SnapshotChild[], start: number): SnapshotNode[] {
  const run: SnapshotNode[] = [];
  for (let index = start; index < children.length; index++) {
    const child = children[index];
    if (!child || isText(child) || isUnseen(child) || (run[0] && child.role !== run[0].role)) break;
    run.push(child);
  }
  return run;
}

/** How the run is folded; undefined if each item stands for itself: prose, headings, landmarks, fields, cells. */
function measureOf(run: readonly SnapshotNode[], shapes: Shapes): Measure | undefined {
  const role = run[0]?.role ?? '';
  let measure = ITEM_ROLES.has(role) ? DATA : PRESSED_ROLES.has(role) ? CONTROLS : undefined;
  if (CARDS.has(role) && most(run, (node) => shapes.of(node).branches)) measure = DATA;
  if (measure && !GRIDS.has(role) && most(run, (node) => shapes.of(node).hasField)) return CONTROLS;
  return measure;
}

function most(run: readonly SnapshotNode[], is: (node: SnapshotNode) => boolean): boolean {
  return run.filter(is).length > run.length / 2;
}

function foldRun(
  run: readonly SnapshotNode[],
  start: number,
  shapes: Shapes,
  measure: Measure,
  gaps: Gap[],
): void {
  const ordinary = ordinaryIn(run, shapes);
  const shown = shownOf(run.filter(ordinary), shapes, measure);
  if (shown === undefined) return;
  let seen = 0;
  for (let from = 0; from < run.length; ) {
    const first = run[from];
    if (!first) break;
    const plain = ordinary(first);
    let to = from + 1;
    for (let node = run[to]; node && (plain ? ordinary(node) : alike(first, node, ordinary, shapes)); ) {
      node = run[++to];
    }
    const keep = Math.min(to - from, plain ? Math.max(0, shown - seen) : measure.fewest);
    if (plain) seen += keep;
    if (to - from - keep >= SMALLEST_STRETCH)
      gaps.push(foldOf(run.slice(from + keep, to), start + from + keep, shapes));
    from = to;
  }
}

function alike(
  first: SnapshotNode,
  node: SnapshotNode,
  ordinary: (node: SnapshotNode) => boolean,
  shapes: Shapes,
): boolean {
  if (ordinary(node)) return false;
  const [a, b] = [shapes.of(first), shapes.of(node)];
  return a.shape === b.shape && a.state === b.state;
}

/** How many are shown; undefined if the rest is not worth a fold. */
function shownOf(items: readonly SnapshotNode[], shapes: Shapes, measure: Measure): number | undefined {
  let [shown, characters] = [0, 0];
  for (const item of items) {
    characters += shapes.of(item).size;
    if (shown >= measure.fewest && (characters > measure.characters || shown >= measure.most)) break;
    shown++;
  }
  const rest = items.slice(shown);
  if (rest.length < measure.restItems) return undefined;
  const size = rest.reduce((sum, item) => sum + shapes.of(item).size, 0);
  return size < measure.restCharacters ? undefined : shown;
}

function foldOf(hidden: readonly SnapshotNode[], at: number, shapes: Shapes): Gap {
  const byState = new Map<number, SnapshotNode[]>();
  for (const node of hidden) {
    const { state } = shapes.of(node);
    const group = byState.get(state);
    if (group) group.push(node);
    else byState.set(state, [node]);
  }
  const states: string[] = [];
  for (const [state, [first, ...others]] of byState) {
    if (state === 0 || !first) continue;
    const count = byState.size === 1 ? '' : ` ×${others.length + 1}`;
    states.push(...statesIn(first).map((word) => word + count));
  }
  const gap: Gap = { kind: 'fold', at, count: hidden.length, shape: shapeText(hidden, shapes) };
  return states.length > 0 ? { ...gap, states } : gap;
}

/** Has a common shape, and the state of most or many items of that shape. */
function ordinaryIn(run: readonly SnapshotNode[], shapes: Shapes): (node: SnapshotNode) => boolean {
  const all = new Map<number, number>();
  const byShape = new Map<number, Map<number, number>>();
  for (const node of run) {
    const { shape, state } = shapes.of(node);
    const states = byShape.get(shape) ?? new Map<number, number>();
    byShape.set(shape, states);
    for (const counts of [states, all]) counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  const uncommon = [...byShape.values()].map(sum).filter((total) => total < COMMON_SHAPE);
  const tooMany = uncommon.reduce((total, each) => total + each, 0) > MOST_UNCOMMON;
  const usual = new Map<number, Set<number>>();
  for (const [shape, states] of byShape) {
    const few = sum(states) < COMMON_SHAPE;
    // A few items do not show which states are usual.
    if (!few) usual.set(shape, usualIn(states));
    else if (tooMany) usual.set(shape, usualIn(all));
  }
  return (node) => {
    const { shape, state } = shapes.of(node);
    return usual.get(shape)?.has(state) === true;
  };
}

function usualIn(states: ReadonlyMap<number, number>): Set<number> {
  const total = sum(states);
  const common = [...states].filter(([, count]) => count > COMMON_STATE && count * 3 >= total);
  return new Set([mostFrequent(states) ?? 0, ...common.map(([state]) => state)]);
}

function sum(counts: ReadonlyMap<unknown, number>): number {
  let total = 0;
  for (const count of counts.values()) total += count;
  return total;
}

function mostFrequent<T>(counts: ReadonlyMap<T, number>): T | undefined {
  let [most, mostCount]: [T | undefined, number] = [undefined, 0];
  for (const [each, count] of counts) if (count > mostCount) [most, mostCount] = [each, count];
  return most;
}

/** The most frequent shape, and whether there are others. */
function shapeText(hidden: readonly SnapshotNode[], shapes: Shapes): string {
  const counts = new Map<string, number>();
  const known = new Map<number, string>();
  for (const node of hidden) {
    const { shape } = shapes.of(node);
    const text = known.get(shape) ?? describeShape(node);
    known.set(shape, text);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const shape = mostFrequent(counts) ?? '';
  if (counts.size === 1) return shape;
  return shape.endsWith(')') ? `${shape.slice(0, -1)}, or others)` : `${shape} (or others)`;
}
