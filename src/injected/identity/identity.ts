/**
 * What identifies an element after the page has re-rendered it as another node. Pages reuse ids and names (the
 * first row is `row-0` whatever it shows), so an id or a unique name counts only together with the element's
 * identifying attributes and its surroundings.
 */
import { ITEM_ROLES } from '../../tree/roles.js';
import type { Aria } from '../aria/aria.js';
import { type Anchors, escapeCss } from '../dom/anchors.js';
import {
  getAttribute,
  getAttributeNames,
  hasAttribute,
  holdsMoreThan,
  localName,
  nextElementSibling,
  previousElementSibling,
  textContent,
} from '../dom/intrinsics.js';
import { digest } from './digest.js';
import { hasTwin } from './item.js';

export interface Identity {
  /** A selector that was unique in its root: the element's own id or test id, or that of an ancestor. */
  anchor: string | undefined;
  /** The anchor is the element's own, not that of an ancestor. */
  isOwn: boolean;
  /** The shadow root of the anchor; undefined for the document. */
  root: WeakRef<Node> | undefined;
  /** Digest of the element's identifying attributes and of the rows that contain it. */
  print: number;
  /** The same digest with the surrounding text, where that can prove something. */
  context: number | undefined;
  /** Nothing else in the frame had this role and name. */
  unique: boolean;
}

/** Attributes that change while the element stays the same, besides `aria-*` and `on*`. */
const VOLATILE = new Set(
  (
    'class style disabled checked selected open hidden value tabindex readonly required draggable loading ' +
    'decoding nonce src srcset sizes'
  ).split(' '),
);
/** How many ancestors are searched for an anchor or for other text. */
const REACH = 8;
/** Characters of a row or the surroundings that are compared. */
const MAX_TEXT = 1000;
/** An element with more descendants is a section of the page, not a row. */
const MAX_ROW_ELEMENTS = 500;
/** Characters of text read in one walk: rows nested thousands deep would take forever. */
const TEXT_BUDGET = 4_000_000;
/** Characters of an anchor with the steps below it. */
const MAX_ANCHOR = 200;
/** Among more siblings than this, no element counts as the only one of its kind. */
const MAX_SIBLINGS = 100;
const ROW_TAGS = new Set(['article', 'dd', 'dt', 'li', 'option', 'tr']);

/** The surroundings of an element's children. */
interface Surroundings {
  /** Digest of the nearest id and of every row, from here up. */
  print: number;
  id: string | null;
  hasRow: boolean;
  /** One of the rows is identified by more than its text. */
  rowIsMarked: boolean;
  /** A selector for the element itself, as in `Identity.anchor`. */
  anchor: string | undefined;
}

const NOTHING: Surroundings = { print: 0, id: null, hasRow: false, rowIsMarked: false, anchor: undefined };

export class Identities {
  readonly #anchors: Anchors;
  readonly #aria: Aria;
  readonly #surroundings = new Map<Element, Surroundings>();
  readonly #texts = new Map<Element, string>();
  #budget = TEXT_BUDGET;

  constructor(anchors: Anchors, aria: Aria) {
    this.#anchors = anchors;
    this.#aria = aria;
  }

