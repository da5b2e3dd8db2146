/**
 * Which element a number means. Node owns the numbers: each request says which one is free next, and none is
 * reused. Elements are held weakly and the page's objects are not touched: the mapping exists only here.
 */

import type { Given } from '../../wire/rows.js';
import { getRootNode, isConnected, isShadowRoot, shadowHost } from '../dom/intrinsics.js';
import type { Identity } from './identity.js';
import { nameKey } from './name-key.js';
import { type Held, isSame, type Thing } from './thing.js';

/** What was last shown for a number. */
export interface Entry {
  readonly role: string;
  /** As returned by `nameKey`. */
  name: string;
  /** How to recognize the element as another node; only for elements that an agent may act on. */
  identity: Identity | undefined;
  /** The nearest shown ancestor: where to look first for a similar element. */
  parent: number | undefined;
  /** Undefined when the element was garbage-collected and the entry compacted. */
  element: WeakRef<Element> | undefined;
  /** What it was at the moments when it was shown, the last one last; only where that differs from the one before. */
  seen: readonly Seen[];
  /** Its state and value at the end of the last action on it, unless it was shown since. */
  own: Own | undefined;
  /** The element's role changed, so it got another number. */
  roleChanged: boolean;
}

export interface Seen {
  readonly moment: number;
  readonly thing: Thing;
}

export interface Own extends Held {
  readonly moment: number;
}

/** What had the focus at a time that somebody knows of. */
export interface Focused {
  /** The moment of a capture, or the key of an action's end. */
  readonly key: number;
  /** Undefined: nothing had it. */
  readonly element: WeakRef<Element> | undefined;
  readonly number: number | undefined;
  /** What an action has made of it. */
  readonly held: Held | undefined;
}

/** Each look and each action notes one. */
const MAX_FOCUSED = 50;

/** Several agents may have seen one element at different times. */
const MAX_SEEN = 8;

/** Entries of removed elements still say what they were. This many are kept, newest first. */
const MAX_GONE = 50_000;

export class Registry {
  readonly #numbers = new WeakMap<Element, number>();
  readonly #entries = new Map<number, Entry>();
  #next = 1;
  #calls = 0;
  /** The fraction tells moments of this document from those of others. */
  #moment = Math.random();
  readonly #focus: Focused[] = [];
  #sweepAt = 1000;
  /** The highest number whose entry was dropped. */
  #forgotten = 0;

  /** The first free number, here and in Node. */
  get next(): number {
    return this.#next;
  }

  /** When something was last shown, counted in this document. */
  get moment(): number {
    return this.#moment;
  }

  /** From here on, what is shown is shown later than all that was. */
  nextMoment(): void {
    this.#moment++;
  }

