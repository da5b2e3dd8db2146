/**
 * What one call into a frame returns: rows in document order with their depth. Flat, because nested JSON
 * overflows the stack of both browsers at a few thousand levels; short, because a page has tens of thousands of
 * rows.
 */

import type { TextChange } from '../tree/diff/text-change.js';
import type { Box, Cut, States } from '../tree/node.js';
import type { RowChange } from './row-change.js';

/** Text between elements. */
export type WireText = [depth: number, text: string];

export type WireElement = [
  depth: number,
  /** The element's number: the `e` of its ref. */
  element: number,
  tag: string,
  role: string,
  name: string,
  /** A bit set of `WIRE_FLAGS`. */
  flags: number,
  more?: WireMore,
];

export type WireRow = WireText | WireElement;

export const WIRE_FLAGS = {
  focusable: 1,
  interactive: 2,
  visible: 4,
  accessible: 8,
  /** An iframe or frame: its content is in another reply. */
  frame: 16,
} as const;

export interface WireMore {
  description?: string;
  value?: string;
  states?: States;
  url?: string;
  placeholder?: string;
  text?: string;
  box?: Box;
  frameUrl?: string;
  frameName?: string;
  /** This document has no access to its document (`contentDocument` is null). */
  crossOrigin?: boolean;
  /** If no other element of its document or shadow root has it. */
  testId?: string;
  cut?: Cut;
  css?: string | string[];
  xpath?: string | string[];
}

/** `data`: also `data-*`; `all`: also `style`, event handlers, and the geometry and paint of SVG. */
export type DomAttributes = 'usual' | 'data' | 'all';

export interface CaptureRequest {
  maxDepth: number;
  maxNodes: number;
  /** Milliseconds for the walk. */
  timeBudget: number;
  maxTextLength: number;
  selectors: boolean;
  xpath: boolean;
  boxes: boolean;
  /** Also return the DOM as text. */
  dom?: boolean;
  /** Which attributes the DOM text has besides the usual ones. */
  domAttributes?: DomAttributes | undefined;
  /** The DOM text of this document that Node has: unchanged parts are not sent again. */
  domBase?: number | undefined;
  /** The rows of this document that Node has: unchanged ones are not sent again. */
  rowsBase?: number | undefined;
  /** Attributes that anchor a path, in order of preference. */
  idAttributes: string[];
  /** The attribute of `getByTestId`. */
  testIdAttribute?: string | undefined;
  /** Only this subtree: an element by number, or by a selector (CSS, or XPath with `xpath=`). */
  target?: { element: number } | { selector: string };
  closedShadow: 'candidates' | 'all' | 'none';
  /**
   * The moment of the last capture, if Node still has it, else 0: it is not made again where nothing can have changed.
   * Absent: Node does not know whether styles have changed.
   */
  standstill?: number | undefined;
  /** With `standstill`: the browser does not count, and the document finds out itself whether styles have changed. */
  rereads?: boolean | undefined;
  /** What no row depends on is kept when Node has the answer: where the protocol sends it before the script has ended. */
  keepsLater?: boolean | undefined;
  /** For tests: the capture is made even if it need not be, and says so (`spared`). */
  checks?: boolean | undefined;
  /**
   * Numbers of the previous call that nobody has seen: closed shadow roots were found, and with their content in
   * place everything is numbered in document order. Ignored if another call came in between.
   */
  retract?: Given;
}

/** The numbers that one capture gave to new elements: from the first up to, not including, the last. */
export interface Given {
  from: number;
  to: number;
  /** The document's call that gave them. */
  call: number;
}

export type CaptureReply =
  | Captured
  /** As far as the document itself can see, nothing has changed. */
  | { ok: true; unchanged: true; moment: number }
  | { ok: false; failure: TargetFailure };

export interface Captured {
  ok: true;
  unchanged: false;
  rows: RowChange;
  url: string;
  title: string;
  /** Numbers of the iframe elements among the rows, in document order. */
  frames: number[];
  truncated: boolean;
  /** The DOM as text, with the marks of `dom-escape.ts`. */
  dom?: TextChange;
  /** Width and height, with `boxes`. */
  viewport?: [width: number, height: number];
  given: Given;
  /** The moment of this capture, counted in the document: what it showed is kept for comparison. */
  moment: number;
  /** Elements that may have a closed shadow root and have not been asked about in this document. */
  closedCandidates: number;
  /** Milliseconds, for the benchmark. */
  walkTime: number;
  /** Nothing had changed: with `checks`. */
  spared?: boolean;
}

/** A fact about an element that is not as it was seen. */
export interface Difference {
  what:
    | 'name'
    | 'description'
    | 'link'
    | 'picture'
    /** A group, dialog, region or the like around it. */
    | 'group'
    | 'heading'
    | 'item'
    /** The header of its column. */
    | 'column'
    /** What heads its rows, or is above it in a tree. */
    | 'above'
    /** What is said before its table. */
    | 'caption'
    /** What the control belongs to that opened the menu, list or dialog it is in. */
    | 'opener'
    /** What it says itself. */
    | 'text'
    /** An option that is to be selected. */
    | 'option'
    /** What is said just before it. */
    | 'lead'
    /** What is around the iframe that it is in. */
    | 'frame'
    | 'url'
    | 'state'
    /** What keys in it act on. */
    | 'active'
    | 'value'
    /** What it was then is not kept any more. */
    | 'unknown';
  was: string;
  is: string;
}

/** Another control has the focus than the caller knows of, or it is not as it was seen: no key was sent. */
export interface FocusFailure {
  /** What had it, if anything that was shown. */
  was?: { role: string; name: string };
  now: { role: string; name: string };
  /** Where it is the same one. */
  differences?: Difference[];
  /** As in `TargetFailure`, when it changed. */
  rows: WireRow[];
  moment: number;
}

/** Why an element was not found: data, never thrown across the wire. */
export type TargetFailure =
  /** No such number was given out in this document. */
  | { kind: 'unknown' }
  /** It was given out, but the element is gone or has changed. */
  | {
      kind: 'stale';
      /** What the ref was: `button "Pay"`. */
      was: { role: string; name: string };
      why: 'removed' | 'role-changed' | 'collected';
      /** The current role, if that is what changed. */
      now?: { role: string; name: string };
      /** The nearest live element that is similar: never acted on. */
      candidate?: { element: number; role: string; name: string };
      /** In what that differs from what was seen. */
      differences?: Difference[];
    }
  /** It is there, and not as it was seen: nothing was done. */
  | {
      kind: 'changed';
      was: { role: string; name: string };
      now: { role: string; name: string };
      differences: Difference[];
      /** What it stands in as it is now, the element itself where that is all: this has been seen with the answer. */
      rows: WireRow[];
      moment: number;
    }
  | { kind: 'no-match'; selector: string }
  | {
      kind: 'many';
      selector: string;
      count: number;
      matches: { element: number; role: string; name: string; tag: string }[];
    }
  | { kind: 'bad-selector'; selector: string; message: string };
