import type { SnapshotLimits } from '../../tree/limit.js';
import type { SnapshotNode } from '../../tree/node.js';
import type { RefStyle } from '../../tree/ref.js';
import type { CallLimits } from '../deadline.js';

export interface SnapshotOptions extends CallLimits, Partial<SnapshotLimits> {
  /** `short` leaves out the zero parts of a ref. */
  refs?: RefStyle;
  /** Adds `uidMap`: CSS and XPath of every ref. */
  selectors?: boolean;
  /** Adds the box of every element. */
  boxes?: boolean;
  /** Adds the browser's own node id to every ref of the capture, or fails. */
  backendNodeIds?: boolean;
  /** Adds the DOM as text, with the tree's refs: docs/state.md describes it. */
  dom?: boolean;
  /**
   * Only a subtree: a ref, or a selector (CSS, or XPath with `xpath=`) in one frame (the main frame by default).
   */
  target?: string | { frame?: string; selector: string };
  /**
   * Closed shadow roots are searched for in elements that may have one (`candidates`), everywhere (`all`, slower
   * on large pages) or not at all (`none`).
   */
  closedShadow?: 'candidates' | 'all' | 'none';
  /** Whether long runs of similar siblings are folded in the text; the JSON is always complete. */
  fold?: boolean;
  /** `interactive`: the text has only what can be acted on, with headings and labels. */
  view?: 'interactive';
  /** The text has only what is in the viewport. */
  viewport?: boolean;
  /** Levels that the text shows. */
  depth?: number;
  /** The first child of the root (or the target) that the text shows, from 0. */
  offset?: number;
  /** How many children: 50 by default. */
  limit?: number;
  /** Continues a text that was limited by `maxTokens`. */
  cursor?: string;
  /**
   * Where the whole view takes more tokens than these, the text is an outline that keeps to them; 0 for no limit.
   * With `since`, changes that take more give way to it.
   */
  outline?: number;
  /** The same for a document other than that of the snapshot which the caller has seen. Default: `outline`. */
  outlineOfNew?: number;
  /** Of an outline: what the caller asked for last. Elements that say one of these come first. */
  words?: readonly string[];
  /** With `outline` and `since`: the target of the last action. Its new focus is shown only if nothing else changed. */
  acted?: string | undefined;
  /**
   * The document of the same site that the caller saw last. Navigation, header, footer and side bar that are the same as
   * there are one line each.
   */
  before?: SnapshotNode | undefined;
  /** The id of a snapshot that the caller has seen: the text is what changed since. */
  since?: number;
  /** If the changes are longer than this fraction of the whole view (0 to 1), the whole view is shown. */
  diffThreshold?: number;
}

/** Options that make the text of a snapshot a part of what was captured. */
export const PART_OPTIONS = ['view', 'viewport', 'depth', 'offset', 'limit', 'cursor'] as const;

/** A browser's defaults for every snapshot that does not say otherwise. */
export interface SnapshotDefaults extends SnapshotLimits {
  refs: RefStyle;
  /** Attributes that anchor selectors, in order of preference. */
  idAttributes: string[];
  testIdAttributes: string[];
  xpath: boolean;
  /** Whether a stitched snapshot includes iframes of the page's own origin. */
  sameOriginFrames: boolean;
  fold: boolean;
  diffThreshold: number;
  /** What becomes of an action on an element that is not as it was seen: it is refused, or done and told. */
  refsCheck: 'strict' | 'loose';
}
