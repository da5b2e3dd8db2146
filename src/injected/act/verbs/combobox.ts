/** The options of a custom listbox, and of what a combobox opens: with the roles of a list, or only drawn as one. */
import type { ListedOptions, Refused, WireChoice } from '../../../wire/api.js';
import { clientHeight, scrollHeight, scrollLeft, scrollTo, scrollTop } from '../../dom/effects.js';
import { pathOf } from '../../dom/event-path.js';
import {
  activeElement,
  contains,
  elementQuery,
  elementQueryAll,
  firstElementChild,
  getAttribute,
  getComputedStyle,
  getElementById,
  getRootNode,
  hasAttribute,
  isDocument,
  isShadowRoot,
  localName,
  queryAll,
  textContent,
} from '../../dom/intrinsics.js';
import type { Finder } from '../../identity/finder.js';
import { canScroll } from '../ready/bring-into-view.js';
import { editableOf, notVisible } from '../ready/condition.js';
import { deepestAt } from '../ready/hit.js';
import { boundsOf, boxesOf, middle } from '../ready/points.js';
import { textOf } from './field-text.js';
import { listOf, match, missing, normal, type Option, pick } from './options.js';
import type { Chosen } from './select-option.js';
import { isShownBeside } from './shown-text.js';
import { takesText } from './takes-text.js';

export interface Stage {
  after: 'open' | 'type' | undefined;
  /** Nobody waits for more options. */
  isLast: boolean;
  /** What is selected already stays so. */
  add: boolean;
  /** What the list had shown before text was typed. */
  listed: ListedOptions | undefined;
}

export function chooseShown(
  element: Element,
  choices: readonly WireChoice[],
  finder: Finder,
  stage: Stage,
): Chosen | Refused {
  const { after, isLast, add } = stage;
  const [choice = { text: '' }] = choices;
  const popup = popupOf(element, choices, finder);
  const isOpen = popup !== null && !notVisible(popup);
  const options = isOpen ? optionsIn(popup, finder).filter(isShown) : [];
  const named =
    popup && options.length > 0
      ? chooseAria(popup, options, choices, finder, { combobox: element, add })
      : undefined;
  const drawn = after && (!named || isNoOption(named)) ? drawnOption(element, choices, finder) : undefined;
  const chosen = drawn ?? named;
  if (chosen && !isNoOption(chosen)) return chosen;
  // One after another: each may need its own text.
  if (choices.length > 1 && after) return { how: 'each' };
  const listed = options.length > 0 || !after ? options : drawnIn(popup);
  const typing =
    choices.length === 1 && after !== 'type' ? typingOf(element, choice, listed, finder) : undefined;
  // A list may show more of its options as one types, or none before.
  const isNone = options.length === 0 && isTypedInto(element);
  if (typing && (after ? isLast : isNone)) return typing;
  if (chosen) return isNoOption(chosen) ? missing(options, choice, stage.listed) : chosen;
  if (isLast && (after === 'type' || (after === 'open' && listed.length > 0)))
    return missing(listed, choice, stage.listed);
  return { how: 'open', element: finder.show(element).element };
}

/** What to type to see an option, and where. */
function typingOf(
  element: Element,
  choice: WireChoice,
  listed: readonly Option[],
  finder: Finder,
): Chosen | undefined {
  const text = wordsOf(choice);
  const field = fieldOf(element);
  if (text === undefined || !field) return undefined;
  const editable = editableOf(field);
  const was = editable && editable.kind !== 'select' ? textOf(editable) : '';
  return { how: 'type', element: finder.show(field).element, text, was, listed: listOf(listed) };
}

export function isListOpen(element: Element, finder: Finder): boolean {
  const popup = popupOf(element, [], finder);
  const isExpanded =
    getAttribute(element, 'aria-expanded') === 'true' ||
    elementQuery(element, '[role="combobox"][aria-expanded="true"]') !== null;
  return isExpanded || (popup !== null && !notVisible(popup));
}

/** Scrolls a list that holds only the options in view. False at its end. */
export function showMore(element: Element, finder: Finder): boolean {
  const popup = popupOf(element, [], finder);
  const box = popup && floatingBox(popup);
  if (!box) return false;
  const list = [box, ...elementQueryAll(box, '*')].find(
    (each) => canScroll(each) && scrollHeight(each) > clientHeight(each) + 1 && clientHeight(each) > 0,
  );
  if (!list) return false;
  const before = scrollTop(list);
  scrollTo(list, scrollLeft(list), before + clientHeight(list) * SCROLLED);
  return scrollTop(list) > before;
}

/** The part of a list that one scroll goes on by. */
const SCROLLED = 0.8;

const isShown = ({ element }: Option): boolean => boxesOf(element).length > 0;

const isNoOption = (chosen: Chosen | Refused): boolean => 'code' in chosen && chosen.code === 'no-option';

function wordsOf(choice: WireChoice): string | undefined {
  if ('index' in choice) return undefined;
  return 'text' in choice ? choice.text : 'label' in choice ? choice.label : choice.value;
}

/** Where one types to filter: the combobox itself, or the search field that has the focus since it opened. */
function fieldOf(element: Element): Element | undefined {
  if (isTypedInto(element)) return element;
  const focused = activeElement(document);
  return focused && focused !== element && isTypedInto(focused) ? focused : undefined;
}

/** Not a field that holds what is chosen and wants no keyboard: there, letters choose an option. */
function isTypedInto(element: Element): boolean {
  return takesText(element) && getAttribute(element, 'inputmode') !== 'none';
}

