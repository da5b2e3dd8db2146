/**
 * The in-page side of actions, as Node sees it. A method finds its target, waits until it is ready and does its
 * part in one call. Whatever can be refused is refused before the page is touched.
 */

import type { Check, FocusCheck, Found, ReplyOf, Target } from './api.js';
import type { FocusFailure, TargetFailure } from './rows.js';

export type Need = 'attached' | 'visible' | 'stable' | 'enabled' | 'editable' | 'in view' | 'hit';

/** An element that a failure or a reply mentions. */
export interface Shown {
  element: number;
  role: string;
  name: string;
  tag: string;
}

/** The condition that was not met in time. */
export interface Blocked {
  condition: Need;
  why: string;
  /** Waiting would not change it, so there was no wait. */
  lasting?: boolean;
  /** It is unlikely to change, so the wait was short. */
  brief?: boolean;
  found?: Found;
  /** The element that would get the event instead. */
  cover?: Shown;
  /** The cover is in full screen, or has locked the pointer. */
  held?: 'full screen' | 'locked';
  /** The ancestor that gets the event because the target lets it through. */
  around?: Shown;
  /** The iframe that keeps the target inside it from being reached. */
  iframe?: Shown;
}

/** The element cannot take the input; nothing was done. */
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

/** The parameters of every method that waits for its target. */
export interface Wanted {
  target: Target;
  /** Milliseconds for the wait. */
  timeout: number;
  /** Act without any condition except that the element exists. */
  force?: boolean;
}

/** What separates a document from the one in an iframe: another origin, a transform, or neither. */
export type Border = 'origin' | 'transform' | 'none';

export interface ThroughRequest {
  /** The iframe's number. */
  element: number;
  /** In the viewport of the inner document. */
  point: Place;
  /** The size of that viewport. */
  viewport: { width: number; height: number };
  timeout: number;
  checkHit: boolean;
  /** No press is meant for this document: stop any. */
  guard: boolean;
  /** The iframe must be as it was seen, too. */
  check?: Check;
}

/** What became of a press, as seen before the page saw it. */
export interface GuardVerdict {
  /**
   * Where the press went. `other`: another element would have got it, so it was stopped; `inside`: it is for an
   * iframe's document under the point; `none`: it never came.
   */
  down: 'none' | 'target' | 'other' | 'inside';
  /** Presses that reached the target. */
  presses: number;
  clicked: boolean;
  cover?: Shown;
  /** What got the release of a press on the target. */
  released?: Shown;
  /** No click came of the press, and nothing changed in the document after it: the element only moved. */
  slipped?: boolean;
}

/** A part of an element's text: by its words, or by character offsets. */
export type TextPart = { text: string } | { start: number; end: number };

export type DropPlace = 'before' | 'after' | 'inside';

/** An item beside another: its name, or else its text. */
export interface Neighbor {
  element: number;
  role: string;
  text: string;
}

export interface ScrollState {
  x: number;
  y: number;
  /** The maximum scroll offsets. */
  maxX: number;
  maxY: number;
}

export type ScrollRequest =
  | { kind: 'to'; x?: number | string; y?: number | string }
  | { kind: 'by'; x: number; y: number }
  /** Visible heights, forward or back. */
  | { kind: 'chunk'; direction: 1 | -1 }
  | { kind: 'into-view' };

/** A bounded list of options, and how many there are. */
export interface ListedOptions {
  options: { value: string; label: string }[];
  count: number;
}

export type WireChoice = { text: string } | { value: string } | { label: string } | { index: number };

