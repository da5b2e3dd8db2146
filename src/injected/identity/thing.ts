/**
 * What an element is to somebody who has seen it: its name and what tells it from others of the same name, which is
 * mostly said around it. Kept for each element that is shown, and computed again, by the same code, before it is acted on.
 */
import type { States } from '../../tree/node.js';
import { type Aria, createAria } from '../aria/aria.js';
import { isNamedByAuthor } from '../aria/names/named-by-author.js';
import { activeItemOf } from '../aria/references.js';
import { NAME_FROM_CONTENT } from '../aria/roles/roles.js';
import {
  anchorHref,
  contains,
  documentUrl,
  documentView,
  elementQuery,
  getAttribute,
  getElementById,
  hasAttribute,
  ownerDocument,
  textContent,
} from '../dom/intrinsics.js';
import { keptList } from '../dom/kept-list.js';
import { isTerminal } from '../dom/stand-in.js';
import { shortened } from './digest.js';
import { Headings } from './headings.js';
import { isDetailRow, isItem, isLastOfList, itemBefore } from './item.js';
import { leadOf } from './lead.js';
import { nameKey } from './name-key.js';
import { isPopup, openerOf } from './opener.js';
import { isSameOptions, type Options, optionsOf } from './options.js';
import { ownPicture } from './picture.js';
import { isSpot, NOWHERE, type Place, Places } from './place.js';
import { isEdited, Reading } from './reading.js';
import { uncounted, uncountedText } from './uncounted.js';
import { comparable, readable, type Words, wordsOf } from './words.js';

export interface Thing {
  /** Empty for a row that is named by its content: its key cell and its words say which one it is. */
  readonly name: string;
  readonly description: string;
  /** Where a link leads. */
  readonly link: string;
  readonly picture: string;
  /** Groups, dialogs, regions and the like around it that have a name: one on each line, the nearest first. */
  readonly named: string;
  /** As `Headings.of` says them. */
  readonly headings: string;
  /** Rows, list items, options and cards that it stands in, the nearest first. */
  readonly items: readonly Words[];
  /** As `leadOf` says it, where no item around it has words of its own. */
  readonly lead: string;
  /** Where it stands in a table or a tree. */
  readonly place: Place;
  /** Of what stands in a menu, a list or a dialog: where the control stands that opened it. */
  readonly opener: string;
  /** Of what only holds text: that text. Undefined of all that can be acted on. */
  readonly text: string | undefined;
  /** Of a `<select>`: its options. */
  readonly options: Options | undefined;
  /** The same of the iframes around the document, as far as they are of its origin. */
  readonly frame: string;
  /** Of the document, without what only scrolls. */
  readonly url: string;
  /** What a click turns around. */
  readonly states: string;
  /** What it holds; undefined where it holds nothing, or that is never read. */
  readonly value: string | undefined;
  /** What keys in it act on: the active option of its list. */
  readonly active: string;
  /** It can be acted on, not only pointed at: of other elements less is kept. */
  readonly isUsed: boolean;
}

/** What the walk knows already. */
export interface Told {
  name: string;
  description: string;
  states: Readonly<States>;
  isUsed: boolean;
  text: string | undefined;
}

export type Held = Pick<Thing, 'states' | 'value' | 'active'>;

const HOLDS_NOTHING: Held = { states: '', value: undefined, active: '' };

interface Around {
  readonly named: string;
  /** The nearest first. */
  readonly items: readonly Element[];
  /** The nearest cell or item of a tree. */
  readonly spot: Element | undefined;
  /** The nearest menu, list or dialog. */
  readonly popup: Element | undefined;
}

const NOTHING: Around = { named: '', items: [], spot: undefined, popup: undefined };
const MAX_ITEMS = 8;
const MAX_NAME = 200;
const MAX_VALUE = 2_000;
const LETTER = /\p{L}/u;

const TURNED = ['checked', 'pressed', 'expanded', 'selected'] as const;
/** They are clicked for the cursor: their list opens and closes by itself. */
const EDITED_ROLES = new Set(['textbox', 'searchbox', 'spinbutton']);
const UNNAMED_ROLES = new Set(['generic', 'none', 'presentation', 'paragraph', 'text', 'img', 'iframe']);
const MAY_BE_ITEM = new Set(['div', 'li', 'tr', 'article', 'dd', 'option', 'dialog']);
/** By their legend, caption, summary or label. */
const NAMED_INSIDE = new Set(['fieldset', 'table', 'figure', 'details', 'optgroup']);
const PLACEHOLDER_TAGS = new Set(['input', 'textarea']);
const LINK_TAGS = new Set(['a', 'area', 'svg:a']);
const VALUE_ROLES = new Set('textbox searchbox combobox listbox spinbutton slider'.split(' '));

