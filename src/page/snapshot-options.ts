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
  /** Refuse to act on an element whose name changed since it was shown. */
  strictRefs: boolean;
}
