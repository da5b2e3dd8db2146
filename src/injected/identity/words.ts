/**
 * The words by which an item is known: what it says, in pieces. Numbers in a link, a heading, a key cell, a price or
 * the first words of the item say which one it is; other numbers may be clocks and counters. Texts that change on their
 * own, the names of controls and the items inside of it count only where there are no other words.
 */
import type { Aria } from '../aria/aria.js';
import { getAttribute, hasAttribute } from '../dom/intrinsics.js';

export interface Words {
  readonly element: WeakRef<Element>;
  /** Pieces, each after a mark that says how it is compared. */
  readonly pieces: string;
  /** What tells it from other items, where it is only what is around the nearest one. */
  readonly key: string;
  /** Address of its first picture. */
  readonly picture: string;
  /** It says nothing but the names of its controls. */
  readonly thin: boolean;
  /** Items beside it say the same but for their numbers: then the numbers count. */
  exact: boolean;
}

/** More of an item is not read. */
const MAX_LENGTH = 600;
const MAX_NODES = 400;

const EXACT = '=';
const LOOSE = '~';
const END = '\u0001';

type Kind = 'exact' | 'loose' | 'control' | 'volatile' | 'nested';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const EXACT_NAMES = set('h1 h2 h3 h4 h5 h6 th dt label heading link rowheader columnheader term');
const CONTROL_NAMES = set(
  'button summary checkbox radio switch menuitem menuitemcheckbox menuitemradio tab combobox',
);
const VOLATILE_NAMES = set(
  'time output progress meter timer progressbar status alert log marquee tooltip spinbutton slider',
);
const SILENT_NAMES = set(
  'select textarea input script style template iframe object canvas video audio datalist noscript',
);
const NESTED_NAMES = set('li tr article option listitem row treeitem');
const CELL_NAMES = set('td th cell gridcell rowheader');

const LETTER = /\p{L}/u;
const PRICE = /\p{Sc}\s*\d|\d\s*\p{Sc}/u;
const DIGITS = /\d+(?:[.,:/\-\u2009\u202f]\d+)*/g;

interface Piece {
  kind: Kind;
  text: string;
}

export function wordsOf(item: Element, aria: Aria): Words {
  const reading = new Reading(aria);
  reading.read(item, 'loose');
  const said = reading.pieces.filter(({ kind }) => kind === 'exact' || kind === 'loose');
  // Without words or a key, everything that is left tells which item it is.
  const isBare = !said.some(({ kind, text }) => kind === 'exact' || LETTER.test(text));
  const pieces = said.length === 0 ? reading.pieces : said;
  if (reading.isLong) return longItem(item, pieces, reading.picture);
  const marked = pieces.map(({ kind, text }) => (isBare || kind === 'exact' ? EXACT : LOOSE) + text);
  const first = pieces.findIndex(({ text }) => LETTER.test(text));
  if (first >= 0) marked[first] = EXACT + pieces[first]?.text;
  const key = marked.filter((piece) => piece.startsWith(EXACT)).slice(0, 2);
  return {
    element: new WeakRef(item),
    pieces: marked.join(END).slice(0, MAX_LENGTH),
    key: key.join(END).slice(0, MAX_LENGTH),
    picture: reading.picture,
    thin: said.length === 0,
    exact: false,
  };
}

/** An article or a part of the layout: only its first words and headings tell which one it is. */
function longItem(item: Element, pieces: readonly Piece[], picture: string): Words {
  const first = pieces.find(({ text }) => LETTER.test(text));
  const key = first ? EXACT + first.text.slice(0, MAX_LENGTH) : '';
  return { element: new WeakRef(item), pieces: key, key, picture, thin: first === undefined, exact: false };
}

/** As they are compared. */
export function comparable({ pieces }: Words, exact: boolean): string {
  if (exact) return pieces;
  return pieces
    .split(END)
    .map((piece) => (piece.startsWith(LOOSE) ? masked(piece) : piece))
    .join(END);
}

/** As a person reads them. */
export const readable = (pieces: string): string =>
  pieces
    .split(END)
    .map((piece) => piece.slice(1))
    .join(' ');

/** Numbers that may be clocks and counters. */
export const masked = (text: string): string => text.replace(DIGITS, '#');

export const isPrice = (text: string): boolean => PRICE.test(text);

class Reading {
  readonly pieces: Piece[] = [];
  picture = '';
  readonly #aria: Aria;
  #nodes = 0;
  #cells = 0;
  #length = 0;

  /** More than is compared. */
  get isLong(): boolean {
    return this.#nodes > MAX_NODES || this.#length > MAX_LENGTH;
  }

  constructor(aria: Aria) {
    this.#aria = aria;
  }

  /** The item itself is not looked upon: what is in it is. */
  read(element: Element, kind: Kind): void {
    const aria = this.#aria;
    for (const child of aria.composedChildren(element)) {
      if (++this.#nodes > MAX_NODES || this.#length > MAX_LENGTH) return;
      if (child.element) this.#enter(child.element, kind);
      // As written: how a style sheet shows it makes no other thing of it, and is costly to know.
      else if (!child.keptBack) this.#add(child.value, kind);
    }
  }

  #enter(element: Element, around: Kind): void {
    const aria = this.#aria;
    const tag = aria.tagOf(element);
    if (SILENT_NAMES.has(tag) || isEdited(element) || aria.isHidden(element)) return;
    if (tag === 'img') {
      this.#see(element);
      this.#add(getAttribute(element, 'alt') ?? '', around === 'loose' ? 'exact' : around);
      return;
    }
    const role = aria.hasGlobal(element) ? getAttribute(element, 'role') : null;
    this.read(element, this.#kindOf(element, role ?? tag, around));
  }

  #kindOf(element: Element, name: string, around: Kind): Kind {
    if (CELL_NAMES.has(name) && this.#cells++ === 0) return 'exact';
    if (NESTED_NAMES.has(name)) return 'nested';
    if (VOLATILE_NAMES.has(name) && around === 'exact') return 'volatile';
    if (around !== 'loose') return around;
    if (EXACT_NAMES.has(name) || (name === 'a' && hasAttribute(element, 'href'))) return 'exact';
    if (CONTROL_NAMES.has(name)) return 'control';
    if (VOLATILE_NAMES.has(name) || this.#isLive(element)) return 'volatile';
    return 'loose';
  }

  #isLive(element: Element): boolean {
    if (!this.#aria.hasGlobal(element)) return false;
    const live = getAttribute(element, 'aria-live');
    return live !== null && live !== 'off';
  }

  #see(image: Element): void {
    if (this.picture === '') this.picture = pictureOf(image);
  }

  #add(text: string, kind: Kind): void {
    const said = text.replace(/\s+/g, ' ').trim();
    if (said === '') return;
    if (kind !== 'nested') this.#length += said.length;
    this.pieces.push({ kind: kind === 'loose' && isPrice(said) ? 'exact' : kind, text: said });
  }
}

/** Its text is a value that somebody enters, and says nothing about what is around it. */
export function isEdited(element: Element): boolean {
  const editable = getAttribute(element, 'contenteditable');
  return editable !== null && editable !== 'false';
}

/** Of a picture that is not there yet, or is made by a script, nothing can be said. */
export function pictureOf(image: Element): string {
  const source = getAttribute(image, 'src') ?? '';
  return /^(?:data|blob):/i.test(source) ? '' : source;
}
