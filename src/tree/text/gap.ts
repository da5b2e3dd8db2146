/**
 * Children that a view leaves out on purpose: folded because they look like those before them, outside the
 * requested range, or over a budget. The tree itself stays whole; a view is the tree plus its gaps.
 */
import type { SnapshotNode } from '../node.js';

export interface Gap {
  /**
   * `fold`: like their siblings; `before` and `after`: outside the requested range, or shown earlier; `budget`:
   * no room; `viewport`: scrolled out of view; `outline`: not in the outline of a page; `same`: a part that the reader
   * knows from the previous document.
   */
  kind: 'fold' | 'before' | 'after' | 'budget' | 'viewport' | 'outline' | 'same';
  /** Index of the first omitted child. */
  at: number;
  /** How many children are omitted; 0 in the tree of an outline, which has none of them. */
  count: number;
  /**
   * For a fold: `rows (cell ×3, button)`; for an outline: `24 links, 3 texts`. Consists of roles only: nothing in it
   * comes from the page.
   */
  shape?: string;
  /** For an outline: the omitted element, or its parent with the range of omitted children. */
  where?: { ref: string; range?: readonly [offset: number, limit: number] };
  /** For an outline: what stands below each of the headings before it. */
  isUnderHeadings?: boolean;
  /** For a part that is known: its links lead elsewhere now. */
  leadsElsewhere?: boolean;
  /** For a fold: `checked` if all of them are, `checked ×12` if some are. */
  states?: readonly string[];
}

/** The gaps of each node, in order and not adjacent. */
export type Gaps = ReadonlyMap<SnapshotNode, readonly Gap[]>;

/** Enough for a glance at the data, small enough for an answer. */
const PAGE_SIZE = 50;

/** A range of children, counted from 0. */
export interface Range {
  offset?: number | undefined;
  limit?: number | undefined;
}

/** The gaps around a range of `length` children. */
export function gapsAround(length: number, { offset = 0, limit = PAGE_SIZE }: Range): Gap[] {
  const from = Math.min(offset, length);
  const to = Math.min(from + limit, length);
  const gaps: Gap[] = [];
  if (from > 0) gaps.push({ kind: 'before', at: 0, count: from });
  if (to < length) gaps.push({ kind: 'after', at: to, count: length - to });
  return gaps;
}

const WORDS: Record<Exclude<Gap['kind'], 'outline' | 'same'>, string> = {
  fold: 'more',
  before: 'earlier',
  after: 'more',
  budget: 'more (token budget)',
  viewport: 'more (outside the viewport)',
};

/** Told beside the node, where nothing else is said of what is in it. */
export function isAside({ kind }: Gap): boolean {
  return kind === 'outline' || kind === 'same';
}

/** `[… 24 links, 3 texts]`: all of what is in a node, on the node's line. */
export function asideFlag(gap: Gap): string {
  return `[… ${gap.shape ?? ''}${gap.kind === 'same' ? sameAs(gap) : ''}]`;
}

const SAME = ', as on the page before';
const ELSEWHERE = ' but for addresses';
const sameAs = ({ leadsElsewhere }: Gap): string => `${SAME}${leadsElsewhere ? ELSEWHERE : ''}`;
const UNDER_HEADINGS = ' under these headings';

/**
 * `… 980 more rows (cell ×3, button): snapshot target=e45 offset=20 limit=50`. `shift`: where these children
 * begin among those of the node; `view`: the view that they are counted in, if it does not have all of them.
 */
export function gapMark(gap: Gap, ref: string, shift = 0, view?: 'interactive'): string {
  const { kind, at, count, shape, states = [] } = gap;
  if (kind === 'outline' || kind === 'same') return outlineMark(gap, ref);
  const from = kind === 'before' ? Math.max(at, at + count - PAGE_SIZE) : at;
  const limit = Math.min(PAGE_SIZE, count);
  const like = shape === undefined ? '' : ` ${shape}`;
  const flags = states.map((state) => ` [${state}]`).join('');
  const target = `snapshot target=${ref}${view ? ` view=${view}` : ''}`;
  return `… ${count} ${WORDS[kind]}${like}${flags}: ${target} offset=${from + shift} limit=${limit}`;
}

/** `… 24 links, 3 texts: snapshot target=e45 offset=3 limit=12`. */
function outlineMark(gap: Gap, ref: string): string {
  const { kind, shape = '', where, isUnderHeadings } = gap;
  const [offset, count] = where?.range ?? [];
  const range = offset === undefined ? '' : ` offset=${offset} limit=${Math.min(PAGE_SIZE, count ?? 0)}`;
  const more = kind === 'same' ? sameAs(gap) : isUnderHeadings ? UNDER_HEADINGS : '';
  return `… ${shape}${more}: snapshot target=${where?.ref ?? ref}${range}`;
}

const OUTLINE_MARK = new RegExp(
  `^… ((?:[0-9]+ [a-zA-Z-]+(?:, )?)+)(?<!, )(?:${SAME}(?:${ELSEWHERE})?|${UNDER_HEADINGS})?$`,
);

const GAP_MARK =
  /^… ([0-9]+) (?:(earlier)|more(?: \((token budget|outside the viewport)\))?(?: ([A-Za-z][\w-]*(?: \([^)]*\))?))?)((?: \[[a-z-]+(?: ×[0-9]+)?\])*)$/;
const RANGE = / offset=([0-9]+) limit=([0-9]+)$/;

/** Parses a mark; undefined for another mark. `at` counts among the children that the mark's offset counts. */
export function parseGapMark(mark: string, how: string): Gap | undefined {
  const [, outline] = OUTLINE_MARK.exec(mark) ?? [];
  if (outline !== undefined && !/^[0-9]+ (?:more|earlier)$/.test(outline))
    return { kind: 'outline', at: Number(/ offset=([0-9]+)/.exec(how)?.[1] ?? 0), count: 0, shape: outline };
  const match = GAP_MARK.exec(mark);
  const range = RANGE.exec(how);
  if (!match || !range) return undefined;
  const [, count, earlier, why, shape, states = ''] = match;
  const kind = earlier ? 'before' : why ? kindFor(why) : shape === undefined ? 'after' : 'fold';
  // Earlier children are offered from their end.
  const at = Number(range[1]) + (earlier ? Number(range[2]) - Number(count) : 0);
  const gap: Gap = { kind, at, count: Number(count) };
  if (shape !== undefined) gap.shape = shape;
  if (states !== '') gap.states = states.slice(2, -1).split('] [');
  return gap;
}

function kindFor(why: string): Gap['kind'] {
  return why === 'token budget' ? 'budget' : 'viewport';
}
