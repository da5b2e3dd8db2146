/**
 * What an unnamed control's icon is called by its author: the class of an icon font, the symbol or file shown,
 * the name of an icon element. It is a hint, not a name: nothing is found by it.
 */
import {
  firstElementChild,
  getAttribute,
  localName,
  nextElementSibling,
  textContent,
} from '../dom/intrinsics.js';
import { isIcon } from './text-run.js';

/** A control with more elements than this is not an icon. */
const MOST_ELEMENTS = 12;
const MAX_LENGTH = 40;

/** `fa-times`, `lucide-x`, `ui-icon-close`, `k-i-close`. */
const CLASS =
  /^(?:(?:fa|bi|mdi|ti|ri|pi|bxs?|la|uil|lucide|octicon|codicon|dashicons|ion|fi|k-i)|(?:\w+-)*(?:icon|ico|glyphicon|anticon)s?)-([a-z][\w-]*)$/i;
/** Classes of icon fonts that describe style, not meaning. */
const MANNER =
  /^(?:fw|xs|sm|lg|xl|\d*x|spin|pulse|solid|regular|brands|light|thin|duotone|inverse|border|small|medium|large|button|btn|only|link|wrapper|container|(?:stack|rotate|flip|size)-?.*)$/i;
const FILE = /([a-z][\w-]*?)(?:[.-][0-9a-f]{6,})?\.(?:svg|png|gif|webp|jpe?g)(?:[?#]|$)/i;
const SAYS_SOMETHING = /^[a-z][\w -]*$/i;

export function iconOf(control: Element): string | undefined {
  const elements = inside(control);
  if (!elements || !isEmpty(textContent(control) ?? '')) return undefined;
  for (const element of elements) {
    const icon = called(element);
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

const reference = (use: Element): string | null =>
  getAttribute(use, 'href') ?? getAttribute(use, 'xlink:href');

const ofElement = (icon: Element): string | null => getAttribute(icon, 'name') ?? getAttribute(icon, 'icon');

function ofClass(names: string): string | undefined {
  for (const name of names.split(/\s+/)) {
    const [, icon] = CLASS.exec(name) ?? [];
    if (icon !== undefined && !MANNER.test(icon)) return icon;
  }
  return undefined;
}
