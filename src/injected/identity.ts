/**
 * What makes an element the same thing after the page has drawn it anew in another node. Pages reuse ids
 * and names for other things (the first row is `row-0` whatever it shows), so an id or a unique name
 * counts only together with what identifies the element and the row it stands in.
 */
import type { Anchors } from './dom/anchors.js';
import {
  getAttribute,
  getAttributeNames,
  getRootNode,
  isElement,
  localName,
  nextElementSibling,
  parentNode,
  previousElementSibling,
  textContent,
} from './dom/intrinsics.js';

export interface Identity {
  /** A selector in its root that nothing else had: an id or test id, of its own or of an element around it. */
  anchor: string | undefined;
  /** The shadow root that the anchor is in; undefined for the document. */
  root: WeakRef<Node> | undefined;
  /** Nothing else in the frame had this role and name when it was shown. */
  unique: boolean;
  /** Digest of its own identifying attributes and of its row. */
  print: number;
}

/** Attributes that change while the element stays what it is. */
const VOLATILE =
  /^(?:class|style|aria-.*|on.*|disabled|checked|selected|open|hidden|value|tabindex|readonly|required|draggable|loading|decoding|nonce|src|srcset|sizes)$/;
/** How far up a row or an anchor is looked for. */
const REACH = 8;
/** What a row says is compared up to here. */
const ROW_TEXT = 1000;
/** Text that is read for rows in one walk: rows inside of rows, thousands deep, would take for ever. */
const ROW_TEXT_BUDGET = 4_000_000;
/** Among more siblings than this, nothing is looked upon as the only one of its kind. */
const MAX_SIBLINGS = 100;
const ROW_TAGS = new Set(['article', 'dd', 'dt', 'li', 'option', 'tr']);
const ROW_ROLES = new Set(['article', 'listitem', 'option', 'row', 'treeitem']);

export class Identities {
  readonly #anchors: Anchors;
  readonly #rows = new Map<Element, string>();
  #budget = ROW_TEXT_BUDGET;

  constructor(anchors: Anchors) {
    this.#anchors = anchors;
  }

  /** Undefined when there is nothing to know it again by. */
  of(element: Element, unique: boolean): Identity | undefined {
    const anchor = this.#anchorOf(element);
    if (!anchor && !unique) return undefined;
    const print = this.printOf(element);
    if (print === undefined) return undefined;
    const root = anchor ? getRootNode(element) : document;
    return { anchor, root: root === document ? undefined : new WeakRef(root), unique, print };
  }

  printOf(element: Element): number | undefined {
    if (this.#budget < 0) return undefined;
    const parts = [marks(element)];
    let steps = 0;
    let id: string | null = null;
    for (let node = parentNode(element); isElement(node) && steps < REACH; node = parentNode(node), steps++) {
      if (id === null) {
        id = getAttribute(node, 'id');
        if (id !== null) parts.push(id);
      }
      if (!isRow(node)) continue;
      parts.push(this.#rowOf(node));
      break;
    }
    return digest(parts.join('\n'));
  }

  #rowOf(row: Element): string {
    let said = this.#rows.get(row);
    if (said === undefined) {
      const text = textContent(row) ?? '';
      this.#budget -= text.length;
      said = `${marks(row)} ${text.slice(0, ROW_TEXT).replace(/\s+/g, ' ')}`;
      this.#rows.set(row, said);
    }
    return said;
  }

  /** From an element around it only through steps that leave no choice: a position among others proves nothing. */
  #anchorOf(element: Element): string | undefined {
    let path = '';
    let current = element;
    for (let steps = 0; steps < REACH; steps++) {
      const anchor = this.#anchors.idOf(current);
      if (anchor) return anchor + path;
      const parent = parentNode(current);
      if (!isElement(parent) || !isOnlyOfItsKind(current)) return undefined;
      path = ` > ${CSS.escape(localName(current))}${path}`;
      current = parent;
    }
    return undefined;
  }
}

/** One of several alike: by element, by role, or because the one beside it is built the same way. */
function isRow(element: Element): boolean {
  if (ROW_TAGS.has(localName(element)) || ROW_ROLES.has(getAttribute(element, 'role') ?? '')) return true;
  const kind = localName(element);
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

function marks(element: Element): string {
  let text = localName(element);
  for (const name of getAttributeNames(element)) {
    if (!VOLATILE.test(name)) text += ` ${name}=${getAttribute(element, name)}`;
  }
  return text;
}

/** 53 bits: two FNV-1a hashes with different bases. */
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
