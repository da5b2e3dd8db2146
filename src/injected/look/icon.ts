/**
 * What an icon is called by its author: the class of an icon font, the symbol or file shown, also by CSS, the name of an
 * icon element. It is a hint, not a name: nothing is found by it.
 */
import type { Aria } from '../aria/aria.js';
import {
  firstElementChild,
  getAttribute,
  getComputedStyle,
  localName,
  nextElementSibling,
  textContent,
} from '../dom/intrinsics.js';
import type { Style } from '../dom/reads.js';
import { isIcon } from './text-run.js';

/** A control with more elements than this is not an icon. */
const MOST_ELEMENTS = 12;
const MAX_LENGTH = 40;

/** `fa-times`, `lucide-x`, `ui-icon-close`, `k-i-close`. */
const CLASS =
  /^(?:(?:fa|bi|mdi|ti|ri|pi|bxs?|la|uil|lucide|octicon|codicon|dashicons|ion|fi|k-i|ql)|(?:\w+-)*(?:icon|ico|glyphicon|anticon)s?)-([a-z][\w-]*)$/i;
/** Classes of icon fonts that describe style, not meaning. */
const MANNER =
  /^(?:fw|xs|sm|lg|xl|\d*x|spin|pulse|solid|regular|brands|light|thin|duotone|inverse|border|stroke|fill|transparent|primary|secondary|even|small|medium|large|active|selected|disabled|hidden|visible|invisible|clickable|focusable|(?:stack|rotate|flip|size|picker)-?.*)$/i;
