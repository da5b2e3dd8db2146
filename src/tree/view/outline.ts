/**
 * The outline of a page within a number of tokens: the first look at a new document. It has what an agent decides the
 * next step by: the controls of the main content, headings, forms, and one line for each part of the page. Prose and
 * long lists come after these, as far as there is room. What is left out is counted at its place, with how to see it.
 *
 * The outline is a tree of its own with the refs of the whole one. Wrappers are left out, long names and texts are
 * clipped, addresses of links are not told, and a row is one line of text beside its controls.
 */

import { isText, type SnapshotNode } from '../node.js';
import { MARK } from '../text/cut.js';
import type { Gap, Gaps } from '../text/gap.js';
import { renderTree } from '../text/render.js';
import { estimateTokens } from '../text/tokens.js';
import { chooseAtoms } from './outline-atoms.js';
import { buildOutline } from './outline-tree.js';

export interface OutlineOptions {
  /** Address of the document. */
  url?: string;
  maxTokens: number;
  /** What the reader asked for last: elements that say one of these come first. */
  words?: readonly string[];
  /** Whether an element is new to the reader, of a document that it knows. */
  isNew?: (ref: string) => boolean;
  /** Of the whole view: what it folds, and the parts that the reader knows already. */
  gaps?: Gaps;
}

/** Lines have at least so many tokens: a tree with more of them need not be written to see that it does not fit. */
const LEAST_TOKENS_OF_A_LINE = 5;

/** Undefined where the whole view fits. */
export function outlineOf(root: SnapshotNode, options: OutlineOptions): string | undefined {
  const { url = '', maxTokens, gaps = new Map<SnapshotNode, Gap[]>() } = options;
  if (countShown(root, gaps) * LEAST_TOKENS_OF_A_LINE <= maxTokens) {
    const whole = renderTree(root, { url, gaps });
    if (estimateTokens(whole) <= maxTokens) return undefined;
  }
  const atoms = chooseAtoms(root, {
    ...options,
    isKnown: (node) => gaps.get(node)?.some(({ kind }) => kind === 'same') === true,
  });
  const ranked = atoms.ranked;
  const write = (count: number): string => {
    const { root: shown, gaps: left } = buildOutline(atoms, ranked.slice(0, count));
    const mark = `${MARK} outline, ${count} of ${ranked.length} items: snapshot shows all, snapshot target=REF one part, find searches everything`;
    return `- ${mark}\n${renderTree(shown, { url, gaps: left })}`;
  };
  // More items make a longer text, so the most that fit are found by halving.
  let [fits, tooMany] = [0, Math.min(ranked.length, Math.ceil(maxTokens / LEAST_TOKENS_OF_A_LINE)) + 1];
  let text = write(0);
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    const tried = write(middle);
    if (estimateTokens(tried) <= maxTokens) [fits, text] = [middle, tried];
    else tooMany = middle;
  }
  return text;
}

function countShown(root: SnapshotNode, gaps: Gaps): number {
  let count = 0;
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    count++;
    const left = gaps.get(node) ?? [];
    for (const [index, child] of node.children.entries())
      if (!isText(child) && !left.some(({ at, count: many }) => index >= at && index < at + many))
        pending.push(child);
  }
  return count;
}
