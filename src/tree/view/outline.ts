/**
 * The outline of a page within a number of tokens: the first look at a new document. It has what an agent decides the
 * next step by: the controls of the main content, headings, forms, and one line for each part of the page. Prose and
 * long lists come after these, as far as there is room. What is left out is counted at its place, with how to see it.
 *
 * The outline is a tree of its own with the refs of the whole one. Wrappers are left out, long names and texts are
 * clipped, URLs of links are left out, and a row is one line of text beside its controls.
 */

import { isText, type Shortened, type SnapshotNode } from '../node.js';
import { MARK } from '../text/cut.js';
import type { Gap, Gaps } from '../text/gap.js';
import { renderTree } from '../text/render.js';
import { estimateTokens } from '../text/tokens.js';
import { denseTree } from './dense.js';
import { type Atoms, chooseAtoms } from './outline-atoms.js';
import { buildOutline, type OutlineTree } from './outline-tree.js';

export interface OutlineOptions {
  /** Address of the document. */
  url?: string;
  maxTokens: number;
  /** What the reader asked for last: elements that say one of these come first. */
  words?: readonly string[];
  /** Whether an element is new to the reader, of a document that it knows. */
  isNew?: (node: SnapshotNode) => boolean;
  /** Whether the document before, of the same site, had the same element. */
  isOld?: (node: SnapshotNode) => boolean;
  /** Of the whole view: what it folds, and the parts that the reader knows already. */
  gaps?: Gaps;
}

/** Lines have at least so many tokens: a tree with more of them need not be written to see that it does not fit. */
const LEAST_TOKENS_OF_A_LINE = 5;

/** A view of so many tokens is not made shorter. */
const SHORT = 300;
/** The dense form is worth its differences only if it is at least so much shorter. */
const WORTH_IT = 0.85;

/** Of the lines of a page, at most all but one in so many are left out of its dense form. */
const MOST_WRAPPED = 3;

export interface Outline {
  text: string;
  shortened: Extract<Shortened, 'outline' | 'dense'>;
}

/** Undefined where the whole view is best. */
export function outlineOf(root: SnapshotNode, options: OutlineOptions): Outline | undefined {
  const { url = '', maxTokens, gaps = new Map<SnapshotNode, Gap[]>() } = options;
  let fitting: Outline | undefined;
  if (countShown(root, gaps) * LEAST_TOKENS_OF_A_LINE <= MOST_WRAPPED * maxTokens) {
    const whole = renderTree(root, { url, gaps });
    const size = estimateTokens(whole);
    if (size <= Math.min(SHORT, maxTokens)) return undefined;
    const dense = denseTree(root, { gaps, url });
    const text = renderTree(dense.root, { url, gaps: dense.gaps, runs: true });
    if (size <= maxTokens && text.length > WORTH_IT * whole.length) return undefined;
    if (estimateTokens(text) <= maxTokens) fitting = { text, shortened: 'dense' };
  }
  const atoms = chooseAtoms(root, {
    ...options,
    known: (node) => gaps.get(node)?.find(({ kind }) => kind === 'same'),
  });
  const { length } = atoms.all;
  const write = ({ root: shown, gaps: left }: OutlineTree, count: number): string => {
    const mark =
      count === length
        ? `${MARK} outline, all ${count} items, shortened: snapshot shows them in full`
        : `${MARK} outline, ${count} of ${length} items: snapshot shows all, find searches all`;
    return `- ${mark}\n${renderTree(shown, { url, gaps: left, runs: true })}`;
  };
  const { text } = fitted(atoms, maxTokens, write);
  // Texts are read rather than looked for; of a site that the reader knows, the outline has what is new.
  const isBetter = fitting && ((!options.isOld && CLIPPED.test(text)) || fitting.text.length <= text.length);
  return isBetter ? fitting : { text, shortened: 'outline' };
}

/** A line that ends before its text does. */
const CLIPPED = /…["']?$/m;

/** The outline of what was added to an element: the element with these children, as far as there is room. */
export function outlineOfItems(parent: SnapshotNode, options: OutlineOptions): OutlineTree {
  const { url = '', maxTokens } = options;
  const atoms = chooseAtoms(parent, options);
  return fitted(atoms, maxTokens, ({ root, gaps }) => renderTree(root, { url, gaps, runs: true })).tree;
}

/** More items make a longer text, so the most that fit are found by halving. */
function fitted(
  atoms: Atoms,
  maxTokens: number,
  write: (tree: OutlineTree, count: number) => string,
): { tree: OutlineTree; text: string } {
  const { ranked } = atoms;
  const tried = (count: number) => {
    const tree = buildOutline(atoms, ranked.slice(0, count));
    return { tree, text: write(tree, count) };
  };
  let [fits, tooMany] = [0, Math.min(ranked.length, Math.ceil(maxTokens / LEAST_TOKENS_OF_A_LINE)) + 1];
  let best = tried(0);
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    const next = tried(middle);
    if (estimateTokens(next.text) <= maxTokens) [fits, best] = [middle, next];
    else tooMany = middle;
  }
  return best;
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