export class Things {
  readonly #aria: Aria;
  readonly #headings: Headings;
  readonly #places = new Places();
  readonly #openers = new Map<Element, string>();
  readonly #around = new Map<Element, Around>();
  readonly #words = new Map<Element, Words>();
  readonly #url = addressOf(documentUrl(document));
  #frame: string | undefined;
  #tabs: ReadonlyMap<string, Element | undefined> | undefined;

  constructor(aria: Aria) {
    this.#aria = aria;
    this.#headings = new Headings(aria);
  }

  /** `was`: the same node as it was seen. Which boxes are cards depends on those beside them: it is asked for the same. */
  of(element: Element, told: Told = this.told(element), was?: Thing): Thing {
    const aria = this.#aria;
    const parent = aria.composedParent(element);
    const { named, items: outer, spot, popup } = parent ? this.#aroundIn(parent) : NOTHING;
    const { isUsed } = was ?? told;
    const isItem = this.#isItem(element);
    const items = (
      (was && this.#sameItems(element, was)) ??
      (isItem ? this.#nearest(element, outer) : outer)
    ).map((item) => this.wordsOf(item));
    const isLed = was ? was.lead !== '' : items.every((item) => item.thin || item.isHuge);
    const { name, description, states } = told;
    return {
      name: isItem && this.#isNamedByCells(element) ? '' : nameKey(name),
      description: description || placeholderOf(element, name, aria.tagOf(element)),
      link: isUsed ? linkOf(element, aria.tagOf(element)) : '',
      picture: isUsed ? ownPicture(element, name, aria) : '',
      named,
      headings: isUsed ? this.#headings.of(element) : '',
      items,
      lead: isUsed && isLed ? leadOf(element, aria) : '',
      place: isUsed ? this.#placeOf(element, spot) : NOWHERE,
      opener: isUsed && popup ? this.#openedFrom(popup) : '',
      text: isUsed ? undefined : told.text,
      options: isUsed ? optionsOf(element) : undefined,
      frame: isUsed ? this.#frameOf() : '',
      url: this.#url,
      ...(isUsed ? this.#held(element, states) : HOLDS_NOTHING),
      isUsed,
    };
  }

  #placeOf(element: Element, around: Element | undefined): Place {
    const spot = isSpot(element, this.#aria.tagOf(element), this.#aria) ? element : around;
    return spot ? this.#places.of(spot) : NOWHERE;
  }

  /** Without what the control itself says, which may tell what was chosen. */
  #openedFrom(popup: Element): string {
    let place = this.#openers.get(popup);
    if (place === undefined) {
      const opener = openerOf(popup, this.#aria);
      const { named, items } = opener ? this.#aroundIn(opener) : NOTHING;
      const words = items.map((item) => this.wordsOf(item)).filter(({ thin }) => !thin);
      place = named + words.map((each) => `${readable(comparable(each, false))}\n`).join('');
      this.#openers.set(popup, place);
    }
    return place;
  }

  /** What an action may have made of it. */
  heldBy(element: Element): Held {
    return this.#held(element, this.#aria.statesOf(element));
  }

  #held(element: Element, states: Readonly<States>): Held {
    return {
      states: turnedStates(states, this.#aria.roleOf(element)),
      value: this.#valueOf(element),
      active: this.#aria.hasGlobal(element) ? this.#activeIn(element) : '',
    };
  }

  #activeIn(element: Element): string {
    const item = activeItemOf(element);
    return item ? `${this.#aria.roleOf(item)} ${this.placeOf(item)}` : '';
  }

  /** The words of an item, read once. */
  wordsOf(item: Element): Words {
    let words = this.#words.get(item);
    if (!words) {
      words = wordsOf(item, this.#aria);
      this.#words.set(item, words);
    }
    return words;
  }

  /** The items that were met and what is around each: see `Words.exact`. */
  get items(): ReadonlyMap<Element, Words> {
    return this.#words;
  }

  #nearest(item: Element, around: readonly Element[]): Element[] {
    const first = this.#firstOf(item);
    return [item, ...(first ? [first] : []), ...around].slice(0, MAX_ITEMS);
  }

  /** Of a record that takes two items: the one with the words, of which this one only has the controls or the details. */
  #firstOf(item: Element): Element | undefined {
    const before = itemBefore(item);
    if (!before) return undefined;
    const first = this.wordsOf(before);
    const isSecond =
      isDetailRow(item, before) || (!this.wordsOf(item).hasText && !this.#endsList(item, before));
    return isSecond && first.hasText && LETTER.test(first.pieces) ? before : undefined;
  }

  /** "Load more": the items before it have no such part each. */
  #endsList(item: Element, before: Element): boolean {
    const other = isLastOfList(item) ? itemBefore(before) : undefined;
    return other !== undefined && this.wordsOf(other).hasText;
  }

  /** Undefined where it stands in others now. */
  #sameItems(element: Element, was: Thing): Element[] | undefined {
    const items = was.items.flatMap(({ element: ref }) => ref.deref() ?? []);
    const isFirst = (item: Element): boolean => items.some((each) => itemBefore(each) === item);
    const isInside =
      items.length === was.items.length &&
      items.every((item) => this.#isAround(item, element) || isFirst(item));
    return isInside ? items : undefined;
  }

  #isAround(item: Element, element: Element): boolean {
    if (contains(item, element)) return true;
    for (let at: Element | null = element; at; at = this.#aria.composedParent(at))
      if (at === item) return true;
    return false;
  }

  /** Asked of every element: what its tag and kind of attributes tell is known already. */
  #isItem(element: Element): boolean {
    const tag = this.#aria.tagOf(element);
    return (MAY_BE_ITEM.has(tag) || tag.includes('-') || this.#aria.hasGlobal(element)) && isItem(element);
  }

  #isNamedByCells(element: Element): boolean {
    return this.#aria.roleOf(element) === 'row' && !isNamedByAuthor(element, this.#aria);
  }