/** `icon-button`: something with an icon, where `fa-link` is a chain. */
const HOLDER = /^(?:\w+-)*icons?-(?:button|btn|only|link|wrapper|container)$/i;
const FILE = /([a-z][\w-]*?)(?:[.-][0-9a-f]{6,})?\.(?:svg|png|gif|webp|jpe?g)(?:[?#]|$)/i;
const SAYS_SOMETHING = /^[a-z][\w -]*$/i;

/**
 * How many elements of one capture are asked about generated content: each costs two styles, and a page may have
 * thousands of empty boxes.
 */
export interface Patience {
  left: number;
}

/** Of an unnamed control. */
export function iconOf(control: Element, aria: Aria, patience: Patience): string | undefined {
  const elements = inside(control);
  if (!elements || !isEmpty(textContent(control) ?? '')) return undefined;
  return (
    firstOf(elements, called) ??
    firstOf(elements, (element) => ofImage(element, imageOf(element, aria))) ??
    firstOf(elements, (element) => generatedIcon(element, patience))
  );
}

/** Of an entry of a menu, unless its name says the same: `[icon=disk]` of "Save". */
export function iconBeside(entry: Element, name: string): string | undefined {
  const icon = firstOf(inside(entry) ?? [], called);
  return icon !== undefined && !letters(name).includes(letters(icon)) ? icon : undefined;
}

const letters = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');

/** Of an unnamed control that shows nothing else. */
export const classIcon = (control: Element, aria: Aria): string | undefined =>
  isToPress(control, aria) ? firstOf([control], ownClass) : undefined;

/** Not a list or a link: these have content or an address. */
function isToPress(control: Element, aria: Aria): boolean {
  const role = aria.roleOf(control);
  const address = getAttribute(control, 'href') ?? '#';
  return (
    role === 'button' || role === 'generic' || (role === 'link' && /^(?:#|javascript:.*)$/i.test(address))
  );
}

/** `close`, `btn-delete`, `ui-slider-handle`: what a page calls a control that says nothing else. */
function ownClass(control: Element): string | undefined {
  const names = classesOf(control);
  return names.length === 1 ? names[0] : names.find((name) => HANDLE.test(name));
}

/** A single word, or words with hyphens. Others are generated, or style by style. */
const WORDS = /^[a-z]{3,}(?:[-_]{1,2}[a-z]{2,})*$|^[a-z]{2,}(?:[-_]{1,2}[a-z]{3,})+$/;
const HANDLE = /[-_](?:handle|thumb|grip|knob)$/;

/** Of an element without content. */
export const drawnIcon = (element: Element, aria: Aria): string | undefined =>
  aria.hasAttributes(element)
    ? firstOf([element], (each) => called(each) ?? ofImage(each, imageOf(each, aria)))
    : undefined;

/** That CSS draws before or after the content. */
export const generatedIcon = (element: Element, patience: Patience): string | undefined =>
  --patience.left < 0
    ? undefined
    : firstOf([element], (each) =>
        ofImage(
          each,
          imageIn(getComputedStyle(each, '::before')) ?? imageIn(getComputedStyle(each, '::after')),
        ),
      );

/** Of a character of an icon font that is all that an element shows: as its class says, else by its number. */
export function glyphIcon(element: Element, glyph: string): string {
  const number = `U+${(glyph.codePointAt(0) ?? 0).toString(16).toUpperCase()}`;
  return firstOf([element], (each) => called(each) ?? ownClass(each)) ?? number;
}

/** Those that may say what it is. */
const classesOf = (element: Element): string[] =>
  (getAttribute(element, 'class') ?? '')
    .split(/\s+/)
    .filter((name) => WORDS.test(name) && !FONT.test(name) && !MANNER.test(name));

/** Classes that every icon of a font has. */
const FONT = /^(?:\w+-)*(?:icons?|iconfont|glyphs?|symbols?)(?:-\w+)?$|^fa[a-z]?$|^(?:button|btn|link)$/i;

const imageOf = (element: Element, aria: Aria): Image | undefined => imageIn(aria.styleOf(element));

function firstOf(
  elements: readonly Element[],
  find: (element: Element) => string | undefined,
): string | undefined {
  for (const element of elements) {
    const icon = find(element);
    if (icon && SAYS_SOMETHING.test(icon)) return icon.slice(0, MAX_LENGTH);
  }
  return undefined;
}

const isEmpty = (text: string): boolean => text.trim() === '' || isIcon(text.trim());

/** The element and its descendants; undefined if there are too many. */
function inside(control: Element): Element[] | undefined {
  const found = [control];
  for (const element of found) {
    if (found.length > MOST_ELEMENTS) return undefined;
    for (let child = firstElementChild(element); child; child = nextElementSibling(child)) found.push(child);
  }
  return found;
}

function called(element: Element): string | undefined {
  const tag = localName(element);
  if (tag === 'use')
    return reference(element)
      ?.split('#')[1]
      ?.replace(/^icon[-_]/i, '');
  if (tag === 'img') return FILE.exec(getAttribute(element, 'src') ?? '')?.[1];
  const given = getAttribute(element, 'data-icon') ?? (tag.endsWith('-icon') ? ofElement(element) : null);
  if (given) return given.split(':').at(-1);
  const tested = /^(\w+)Icon$/.exec(getAttribute(element, 'data-testid') ?? '');
  return tested?.[1] ?? ofClass(getAttribute(element, 'class') ?? '');
}

/** A file of many icons is not called after any. */
const SHEET = /sprite|^(?:icons?|images?|img|sheet|bg|background)$/i;
const WORDS_OF_SHEET = /^(?:sprites?|icons?|ico|img)[-_]?/i;

interface Image {
  address: string;
  /** Only a part of it is shown. */
  isSheet: boolean;
}

/** What an image of CSS is called: by its file, else by the element's class. */
function ofImage(element: Element, image: Image | undefined): string | undefined {
  if (image === undefined) return undefined;
  const file = FILE.exec(image.address)?.[1];
  const turned = (getAttribute(element, 'class') ?? '').split(/\s+/).find((name) => TURNED.test(name));
  if (turned !== undefined) return turned;
  if (file !== undefined && !image.isSheet && !SHEET.test(file)) return file;
  const names = (getAttribute(element, 'class') ?? '')
    .split(/\s+/)
    .map((name) => name.replace(WORDS_OF_SHEET, ''))
    .filter((name) => name.length > 1 && !MANNER.test(name));
  // Of `sp reply`, the word. Of `hitarea expandable-hitarea`, the one that says more.
  const first = names.find((name) => name.length > 2) ?? names[0] ?? file;
  return names.find((name) => name !== first && name.split(/[-_]+/).includes(first ?? '')) ?? first;
}

/** `expandable-hitarea`: what a click on it does, where the file is the same before and after. */
const TURNED = /^(?:expand|collaps)[a-z]*(?:$|[-_])/i;

const IMAGE = /url\("((?:[^"\\]|\\.)*)"\)/;

/** What it shows in place of its content, as its mask or as its background. */
function imageIn(style: Style): Image | undefined {
  const { content, backgroundImage, maskImage } = style;
  // For a missing pseudo-element, browsers return the styles that it would have.
  if (content === 'none') return undefined;
  for (const value of [content, maskImage, backgroundImage]) {
    const [, address] = IMAGE.exec(value ?? '') ?? [];
    if (address === undefined) continue;
    return { address, isSheet: value === backgroundImage && style.backgroundPosition.includes('-') };
  }
  return undefined;
}

const reference = (use: Element): string | null =>
  getAttribute(use, 'href') ?? getAttribute(use, 'xlink:href');

const ofElement = (icon: Element): string | null => getAttribute(icon, 'name') ?? getAttribute(icon, 'icon');

function ofClass(names: string): string | undefined {
  for (const name of names.split(/\s+/)) {
    const [, icon] = CLASS.exec(name) ?? [];
    if (icon !== undefined && !MANNER.test(icon) && !HOLDER.test(name)) return icon;
  }
  return undefined;
}
