/** What is one of several alike: a row, a list item, an option, a card. And what a heading inside of it does not reach out of. */
import {
  getAttribute,
  localName,
  method,
  nextElementSibling,
  previousElementSibling,
} from '../dom/intrinsics.js';

const descendants = method(Element.prototype, 'getElementsByTagName');

/** What has more elements in it is a part of the page and not one of its items. */
const MAX_ELEMENTS = 500;
/** Boxes that only look alike are layout more often than not; a card is small. */
const MAX_CARD_ELEMENTS = 60;

const ITEM_TAGS = new Set(['article', 'dd', 'li', 'option', 'tr']);
const ITEM_ROLES = new Set(['article', 'listitem', 'option', 'row', 'treeitem']);
const SECTION_TAGS = new Set(
  'section aside nav main footer form dialog fieldset details td th ul ol dl table dt'.split(' '),
);
const SECTION_ROLES = new Set(
  'region complementary navigation main contentinfo form search dialog alertdialog group tabpanel cell gridcell list table grid menu listbox'.split(
    ' ',
  ),
);

export function isItem(element: Element): boolean {
  const tag = localName(element);
  if (ITEM_TAGS.has(tag) || ITEM_ROLES.has(getAttribute(element, 'role') ?? ''))
    return descendants(element, '*').length <= MAX_ELEMENTS;
  return isCard(element, tag);
}

/** A heading in it says nothing about what is outside of it. */
export function isSection(element: Element): boolean {
  const tag = localName(element);
  const role = getAttribute(element, 'role') ?? '';
  return (
    ITEM_TAGS.has(tag) ||
    SECTION_TAGS.has(tag) ||
    ITEM_ROLES.has(role) ||
    SECTION_ROLES.has(role) ||
    (tag === 'div' && hasTwin(element, tag))
  );
}

function isCard(element: Element, tag: string): boolean {
  return (
    (tag === 'div' || tag.includes('-')) &&
    hasTwin(element, tag) &&
    descendants(element, '*').length <= MAX_CARD_ELEMENTS
  );
}

/** The one beside it is built the same way. */
export function hasTwin(element: Element, tag: string): boolean {
  const next = nextElementSibling(element);
  const previous = previousElementSibling(element);
  if (!next && !previous) return false;
  const style = getAttribute(element, 'class');
  const alike = (other: Element | null): boolean =>
    other !== null && localName(other) === tag && getAttribute(other, 'class') === style;
  return alike(next) || alike(previous);
}
