/**
 * What an element is to somebody who has seen it: its name and what tells it from others of the same name, which is
 * mostly said around it. Kept for each element that is shown, and computed again, by the same code, before it is acted on.
 */
import type { States } from '../../tree/node.js';
import { type Aria, createAria } from '../aria/aria.js';
import { isNamedByAuthor } from '../aria/named-by-author.js';
import { NAME_FROM_CONTENT } from '../aria/roles.js';
import {
  anchorHref,
  contains,
  documentUrl,
  documentView,
  elementQuery,
  getAttribute,
  localName,
  method,
  ownerDocument,
} from '../dom/intrinsics.js';
import { Headings } from './headings.js';
import { isItem, isSection } from './item.js';
import { nameKey } from './name-key.js';
import { comparable, isEdited, isPrice, masked, pictureOf, readable, type Words, wordsOf } from './words.js';

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
  /** What is said just before it, where it stands in no item. */
  readonly lead: string;
  /** The same of the iframes around the document, as far as they are of its origin. */
  readonly frame: string;
  /** Of the document, without what only scrolls. */
  readonly url: string;
  /** What a click turns around. */
  readonly states: string;
  /** What it holds; undefined where it holds nothing, or that is never read. */
  readonly value: string | undefined;
  /** It can be acted on, not only pointed at: of other elements less is kept. */
  readonly isUsed: boolean;
}

/** What the walk knows already. */
export interface Told {
  name: string;
  description: string;
  states: Readonly<States>;
  isUsed: boolean;
}

export type Held = Pick<Thing, 'states' | 'value'>;

const HOLDS_NOTHING: Held = { states: '', value: undefined };

interface Around {
  readonly named: string;
  readonly items: readonly Words[];
}

const NOTHING: Around = { named: '', items: [] };
const MAX_ITEMS = 3;
const MAX_NAME = 200;
const MAX_VALUE = 2_000;
/** How far around an element its lead is looked for, and how much of the page that may be. */
const LEAD_REACH = 3;
const MAX_LEAD_ELEMENTS = 24;
const MAX_LEAD = 200;

const TURNED = ['checked', 'pressed', 'expanded', 'selected'] as const;
/** They are clicked for the cursor: their list opens and closes by itself. */
const EDITED_ROLES = new Set(['textbox', 'searchbox', 'spinbutton']);
const UNNAMED_ROLES = new Set(['generic', 'none', 'presentation', 'paragraph', 'text', 'img', 'iframe']);
const MAY_BE_ITEM = new Set(['div', 'li', 'tr', 'article', 'dd', 'option']);
const LINK_TAGS = new Set(['a', 'area', 'svg:a']);
const VALUE_ROLES = new Set('textbox searchbox combobox listbox spinbutton slider'.split(' '));

const descendants = method(Element.prototype, 'getElementsByTagName');

export class Things {
  readonly #aria: Aria;
  readonly #headings: Headings;
  readonly #around = new Map<Element, Around>();
  readonly #words = new Map<Element, Words>();
  readonly #url = addressOf(documentUrl(document));
  #frame: string | undefined;

  constructor(aria: Aria) {
    this.#aria = aria;
    this.#headings = new Headings(aria);
  }