  #frameOf(): string {
    this.#frame ??= placeOfFrame(window);
    return this.#frame;
  }

  /** Name and surroundings, one on each line. */
  placeOf(element: Element): string {
    const { named, items } = this.#aroundIn(element);
    const said = items.map((item) => `${readable(comparable(this.wordsOf(item), false))}\n`).join('');
    return `${this.#aria.nameOf(element)}\n${named}${this.#headings.of(element)}${said}`;
  }

  /** `isUsed`: of another node that has taken its place, as much is kept as of the one before. */
  told(element: Element, isUsed = true): Told {
    const aria = this.#aria;
    return {
      name: aria.nameOf(element),
      description: aria.descriptionOf(element),
      states: aria.statesOf(element),
      isUsed,
      text: textOf(element, aria),
    };
  }

  /** From the top down, each element once. */
  #aroundIn(element: Element): Around {
    const pending: Element[] = [];
    let around: Around | undefined;
    for (let at: Element | null = element; at; at = this.#aria.composedParent(at)) {
      around = this.#around.get(at);
      if (around) break;
      pending.push(at);
    }
    around ??= NOTHING;
    for (let next = pending.pop(); next; next = pending.pop()) {
      around = this.#within(next, around);
      this.#around.set(next, around);
    }
    return around;
  }

  #within(element: Element, above: Around): Around {
    const name = this.#nameOfGroup(element);
    const items = this.#isItem(element) ? this.#nearest(element, above.items) : above.items;
    const spot = isSpot(element, this.#aria.tagOf(element), this.#aria) ? element : above.spot;
    const popup = isPopup(element, this.#aria) ? element : above.popup;
    if (name === '' && items === above.items && spot === above.spot && popup === above.popup) return above;
    return { named: name === '' ? above.named : `${name}\n${above.named}`, items, spot, popup };
  }

  #nameOfGroup(element: Element): string {
    const aria = this.#aria;
    const tag = aria.tagOf(element);
    if (!aria.hasGlobal(element) && !NAMED_INSIDE.has(tag)) return this.#nameOfPanel(element);
    const role = aria.roleOf(element);
    if (UNNAMED_ROLES.has(role)) return this.#nameOfPanel(element);
    if (NAME_FROM_CONTENT.has(role) && !isNamedByAuthor(element, aria)) return '';
    const name = uncounted(nameOfGroup(element, tag, role, aria));
    return name === '' ? '' : `${role} ${shortened(name, MAX_NAME)}`;
  }

  /** Of a plain box that a tab controls. */
  #nameOfPanel(element: Element): string {
    const id = getAttribute(element, 'id');
    if (id === null) return '';
    this.#tabs ??= tabsByPanel();
    const tab = this.#tabs.get(id);
    return tab ? `tabpanel ${shortened(uncountedText(tab), MAX_NAME)}` : '';
  }

  #valueOf(element: Element): string | undefined {
    // What a terminal shows is not replaced by what is entered.
    if (isTerminal(element)) return undefined;
    const aria = this.#aria;
    const value = VALUE_ROLES.has(aria.roleOf(element)) ? aria.valueOf(element) : undefined;
    // An editor may have no role.
    const held = value ?? (isEdited(element) ? (textContent(element) ?? '').trim() : undefined);
    return held === undefined ? undefined : shortened(held, MAX_VALUE);
  }
}

