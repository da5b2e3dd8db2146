/** Prepares an element for text from the keyboard; sets what no keyboard can enter. */

import type { Refused, ReplyOf, RequestOf } from '../../../wire/api.js';
import {
  addListener,
  collapseToEnd,
  dispatch,
  focus,
  inputValidity,
  insertText,
  removeListener,
  selectContents,
  selectInput,
  selectTextarea,
  setInputSelection,
  setInputValue,
  setTextareaSelection,
} from '../../dom/effects.js';
import {
  activeElement,
  contains,
  documentHasFocus,
  getRootNode,
  inputValue,
  isDocument,
  isElement,
  isShadowRoot,
  parentNode,
  textareaValue,
  textContent,
} from '../../dom/intrinsics.js';
import { frame } from '../event-loop.js';
import { align } from '../ready/bring-into-view.js';
import { type Editable, editableOf, notEditable } from '../ready/condition.js';
import { announcesPopup } from '../settle/announces-popup.js';
import { isStandIn, isTerminal } from './editor-input.js';
import { planFill } from './field-value.js';
import { isToPaste } from './paste.js';
import { planSlide, sliderAt } from './slider.js';

/** See `acting-api.ts`. */
export type FillStart = Pick<
  Extract<ReplyOf<'fill'>, { ok: true }>,
  'how' | 'set' | 'standIn' | 'terminal' | 'paste' | 'slide'
>;
export type FillHow = FillStart['how'];

/** Characters of rich text that are given one by one. Each takes one to eight milliseconds: editors draw after each. */
const MOST_KEYS = 1_000;

const NOT_EDITABLE: Refused = {
  code: 'not-editable',
  message: 'It is not a text field and its content is not editable',
};

/** Nothing is changed when it answers with a refusal. */
export function startFill(element: Element, { value, typed }: RequestOf<'fill'>): FillStart | Refused {
  const editable = editableOf(element);
  if (!editable) return startSlide(element, value);
  const plan = planFill(editable, value);
  if ('code' in plan) return plan;
  if (plan.how === 'set' && editable.kind === 'input') {
    if (inputValue(editable.element) === plan.value && !holdsBad(editable)) return { how: 'nothing' };
    focus(element, STAY);
    setInputValue(editable.element, plan.value);
    const set = inputValue(editable.element);
    announce(element);
    return { how: 'set', set };
  }
  const standIn = isStandIn(editable);
  if (typed && mayEnter(editable, value)) return { how: 'enter' };
  const refused = select(element, editable);
  if (refused) return refused;
  if (standIn && isTerminal(editable)) return { how: value === '' ? 'nothing' : 'insert', terminal: true };
  const paste = isToPaste(editable, value, !typed);
  if (standIn) return { how: value === '' ? 'erase' : 'insert', standIn, paste };
  if (value === '') return { how: textOf(editable) === '' && !holdsBad(editable) ? 'nothing' : 'erase' };
  if (typed) return { how: 'insert' };
  // Editors that keep the text in a model learn of it by `beforeinput`, which only keys make.
  if (paste || (editable.kind === 'content' && value.length <= MOST_KEYS)) return { how: 'insert', paste };
  // The browser's own editing: one trusted `input` event, in the same call.
  if (!insertText(plan.how === 'insert' ? (plan.text ?? value) : value)) return { how: 'insert' };
  return { how: editable.kind === 'content' ? 'command' : 'inserted' };
}

/** Before text that is put in as one edit: whether the focus had to move. What can't be put in is refused later. */
export function focusForText(
  element: Element,
  { value, typed }: RequestOf<'fill'>,
): { moved: boolean } | Refused {
  const editable = editableOf(element);
  const plan = editable && planFill(editable, value);
  if (!editable || !plan || 'code' in plan || plan.how !== 'insert') return { moved: false };
  if (hasFocus(element) || (typed && mayEnter(editable, value))) return { moved: false };
  return takeFocus(element) ?? { moved: true };
}

function startSlide(element: Element, value: string): FillStart | Refused {
  const from = sliderAt(element);
  if (from === undefined) return NOT_EDITABLE;
  const plan = planSlide(element, value);
  if ('code' in plan) return plan;
  if (from === plan.to) return { how: 'nothing' };
  return takeFocus(element) ?? { how: 'slide', slide: { from, to: plan.to } };
}

/**
 * Whether the field may get the focus in the moment in which the text comes. Not an editor, which has to hear of the
 * selection before, nor a field that opens something when it gets the focus.
 */
function mayEnter(editable: Editable, value: string): boolean {
  const isPlain = !isStandIn(editable) && editable.kind !== 'content' && !announcesPopup(editable.element);
  return isPlain && value !== '' && isTextStoppable();
}

/**
 * Whether text that is sent before the field has the focus comes to this document for certain, where it is seen
 * and stopped. The browser gives it to what has the focus: that may be another document, without a guard, or
 * something that takes no text.
 */