  /** Undefined when nothing would identify the element later. */
  of(element: Element, unique: boolean): Identity | undefined {
    const root = this.#aria.rootOf(element);
    const around = this.#around(element, root);
    const own = this.#aria.hasAttributes(element) ? this.#anchors.idOf(element, root) : undefined;
    // In a row, only what distinguishes the row from others, or the element from similar ones, proves anything.
    const provable = !around.hasRow || around.rowIsMarked || hasAttribute(element, 'href');
    const anchor = own ?? (provable ? anchorBelow(around, element) : undefined);
    if (this.#budget < 0 || !(anchor || (unique && provable))) return undefined;
    const print = digest(marks(element), around.print);
    return {
      anchor,
      isOwn: own !== undefined,
      root: root === document ? undefined : new WeakRef(root),
      print,
      context: provable && !(own && !unique) ? this.#contextOf(element, around, print) : undefined,
      unique,
    };
  }

  /** As in `Identity.print` and `Identity.context`. */
  printsOf(element: Element): { print: number; context: number } | undefined {
    const around = this.#around(element, this.#aria.rootOf(element));
    const print = digest(marks(element), around.print);
    const context = this.#contextOf(element, around, print);
    return this.#budget < 0 ? undefined : { print, context };
  }

  /** The rows around an element are part of its print; without rows, the surrounding text says where it is. */
  #contextOf(element: Element, around: Surroundings, print: number): number {
    return around.hasRow ? print : digest(this.#textAround(element), print);
  }

  /** From the top down, each element once. */
  #around(element: Element, root: Node): Surroundings {
    const pending: Element[] = [];
    let around: Surroundings | undefined;
    const aria = this.#aria;
    for (let above = aria.writtenParent(element); above; above = aria.writtenParent(above)) {
      around = this.#surroundings.get(above);
      if (around) break;
      pending.push(above);
    }
    around ??= NOTHING;
    for (let next = pending.pop(); next; next = pending.pop()) {
      around = this.#within(next, around, root);
      this.#surroundings.set(next, around);
    }
    return around;
  }

  #within(element: Element, above: Surroundings, root: Node): Surroundings {
    const hasAttributes = this.#aria.hasAttributes(element);
    const id = (hasAttributes ? getAttribute(element, 'id') : null) ?? above.id;
    const own = hasAttributes ? this.#anchors.idOf(element, root) : undefined;
    const anchor = own ?? anchorBelow(above, element);
    if (!isRow(element))
      return {
        id,
        anchor,
        print: id === above.id || id === null ? above.print : digest(id, above.print),
        hasRow: above.hasRow,
        rowIsMarked: above.rowIsMarked,
      };
    const ownMarks = marks(element);
    return {
      id,
      anchor,
      print: digest(ownMarks, digest(this.#textOf(element), digest(id ?? '', above.print))),
      hasRow: true,
      rowIsMarked: above.rowIsMarked || ownMarks.includes('='),
    };
  }

  /** The text of the nearest ancestor that has more text than the element itself. */
  #textAround(element: Element): string {
    const own = (textContent(element) ?? '').trim().length;
    let steps = 0;
    const aria = this.#aria;
    for (
      let above = aria.writtenParent(element);
      above && steps < REACH;
      above = aria.writtenParent(above), steps++
    ) {
      const text = this.#textOf(above);
      if (text.trim().length > own) return text;
    }
    return '';
  }

  #textOf(element: Element): string {
    let text = this.#texts.get(element);
    if (text === undefined) {
      if (this.#budget < 0) return '';
      const whole = textContent(element) ?? '';
      this.#budget -= whole.length;
      text = whole.slice(0, MAX_TEXT);
      this.#texts.set(element, text);
    }
    return text;
  }
}

/** Only through children that are the only one of their kind: a position among siblings proves nothing. */
function anchorBelow({ anchor }: Surroundings, element: Element): string | undefined {
  if (anchor === undefined || anchor.length > MAX_ANCHOR || !isOnlyOfItsKind(element)) return undefined;
  return `${anchor} > ${escapeCss(localName(element))}`;
}

/** One of several similar elements: by tag, by role, or because its sibling has the same structure. */
function isRow(element: Element): boolean {
  const kind = localName(element);
  return (
    (ROW_TAGS.has(kind) || hasTwin(element, kind) || ITEM_ROLES.has(getAttribute(element, 'role') ?? '')) &&
    !holdsMoreThan(MAX_ROW_ELEMENTS, element)
  );
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

/** The tag and the attributes that identify the element. */
function marks(element: Element): string {
  let text = localName(element);
  for (const name of getAttributeNames(element)) {
    if (VOLATILE.has(name) || name.startsWith('aria-') || name.startsWith('on')) continue;
    text += ` ${name}=${getAttribute(element, name)}`;
  }
  return text;
}