/** Iframes inside of each other that are looked at. */
const MAX_FRAMES = 3;

/** Empty at the top, and in a frame of another origin: there the parent document compares, before the pointer comes. */
export function placeOfFrame(inside: Window, depth = 0): string {
  const iframe = inside.frameElement;
  const parent = iframe && ownerDocument(iframe);
  const around = parent && documentView(parent);
  if (!iframe || !parent || !around || depth === MAX_FRAMES) return '';
  return new Things(createAria(parent)).placeOf(iframe) + placeOfFrame(around, depth + 1);
}

/** The part of an address that says what is shown: a fragment does where it is a path. */
function addressOf(url: string): string {
  const at = url.indexOf('#');
  return at === -1 || /^#!?\//.test(url.slice(at)) ? url : url.slice(0, at);
}

function linkOf(element: Element, tag: string): string {
  if (!LINK_TAGS.has(tag)) return '';
  // The tag says which interface it has.
  return tag === 'a' ? anchorHref(element as HTMLAnchorElement) : (getAttribute(element, 'href') ?? '');
}

function nameOfGroup(element: Element, tag: string, role: string, aria: Aria): string {
  const label = labelIn(element, tag, role);
  return label ? uncountedText(label) : aria.nameOf(element);
}

/** What says its name, where that is an element of its own: numbers in boxes count there as counters. */
function labelIn(element: Element, tag: string, role: string): Element | null {
  if (tag === 'details') return elementQuery(element, 'summary');
  const id = getAttribute(element, 'aria-labelledby')?.trim();
  if (id && !/\s/.test(id)) return elementById(id);
  if (role !== 'tabpanel' || hasAttribute(element, 'aria-label')) return null;
  const own = getAttribute(element, 'id');
  const tabs = Array.from(keptList(document, 'tab'));
  const [tab, ...others] = tabs.filter((each) =>
    own ? getAttribute(each, 'aria-controls') === own : getAttribute(each, 'aria-selected') === 'true',
  );
  return others.length === 0 ? (tab ?? null) : null;
}

/** By the id of what it controls; undefined for what several control. */
function tabsByPanel(): Map<string, Element | undefined> {
  const found = new Map<string, Element | undefined>();
  for (const tab of Array.from(keptList(document, 'tab'))) {
    const panel = getAttribute(tab, 'aria-controls');
    if (panel !== null) found.set(panel, found.has(panel) ? undefined : tab);
  }
  return found;
}

const elementById = (id: string): Element | null => getElementById(document, id);

/** What an element says. */
export function textOf(element: Element, aria: Aria): string {
  const reading = new Reading(aria);
  reading.read(element, 'loose');
  return reading.pieces.map(({ text }) => text).join(' ');
}

/** What a field asks for, besides its name. */
function placeholderOf(element: Element, name: string, tag: string): string {
  const placeholder = PLACEHOLDER_TAGS.has(tag) ? getAttribute(element, 'placeholder') : null;
  return placeholder === null || placeholder === name ? '' : placeholder;
}

function turnedStates(states: Readonly<States>, role: string): string {
  let text = '';
  for (const state of TURNED) {
    if (states[state] === undefined || (state === 'expanded' && EDITED_ROLES.has(role))) continue;
    text += `${state}=${states[state]} `;
  }
  return text;
}

export function isSame(one: Thing, other: Thing): boolean {
  return (
    one.name === other.name &&
    one.states === other.states &&
    one.value === other.value &&
    one.active === other.active &&
    one.description === other.description &&
    one.link === other.link &&
    one.picture === other.picture &&
    one.named === other.named &&
    one.headings === other.headings &&
    one.lead === other.lead &&
    one.text === other.text &&
    one.place.column === other.place.column &&
    one.place.above === other.place.above &&
    one.place.caption === other.place.caption &&
    one.opener === other.opener &&
    isSameOptions(one.options, other.options) &&
    one.frame === other.frame &&
    one.url === other.url &&
    one.items.length === other.items.length &&
    one.items.every((words, at) => isSameItem(words, other.items[at]))
  );
}

const isSameItem = (one: Words, other: Words | undefined): boolean =>
  one === other ||
  (one.pieces === other?.pieces &&
    one.pictures === other.pictures &&
    one.fields.every(({ value }, at) => value === other.fields[at]?.value) &&
    one.exact === other.exact &&
    one.element.deref() === other.element.deref());
