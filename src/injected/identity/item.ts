/** What is one of several alike: a row, a list item, an option, a card. And what a heading inside of it does not reach out of. */
import {
  children,
  elementQuery,
  getAttribute,
  hasAttribute,
  holdsMoreThan,
  localName,
  nextElementSibling,
  parentElement,
  previousElementSibling,
} from '../dom/intrinsics.js';

/** Of an item with more elements in it, which may be all of the page, only how it begins is read. */
const MAX_ELEMENTS = 500;
/** Boxes that only look alike are layout more often than not; a card is small. Of a larger one only the first words count. */
const MAX_CARD_ELEMENTS = 60;
const MAX_BOX_ELEMENTS = 200;

const ITEM_TAGS = new Set(['article', 'dd', 'li', 'option', 'tr']);
const ITEM_ROLES = new Set(['article', 'listitem', 'option', 'row', 'treeitem']);
/** What a small dialog asks is said in it, whatever it is called. */
const DIALOG_ROLES = new Set(['dialog', 'alertdialog']);
/** What they say is their name. */
const CONTROL_ROLES = new Set(['button', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'tab']);
const SECTION_TAGS = new Set(
  'section aside nav main footer form dialog fieldset details td th ul ol dl table dt'.split(' '),
);
const LIVE_ROLES = new Set('status alert log marquee timer'.split(' '));
const SECTION_ROLES = new Set(
  'region complementary navigation main contentinfo form search dialog alertdialog group tabpanel cell gridcell list table grid menu listbox'.split(
    ' ',
  ),
);

export function isItem(element: Element): boolean {
  if (isMarkedItem(element)) return true;
  return isSmall(element, localName(element)) && !holdsMoreThan(MAX_BOX_ELEMENTS, element);
}

const isMarkedItem = (element: Element): boolean =>
  ITEM_TAGS.has(localName(element)) || ITEM_ROLES.has(getAttribute(element, 'role') ?? '');

export const isHuge = (item: Element): boolean => holdsMoreThan(MAX_ELEMENTS, item);

/** Of an item: it may be a part of the layout. */
export const isLayout = (item: Element): boolean =>
  !isMarkedItem(item) && holdsMoreThan(MAX_CARD_ELEMENTS, item);

/** What a list is drawn from may stand between its items. */
const SILENT_TAGS = new Set(['template', 'script', 'style']);

export function shownBefore(element: Element): Element | null {
  let before = previousElementSibling(element);
  while (before && SILENT_TAGS.has(localName(before))) before = previousElementSibling(before);
  return before;
}

/** The item right before one, which may be the first part of the same record. */
export function itemBefore(item: Element): Element | undefined {
  const before = shownBefore(item);
  const isAlike = before && localName(before) === localName(item) && isMarkedItem(before);
  return isAlike && isMarkedItem(item) && isItem(before) ? before : undefined;
}

/** Not a row of a table, which may be one of details. */
export const isLastOfList = (item: Element): boolean =>
  nextElementSibling(item) === null && localName(item) !== 'tr' && getAttribute(item, 'role') !== 'row';

/** A row of fewer and wider cells than the one before it tells more of that one. */
export function isDetailRow(row: Element, before: Element): boolean {
  const cells = [...children(row)];
  return cells.some(isWide) && cells.length < children(before).length;
}

const isWide = (cell: Element): boolean =>
  Number(getAttribute(cell, 'colspan') ?? getAttribute(cell, 'aria-colspan') ?? 1) > 1;

/**
 * A heading in it says nothing about what is outside of it. A box encloses a heading where a box beside it has one,
 * too: slides, of which one is styled as the shown one. Rows of the layout do not: one has the heading, the next what
 * stands under it.
 */
export const isHeadedSection = (element: Element, heading: string): boolean =>
  isMarkedSection(element) || hasKin(element, heading);

/** A box beside it shares a class with it, or has none either, and contains such an element. */
export function hasKin(element: Element, selector: string): boolean {
  if (localName(element) !== 'div') return false;
  const own = classesOf(element);
  const isKin = (other: Element | null): boolean =>
    other !== null &&
    localName(other) === 'div' &&
    classesOf(other).some((name) => own.includes(name)) &&
    elementQuery(other, selector) !== null;
  return isKin(nextElementSibling(element)) || isKin(previousElementSibling(element));
}

const classesOf = (element: Element): string[] => (getAttribute(element, 'class') ?? '').trim().split(/\s+/);

export function isMarkedSection(element: Element): boolean {
  const tag = localName(element);
  const role = getAttribute(element, 'role') ?? '';
  return (
    isMarkedItem(element) ||
    SECTION_TAGS.has(tag) ||
    SECTION_ROLES.has(role) ||
    LIVE_ROLES.has(role) ||
    hasAttribute(element, 'aria-live')
  );
}

/** What it says changes on its own. */
export const isLiveRegion = (element: Element): boolean =>
  (getAttribute(element, 'aria-live') ?? 'off') !== 'off' ||
  LIVE_ROLES.has(getAttribute(element, 'role') ?? '');

/** A card or a dialog. */
const isSmall = (element: Element, tag: string): boolean =>
  ((tag === 'div' || tag.includes('-')) &&
    hasTwin(element, tag) &&
    !isPage(element) &&
    !CONTROL_ROLES.has(getAttribute(element, 'role') ?? '')) ||
  isDialog(element);

export const isDialog = (element: Element): boolean =>
  localName(element) === 'dialog' || DIALOG_ROLES.has(getAttribute(element, 'role') ?? '');

/** Boxes right in the body without a class hold the page and what floats over it. */
function isPage(element: Element): boolean {
  const parent = parentElement(element);
  return parent !== null && localName(parent) === 'body' && !hasAttribute(element, 'class');
}

const CONTROLS = 'a,button,input,select';

/** One of several boxes that are used in the same way: what it says is not said of what is around all of them. */
export function isOneOfMany(box: Element): boolean {
  if (localName(box) !== 'div' || !hasTwin(box, 'div')) return false;
  const control = elementQuery(box, CONTROLS);
  const isAlike = (other: Element | null): boolean => {
    const own = other && elementQuery(other, CONTROLS);
    return !!own && !!control && localName(own) === localName(control);
  };
  return isAlike(nextElementSibling(box)) || isAlike(previousElementSibling(box));
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
