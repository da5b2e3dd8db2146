/** Prepares an element for keyboard text; sets values that no keyboard can enter. */

import type { NotDone, Refused, ReplyOf, RequestOf } from '../../../wire/api.js';
import {
  addListener,
  dispatch,
  focus,
  insertText,
  removeListener,
  setInputValue,
} from '../../dom/effects.js';
import { activeElement, getAttribute, inputValue } from '../../dom/intrinsics.js';
import { isStandIn, isTerminal } from '../../dom/stand-in.js';
import type { Acting, Handler } from '../acting.js';
import { frame, untilTasksRan, untilTimersRan } from '../event-loop.js';
import { type Editable, editableOf, notEditable } from '../ready/condition.js';
import { isRefused } from '../refused.js';
import { announcesPopup } from '../settle/announces-popup.js';
import { holdsBad, holdsText, SELECTABLE, selectAll, textOf } from './field-text.js';
import { planFill } from './field-value.js';
import { isToPaste } from './paste.js';
import { planSlide, sliderAt } from './slider.js';
import { hasFocus, STAY, takeFocus } from './take-focus.js';

type Filled = Extract<ReplyOf<'fill'>, { ok: true }>;
type FillStart = Pick<Filled, 'how' | 'set' | 'standIn' | 'terminal' | 'paste' | 'slide' | 'rest'>;

interface Diverted {
  focusMoved?: true;
  /** The page moved the focus as the text was entered: the element that would have got the text. */
  astray?: Element;
  /** The element that did get it. */
  elsewhere?: Element;
}

const INPUT_TO_COME: ReadonlySet<FillStart['how']> = new Set(['insert', 'enter', 'erase'] as const);

export const fill: Handler<'fill'> = async (acting, request) => {
  const { finder, popup, quiet } = acting;
  let filled = await startOnceReady(acting, request, true);
  // The page reacts to the focus before the text comes, as it does for a person. Otherwise a picker that opens on
  // focus would replace the text with its own value or add to it.
  if (filled.ok && filled.focusMoved) {
    await Promise.all([untilTasksRan(), untilTimersRan()]);
    filled = await startOnceReady(acting, onceFocused(acting, request, filled.element), false);
  }
  if (!filled.ok) return filled;
  const { astray, elsewhere, focusMoved: _, ...done } = filled;
  if (astray || elsewhere) {
    const after = {
      ...(astray && { astray: finder.show(astray) }),
      ...(elsewhere && { elsewhere: finder.show(elsewhere) }),
    };
    return { ...done, after: { changed: false, atOnce: false, quiet: true, ...after } };
  }
  const field = finder.element(filled.element);
  if (INPUT_TO_COME.has(filled.how)) {
    if (field && editableOf(field)?.kind === 'content')
      await untilSelectionTold(performance.now() + request.timeout);
    return done;
  }
  if (filled.rest !== undefined || !request.askQuiet || popup.isAwaited || !(await quiet.isNow()))
    return done;
  const holds = field !== undefined && holdsText(field, filled.set ?? request.value);
  return { ...done, after: { changed: false, atOnce: false, quiet: true, holds, ...acting.acted() } };
};

/** The value was as it was seen until the focus came. A page that empties the field then leaves nothing to overwrite. */
function onceFocused({ finder }: Acting, request: RequestOf<'fill'>, number: number): RequestOf<'fill'> {
  const { target } = request;
  const field = finder.element(number);
  const editable = field && editableOf(field);
  if (!editable || textOf(editable) !== '' || !('check' in target) || !target.check) return request;
  return { ...request, target: { ...target, check: { ...target.check, overwrites: false } } };
}

/** `mayFocus`: if the focus has to move, only move it. */
function startOnceReady(
  acting: Acting,
  request: RequestOf<'fill'>,
  mayFocus: boolean,
): Promise<(Filled & Diverted) | NotDone> {
  return acting.onceReady(
    request,
    ['visible', 'enabled', 'editable'],
    (element, number) => {
      const focused = mayFocus ? focusForText(element, request) : { moved: false };
      if (isRefused(focused)) return focused;
      if (focused.moved) return { how: 'nothing', element: number(), focusMoved: true };
      const isStill = (): boolean => acting.finder.isStill(request.target, element);
      const { textGuard } = acting;
      // Text that is entered in this very call is guarded, too.
      textGuard.arm(element, isStill);
      const start = startFill(element, request);
      const astray = textGuard.take();
      if (isRefused(start)) return start;
      if (astray) return { how: 'nothing', element: number(), astray };
      const { elsewhere } = textGuard;
      if (elsewhere) return { ...start, element: number(), elsewhere };
      armGuards(acting, element, start, isStill);
      return { ...start, element: number() };
    },
    { followLabel: true },
  );
}

function armGuards(
  { textGuard, keyGuard }: Acting,
  element: Element,
  start: FillStart,
  isStill: () => boolean,
): void {
  // Text typed into an editor's input element may fire no event that a guard could see.
  if (start.how === 'insert' && !start.standIn && !start.terminal) textGuard.arm(element, isStill);
  if (start.how === 'erase' || start.standIn) keyGuard.arm(element, isStill);
  if (start.how === 'enter') textGuard.arm(element, isStill, () => startEntry(element));
}

