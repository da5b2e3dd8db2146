/**
 * The in-page side of actions, as Node sees it. A method finds its target, waits until it is ready, and does
 * its part in one call; whatever can be refused is refused before the page is touched.
 */

import type { Found, ReplyOf, Target } from './api.js';
import type { TargetFailure } from './rows.js';

export type Need = 'attached' | 'visible' | 'stable' | 'enabled' | 'editable' | 'in view' | 'hit';

/** An element that a failure or a question is about. */
export interface Shown {
  element: number;
  role: string;
  name: string;
  tag: string;
}

/** The condition that did not come true in time. */
export interface Blocked {
  condition: Need;
  why: string;
  /** It would not change by waiting, so nobody waited. */
  lasting?: boolean;
  found?: Found;
  /** What would get the event instead. */
  cover?: Shown;
  /** What is around the target, and gets the event because the target lets it through. */
  around?: Shown;
  /** The iframe that is in the way of the target inside of it. */
  iframe?: Shown;
}

/** The element can't take what it was asked to take; nothing was done. */
export interface Refused {
  code: 'bad-argument' | 'not-editable' | 'no-option' | 'bad-file' | 'not-actionable';
  message: string;
  hint?: string;
  details?: Record<string, unknown>;
}

export type NotDone =
  | { ok: false; failure: TargetFailure }
  | { ok: false; blocked: Blocked }
  | { ok: false; refused: Refused; found?: Found };

export interface Place {
  x: number;
  y: number;
}

/** What every method that waits for its target is given. */
export interface Wanted {
  target: Target;
  /** Milliseconds for the wait. */
  timeout: number;
  /** Act without waiting for anything but the element itself. */
  force?: boolean;
}

/** What lies between a document and the one in an iframe: another origin, a transform, or nothing of the kind. */
export type Border = 'origin' | 'transform' | 'none';

export interface ThroughRequest {
  /** The iframe's number. */
  element: number;
  /** In the viewport of the document inside. */
  point: Place;
  /** The size of that viewport. */
  viewport: { width: number; height: number };
  timeout: number;
  checkHit: boolean;
  /** No press in this document is meant: stop any. */
  guard: boolean;
}

/** What became of a press, as seen before the page saw it. */
export interface GuardVerdict {
  /**
   * Where the press went. `other`: it would have gone to another element and was stopped; `inside`: it is
   * for the document of an iframe that lies below the point; `none`: it never came.
   */
  down: 'none' | 'target' | 'other' | 'inside';
  /** Presses that reached the target. */
  presses: number;
  clicked: boolean;
  cover?: Shown;
}

export interface ScrollState {
  x: number;
  y: number;
  /** The farthest it goes. */
  maxX: number;
  maxY: number;
}

export type ScrollRequest =
  | { kind: 'to'; x?: number | string; y?: number | string }
  | { kind: 'by'; x: number; y: number }
  /** Visible heights, forward or back. */
  | { kind: 'chunk'; direction: 1 | -1 }
  | { kind: 'into-view' };

export type WireChoice = { text: string } | { value: string } | { label: string } | { index: number };