  /** Node's counter continues across documents; calls that overlapped are told apart here. */
  begin(next: number): void {
    this.#calls++;
    if (next > this.#next) this.#next = next;
    if (this.#entries.size >= this.#sweepAt) this.#sweep();
  }

  /** The numbers given out in this call, from `from` on. */
  givenSince(from: number): Given {
    return { from, to: this.#next, call: this.#calls };
  }

  /** Takes back the numbers of the previous call, if nobody else can have seen them. */
  retract({ from, to, call }: Given): void {
    if (this.#next !== to || this.#calls !== call + 1) return;
    for (let number = from; number < to; number++) {
      const element = this.element(number);
      if (element) this.#numbers.delete(element);
      this.#entries.delete(number);
    }
    this.#next = from;
  }

  /** The number of an element with this role: its current one or a new one. `name` as returned by `nameKey`. */
  show(element: Element, role: string, name: string, parent: number | undefined): number {
    const known = this.#numbers.get(element);
    const entry = known === undefined ? undefined : this.#entries.get(known);
    if (known !== undefined && entry?.role === role) {
      entry.name = name;
      entry.parent = parent;
      return known;
    }
    if (entry) {
      entry.roleChanged = true;
      entry.identity = undefined;
    }
    const number = this.#next++;
    this.#numbers.set(element, number);
    this.#entries.set(number, {
      role,
      name,
      identity: undefined,
      parent,
      element: new WeakRef(element),
      seen: [],
      own: undefined,
      roleChanged: false,
    });
    return number;
  }

  /** How to find an element again that is shown. */
  identify(number: number, identity: Identity | undefined): void {
    const entry = this.#entries.get(number);
    if (entry) entry.identity = identity;
  }

  /** What a number was shown as, at this moment. */
  see(number: number, thing: Thing): void {
    const entry = this.#entries.get(number);
    if (!entry) return;
    entry.own = undefined;
    const last = entry.seen.at(-1);
    if (last && isSame(last.thing, thing)) return;
    entry.seen = [...entry.seen, { moment: this.#moment, thing }].slice(-MAX_SEEN);
  }

  /** What was shown last could not be kept: nothing is known of any element any more. */
  forgetSeen(): void {
    for (const entry of this.#entries.values()) {
      entry.seen = [];
      entry.identity = undefined;
    }
  }

  /** What an action has made of an element: when that was. */
  acted(number: number, held: Held): number | undefined {
    const entry = this.#entries.get(number);
    if (!entry) return undefined;
    this.#moment++;
    entry.own = { ...held, moment: this.#moment };
    return this.#moment;
  }

  /** What has the focus now. */
  noteFocus(key: number, element: Element | null, held?: Held): void {
    this.#focus.push({
      key,
      element: element ? new WeakRef(element) : undefined,
      number: element ? this.#numbers.get(element) : undefined,
      held,
    });
    if (this.#focus.length > MAX_FOCUSED) this.#focus.shift();
  }

  /** Undefined where that was in another document, or too long ago. */
  focusAt(key: number): Focused | undefined {
    return this.#focus.findLast((each) => each.key === key);
  }

  /** An action on it, since it was last shown, has made this of it. */
  isOwn(element: Element, value: string): boolean {
    const number = this.#numbers.get(element);
    return number !== undefined && this.#entries.get(number)?.own?.value === value;
  }

  /** What a number was at a moment, or last; undefined when that is not known any more. */
  seenAt(number: number, moment: number | undefined): Thing | undefined {
    const seen = this.#entries.get(number)?.seen ?? [];
    return (moment === undefined ? seen.at(-1) : seen.findLast((each) => each.moment <= moment))?.thing;
  }

  /** The number that it was shown with. */
  numberOf(element: Element): number | undefined {
    return this.#numbers.get(element);
  }

  /** Like `show`, for an element that a call is about: what was shown of it before stays. */
  number(element: Element, role: string, name: string): number {
    const known = this.#numbers.get(element);
    if (known !== undefined && this.#entries.get(known)?.role === role) return known;
    return this.show(element, role, nameKey(name), undefined);
  }

  entry(number: number): Entry | undefined {
    return this.#entries.get(number);
  }

  /** The number was given out in this document, to an element that is long gone. */
  isForgotten(number: number): boolean {
    return number > 0 && number <= this.#forgotten;
  }

  element(number: number): Element | undefined {
    return this.#entries.get(number)?.element?.deref();
  }

  #sweep(): void {
    const gone: number[] = [];
    for (const [number, entry] of this.#entries) {
      if (entry.element?.deref()) continue;
      entry.element = undefined;
      gone.push(number);
    }
    for (const number of gone.slice(0, Math.max(0, gone.length - MAX_GONE))) {
      this.#entries.delete(number);
      this.#forgotten = number;
    }
    // Waits for as many new entries before the next sweep, so that the cost stays proportional.
    this.#sweepAt = this.#entries.size * 2 + 1000;
  }
}

/** In this document, through shadow roots. A node moved into another document is gone. */
export function isHere(element: Element): boolean {
  if (!isConnected(element)) return false;
  let root = getRootNode(element);
  while (isShadowRoot(root)) root = getRootNode(shadowHost(root));
  return root === document;
}
