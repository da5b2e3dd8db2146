/**
 * The in-page side as Node sees it: types only. A call is one `CallEnvelope` as JSON text in and one
 * `ReplyEnvelope` as JSON text out (`main.ts` dispatches). Expected failures are data in the reply; an exception
 * in the page is a bug and arrives as `script-error`.
 *
 * Any method may number elements that have no number yet, so every envelope carries Node's counter (never reused
 * while the page lives, across documents) and returns it. The registry starts at the larger of its own and the
 * given one: two concurrent calls never give out the same number.
 *
 * The bundle defines one global in the isolated world, not enumerable, `sightline`:
 *
 *   call(json: string): string | Promise<string>         every method below
 *   node(n: number): Element | null                      the element of a number, if it is still connected
 *   nodes(n: number[]): (Element | null)[]               in the requested order
 *   frameWindows(n: number[]): (Window | null)[]         the windows of iframe elements
 *   closedCandidates(): Element[]                        elements that the last capture asks about, once
 *   adoptClosedRoots(_, roots: ShadowRoot[]): string     how many were new: capture again if any
 */
import type { Box, States } from '../tree/node.js';
import type { ActingMethods } from './acting-api.js';
import type { DeveloperMethods } from './audit-api.js';
import type { CaptureReply, CaptureRequest, Difference, TargetFailure } from './rows.js';

export type * from './acting-api.js';

/** A locator: each step searches inside the matches of the previous one. */
export type LocatorStep =
  | { engine: 'css' | 'xpath'; selector: string }
  | { engine: 'role'; role: string; name?: TextMatch; states?: States; includeHidden?: boolean }
  | { engine: 'text' | 'label' | 'placeholder' | 'alt' | 'title'; text: TextMatch }
  | { engine: 'testid'; text: TextMatch; attributes: string[] }
  | { engine: 'nth'; index: number }
  | { engine: 'filter'; hasText?: TextMatch; has?: LocatorStep[] };

/** `exact`: the whole text, case-sensitive; otherwise a case-insensitive substring. Or a regular expression. */
export type TextMatch = { text: string; exact: boolean } | { regex: string; flags: string };

/** The element that an operation is about. */
export type Target =
  | { element: number /** Absent: whatever has become of it. */; check?: Check }
  | { locator: LocatorStep[] /** Take the first of several; the default is to refuse. */; first?: boolean };

/** What the browser draws over the page while a control is open: no picture of the page shows it. */
export type Picker =
  | { type: 'select'; isOpen: boolean; options: { label: string; disabled: boolean; selected: boolean }[] }
  | { type: 'date' | 'time' | 'datetime-local' | 'month' | 'week' | 'color'; isOpen: boolean; value: string };

/** The element must be as it was seen: see `injected/identity/compare.ts`. */
export interface Check {
  /** The moment at which it was seen; without it, when it was last shown to anybody. */
  moment?: number | undefined;
  /** The moment of the caller's own last action on it: what that made of its state and value has been seen. */
  own?: number | undefined;
  /** Act anyway, and report it. */
  loose?: boolean;
  /** A state is turned around: it must be the one that was seen. */
  turns?: boolean;
  /** What it holds is replaced: it must be what was seen. */
  overwrites?: boolean;
  /** A key follows: what is active in its list must be what was seen, unless the element takes the key as text. */
  stroke?: Stroke;
  /** Options that are selected, by value or label: they must be the ones that were seen. */
  chooses?: readonly string[];
}

/** `text`: it may enter or delete text. */
export type Stroke = 'text' | 'command';

/** Keys for whatever has the focus: it must be what the caller knows to have it. */
export interface FocusCheck {
  /** Of the caller's last look at the document, or of the end of their own last action there. */
  key: number;
  /** When they last looked at the document. */
  moment: number;
  /** Elements that they were shown since, and when. */
  later?: readonly (readonly [element: number, moment: number])[];
  turns?: boolean;
  stroke?: Stroke;
}

export interface Found {
  element: number;
  role: string;
  name: string;
  tag: string;
  /** Present when the ref's own element was gone and another was proven to be the same thing. */
  refound?: 'id' | 'role-and-name' | 'item';
  /** Present when it differs from what was seen, and the check is loose. */
  changed?: Difference[];
  /** Set by actions: why a person can't see it. */
  unseen?: string;
  /** Set by actions: the field's text is never revealed, since it is a password or a one-time code. */
  secret?: boolean;
}

