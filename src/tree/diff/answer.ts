/**
 * What to tell a reader who has seen a page before: that nothing changed, what changed, or the whole view if that
 * is hardly longer or the document is new.
 */

import type { Shortened, SnapshotNode } from '../node.js';
import { refsInRuns } from '../text/run.js';
import { estimateTokens } from '../text/tokens.js';
import { type Diff, diffTrees, type Former } from './diff.js';
import { renderDiff } from './render-diff.js';

export interface AnswerOptions {
  /** The document's URL. */
  url?: string;
  /** Refs that the reader has seen: `refsIn` of the texts it was given. If absent, all. */
  shown?: ReadonlySet<string>;
  /** If the changes are longer than this fraction of the whole view, the whole view is shown. */
  maxRatio?: number;
  /** If the changes take more tokens than this, the whole view is shown, cut to this limit; 0 for no limit. */
  maxTokens?: number;
  /** What the reader has seen but the earlier tree lacks: if it is back, it is only named. */
  former?: Former;
  /** Whether runs of added siblings are folded, as in the whole view. */
  fold?: boolean | undefined;
  /** For a reader, who does not rebuild the tree: only what says something, in dense form. */
  dense?: boolean;
  /** With `dense`: the element that the last action was on, and what the reader asked for last. */
  acted?: string | undefined;
  words?: readonly string[] | undefined;
}

export type Answer =
  | { kind: 'same'; text: '' }
  | { kind: 'diff'; text: string; diff: Diff }
  | { kind: 'whole'; text: string; reason: 'new document' }
  | { kind: 'whole'; text: string; reason: 'many changes'; diff: Diff };

/** The whole view, or an outline of it: its text is written only where it is needed. */
type Whole = () => { readonly text: string; readonly shortened?: Shortened | undefined };

/** A reader combines changes with what it saw before; at half the size of the whole view that is no gain. */
export const MAX_RATIO = 0.5;

/** Of the tokens that an outline may take, changes take so many; one added part takes so much of these. */
const OF_CHANGES = 0.6;
const OF_ONE_PART = 0.8;

/** Characters: changes up to this length are shown however small the page is. */
const SHORT = 600;

export function answerChanges(
  before: SnapshotNode,
  now: SnapshotNode,
  whole: Whole,
  options: AnswerOptions = {},
): Answer {
  const { former, maxRatio = MAX_RATIO, maxTokens = 0, dense = false } = options;
  if (before.ref !== now.ref) return { kind: 'whole', text: whole().text, reason: 'new document' };
  if (before === now) return { kind: 'same', text: '' };
  const diff = diffTrees(before, now, former);
  if (diff.changes.length === 0) return { kind: 'same', text: '' };
  if (maxRatio === 0) return { kind: 'whole', text: whole().text, reason: 'many changes', diff };
  const text = changesText(diff, before, options);
  if (text === '') return { kind: 'same', text: '' };
  // Rendering the whole view only to measure it would cost more than the comparison.
  if (text.length <= SHORT) return { kind: 'diff', text, diff };
  const { text: all, shortened } = whole();
  const fits = maxTokens === 0 || estimateTokens(text) <= maxTokens;
  // A view that is not whole says less than changes of its length do.
  const isLess = shortened !== undefined && shortened !== 'dense';
  // Dense changes can be read alone, so they win while they are shorter.
  const ratio = dense ? Math.min(1, 2 * maxRatio) : maxRatio;
  if (fits && (isLess || text.length <= ratio * all.length)) return { kind: 'diff', text, diff };
  return { kind: 'whole', text: all, reason: 'many changes', diff };
}

/** Dense changes that do not fit become outlines, one per added part: the reader knows the rest of the page. */
function changesText(diff: Diff, before: SnapshotNode, options: AnswerOptions): string {
  const { url = '', shown, fold = true, dense = false, acted, words = [], maxTokens = 0 } = options;
  const common = { url, fold, ...(shown && { shown }) };
  if (!dense) return renderDiff(diff, common);
  const write = (most: number) =>
    renderDiff(diff, { ...common, dense: { before, acted, words, maxTokens: most } });
  const text = write(0);
  const most = Math.round(maxTokens * OF_CHANGES);
  return most > 0 && estimateTokens(text) > most ? write(Math.round(most * OF_ONE_PART)) : text;
}

/** The refs that a text shows. A page cannot forge one: `[ref=` in its strings is escaped. */
export function refsIn(text: string): Set<string> {
  return new Set([
    ...Array.from(text.matchAll(/\[ref=(\w+)\]/g), ([, ref = '']) => ref),
    ...refsInRuns(text),
  ]);
}
