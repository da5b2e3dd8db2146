/** The view of a page: what a snapshot's JSON consists of, and what the text is rendered from. */

/**
 * States and properties from `injected/aria/states/states.ts`: one row there is one key here. Absent means false or not
 * applicable.
 */
export type States = Record<string, string | number | boolean>;

export interface Computed {
  /** Can take the focus (tab order or script). */
  focusable: boolean;
  /**
   * A person would click or edit it: by role, by tag, or by signs such as a pointer cursor, `on*` or
   * `contenteditable`.
   */
  interactive: boolean;
  /** Not hidden, and has a box or shows something inside. */
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

/** Text between elements. It has no ref: nothing can act on it. */
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
  /** Never the value of a password field. */
  value?: string;
  states: States;
  /** Absolute. */
  url?: string;
  placeholder?: string;
  /** The content, if it is only text that the name does not already contain. */
  text?: string;
  computed: Computed;
  /** Its test id, if no other element of its document or shadow root has it. */
  testId?: string;
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
  /** How many elements were not visited or not shown, if known; for `text`, how many characters. */
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
  /** The iframes of the captured frame, in document order; at the root only. */
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
  /** The requested view or, with `since`, the changes. */
  readonly text: string;
  /** The whole tree, whatever part of it the text shows. */
  readonly json: SnapshotJson;
  /** Continues a text that was limited by `maxTokens`; undefined if nothing is left. */
  readonly cursor?: string | undefined;
  /** Less than the whole view: an outline, all of it without wrappers (dense), or parts that the reader knows (the frame of a site) as one line each. */
  readonly shortened?: Shortened | undefined;
  /** With `since`: what the text contains. */
  readonly changes?: SnapshotChanges;
  uidMap?: UidEntry[];
  /** The moment of the capture in each frame, by frame number: actions compare with what was shown then. */
  moments?: ReadonlyMap<number, number>;
  /** With `dom: true`: the DOM of all frames as text, with the tree's refs. */
  dom?: string;
}

export type Shortened = 'outline' | 'dense' | 'frame';

export type SnapshotChanges =
  /** `same`: nothing changed and the text is empty; `diff`: the text is the changes. */
  | { kind: 'same' | 'diff'; since: number }
  /** The whole view; `not kept`: the named snapshot is of another page or too old. */
  | { kind: 'whole'; reason: 'new document' | 'many changes' | 'not kept'; since: number };

export function isText(node: SnapshotChild): node is TextNode {
  return node.role === 'text' && !('ref' in node);
}
