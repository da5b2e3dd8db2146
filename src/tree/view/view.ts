/**
 * The text that a reader gets of a tree: folded, only controls, only what is in the viewport, a range of the
 * children, a number of levels, a number of tokens. The tree itself is never changed; whatever the text leaves
 * out has a mark that says how to see it.
 */

import type { Shortened, SnapshotNode } from '../node.js';
import { MARK } from '../text/cut.js';
import { type Gaps, gapsAround, type Range } from '../text/gap.js';
import { renderTree } from '../text/render.js';
import { type BudgetView, fitBudget } from './budget.js';
import { foldTree } from './fold.js';
import { interactiveView } from './interactive.js';
import { type OutlineOptions, outlineOf } from './outline.js';
import { knownGaps } from './site-frame.js';

export interface ViewOptions extends Range {
  /** The document's URL. */
  url?: string;
  /** Fold long runs of similar siblings; default true. */
  fold?: boolean | undefined;
  /** `interactive`: only what can be acted on, with headings and labels. */
  view?: 'all' | 'interactive' | undefined;
  /** What is already left out: the result of `gapsOutside`. */
  gaps?: Gaps | undefined;
  /** Levels to show. */
  depth?: number | undefined;
  maxTokens?: number | undefined;
  /** Continues a view that had no room for everything. */
  cursor?: string | undefined;
  /** Where the whole view takes more tokens than these, an outline that keeps to them. */
  outline?: Pick<OutlineOptions, 'maxTokens' | 'words' | 'isNew'> | undefined;
  /** What the parts of the document before say, from `framePartsOf`: those that are the same here are one line each. */
  known?: ReadonlySet<string> | undefined;
}

export interface ShownView {
  ok: true;
  text: string;
  /** Continues with what had no room. */
  cursor: string | undefined;
  shortened?: Shortened;
}

export type View = ShownView | { ok: false; message: string };

export function viewOf(root: SnapshotNode, options: ViewOptions = {}): View {
  const { view, depth, maxTokens, cursor } = options;
  const marks: string[] = [];
  let shown = root;
  if (view === 'interactive') {
    const { root: part, left } = interactiveView(root, options.gaps);
    shown = part;
    if (left > 0)
      marks.push(`${MARK} interactive view, ${left} elements and texts left out: snapshot without view`);
  }
  const gaps = gapsOf(shown, options);
  if (options.outline) {
    const outline = outlineOf(shown, { ...options.outline, url: options.url ?? '', gaps });
    if (outline) return { ok: true, cursor: undefined, ...outline };
  }
  const rendering = {
    url: options.url ?? '',
    gaps,
    ...(depth !== undefined && { maxDepth: depth }),
    ...(view === 'interactive' && { view }),
  };
  if (maxTokens !== undefined || cursor !== undefined) {
    const fitted: BudgetView = fitBudget(shown, {
      ...rendering,
      marks,
      maxTokens: maxTokens ?? Infinity,
      cursor,
    });
    if (!fitted.ok) return fitted;
    return { ok: true, text: fitted.text, cursor: fitted.cursor };
  }
  const lines = [...marks.map((mark) => `- ${mark}`), renderTree(shown, rendering)];
  const isKnown = [...gaps.values()].some(([first]) => first?.kind === 'same');
  return {
    ok: true,
    text: lines.join('\n'),
    cursor: undefined,
    ...(isKnown && { shortened: 'frame' }),
  };
}

const NO_GAPS: Gaps = new Map();

function gapsOf(root: SnapshotNode, options: ViewOptions): Gaps {
  const { offset, limit, fold = true } = options;
  const ranged = offset !== undefined || limit !== undefined;
  let gaps = options.gaps ?? NO_GAPS;
  // A requested range is shown whether it is in the viewport or not.
  if (ranged) gaps = new Map([...gaps, [root, gapsAround(root.children.length, { offset, limit })]]);
  if (options.known) gaps = new Map([...gaps, ...knownGaps(root, options.known)]);
  return fold ? foldTree(root, { gaps }) : gaps;
}
