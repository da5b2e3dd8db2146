/**
 * Children that a view leaves out on purpose: folded because they look like the ones before them, outside
 * the asked range, or beyond a budget. The tree itself stays whole; a view is the tree and its gaps.
 */
import type { SnapshotNode } from './node.js';

export interface Gap {
  /** `fold`: like their siblings; `before` and `after`: outside the asked range, or shown earlier; `budget`: no room. */
  kind: 'fold' | 'before' | 'after' | 'budget';
  /** Index of the first child that is left out. */
  at: number;
  /** How many children are left out. */
  count: number;
  /** Of a fold: `row (cell ×3, button)`. Made of roles only: nothing in it comes from the page. */
  shape?: string;
  /** Of a fold: what these have and most of their siblings have not: `checked`. */
  states?: readonly string[];
}

/** Of every node that has some, in order and apart from each other. */
export type Gaps = ReadonlyMap<SnapshotNode, readonly Gap[]>;

/** Enough for a glance at the data, small enough for an answer. */
export const PAGE_SIZE = 50;

/**
 * `… 997 more row (cell ×3, button): snapshot target=e45 offset=3 limit=50`. `shift` is where the children
 * at hand begin among those of the node.
 */
export function gapMark({ kind, at, count, shape, states = [] }: Gap, ref: string, shift = 0): string {
  const from = kind === 'before' ? Math.max(at, at + count - PAGE_SIZE) : at;
  const limit = Math.min(PAGE_SIZE, count);
  const what = kind === 'before' ? 'earlier' : kind === 'budget' ? 'more (token budget)' : 'more';
  const like = shape === undefined ? '' : ` ${shape}`;
  const flags = states.map((state) => ` [${state}]`).join('');
  return `… ${count} ${what}${like}${flags}: snapshot target=${ref} offset=${from + shift} limit=${limit}`;
}

const GAP_MARK =
  /^… ([0-9]+) (?:(earlier)|more( \(token budget\))?(?: ([A-Za-z][\w-]*(?: \([^)]*\))?))?)((?: \[[a-z-]+\])*)$/;
const RANGE = / offset=([0-9]+) limit=([0-9]+)$/;

/** Reads a mark back; undefined for another mark. `at` counts among the children that the mark's offset counts. */
export function parseGapMark(mark: string, how: string): Gap | undefined {
  const match = GAP_MARK.exec(mark);
  const range = RANGE.exec(how);
  if (!match || !range) return undefined;
  const [, count, earlier, budget, shape, states = ''] = match;
  const kind = earlier ? 'before' : budget ? 'budget' : shape === undefined ? 'after' : 'fold';
  // What is earlier is offered from its end.
  const at = Number(range[1]) + (earlier ? Number(range[2]) - Number(count) : 0);
  const gap: Gap = { kind, at, count: Number(count) };
  if (shape !== undefined) gap.shape = shape;
  if (states !== '') gap.states = states.slice(2, -1).split('] [');
  return gap;
}
