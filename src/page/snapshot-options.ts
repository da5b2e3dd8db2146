import type { SnapshotLimits } from '../tree/limit.js';
import type { RefStyle } from '../tree/ref.js';
import type { CallLimits } from './deadline.js';

export interface SnapshotOptions extends CallLimits, Partial<SnapshotLimits> {
  /** `short` leaves out the parts of a ref that are 0. */
  refs?: RefStyle;
  /** Adds `uidMap`: CSS and XPath of every ref. */
  selectors?: boolean;
  /** Adds the box of every element. */
  boxes?: boolean;
  /** Adds the browser's own node id to every ref of the capture, or fails. */
  backendNodeIds?: boolean;
  /** Adds the DOM as text, with the refs of the tree in it: docs/state.md says what it looks like. */
  dom?: boolean;
  /** Only a subtree: a ref, or a selector (CSS, or XPath with `xpath=`) in one frame (the main frame by default). */
  target?: string | { frame?: string; selector: string };
  /**
   * Closed shadow roots are looked for behind elements that may have one (`candidates`), everywhere (`all`,
   * slower on large pages) or not at all (`none`).
   */
  closedShadow?: 'candidates' | 'all' | 'none';
  /** Whether long runs of siblings that look alike are folded in the text; the JSON is always whole. */
  fold?: boolean;
  /** `interactive`: the text has only what can be acted on, with its headings and labels. */
  view?: 'interactive';
  /** Only what is in the viewport is in the text. */
  viewport?: boolean;
  /** Levels that the text shows. */
  depth?: number;
  /** The first of the children of the root (or of the target) that the text shows, from 0. */
  offset?: number;
  /** How many of them: 50 unless told. */
  limit?: number;
  /** Continues a text that had to keep to `maxTokens`. */
  cursor?: string;
  /** The id of a snapshot that the caller has seen: the text is what changed since. */
  since?: number;
  /** Changes longer than this part of the whole view give way to the whole view: 0 to 1. */
  diffThreshold?: number;
}

/** What a browser was launched with, for every snapshot that does not say otherwise. */
export interface SnapshotDefaults extends SnapshotLimits {
  refs: RefStyle;
  /** Attributes that selectors are anchored on, in order of preference. */
  idAttributes: string[];
  testIdAttributes: string[];
  xpath: boolean;
  /** Whether a stitched snapshot looks into iframes of the page's own origin. */
  sameOriginFrames: boolean;
  fold: boolean;
  diffThreshold: number;
  /** Refuse to act on an element whose name changed since it was shown. */
  strictRefs: boolean;
}
