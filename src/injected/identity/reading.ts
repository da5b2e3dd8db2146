/** Reads what an item says, piece by piece, and what kind of piece each is. */
import type { Aria } from '../aria/aria.js';
import { getAttribute, hasAttribute, textContent } from '../dom/intrinsics.js';
import { isAdvert } from './advert.js';
import { shortened } from './digest.js';
import { isOneOfMany } from './item.js';
import { isCount, isPassing } from './loosened.js';
import { isLongNumber, isPrice } from './naming-number.js';
import { backgroundOf, pictureOf } from './picture.js';
import { isRelativeTime } from './relative-time.js';
import { isBadge, uncounted } from './uncounted.js';

type Kind = 'exact' | 'key' | 'link' | 'loose' | 'control' | 'volatile' | 'nested';

export interface Piece {
  kind: Kind;
  text: string;
}

/** A field and what it holds. */
export interface FieldValue {
  readonly field: WeakRef<Element>;
  readonly value: string;
  /** Nobody can enter anything: what it holds is said like a text. */
  readonly isFixed: boolean;
}

/** More of an item is not read. */
export const MAX_LENGTH = 2_000;
const MAX_NODES = 400;
const MAX_PICTURES = 4;
const MAX_FIELDS = 4;

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const EXACT_NAMES = set('h1 h2 h3 h4 h5 h6 th dt label heading rowheader columnheader term');
/** What they say may count what is under them. */
const COUNTING_NAMES = set('h1 h2 h3 h4 h5 h6 heading');
const CONTROL_NAMES = set(
  'button summary checkbox radio switch menuitem menuitemcheckbox menuitemradio tab combobox',
);
const VOLATILE_NAMES = set(
  'time output progress meter timer progressbar status alert log marquee tooltip spinbutton slider',
);
const FIELD_NAMES = set('select textarea input');
const TURNED_TYPES = set('checkbox radio button submit reset image hidden');
const SILENT_NAMES = set('script style template iframe object canvas video audio datalist noscript');
const NESTED_NAMES = set('li tr article option listitem row treeitem aside nav complementary navigation');
const CELL_NAMES = set('td th cell gridcell rowheader');

const KEPT: ReadonlySet<Kind> = new Set<Kind>(['exact', 'key', 'link']);

/** "#7", "Order 1041": a number as a name. */
const NUMBERED = /^#\d|\p{L}\.?\s#?\d{3,}$/u;

export class Reading {
  readonly pieces: Piece[] = [];
  readonly pictures: string[] = [];
  readonly fields: FieldValue[] = [];
  readonly #aria: Aria;
  /** What is said there is about something else. */
  readonly #isApart: (element: Element) => boolean;
  /** Something is said outside of controls. */
  hasText = false;
  /** Some field takes text. */
  asksForText = false;
  /** Ids of what is wrong with the fields so far. */
  readonly #errors = new Set<string>();
  readonly #adverts = new Set<Piece>();
  readonly #maxNodes: number;
  #controls = 0;
  #nodes = 0;
  #hasKey = false;
  #length = 0;