export interface ActingMethods {
  /** Waits for the target, brings it into view, chooses a point and guards it. */
  prepare: {
    request: Wanted & {
      needs: Need[];
      position?: Place;
      watchMoves?: boolean;
      guard: boolean;
      drag?: boolean;
      wheel?: boolean;
    };
    reply: { ok: true; found: Found; point: Place; viewport: { width: number; height: number } } | NotDone;
  };
  pointThroughFrame: {
    request: ThroughRequest;
    reply: { ok: true; point: Place; viewport: { width: number; height: number }; border: Border } | NotDone;
  };
  /** The iframe at a point of the viewport, and the point in the viewport of the document inside. */
  frameAt: { request: Place; reply: { element?: number; point?: Place; border?: Border } };
  /** Takes the guard of a frame around the target's away. */
  unguard: { request: Record<never, never>; reply: { guard?: GuardVerdict } };
  /** A release is to come of which no click must be made. Until `unguard`. */
  withhold: { request: Record<never, never>; reply: { ok: true } };
  /** Starts watching for changes, for actions that have no target. */
  watch: { request: { wheel?: boolean }; reply: { ok: true; viewport: { width: number; height: number } } };
  /** Whether a control that was checked or unchecked is now; undefined when it is gone. */
  isChecked: { request: { element: number }; reply: { checked?: boolean | 'mixed' } };
  /** Where a slider is; undefined when it is gone. */
  sliderValue: { request: { element: number }; reply: { now?: number } };
  /** Waits until the changes of the last action are over; says what the guard saw and what a field holds. */
  settle: {
    request: {
      cap: number;
      /** `draw`: the action shows only once a frame is drawn; `wheel`: only when it has turned to its end. */
      first?: 'draw' | 'wheel';
      expect?: { element: number; value: string };
      /** Text is on its way: focus the element that `fill` was told, select what it holds, let the text in. */
      enter?: boolean;
      /** Give the page more than a short turn: what it starts is told late. */
      patient?: boolean;
      /** What the target announces is waited for: see `popup.ts`. */
      popup?: 'pointer' | 'text';
    };
    reply: {
      changed: boolean;
      quiet: boolean;
      guard?: GuardVerdict;
      holds?: boolean;
      /** Text would have gone to this element, and was stopped. */
      astray?: Shown;
      /** The first key went to the element, and a later one to this. */
      elsewhere?: Shown;
      /** Text came before the element was prepared for it, and was stopped. Now it is: send it again. */
      early?: boolean;
      /** Text can't be entered, and is stopped until `unguard`. */
      refused?: Refused;
      /** The focus is not in this document, nor in one inside of it. */
      unfocused?: boolean;
      /** The action has set the document on its way to another. */
      leaving?: boolean;
      /** The page has asked for a file. */
      downloading?: boolean;
    };
  };
  /**
   * Checks that the value is possible, then puts it in the place of what is there: by the browser's editing
   * (`inserted`; `command` in rich content) or by script (`set`). `insert` and `erase`: what is there is selected, and
   * input is to come.
   * `enter`: nothing is touched yet, see `settle`.
   */
  fill: {
    request: Wanted & {
      value: string;
      /** Text is to be given as input, where that makes more of typing's events than a script does. */
      typed: boolean;
      /** Say at once if the document is quiet. */
      askQuiet: boolean;
    };
    reply:
      | {
          ok: true;
          found: Found;
          element: number;
          how: 'inserted' | 'command' | 'insert' | 'enter' | 'erase' | 'set' | 'slide' | 'nothing';
          /** What a field that was set by script held then, before the page was told. */
          set?: string;
          /** A slider that has the focus now: where it is, and where it is to go by its keys. */
          slide?: { from: number; to: number };
          /** An editor draws its text itself: it is to select it, by its shortcut, before the input. */
          standIn?: boolean;
          /** It sends on what is typed: nothing there can be replaced. */
          terminal?: boolean;
          /** The text is to be pasted if the page takes that; else it is input. */
          paste?: boolean;
          /** The document is quiet already: it need not be asked. */
          after?: ReplyOf<'settle'>;
        }
      | NotDone;
  };
  /** What `fill` has prepared for: see `paste.ts`. */
  paste: { request: { element: number; text: string }; reply: { taken: boolean } };
  /**
   * Focuses: for keys to go there. `caret: 'end'` puts the cursor after what is there unless it has the focus already.
   * `keys`: what is to come; where the first of them would go elsewhere they are stopped, see `settle`. Text is only
   * typed into what takes some.
   */
  focus: {
    request: Wanted & { caret?: 'end'; keys?: 'pressed' | 'typed' };
    reply: { ok: true; found: Found } | NotDone;
  };
  blur: { request: Wanted; reply: { ok: true; found: Found } | NotDone };
  selectText: { request: Wanted; reply: { ok: true; found: Found } | NotDone };
  domClick: { request: Wanted; reply: { ok: true; found: Found } | NotDone };
  selectOption: {
    request: Wanted & { choices: WireChoice[] };
    reply:
      | { ok: true; found: Found; how: 'set' | 'nothing'; chosen: string[] }
      /** An ARIA widget: click these. */
      | { ok: true; found: Found; how: 'click'; options: number[]; chosen: string[] }
      /** An ARIA combobox that is closed: click it, then ask again. */
      | { ok: true; found: Found; how: 'open'; element: number }
      /** An input with suggestions: its value is to be filled in. */
      | { ok: true; found: Found; how: 'fill'; value: string }
      | NotDone;
  };
  check: {
    request: Wanted & { checked: boolean };
    reply: /** `click`: the element to click, a label where the control itself does not show. */
    { ok: true; found: Found; element: number; is: boolean | 'mixed'; click: number } | NotDone;
  };
  setFiles: {
    request: Wanted & { count: number };
    reply: { ok: true; found: Found; element: number | null } | NotDone;
  };
  scroll: {
    request: Omit<Wanted, 'target'> & { target?: Target; scroll: ScrollRequest };
    reply: { ok: true; found?: Found; state: ScrollState; moved: boolean } | NotDone;
  };
  /** Drag events made by script, for what the protocol can't do. */
  drop: {
    request: Wanted & {
      point: Place;
      /** MIME type → text. */
      data: Record<string, string>;
      files: { name: string; type: string; base64: string }[];
      /** The number of the element that was dragged: it gets `dragend`. */
      source?: number;
      /** `dragenter` and `dragover` come first. */
      whole: boolean;
    };
    reply: { ok: true; found: Found; accepted: boolean } | NotDone;
  };
  /** What the page has heard of a drag since `prepare` was asked to watch for one. */
  dragState: {
    /** So many frames are drawn first, where any are. */
    request: { frames?: number };
    reply: {
      started: boolean;
      /** What the page put into the drag. */
      data: Record<string, string>;
      /** The last element hovered over wants the drop. */
      overAccepted: boolean;
      dropped: boolean;
      ended: boolean;
    };
  };
  /** A box drawn in the page itself, where the protocol has no overlay. Null takes it away. */
  highlight: { request: Partial<Wanted>; reply: { ok: true; found?: Found } | NotDone };
}