export type WaitState = 'attached' | 'detached' | 'visible' | 'hidden' | 'enabled' | 'disabled' | 'changed';

/** A failure may have numbered its candidate or its matches. (The envelope carries the numbers, see above.) */
export type Failed = { ok: false; failure: TargetFailure };

export type FindReply = { ok: true; found: Found } | Failed;

export interface Described extends Found {
  description: string;
  value?: string;
  states: States;
  attributes: Record<string, string>;
  /** Its text is never revealed: a password or a one-time code. */
  secret: boolean;
  /** In the frame's viewport; null when it has none. */
  box: Box | null;
  visible: boolean;
}

export interface Methods extends ActingMethods, DeveloperMethods {
  capture: { request: CaptureRequest; reply: CaptureReply };
  find: { request: { target: Target }; reply: FindReply };
  count: { request: { locator: LocatorStep[] }; reply: { ok: true; count: number } | Failed };
  /** Whether any of the matches shows. */
  anyVisible: { request: { locator: LocatorStep[] }; reply: { ok: true; visible: boolean } | Failed };
  /** What the document is called, how many device pixels a CSS pixel has, and whether it knows the page that opened it. */
  documentState: {
    request: Record<never, never>;
    reply: { title: string; pixelRatio: number; hasOpener: boolean };
  };
  describe: {
    request: { target: Target };
    reply: { ok: true; described: Described } | Failed;
  };
  /** CSS and XPath of one element. */
  selectors: {
    request: { target: Target; idAttributes: string[]; xpath: boolean };
    reply: { ok: true; css: string | string[]; xpath?: string | string[] } | Failed;
  };
  /** Listens for an event of that name, which another tool lets happen on the element that it means. */
  listenForElement: { request: { event: string }; reply: Record<never, never> };
  /** The element that the event happened on, if it was in this frame. */
  takeElement: { request: { event: string }; reply: { element?: number } };
  /** Whether the focused field is one whose text is never revealed. */
  focusedSecret: { request: Record<never, never>; reply: { secret: boolean } };
  /** A person has taken over, is about to type, or has handed back: what they enter is never revealed. */
  personFields: {
    request: { when: 'taken' | 'typing' | 'handed-back' };
    /** Text would go to a field of this document. */
    reply: { takesText: boolean };
  };
  /** The element that a person means who points at this place of the viewport. */
  elementAt: {
    request: { x: number; y: number };
    reply: { found?: { element: number; role: string; name: string; box: Box; picker?: Picker } };
  };
  /** Every iframe and frame element of the document, including shadow trees. */
  iframes: { request: Record<never, never>; reply: { elements: number[] } };
  /**
   * Resolves when the target reaches the state. The page drives the wait, the caller limits it; 0 checks once.
   */
  waitFor: {
    request: { target: Target; state: WaitState; timeout: number };
    reply: { ok: true; reached: boolean } | Failed;
  };
  /** Clears, removes and sets, in this order; then returns all entries. */
  webStorage: {
    request: {
      kind: 'local' | 'session';
      wipe?: boolean;
      remove?: string[];
      set?: [key: string, value: string][];
    };
    reply: { ok: true; items: [key: string, value: string][] } | { ok: false; reason: 'none' | 'full' };
  };
  /** The boxes of elements by number, in whole CSS pixels of this viewport; only of those in view. */
  boxes: {
    request: { elements: number[] };
    reply: {
      viewport: { width: number; height: number };
      boxes: [element: number, x: number, y: number, width: number, height: number][];
    };
  };
  /** Redraws a picture (base64), with marks at boxes in pixels of the result. */
  redraw: {
    request: {
      image: string;
      type: string;
      scale: number;
      marks: { label: string; box: Box }[];
    };
    reply: { image: string };
  };
}

export type Method = keyof Methods;

export interface CallEnvelope<M extends Method = Method> {
  method: M;
  request: RequestOf<M>;
  /** The lowest number that the next new element may get. */
  nextElement: number;
}

export interface ReplyEnvelope<M extends Method = Method> {
  reply: ReplyOf<M>;
  nextElement: number;
}

export type RequestOf<M extends Method> = Methods[M]['request'];
export type ReplyOf<M extends Method> = Methods[M]['reply'];