/** Signs that more effects of an action may follow. */
export interface Coming {
  /** The page has set timers since the action began. */
  timers?: boolean;
  /** So many of them have probably not fired yet. */
  due?: number;
  /** An endless animation has begun: a spinner, or the shimmer of a placeholder. */
  spins?: boolean;
  /** Some part has changed all the time since the action, and not before: a count, a text that is written. */
  runs?: boolean;
  /** The page has sent something through a WebSocket. */
  sent?: boolean;
  /** Documents in it may act by themselves. */
  inner?: boolean;
  /** The document says that another one follows after so many milliseconds. */
  leaves?: number;
  /** The document has set timers before, and has not been seen for long: how it changes without actions is not known. */
  unknown?: boolean;
  /** Nothing changed in the task of the input itself. */
  apart?: boolean;
}

export interface ActingMethods {
  /** Waits for the target, scrolls it into view, chooses a point and guards it. */
  prepare: {
    request: Wanted & {
      needs: Need[];
      position?: Place;
      /** Where the pointer is: another point is chosen where the element has one. */
      pointer?: Place;
      watchMoves?: boolean;
      guard: boolean;
      /** The pointer only comes there. */
      hover?: boolean;
      drag?: boolean;
      wheel?: boolean;
    };
    reply: { ok: true; found: Found; point: Place; viewport: { width: number; height: number } } | NotDone;
  };
  pointThroughFrame: {
    request: ThroughRequest;
    reply: { ok: true; point: Place; viewport: { width: number; height: number }; border: Border } | NotDone;
  };
  /** The iframe at a viewport point, and the point in the viewport of its document. */
  frameAt: { request: Place; reply: { element?: number; point?: Place; border?: Border } };
  /** Where the top left corner of an iframe's document is, in this viewport. */
  frameCorner: { request: { element: number }; reply: Place };
  /** Removes the guard of an ancestor frame. */
  unguard: { request: Record<never, never>; reply: { guard?: GuardVerdict } };
  /** A release follows that must not become a click. Lasts until `unguard`. */
  withhold: { request: Record<never, never>; reply: { ok: true } };
  /** Starts to watch for changes, for actions without a target. */
  watch: { request: { wheel?: boolean }; reply: { ok: true; viewport: { width: number; height: number } } };
  /** The same for keys to whatever has the focus. `frame`: the iframe whose document has it; `free`: nothing has it. */
  watchFocus: {
    request: FocusCheck & { strokes?: number };
    reply: { ok: true; frame?: number; free?: boolean } | { ok: false; failure: FocusFailure };
  };
  /** Whether a control is checked now; undefined when it is gone. */
  /** `pending`: it is disabled or busy, as while a server is asked. */
  isChecked: { request: { element: number }; reply: { checked?: boolean | 'mixed'; pending?: boolean } };
  /** The position of a slider; undefined when it is gone. */
  sliderValue: { request: { element: number }; reply: { now?: number } };
  /** Waits until the changes of the last action are over; reports what the guard saw and what a field holds. */
  settle: {
    request: {
      cap: number;
      /** `draw`: the effect shows only once a frame is drawn; `wheel`: only when scrolling has ended. */
      first?: 'draw' | 'wheel';
      expect?: { element: number; value: string };
      /** Text is on its way: focus the element from `fill`, select its content, let the text in. */
      enter?: boolean;
      /** Give the page more than a short turn: its effects are reported late. */
      patient?: boolean;
      /** Wait for the popup that the target announces: see `popup.ts`. */
      popup?: 'pointer' | 'text';
    };
    reply: {
      changed: boolean;
      /** The document had changed before anything was waited for. */
      atOnce: boolean;
      quiet: boolean;
      guard?: GuardVerdict;
      holds?: boolean;
      /** The element that text would have gone to; the text was stopped. */
      astray?: Shown;
      /** The element that a later key went to; the first one reached the target. */
      elsewhere?: Shown;
      /** Text came before the element was prepared, and was stopped. It is prepared now: send the text again. */
      early?: boolean;
      /** Text cannot be entered, and is stopped until `unguard`. */
      refused?: Refused;
      /** The focus is neither in this document nor in one inside it. */
      unfocused?: boolean;
      /** The action made the document navigate away. */
      leaving?: boolean;
      /** The page has requested a file. */
      downloading?: boolean;
      /** The page opens a file chooser. */
      choosing?: boolean;
      /** Some part of the document changes all the time. */
      ticks?: boolean;
      /** The document had changed before the action, and no capture had shown it. */
      stale?: boolean;
      /** The element that was acted on, and when: see `Check.own`. */
      acted?: { element: number; moment: number };
      /** What has the focus now is known by this key: see `FocusCheck`. */
      focus?: number;
    } & Coming;
  };
  /** Waits for the next change of the document, except in parts that change all the time. */
  nextChange: { request: { timeout: number }; reply: { changed: boolean } };
  /** Timers that may still fire: see `Coming`. */
  dueTimers: { request: Record<string, never>; reply: { due: number } };
  /**
   * Checks that the value is possible, then replaces the content: with the browser's editing (`inserted`;
   * `command` in rich content) or by script (`set`). `insert` and `erase`: the content is selected and input
   * follows. `enter`: nothing is touched yet, see `settle`.
   */
  fill: {
    request: Wanted & {
      value: string;
      /** Send text as input where that fires more of the typing events than a script would. */
      typed: boolean;
      /** Report at once if the document is quiet. */
      askQuiet: boolean;
    };
    reply:
      | {
          ok: true;
          found: Found;
          element: number;
          how: 'inserted' | 'command' | 'insert' | 'enter' | 'erase' | 'set' | 'slide' | 'nothing';
          /** The value that a field set by script had before the page was notified. */
          set?: string;
          /** A slider that now has the focus: its position, and the one to reach with its keys. */
          slide?: { from: number; to: number };
          /** The editor draws its own text: it must select it with its shortcut before the input. */
          standIn?: boolean;
          /** It sends typed text on: nothing in it can be replaced. */
          terminal?: boolean;
          /** Paste the text if the page accepts that; otherwise send it as input. */
          paste?: boolean;
          /** The end of the text, which has to be entered by keys. */
          rest?: string;
          /** The document is already quiet: no need to ask. */
          after?: ReplyOf<'settle'>;
        }
      | NotDone;
  };
  /** Pastes what `fill` prepared: see `paste.ts`. */
  paste: { request: { element: number; text: string }; reply: { taken: boolean } };
  /**
   * Focuses the element so that keys go there. `caret: 'end'` puts the cursor after the content unless it already
   * has the focus. `keys`: what follows. If the first key would go elsewhere, all are stopped: see `settle`. Text
   * is typed only into elements that take text.
   */
  focus: {
    request: Wanted & {
      caret?: 'end' | 'all';
      keys?: 'pressed' | 'typed';
      /** How many keys are typed. */
      strokes?: number;
    };
    /** `ariaDisabled`: it has the focus, but the page calls it disabled. */
    reply: { ok: true; found: Found; ariaDisabled?: boolean } | NotDone;
  };
  blur: { request: Wanted; reply: { ok: true; found: Found } | NotDone };
  /** Selects text by script, or returns where the mouse has to drag. Without `part`: all. */
  selectText: {
    request: Wanted & { part?: TextPart; byScript?: boolean };
    reply:
      | ({ ok: true; found: Found; count?: number } & (
          | { how: 'script' }
          /** In this viewport; `text`: what is selected then. */
          | { how: 'mouse'; from: Place; to: Place; text: string }
        ))
      | NotDone;
  };
  /** The selected text of the document. */
  selection: { request: Record<never, never>; reply: { text: string } };
  domClick: { request: Wanted; reply: { ok: true; found: Found } | NotDone };
  selectOption: {
    request: Wanted & {
      choices: WireChoice[];
      /** What was done to see the options. They may take a while to come. */
      after?: 'open' | 'type';
      /** What is selected already stays so. */
      add?: boolean;
      /** The options that the list showed before text was typed. */
      listed?: ListedOptions;
    };
    reply:
      | { ok: true; found: Found; how: 'set' | 'nothing'; chosen: string[] }
      /** The options come as one types: enter this text there, then ask again. */
      /** `was`: the text that is there. */
      | {
          ok: true;
          found: Found;
          how: 'type';
          element: number;
          text: string;
          was: string;
          listed: ListedOptions;
        }
      /** Several, not all of which are shown: ask for one after another. */
      | { ok: true; found: Found; how: 'each' }
      /** An ARIA widget: click these options. `added`: the labels of those at the end that become selected. */
      | { ok: true; found: Found; how: 'click'; options: number[]; added: string[]; chosen: string[] }
      /** A closed ARIA combobox: click it, then ask again. */
      | { ok: true; found: Found; how: 'open'; element: number }
      /** An input with suggestions: fill in this value. */
      | { ok: true; found: Found; how: 'fill'; value: string }
      | NotDone;
  };
  /** Whether a field shows a text, as its value or in the box around it; and its own text. */
  showsText: {
    request: { element: number; text: string };
    reply: { shows: boolean; text: string };
  };
  /** Whether the list of a combobox is open. */
  listState: { request: { element: number }; reply: { isOpen: boolean } };
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
    /** `around`: the element itself does not scroll, so a container of it was scrolled. */
    reply: { ok: true; found?: Found; state: ScrollState; moved: boolean; around: boolean } | NotDone;
  };
  /** Drag events fired by script, for what the protocol cannot do. */
  drop: {
    request: Wanted & {
      point: Place;
      /** MIME type → text. */
      data: Record<string, string>;
      files: { name: string; type: string; base64: string }[];
      /** The number of the dragged element: it gets `dragend`. */
      source?: number;
      /** `dragenter` and `dragover` come first. */
      whole: boolean;
    };
    reply: { ok: true; found: Found; accepted: boolean } | NotDone;
  };
  /** What the page has seen of a drag since `prepare` was asked to watch for one. */
  dragState: {
    /** Wait for this many frames first, if any are drawn. */
    request: { frames?: number };
    reply: {
      started: boolean;
      /** What the page put into the drag. */
      data: Record<string, string>;
      /** The last hovered element accepts the drop. */
      overAccepted: boolean;
      dropped: boolean;
      ended: boolean;
    };
  };
  /** Where a drag has to end: see `drop-place.ts`. */
  dropPlace: {
    /** `source`: the number of the dragged element, if it is in this document. */
    request: Wanted & { place: DropPlace; source?: number };
    reply:
      | {
          ok: true;
          found: Found;
          /** The element to drag to, and the point in it. */
          element: number;
          spot: Place;
          /** The dragged element is there. */
          already?: boolean;
          /** It has to be scrolled into view. */
          isAway?: boolean;
        }
      | NotDone;
  };
  /** Where the dragged element is among its siblings; nothing if it is gone. */
  landing: {
    request: {
      source: number;
      target?: number;
      /** If the page has rendered it anew: what it was like, and an element near which it is looked for. */
      anew?: { item: Neighbor; near: number };
    };
    reply: {
      /** The item that was dragged. */
      item?: Neighbor;
      previous?: Neighbor;
      next?: Neighbor;
      around?: Neighbor;
      /** It is right before or after the target. */
      is?: 'before' | 'after';
      /** The page has replaced the target, by something that can't be told. */
      isTargetGone?: boolean;
      /** Points in the viewport that mean the edges of the target. */
      points?: Record<'before' | 'after', Place>;
    };
  };
  /**
   * The edge of the container that has to scroll until this point of an element is in view, and how far away the point
   * is; no edge if it is in view.
   */
  scrollEdge: {
    request: { element: number; spot: Place };
    reply: { edge?: Place; distance: number };
  };
  /** A box drawn in the page itself, where the protocol has no overlay. Without a target it is removed. */
  highlight: { request: Partial<Wanted>; reply: { ok: true; found?: Found } | NotDone };
}
