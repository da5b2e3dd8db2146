/**
 * What makes an element the same thing after the page has drawn it anew in another node. Pages reuse ids
 * and names for other things (the first row is `row-0` whatever it shows), so an id or a unique name
 * counts only together with what identifies the element and what stands around it.
 */
import type { Anchors } from './dom/anchors.js';
import {
  getAttribute,
  getAttributeNames,
  getRootNode,
  hasAttribute,
  isElement,
  localName,
  nextElementSibling,
  parentNode,
  previousElementSibling,
  textContent,
} from './dom/intrinsics.js';

export interface Identity {
  /** A selector in its root that nothing else had: its own id or test id, or that of an element around it. */
  anchor: string | undefined;
  /** The anchor is its own, and not only that of the place where it stood. */
  isOwn: boolean;
  /** The shadow root that the anchor is in; undefined for the document. */
  root: WeakRef<Node> | undefined;
  /** Digest of its own identifying attributes and of the rows it stands in. */
  print: number;
  /** The same with the text around it, where that can prove something. */
  context: number | undefined;
  /** Nothing else in the frame had its role and name. */
  unique: boolean;
}

/** Attributes that change while the element stays what it is. */
const VOLATILE =
  /^(?:class|style|aria-.*|on.*|disabled|checked|selected|open|hidden|value|tabindex|readonly|required|draggable|loading|decoding|nonce|src|srcset|sizes)$/;
/** How far up a row, an anchor or other text is looked for. */
const REACH = 8;
/** What a row or the surroundings say is compared up to here. */
const MAX_TEXT = 1000;
/** Text that is read in one walk: rows inside of rows, thousands deep, would take for ever. */
const TEXT_BUDGET = 4_000_000;
/** Among more siblings than this, nothing is looked upon as the only one of its kind. */
const MAX_SIBLINGS = 100;
const ROW_TAGS = new Set(['article', 'dd', 'dt', 'li', 'option', 'tr']);
const ROW_ROLES = new Set(['article', 'listitem', 'option', 'row', 'treeitem']);

export class Identities {
  readonly #anchors: Anchors;
  readonly #texts = new Map<Element, string>();
  #budget = TEXT_BUDGET;

  constructor(anchors: Anchors) {
    this.#anchors = anchors;
  }

  /** Undefined when there is nothing to know it again by. */
  of(element: Element, unique: boolean): Identity | undefined {
    const own = this.#anchors.idOf(element);
    const anchor = own ?? this.#anchorAround(element);
    const print = anchor || unique ? this.printOf(element) : undefined;
    if (print === undefined) return undefined;
    const root = anchor ? getRootNode(element) : document;
    return {
      anchor,
      isOwn: own !== undefined,
      root: root === document ? undefined : new WeakRef(root),
      print,
      context: own && !unique ? undefined : this.contextOf(element),
      unique,
    };
  }

  printOf(element: Element): number | undefined {
    const rows = rowsAround(element).map((row) => marks(row) + this.#textOf(row));
    const print = digest([marks(element), idAround(element), ...rows].join('\n'));
    return this.#budget < 0 ? undefined : print;
  }

  /** Undefined where the surroundings prove nothing: rows come and go, and one looks like the next. */
  contextOf(element: Element): number | undefined {
    const rows = rowsAround(element);
    const told = hasAttribute(element, 'href') || rows.some((row) => marks(row) !== localName(row));
    if (rows.length > 0 && !told) return undefined;
    const print = digest(`${this.printOf(element)}\n${this.#textAround(element)}`);
    return this.#budget < 0 ? undefined : print;
  }

  /** What the nearest element above says that says more than the element itself. */
  #textAround(element: Element): string {
    const own = (textContent(element) ?? '').trim().length;
    for (const above of around(element)) {
      const text = this.#textOf(above);
      if (text.length > own) return text;
    }
    return '';
  }

  #textOf(element: Element): string {
    let text = this.#texts.get(element);
    if (text === undefined) {
      if (this.#budget < 0) return '';
      const whole = textContent(element) ?? '';
      this.#budget -= whole.length;
      text = whole.slice(0, MAX_TEXT).replace(/\s+/g, ' ').trim();
      this.#texts.set(element, text);
    }
    return text;
  }

  /** Only through steps that leave no choice: a position among others proves nothing. */
  #anchorAround(element: Element): string | undefined {
    let path = '';
    let current = element;
    for (const parent of around(element)) {
      if (!isOnlyOfItsKind(current)) return undefined;
      path = ` > ${CSS.escape(localName(current))}${path}`;
      const anchor = this.#anchors.idOf(parent);
      if (anchor) return anchor + path;
      current = parent;
    }
    return undefined;
  }
}

/** The elements above, nearest first, as far as it matters. */
function* around(element: Element): Generator<Element> {
  let steps = 0;
  for (let node = parentNode(element); isElement(node) && steps < REACH; node = parentNode(node), steps++)
    yield node;
}

/** All of them: the cell that is nearest may say the same in every row of a table. */
const rowsAround = (element: Element): Element[] => [...around(element)].filter(isRow);

function idAround(element: Element): string {
  for (const above of around(element)) {
    const id = getAttribute(above, 'id');
    if (id !== null) return id;
  }
  return '';
}

/** One of several alike: by element, by role, or because the one beside it is built the same way. */
function isRow(element: Element): boolean {
  const kind = localName(element);
  if (ROW_TAGS.has(kind) || ROW_ROLES.has(getAttribute(element, 'role') ?? '')) return true;
  const style = getAttribute(element, 'class');
  const alike = (other: Element | null): boolean =>
    other !== null && localName(other) === kind && getAttribute(other, 'class') === style;
  return alike(nextElementSibling(element)) || alike(previousElementSibling(element));
}

function isOnlyOfItsKind(element: Element): boolean {
  const kind = localName(element);
  let seen = 0;
  for (const step of [previousElementSibling, nextElementSibling]) {
    for (let other = step(element); other; other = step(other)) {
      if (localName(other) === kind || ++seen > MAX_SIBLINGS) return false;
    }
  }
  return true;
}

/** Its kind and the attributes that say which one it is. */
function marks(element: Element): string {
  let text = localName(element);
  for (const name of getAttributeNames(element)) {
    if (!VOLATILE.test(name)) text += ` ${name}=${getAttribute(element, name)}`;
  }
  return text;
}

/** 53 bits: two hashes in the manner of FNV-1a with different factors. */
function digest(text: string): number {
  let a = 0x811c9dc5;
  let b = 0x01000193;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b);
  }
  return (b & 0x1fffff) * 0x100000000 + (a >>> 0);
}