function isTextStoppable(): boolean {
  const focused = window.top === window ? activeElement(document) : null;
  const editable = focused ? editableOf(focused) : undefined;
  if (!focused || !editable || notEditable(focused)) return false;
  return editable.kind === 'textarea' || (editable.kind === 'input' && SELECTABLE.has(editable.type));
}

/** Has the next text put in the place of what the element holds. */
export function startEntry(element: Element): Refused | undefined {
  const editable = editableOf(element);
  return editable ? select(element, editable) : NOT_EDITABLE;
}

function select(element: Element, editable: Editable): Refused | undefined {
  const refused = takeFocus(element);
  if (!refused) selectAll(editable);
  return refused;
}

/**
 * Editors with a model of their own learn what is selected by an event, which comes a little later, and input may
 * come before it.
 */
export async function untilSelectionTold(until: number): Promise<void> {
  let told = (): void => undefined;
  const event = new Promise<void>((resolve) => {
    told = resolve;
  });
  addListener(document, 'selectionchange', told);
  // None comes where everything was selected before.
  await Promise.race([event, frame(until)]);
  removeListener(document, 'selectionchange', told);
}

/** Text that is typed into a checkbox or a button would press it at the first space, and is lost but for that. */
export function notTyped(element: Element): Refused | undefined {
  const editable = editableOf(element);
  if (editable?.kind !== 'input') return undefined;
  const plan = planFill(editable, '');
  return 'code' in plan && plan.code === 'not-editable' ? plan : undefined;
}

/** The events that a person's change of a control would make: script can only make untrusted ones. */
export function announce(control: Element): void {
  dispatch(control, new Event('input', { bubbles: true, composed: true }));
  dispatch(control, new Event('change', { bubbles: true }));
}

/** What has the focus is brought into view here: see `bring-into-view.ts`. */
const STAY: FocusOptions = { preventScroll: true };

/** Focuses, and refuses where that does not work: keys would go to another element. */
export function takeFocus(element: Element, caretAtEnd = false): Refused | undefined {
  if (hasFocus(element) && framesFocusIsHere()) return undefined;
  align(element, { down: 'nearest', across: 'nearest' });
  const host = hostOf(element);
  focus(host, STAY);
  if (!hasFocus(host))
    return {
      code: 'not-actionable',
      message: 'It can not take the focus, so keys would go to another element',
    };
  const editable = caretAtEnd ? editableOf(element) : undefined;
  if (editable) moveCaretToEnd(editable);
  return undefined;
}

/** A paragraph of rich text has no focus of its own: the whole of it has. */
function hostOf(element: Element): Element {
  let host = element;
  for (let around = parentOf(host); around && editableOf(around)?.kind === 'content'; around = parentOf(host))
    host = around;
  return host;
}

function parentOf(element: Element): Element | null {
  const parent = parentNode(element);
  return isElement(parent) ? parent : null;
}

/** The element itself or something inside of it. The body has the focus when nothing else has. */
export function hasFocus(element: Element): boolean {
  const root = getRootNode(element);
  const focused = isDocument(root) || isShadowRoot(root) ? activeElement(root) : null;
  return focused !== null && contains(element, focused);
}

/**
 * The body of an editor's frame is what would have the focus there, and in a frame of another process what
 * had it still has: keys go there only when the frame itself is the focused one. In the main document the
 * frame would be its active element.
 */
function framesFocusIsHere(): boolean {
  return window === window.top || documentHasFocus(document);
}

export function selectAll(editable: Editable): void {
  switch (editable.kind) {
    case 'input':
      selectInput(editable.element);
      break;
    case 'textarea':
      selectTextarea(editable.element);
      break;
    case 'content':
      selectContents(editable.element);
      break;
  }
}

/** Types of input that tell and take a selection; the others keep theirs to themselves. */
const SELECTABLE = new Set(['text', 'search', 'url', 'tel', 'password']);

function moveCaretToEnd(editable: Editable): void {
  const end = textOf(editable).length;
  if (editable.kind === 'input' && SELECTABLE.has(editable.type))
    setInputSelection(editable.element, end, end);
  else if (editable.kind === 'textarea') setTextareaSelection(editable.element, end, end);
  else if (editable.kind === 'content') collapseToEnd(editable.element);
}

/** Something that is no value, as half a number or half a date: it shows, and the value is empty. */
function holdsBad(editable: Editable): boolean {
  return editable.kind === 'input' && inputValidity(editable.element).badInput;
}

/** What an element holds as text. Stays in the page: it may be a password. */
export function textOf(editable: Editable): string {
  switch (editable.kind) {
    case 'input':
      return inputValue(editable.element);
    case 'textarea':
      return textareaValue(editable.element);
    case 'content':
      return textContent(editable.element) ?? '';
    case 'select':
      return '';
  }
}

export function holdsText(element: Element, value: string): boolean {
  const editable = editableOf(element);
  return editable !== undefined && sameText(textOf(editable), value);
}

/** Lines of editable content are elements: their breaks are not in its text. */
function sameText(held: string, wanted: string): boolean {
  return held === wanted || held.replace(/\s+/g, '') === wanted.replace(/\s+/g, '');
}