/** An option without a role: the one element with these words in a box that floats over the page. */
function drawnOption(element: Element, choices: readonly WireChoice[], finder: Finder): Chosen | undefined {
  const [choice] = choices;
  const words = choices.length === 1 && choice ? wordsOf(choice) : undefined;
  if (words === undefined) return undefined;
  const wanted = normal(words);
  const isWanted = (each: Element): boolean =>
    normal(textContent(each) ?? '') === wanted && normal(textContent(blockOf(each)) ?? '') === wanted;
  const matching = [...queryAll(document, 'body *')].filter(
    (each) =>
      localName(each) !== 'option' && isWanted(each) && isInPopupOf(element, each) && !notVisible(each),
  );
  const deepest = matching.filter(
    (each) => !matching.some((other) => other !== each && contains(each, other)),
  );
  // Words for screen readers and copies of what is typed float, too, below something else.
  const reached = deepest.filter((each) => isOnTop(each, finder));
  const [option, another] = reached.length > 0 ? reached : deepest;
  if (!option || another) return undefined;
  return { how: 'click', options: [finder.show(option).element], added: [words], chosen: [words] };
}

/** The line that an element is in: "No results for Atlantis" is no option called Atlantis. */
function blockOf(element: Element): Element {
  const isLine = (each: Element): boolean =>
    hasAttribute(each, 'role') || !getComputedStyle(each).display.startsWith('inline');
  return pathOf(element).find(isLine) ?? element;
}

function isOnTop(element: Element, finder: Finder): boolean {
  const { x, y } = middle(boundsOf(element));
  const hit = deepestAt(x, y, finder.shadowRootOf);
  return hit !== null && contains(element, hit);
}

function isInPopupOf(element: Element, each: Element): boolean {
  if (contains(each, element)) return false;
  const box = floatingBox(each);
  return box !== undefined && !contains(box, element);
}

function floatingBox(element: Element): Element | undefined {
  return pathOf(element).find((box) => {
    const { position } = getComputedStyle(box);
    return position === 'absolute' || position === 'fixed';
  });
}

/** The words of a list without roles, for errors. */
function drawnIn(popup: Element | null): Option[] {
  const box = popup && floatingBox(popup);
  if (!box) return [];
  const leaves = [...elementQueryAll(box, '*')].filter(
    (each) => !firstElementChild(each) && !notVisible(each),
  );
  const words = new Set(
    leaves.map((each) => normal(textContent(each) ?? '')).filter((label) => label !== ''),
  );
  return [...words].map((label) => ({ element: box, value: label, label, disabled: false, selected: false }));
}

export function chooseAria(
  listbox: Element,
  options: readonly Option[],
  choices: readonly WireChoice[],
  finder: Finder,
  /** `combobox`: in the list that it opens, `aria-selected` may only mark the active option. */
  { combobox, add }: { combobox?: Element; add: boolean },
): Chosen | Refused {
  const isSaid = getAttribute(listbox, 'aria-multiselectable') === 'true';
  // Many lists that take several options do not say so.
  const multiple = isSaid || (combobox !== undefined && choices.length > 1);
  const picked = pick(options, choices, multiple);
  if ('code' in picked) return picked;
  const marked = options.filter(({ selected }) => selected);
  const isMarked = (each: Option): boolean =>
    each.selected && (!combobox || marked.length > 1 || isShownBeside(combobox, each.label));
  const dropped = isSaid && !add ? options.filter((each) => isMarked(each) && !picked.includes(each)) : [];
  const added = picked.filter((each) => (combobox && !isSaid && !add) || !isMarked(each));
  const chosen = picked.map(({ label }) => label);
  if (dropped.length + added.length === 0) return { how: 'nothing', chosen };
  return {
    how: 'click',
    options: [...dropped, ...added].map(({ element }) => finder.show(element).element),
    added: added.map(({ label }) => label),
    chosen,
  };
}

/** Roles that the options of a popup may have. */
const OPTION_ROLES = ['option', 'menuitemradio', 'menuitemcheckbox', 'menuitem', 'treeitem', 'row'] as const;

export function optionsIn(listbox: Element, finder: Finder): Option[] {
  const all = OPTION_ROLES.map((role) => finder.below(listbox, role));
  return (all.find(({ length }) => length > 0) ?? []).map((element) => {
    const { name } = finder.show(element);
    const is = (state: string): boolean => getAttribute(element, state) === 'true';
    return {
      element,
      value: getAttribute(element, 'data-value') ?? name,
      label: name,
      disabled: is('aria-disabled'),
      selected: is('aria-selected') || is('aria-checked'),
    };
  });
}

/**
 * The list of a combobox: the one it references, or the only visible one in it or else on the page, or the only one
 * of those with such an option.
 */
function popupOf(combobox: Element, choices: readonly WireChoice[], finder: Finder): Element | null {
  const root = getRootNode(combobox);
  const id = getAttribute(combobox, 'aria-controls') ?? getAttribute(combobox, 'aria-owns');
  if (id !== null && (isDocument(root) || isShadowRoot(root))) {
    const [first = ''] = id.trim().split(/\s+/);
    const named = getElementById(root, first);
    if (named) return named;
  }
  if (getAttribute(combobox, 'aria-expanded') !== 'true') return null;
  const shown = [...queryAll(document, '[role="listbox"]')].filter((element) => !notVisible(element));
  const inside = shown.filter((list) => contains(combobox, list));
  const lists = inside.length > 0 ? inside : shown;
  if (lists.length <= 1) return lists[0] ?? null;
  const fitting = lists.filter((list) => {
    const options = optionsIn(list, finder).filter(isShown);
    return choices.every((choice) => match(options, choice) !== undefined);
  });
  const floating = lists.filter((list) => isInPopupOf(combobox, list));
  const [only, another] = fitting.length === 1 ? fitting : floating;
  return only && !another ? only : null;
}