  /** `was`: the same node as it was seen. Which boxes are cards depends on those beside them: it is asked for the same. */
  of(element: Element, told: Told = this.#told(element), was?: Thing): Thing {
    const aria = this.#aria;
    const parent = aria.composedParent(element);
    const { named, items: outer } = parent ? this.#aroundIn(parent) : NOTHING;
    const { isUsed } = was ?? told;
    const isItem = this.#isItem(element);
    const own = isItem ? [this.wordsOf(element), ...outer].slice(0, MAX_ITEMS) : outer;
    const items = (was && this.#sameItems(element, was)) ?? own;
    const isLed = was ? was.lead !== '' : items.length === 0;
    const { name, description, states } = told;
    return {
      name: isItem && this.#isNamedByCells(element) ? '' : nameKey(name),
      description,
      link: isUsed ? linkOf(element, aria.tagOf(element)) : '',
      picture: isUsed ? ownPicture(element, name) : '',
      named,
      headings: isUsed ? this.#headings.of(element) : '',
      items,
      lead: isUsed && isLed && parent ? this.#leadOf(element) : '',
      frame: isUsed ? this.#frameOf() : '',
      url: this.#url,
      ...(isUsed ? this.#held(element, states) : HOLDS_NOTHING),
      isUsed,
    };
  }

  /** What an action may have made of it. */
  heldBy(element: Element): Held {
    return this.#held(element, this.#aria.statesOf(element));
  }

  #held(element: Element, states: Readonly<States>): Held {
    return { states: turnedStates(states, this.#aria.roleOf(element)), value: this.#valueOf(element) };
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

  /** Undefined where it stands in others now. */
  #sameItems(element: Element, was: Thing): Words[] | undefined {
    const items = was.items.map(({ element: ref }) => ref.deref());
    const isInside = items.every((item) => item && this.#isAround(item, element));
    return isInside ? items.map((item) => this.wordsOf(item as Element)) : undefined; // each is there
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
    this.#frame ??= placeOfFrame(window, 0);
    return this.#frame;
  }

  /** Name and surroundings, one on each line. */
  placeOf(element: Element): string {
    const { named, items } = this.#aroundIn(element);
    const said = items.map((words) => `${comparable(words, false)}\n`).join('');
    return `${this.#aria.nameOf(element)}\n${named}${this.#headings.of(element)}${said}`;
  }

  #told(element: Element): Told {
    const aria = this.#aria;
    return {
      name: aria.nameOf(element),
      description: aria.descriptionOf(element),
      states: aria.statesOf(element),
      isUsed: true,
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
    const items = this.#isItem(element)
      ? [this.wordsOf(element), ...above.items].slice(0, MAX_ITEMS)
      : above.items;
    if (name === '' && items === above.items) return above;
    return { named: name === '' ? above.named : `${name}\n${above.named}`, items };
  }

  #nameOfGroup(element: Element): string {
    const aria = this.#aria;
    const tag = aria.tagOf(element);
    // Without an attribute, only these get a name: from their legend, caption or summary.
    if (!aria.hasGlobal(element) && tag !== 'fieldset' && tag !== 'table' && tag !== 'figure') return '';
    const role = aria.roleOf(element);
    if (NAME_FROM_CONTENT.has(role) || UNNAMED_ROLES.has(role)) return '';
    const name = aria.nameOf(element);
    return name === '' ? '' : `${role} ${name.slice(0, MAX_NAME)}`;
  }

  #valueOf(element: Element): string | undefined {
    if (!VALUE_ROLES.has(this.#aria.roleOf(element))) return undefined;
    return this.#aria.valueOf(element)?.slice(0, MAX_VALUE);
  }

  /** Text before it in what is right around it. Where that is much, it is the page and not what it is about. */
  #leadOf(element: Element): string {
    const aria = this.#aria;
    let inside = element;
    for (let steps = 0; steps < LEAD_REACH; steps++) {
      const around = aria.composedParent(inside);
      if (!around || localName(around) === 'body' || descendants(around, '*').length > MAX_LEAD_ELEMENTS)
        return '';
      const lead = this.#textBefore(inside, around);
      // More than a label is prose.
      if (lead.length > MAX_LEAD) return '';
      if (/\p{L}/u.test(lead)) return isPrice(lead) ? lead : masked(lead);
      inside = around;
    }
    return '';
  }

  #textBefore(inside: Element, around: Element): string {
    const aria = this.#aria;
    let text = '';
    for (const child of aria.composedChildren(around)) {
      if (child.element === inside) break;
      if (!child.element) text += child.keptBack ? '' : child.value;
      else if (!aria.isHidden(child.element) && !isSection(child.element) && !isEdited(child.element)) {
        const { pieces, thin } = wordsOf(child.element, aria);
        text += thin ? ' ' : ` ${readable(pieces)} `;
      }
    }
    return text.replace(/\s+/g, ' ').trim();
  }
}

/** Iframes inside of each other that are looked at. */
const MAX_FRAMES = 3;

/** Empty at the top, and in a frame of another origin: there the parent document compares, before the pointer comes. */
function placeOfFrame(inside: Window, depth: number): string {
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
  return element instanceof HTMLAnchorElement ? anchorHref(element) : (getAttribute(element, 'href') ?? '');
}

/** Of a control that has a name it says less than that does: an icon may stand for a state. */
function ownPicture(element: Element, name: string): string {
  if (localName(element) === 'img') return pictureOf(element);
  const image = elementQuery(element, name === '' ? 'img,use' : 'img');
  if (!image) return '';
  return localName(image) === 'use'
    ? (getAttribute(image, 'href') ?? getAttribute(image, 'xlink:href') ?? '')
    : pictureOf(image);
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
    one.description === other.description &&
    one.link === other.link &&
    one.picture === other.picture &&
    one.named === other.named &&
    one.headings === other.headings &&
    one.lead === other.lead &&
    one.frame === other.frame &&
    one.url === other.url &&
    one.items.length === other.items.length &&
    one.items.every((words, at) => isSameItem(words, other.items[at]))
  );
}

const isSameItem = (one: Words, other: Words | undefined): boolean =>
  one === other ||
  (one.pieces === other?.pieces &&
    one.picture === other.picture &&
    one.exact === other.exact &&
    one.element.deref() === other.element.deref());