  /** Without advertisements, if something else is said. */
  get said(): readonly Piece[] {
    if (this.#adverts.size === 0) return this.pieces;
    const own = this.pieces.filter((piece) => !this.#adverts.has(piece));
    return own.some(({ kind, text }) => KEPT.has(kind) || (kind === 'loose' && !isPassing(text)))
      ? own
      : this.pieces;
  }

  /** More than is compared. */
  get isLong(): boolean {
    return this.#nodes > this.#maxNodes || this.#length > MAX_LENGTH;
  }

  constructor(aria: Aria, isApart: (element: Element) => boolean = () => false, maxNodes = MAX_NODES) {
    this.#aria = aria;
    this.#isApart = isApart;
    this.#maxNodes = maxNodes;
  }

  /** The item itself is not looked upon: what is in it is. */
  read(element: Element, kind: Kind): void {
    for (const child of this.#aria.composedChildren(element)) {
      if (++this.#nodes > this.#maxNodes || this.#length > MAX_LENGTH) return;
      if (child.element) this.enter(child.element, kind);
      // As written: how a style sheet shows it makes no other thing of it, and is costly to know.
      else if (!child.keptBack) this.add(child.value, kind);
    }
  }

  enter(element: Element, around: Kind = 'loose'): void {
    const aria = this.#aria;
    const tag = aria.tagOf(element);
    const edited = isEdited(element);
    if (edited) this.asksForText = true;
    if (aria.isHidden(element) || this.#isApart(element)) return;
    if (edited) {
      this.#keep(element, (textContent(element) ?? '').trim(), false);
      return;
    }
    if (isAdvert(element, tag)) {
      this.#readAdvert(element, around);
      return;
    }
    const inner = around === 'loose' ? 'exact' : around;
    if (FIELD_NAMES.has(tag)) {
      this.#hold(element);
      return;
    }
    if (tag === 'img') this.#see(pictureOf(element));
    const role = aria.hasGlobal(element) ? getAttribute(element, 'role') : null;
    if (tag === 'img' || role === 'img' || tag === 'svg:svg') this.add(aria.nameOf(element), inner);
    if (tag === 'img' || role === 'img') return;
    const kind = this.#kindOf(element, role ?? tag, around);
    if (tag !== 'svg:svg' && isLabelled(element, aria)) this.add(aria.nameOf(element), labelKind(kind));
    if (SILENT_NAMES.has(tag)) return;
    this.#see(backgroundOf(element, aria));
    const from = this.pieces.length;
    const isControl = CONTROL_NAMES.has(role ?? tag);
    if (isControl) this.#controls++;
    this.read(element, kind);
    if (isControl) this.#controls--;
    if (COUNTING_NAMES.has(role ?? tag))
      for (const piece of this.pieces.slice(from)) piece.text = uncounted(piece.text);
  }

  #readAdvert(element: Element, around: Kind): void {
    const [{ hasText }, hasKey, pieces, pictures] = [
      this,
      this.#hasKey,
      this.pieces.length,
      this.pictures.length,
    ];
    this.read(element, around);
    for (const piece of this.pieces.slice(pieces)) this.#adverts.add(piece);
    this.hasText = hasText;
    this.#hasKey = hasKey;
    this.pictures.length = pictures;
  }

  #kindOf(element: Element, name: string, around: Kind): Kind {
    if (NESTED_NAMES.has(name)) return 'nested';
    if (this.#errors.size > 0 && this.#errors.has(getAttribute(element, 'id') ?? '')) return 'volatile';
    if (KEPT.has(around) && (VOLATILE_NAMES.has(name) || isBadge(element))) return 'volatile';
    if (around !== 'loose') return around;
    if (isOneOfMany(element)) return 'nested';
    // What says which row it is stands in the first cell that says something.
    if (CELL_NAMES.has(name) && !this.#hasKey)
      return name === 'td' || name.endsWith('cell') ? 'key' : 'exact';
    if (name === 'link' || (name === 'a' && hasAttribute(element, 'href'))) return 'link';
    if (EXACT_NAMES.has(name)) return 'exact';
    if (CONTROL_NAMES.has(name)) return 'control';
    if (VOLATILE_NAMES.has(name) || this.#isLive(element)) return 'volatile';
    return 'loose';
  }

  #isLive(element: Element): boolean {
    if (!this.#aria.hasGlobal(element)) return false;
    const live = getAttribute(element, 'aria-live');
    return live !== null && live !== 'off';
  }

  #hold(field: Element): void {
    const isFixed = hasAttribute(field, 'readonly') || hasAttribute(field, 'disabled');
    if (!isFixed && !TURNED_TYPES.has(getAttribute(field, 'type') ?? '')) this.asksForText = true;
    this.#noteErrors(field);
    this.#keep(field, this.#aria.valueOf(field) ?? '', isFixed);
  }

  #keep(field: Element, value: string, isFixed: boolean): void {
    if (value === '' || this.fields.length >= MAX_FIELDS) return;
    this.fields.push({ field: new WeakRef(field), value: shortened(value, MAX_LENGTH), isFixed });
  }

  #noteErrors(field: Element): void {
    const isWrong = (getAttribute(field, 'aria-invalid') ?? 'false') !== 'false';
    const ids = `${getAttribute(field, 'aria-errormessage') ?? ''} ${isWrong ? (getAttribute(field, 'aria-describedby') ?? '') : ''}`;
    for (const id of ids.split(/\s+/)) if (id !== '') this.#errors.add(id);
  }

  #see(picture: string): void {
    if (picture !== '' && this.pictures.length < MAX_PICTURES) this.pictures.push(picture);
  }

  add(text: string, kind: Kind): void {
    const said = text.replace(/\s+/g, ' ').trim();
    if (said === '') return;
    if (kind !== 'nested') this.#length += said.length;
    const own = kindOfText(said, kind);
    if (own === 'exact') this.#hasKey = true;
    this.hasText ||= this.#controls === 0 && own !== 'volatile' && !isPassing(said);
    this.pieces.push({ kind: own, text: said });
  }
}

function kindOfText(said: string, kind: Kind): Kind {
  if (kind === 'link') return isCount(said) || isRelativeTime(said) ? 'loose' : 'link';
  if (kind === 'key') return isPassing(said) ? 'loose' : 'exact';
  // A total is told as it changes, and it is what somebody agrees to.
  if (kind === 'volatile') return isPrice(said) ? 'exact' : kind;
  return kind === 'loose' && (isPrice(said) || NUMBERED.test(said) || isLongNumber(said)) ? 'exact' : kind;
}

/** Its name is shown, whatever is in it. A tooltip of something else is not. */
const isLabelled = (element: Element, aria: Aria): boolean =>
  aria.hasGlobal(element) &&
  (hasAttribute(element, 'aria-label') ||
    hasAttribute(element, 'aria-labelledby') ||
    aria.tagOf(element) === 'iframe');

/** Numbers in the label of a link mostly count something. */
const labelKind = (kind: Kind): Kind => (kind === 'link' ? 'loose' : kind);

/** Its text is a value that somebody enters, and says nothing about what is around it. */
export function isEdited(element: Element): boolean {
  const editable = getAttribute(element, 'contenteditable');
  return editable !== null && editable !== 'false';
}