/**
 * The longest rich text that is typed key by key. Each key takes one to eight milliseconds: editors draw after
 * each.
 */
const MOST_KEYS = 1_000;

const NOT_EDITABLE: Refused = {
  code: 'not-editable',
  message: 'It is not a text field and its content is not editable',
};

/** A refusal means that nothing was changed. */
function startFill(element: Element, { value, typed }: RequestOf<'fill'>): FillStart | Refused {
  const editable = editableOf(element);
  if (!editable) return startSlide(element, value);
  const plan = planFill(editable, value);
  if ('code' in plan) return plan;
  if (plan.how === 'set' && editable.kind === 'input') return setByScript(editable, plan.value);
  const standIn = isStandIn(editable.element);
  const more = standIn ? {} : lastApart(element, value);
  if (typed && mayEnter(editable, value)) return { how: 'enter', ...more };
  const refused = select(element, editable);
  if (refused) return refused;
  if (standIn && isTerminal(editable.element))
    return { how: value === '' ? 'nothing' : 'insert', terminal: true };
  const paste = isToPaste(editable, value, !typed);
  if (standIn) return { how: value === '' ? 'erase' : 'insert', standIn, paste };
  if (value === '') return { how: textOf(editable) === '' && !holdsBad(editable) ? 'nothing' : 'erase' };
  if (typed) return { how: 'insert', ...more };
  // Editors with a document model learn of text through `beforeinput`, which only real keys fire.
  if (paste || (editable.kind === 'content' && value.length <= MOST_KEYS)) return { how: 'insert', paste };
  // The browser's own editing command: one trusted `input` event, in the same call.
  const text = plan.how === 'insert' ? (plan.text ?? value) : value;
  if (!insertText(text.slice(0, text.length - (more.rest?.length ?? 0)))) return { how: 'insert', ...more };
  return { how: editable.kind === 'content' ? 'command' : 'inserted', ...more };
}

function setByScript(editable: Extract<Editable, { kind: 'input' }>, value: string): FillStart {
  const { element } = editable;
  if (inputValue(element) === value && !holdsBad(editable)) return { how: 'nothing' };
  focus(element, STAY);
  setInputValue(element, value);
  const set = inputValue(element);
  announce(element);
  return { how: 'set', set };
}

/** Many comboboxes open, and choose when they are left, only if a key was pressed: their last character is one. */
function lastApart(element: Element, value: string): { rest?: string } {
  const last = [...value].at(-1) ?? '';
  const isLetter = /^[\p{L}\p{N}]$/u.test(last) && value.length > last.length;
  return isLetter && getAttribute(element, 'role') === 'combobox' ? { rest: last } : {};
}

/**
 * Before text is inserted as one edit: whether the focus had to move. Text that cannot be inserted is refused
 * later.
 */
function focusForText(element: Element, { value, typed }: RequestOf<'fill'>): { moved: boolean } | Refused {
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
 * Whether the field may be focused at the moment the text arrives. Not an editor, which needs its selection event
 * first, and not a field that opens something on focus.
 */
function mayEnter(editable: Editable, value: string): boolean {
  const isPlain =
    !isStandIn(editable.element) && editable.kind !== 'content' && !announcesPopup(editable.element);
  return isPlain && value !== '' && isTextStoppable();
}

/**
 * Whether text sent before the field has the focus is certain to come to this document, where a guard can stop
 * it. The browser gives text to the focused element: that may be in another document without a guard, or may take
 * no text.
 */
function isTextStoppable(): boolean {
  const focused = window.top === window ? activeElement(document) : null;
  const editable = focused ? editableOf(focused) : undefined;
  if (!focused || !editable || notEditable(focused)) return false;
  return editable.kind === 'textarea' || (editable.kind === 'input' && SELECTABLE.has(editable.type));
}

/** Selects the element's content so that the next text replaces it. */
function startEntry(element: Element): Refused | undefined {
  const editable = editableOf(element);
  return editable ? select(element, editable) : NOT_EDITABLE;
}

function select(element: Element, editable: Editable): Refused | undefined {
  const refused = takeFocus(element);
  if (!refused) selectAll(editable);
  return refused;
}

/**
 * Editors with a document model learn of the selection through an event that comes a little later; input may
 * overtake it.
 */
async function untilSelectionTold(until: number): Promise<void> {
  let told = (): void => undefined;
  const event = new Promise<void>((resolve) => {
    told = resolve;
  });
  addListener(document, 'selectionchange', told);
  // No event comes if everything was already selected.
  await Promise.race([event, frame(until)]);
  removeListener(document, 'selectionchange', told);
}

/** Typing into a checkbox or a button would press it at the first space and lose the rest. */
export function notTyped(element: Element): Refused | undefined {
  const editable = editableOf(element);
  if (editable?.kind !== 'input') return undefined;
  const plan = planFill(editable, '');
  return 'code' in plan && plan.code === 'not-editable' ? plan : undefined;
}

/** The events of a user's change to a control; from script they are untrusted. */
export function announce(control: Element): void {
  dispatch(control, new Event('input', { bubbles: true, composed: true }));
  dispatch(control, new Event('change', { bubbles: true }));
}
