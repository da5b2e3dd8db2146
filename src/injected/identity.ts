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

/** Attributes that change while the element stays what it is, besides `aria-*` and `on*`. */
const VOLATILE = new Set(
  (
    'class style disabled checked selected open hidden value tabindex readonly required draggable loading ' +
    'decoding nonce src srcset sizes'
  ).split(' '),
);
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

/** What stands around the children of an element. */
interface Surroundings {
  /** Digest of the nearest id above and of every row above. */
  print: number;
  hasRow: boolean;
  /** One of the rows says which one it is by more than its text. */
  rowIsMarked: boolean;
}

export class Identities {
  readonly #anchors: Anchors;
  readonly #surroundings = new Map<Element, Surroundings>();
  readonly #anchorsAround = new Map<Element, string | undefined>();
  readonly #rows = new Map<Element, { marks: string; text: string } | null>();
  readonly #texts = new Map<Element, string>();
  #budget = TEXT_BUDGET;

  constructor(anchors: Anchors) {
    this.#anchors = anchors;
  }

  /** Undefined when there is nothing to know it again by. */
  of(element: Element, unique: boolean): Identity | undefined {
    const root = getRootNode(element);
    const own = this.#anchors.idOf(element, root);
    const anchor = own ?? this.#anchorAround(element, root, REACH);
    if (!anchor && !unique) return undefined;
    const print = this.printOf(element);
    if (print === undefined) return undefined;
    return {
      anchor,
      isOwn: own !== undefined,
      root: root === document ? undefined : new WeakRef(root),
      print,
      context: own && !unique ? undefined : this.#contextOf(element, print),
      unique,
    };
  }

  printOf(element: Element): number | undefined {
    const parent = parentNode(element);
    const around = isElement(parent) ? this.#around(parent).print : 0;
    return this.#budget < 0 ? undefined : digest(`${marks(element)}\n${around}`);
  }

  /** Undefined where the surroundings prove nothing: rows come and go, and one looks like the next. */
  contextOf(element: Element): number | undefined {
    const print = this.printOf(element);
    return print === undefined ? undefined : this.#contextOf(element, print);
  }

  #contextOf(element: Element, print: number): number | undefined {
    const parent = parentNode(element);
    if (!isElement(parent)) return print;
    const { hasRow, rowIsMarked } = this.#around(parent);
    if (hasRow && !rowIsMarked && !hasAttribute(element, 'href')) return undefined;
    const context = digest(`${print}\n${this.#textAround(element)}`);
    return this.#budget < 0 ? undefined : context;
  }

  #around(parent: Element): Surroundings {
    const known = this.#surroundings.get(parent);
    if (known) return known;
    let id: string | null = null;
    let text = '';
    const surroundings = { print: 0, hasRow: false, rowIsMarked: false };
    let steps = 0;
    for (
      let above: Node | null = parent;
      isElement(above) && steps < REACH;
      above = parentNode(above), steps++
    ) {
      id ??= getAttribute(above, 'id');
      const row = this.#rowOf(above);
      if (!row) continue;
      text += `\n${row.marks} ${row.text}`;
      surroundings.hasRow = true;
      surroundings.rowIsMarked ||= row.marks.includes('=');
    }
    surroundings.print = digest(`${id}${text}`);
    this.#surroundings.set(parent, surroundings);
    return surroundings;
  }

  /** Null for what is not a row. */
  #rowOf(element: Element): { marks: string; text: string } | null {
    let row = this.#rows.get(element);
    if (row === undefined) {
      row = isRow(element) ? { marks: marks(element), text: this.#textOf(element) } : null;
      this.#rows.set(element, row);
    }
    return row;
  }

  /** What the nearest element above says that says more than the element itself. */
  #textAround(element: Element): string {
    const own = (textContent(element) ?? '').trim().length;
    let steps = 0;
    for (
      let above = parentNode(element);
      isElement(above) && steps < REACH;
      above = parentNode(above), steps++
    ) {
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
  #anchorAround(element: Element, root: Node, reach: number): string | undefined {
    const parent = parentNode(element);
    if (reach === 0 || !isElement(parent) || !isOnlyOfItsKind(element)) return undefined;
    let above: string | undefined;
    if (this.#anchorsAround.has(parent)) {
      above = this.#anchorsAround.get(parent);
    } else {
      above = this.#anchors.idOf(parent, root) ?? this.#anchorAround(parent, root, reach - 1);
      this.#anchorsAround.set(parent, above);
    }
    return above && `${above} > ${CSS.escape(localName(element))}`;
  }
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
    if (VOLATILE.has(name) || name.startsWith('aria-') || name.startsWith('on')) continue;
    text += ` ${name}=${getAttribute(element, name)}`;
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
