/**
 * Children that a view leaves out on purpose: folded because they look like the ones before them, outside
 * the asked range, or beyond a budget. The tree itself stays whole; a view is the tree and its gaps.
 */
import type { SnapshotNode } from '../node.js';

export interface Gap {
  /**
   * `fold`: like their siblings; `before` and `after`: outside the asked range, or shown earlier; `budget`: no
   * room; `viewport`: scrolled out of sight.
   */
  kind: 'fold' | 'before' | 'after' | 'budget' | 'viewport';
  /** Index of the first child that is left out. */
  at: number;
  /** How many children are left out. */
  count: number;
  /** Of a fold: `rows (cell ×3, button)`. Made of roles only: nothing in it comes from the page. */
  shape?: string;
  /** Of a fold: `checked` where all of these are, `checked ×12` where some are. */
  states?: readonly string[];
}

/** Of every node that has some, in order and apart from each other. */
export type Gaps = ReadonlyMap<SnapshotNode, readonly Gap[]>;

/** Enough for a glance at the data, small enough for an answer. */
export const PAGE_SIZE = 50;

/** A range of children, counted from 0. */
export interface Range {
  offset?: number | undefined;
  limit?: number | undefined;
}

/** What is outside of the range, of so many children. */
export function gapsAround(length: number, { offset = 0, limit = PAGE_SIZE }: Range): Gap[] {
  const from = Math.min(offset, length);
  const to = Math.min(from + limit, length);
  const gaps: Gap[] = [];
  if (from > 0) gaps.push({ kind: 'before', at: 0, count: from });
  if (to < length) gaps.push({ kind: 'after', at: to, count: length - to });
  return gaps;
}

const WORDS: Record<Gap['kind'], string> = {
  fold: 'more',
  before: 'earlier',
  after: 'more',
  budget: 'more (token budget)',
  viewport: 'more (outside the viewport)',
};

/**
 * `… 980 more rows (cell ×3, button): snapshot target=e45 offset=20 limit=50`. `shift` is where the children
 * at hand begin among those of the node; `view` is the one that they are counted in, where it has not all of them.
 */
export function gapMark(
  { kind, at, count, shape, states = [] }: Gap,
  ref: string,
  shift = 0,
  view?: 'interactive',
): string {
  const from = kind === 'before' ? Math.max(at, at + count - PAGE_SIZE) : at;
  const limit = Math.min(PAGE_SIZE, count);
  const like = shape === undefined ? '' : ` ${shape}`;
  const flags = states.map((state) => ` [${state}]`).join('');
  const target = `snapshot target=${ref}${view ? ` view=${view}` : ''}`;
  return `… ${count} ${WORDS[kind]}${like}${flags}: ${target} offset=${from + shift} limit=${limit}`;
}

const GAP_MARK =
  /^… ([0-9]+) (?:(earlier)|more(?: \((token budget|outside the viewport)\))?(?: ([A-Za-z][\w-]*(?: \([^)]*\))?))?)((?: \[[a-z-]+(?: ×[0-9]+)?\])*)$/;
const RANGE = / offset=([0-9]+) limit=([0-9]+)$/;

/** Reads a mark back; undefined for another mark. `at` counts among the children that the mark's offset counts. */
export function parseGapMark(mark: string, how: string): Gap | undefined {
  const match = GAP_MARK.exec(mark);
  const range = RANGE.exec(how);
  if (!match || !range) return undefined;
  const [, count, earlier, why, shape, states = ''] = match;
  const kind = earlier ? 'before' : why ? kindFor(why) : shape === undefined ? 'after' : 'fold';
  // What is earlier is offered from its end.
  const at = Number(range[1]) + (earlier ? Number(range[2]) - Number(count) : 0);
  const gap: Gap = { kind, at, count: Number(count) };
  if (shape !== undefined) gap.shape = shape;
  if (states !== '') gap.states = states.slice(2, -1).split('] [');
  return gap;
}

function kindFor(why: string): Gap['kind'] {
  return why === 'token budget' ? 'budget' : 'viewport';
}
