/**
 * What to tell a reader who has seen a page before: that nothing changed, what changed, or all of it anew
 * where that is hardly longer or the document is another.
 */

import type { SnapshotNode } from '../node.js';
import { estimateTokens } from '../text/tokens.js';
import { type Diff, diffTrees, type Former } from './diff.js';
import { renderDiff } from './render-diff.js';

export interface AnswerOptions {
  /** Address of the document. */
  url?: string;
  /** Refs that the reader has seen: `refsIn` of the texts it was given. Without it, all. */
  shown?: ReadonlySet<string>;
  /** Changes longer than this part of the whole view give way to the whole view. */
  maxRatio?: number;
  /** Changes that take more than these give way to the whole view, which is cut to them; 0 for no limit. */
  maxTokens?: number;
  /** What the reader has seen and is not there before: where it is back, it is only named. */
  former?: Former;
  /** Whether runs of added siblings are folded, as in the whole view. */
  fold?: boolean | undefined;
}

export type Answer =
  | { kind: 'same'; text: '' }
  | { kind: 'diff'; text: string; diff: Diff }
  | { kind: 'whole'; text: string; reason: 'new document' }
  | { kind: 'whole'; text: string; reason: 'many changes'; diff: Diff };

/** The text of the whole view: written only where it is needed. */
type WholeText = () => string;

/** A reader puts changes together with what it saw before; at half the size of the whole that is no gain. */
export const MAX_RATIO = 0.5;

/** Short enough to be given as changes however small the page is. */
const SHORT = 600;

export function answerChanges(
  before: SnapshotNode,
  now: SnapshotNode,
  whole: WholeText,
  options: AnswerOptions = {},
): Answer {
  const { url = '', shown, former, maxRatio = MAX_RATIO, maxTokens = 0, fold = true } = options;
  if (before.ref !== now.ref) return { kind: 'whole', text: whole(), reason: 'new document' };
  const diff = diffTrees(before, now, former);
  if (diff.changes.length === 0) return { kind: 'same', text: '' };
  if (maxRatio === 0) return { kind: 'whole', text: whole(), reason: 'many changes', diff };
  const text = renderDiff(diff, { url, fold, ...(shown && { shown }) });
  // Writing the whole only to measure it would cost more than the comparison.
  if (text.length <= SHORT) return { kind: 'diff', text, diff };
  const all = whole();
  const fits = maxTokens === 0 || estimateTokens(text) <= maxTokens;
  if (fits && text.length <= maxRatio * all.length) return { kind: 'diff', text, diff };
  return { kind: 'whole', text: all, reason: 'many changes', diff };
}

/** The refs that a text shows. A page can't forge one: `[ref=` in its strings is escaped. */
export function refsIn(text: string): Set<string> {
  return new Set(Array.from(text.matchAll(/\[ref=(\w+)\]/g), ([, ref = '']) => ref));
}
