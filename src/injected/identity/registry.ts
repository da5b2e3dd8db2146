/**
 * Which element a number means. The numbers are Node's: each request says which is free next, and none is
 * ever given twice. Elements are held weakly, and the page's objects are not touched: this is the only
 * place that knows.
 */

import type { Given } from '../../wire/rows.js';
import { getRootNode, isConnected, isShadowRoot, shadowHost } from '../dom/intrinsics.js';
import type { Identity } from './identity.js';

/** What was last shown of a number. */
export interface Entry {
  readonly role: string;
  /** As `nameKey` makes it. */
  name: string;
  /** How to know the element again in another node; only for what an agent may act on. */
  identity: Identity | undefined;
  /** The nearest element above it that was shown: where to look first for something like it. */
  parent: number | undefined;
  /** Undefined when the element was collected and the entry has been compacted. */
  element: WeakRef<Element> | undefined;
  /** Set once the element got another number because its role changed. */
  roleChanged: boolean;
}

/** Enough to tell names apart; the whole text of a page in a name would be kept for ever otherwise. */
const NAME_LENGTH = 500;
/** Entries of elements that are gone answer with what they were. So many are remembered, the newest. */
const MAX_GONE = 50_000;

/** A name as the registry keeps and compares it. */
export const nameKey = (name: string): string =>
  name.length <= NAME_LENGTH ? name : `${name.slice(0, NAME_LENGTH)}… (${name.length} characters)`;

export class Registry {
  readonly #numbers = new WeakMap<Element, number>();
  readonly #entries = new Map<number, Entry>();
  #next = 1;
  #calls = 0;
  #sweepAt = 1000;
  /** The highest number whose entry was given up. */
  #forgotten = 0;

  /** The first number that is free, here and in Node. */
  get next(): number {
    return this.#next;
  }

  /** Node's counter goes on across documents; calls that crossed on their way are told apart here. */
  begin(next: number): void {
    this.#calls++;
    if (next > this.#next) this.#next = next;
    if (this.#entries.size >= this.#sweepAt) this.#sweep();
  }

  /** What was given since a number was free, in this call. */
  givenSince(from: number): Given {
    return { from, to: this.#next, call: this.#calls };
  }

  /** Takes numbers back that the call just before gave: as long as nobody else can have seen them. */
  retract({ from, to, call }: Given): void {
    if (this.#next !== to || this.#calls !== call + 1) return;
    for (let number = from; number < to; number++) {
      const element = this.element(number);
      if (element) this.#numbers.delete(element);
      this.#entries.delete(number);
    }
    this.#next = from;
  }

  /** The number of an element with this role: the one that it has, or a new one. `name` as `nameKey` makes it. */
  show(
    element: Element,
    role: string,
    name: string,
    identity: Identity | undefined,
    parent: number | undefined,
  ): number {
    const known = this.#numbers.get(element);
    const entry = known === undefined ? undefined : this.#entries.get(known);
    if (known !== undefined && entry?.role === role) {
      entry.name = name;
      entry.identity = identity;
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
      identity,
      parent,
      element: new WeakRef(element),
      roleChanged: false,
    });
    return number;
  }

  /** As `show`, for an element that a call is about: what was shown of it before stays. */
  number(element: Element, role: string, name: string): number {
    const known = this.#numbers.get(element);
    if (known !== undefined && this.#entries.get(known)?.role === role) return known;
    return this.show(element, role, nameKey(name), undefined, undefined);
  }

  entry(number: number): Entry | undefined {
    return this.#entries.get(number);
  }

  /** It was given in this document, to an element that is long gone. */
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
    // As many again before the next look: the cost stays in proportion to what was added.
    this.#sweepAt = this.#entries.size * 2 + 1000;
  }
}

/** In this document, through shadow roots; a node that was moved into another document is gone. */
export function isHere(element: Element): boolean {
  if (!isConnected(element)) return false;
  let root = getRootNode(element);
  while (isShadowRoot(root)) root = getRootNode(shadowHost(root));
  return root === document;
}
