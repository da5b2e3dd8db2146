/** The view of a page: what a snapshot's JSON consists of, and what text is rendered from. */

/** States and properties, as `injected/aria/states.ts` reads them: one row there is one key here. Absent means "not so" or "does not apply". */
export type States = Record<string, string | number | boolean>;

export interface Computed {
  /** Can take the focus (tab order or script). */
  focusable: boolean;
  /** A person would click or edit it: by role, by element, or by its looks (pointer cursor, `on*`, `contenteditable`). */
  interactive: boolean;
  /** Not made invisible, and has a box or shows something inside. */
  visible: boolean;
  /** In the accessibility tree. */
  accessible: boolean;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Text between elements. It has no ref: nothing can be done to it. */
export interface TextNode {
  role: 'text';
  text: string;
}

export interface SnapshotNode {
  ref: string;
  tag: string;
  role: string;
  name: string;
  description?: string;
  /** Never of a password field. */
  value?: string;
  states: States;
  /** Absolute. */
  url?: string;
  placeholder?: string;
  /** The content, where it is nothing but text that the name does not already say. */
  text?: string;
  computed: Computed;
  /** CSS pixels in the viewport of the node's own frame. */
  box?: Box;
  isFrame?: true;
  frameUrl?: string;
  frameName?: string;
  crossOrigin?: boolean;
  /** The handle of the frame inside: `f1`, `c0p1f2`. */
  frame?: string;
  /** Why the frame inside could not be read. */
  frameError?: string;
  /** What was left out below this node, and why. */
  cut?: Cut;
  /** With `backendNodeIds: true`. */
  backendNodeId?: number;
  sharedId?: string;
  children: SnapshotChild[];
}

export type SnapshotChild = SnapshotNode | TextNode;

export interface Cut {
  reason: 'depth' | 'nodes' | 'time' | 'text';
  /** How many elements were not visited or not shown, where that is known; for `text`, how many characters. */
  count?: number;
}

export interface SnapshotJson {
  root: SnapshotNode;
  snapshotId: number;
  timestamp: number;
  /** Page handle, always with its context: `c0p0`. */
  page: string;
  url: string;
  title: string;
  /** The iframes of the captured frame, in document order, at the root only. */
  iframeRefs: string[];
  truncated: boolean;
}

/** How to find an element without Sightline. A list where shadow roots are crossed: one selector per root. */
export interface UidEntry {
  uid: string;
  css: string | string[];
  xpath?: string | string[];
}

export interface Snapshot {
  /** The view that was asked for, or with `since` what changed. */
  readonly text: string;
  /** The whole tree, whatever the text shows of it. */
  readonly json: SnapshotJson;
  /** Continues a text that had to keep to `maxTokens`; undefined where nothing is left. */
  readonly cursor?: string | undefined;
  /** With `since`: what the text is. */
  readonly changes?: SnapshotChanges;
  uidMap?: UidEntry[];
  /** With `dom: true`: the DOM of all frames as text, the refs of the tree in it. */
  dom?: string;
}

export type SnapshotChanges =
  /** `same`: there are none, and the text is empty; `diff`: the text is the changes. */
  | { kind: 'same' | 'diff'; since: number }
  /** All of it anew; `not kept`: the snapshot named is of something else, or of too long ago. */
  | { kind: 'whole'; reason: 'new document' | 'many changes' | 'not kept'; since: number };

export function isText(node: SnapshotChild): node is TextNode {
  return node.role === 'text' && !('ref' in node);
}
