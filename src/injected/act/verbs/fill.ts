/** Prepares an element for text from the keyboard; sets what no keyboard can enter. */

import type { NotDone, Refused, ReplyOf, RequestOf } from '../../../wire/api.js';
import {
  addListener,
  dispatch,
  focus,
  insertText,
  removeListener,
  setInputValue,
} from '../../dom/effects.js';
import { activeElement, inputValue } from '../../dom/intrinsics.js';
import type { Acting, Handler } from '../acting.js';
import { frame, shortTurn, timerTurn } from '../event-loop.js';
import { type Editable, editableOf, notEditable } from '../ready/condition.js';
import { isRefused } from '../refused.js';
import { announcesPopup } from '../settle/announces-popup.js';
import { isStandIn, isTerminal } from './editor-input.js';
import { holdsBad, holdsText, SELECTABLE, selectAll, textOf } from './field-text.js';
import { planFill } from './field-value.js';
import { isToPaste } from './paste.js';
import { planSlide, sliderAt } from './slider.js';
import { hasFocus, STAY, takeFocus } from './take-focus.js';

type Filled = Extract<ReplyOf<'fill'>, { ok: true }>;
type FillStart = Pick<Filled, 'how' | 'set' | 'standIn' | 'terminal' | 'paste' | 'slide'>;

const INPUT_TO_COME: ReadonlySet<FillStart['how']> = new Set(['insert', 'enter', 'erase'] as const);

export const fill: Handler<'fill'> = async (acting, request) => {
  const { finder, popup, quiet } = acting;
  let filled = await startOnceReady(acting, request, true);
  // What a page does about the focus comes before the text, as it does where a person types: a picker that opens
  // would put its own value in its place, or next to it.
  if (filled.ok && filled.focusMoved) {
    await Promise.all([shortTurn(), timerTurn()]);
    filled = await startOnceReady(acting, request, false);
  }
  if (!filled.ok) return filled;
  const field = finder.element(filled.element);
  if (INPUT_TO_COME.has(filled.how)) {
    if (field && editableOf(field)?.kind === 'content')
      await untilSelectionTold(performance.now() + request.timeout);
    return filled;
  }
  if (!request.askQuiet || popup.isAwaited || !(await quiet.isNow())) return filled;
  const holds = field !== undefined && holdsText(field, filled.set ?? request.value);
  return { ...filled, after: { changed: false, quiet: true, holds } };
};

/** `mayFocus`: only that, if the focus has to move. */
function startOnceReady(
  acting: Acting,
  request: RequestOf<'fill'>,
  mayFocus: boolean,
): Promise<(Filled & { focusMoved?: true }) | NotDone> {
  return acting.onceReady(
    request,
    ['visible', 'enabled', 'editable'],
    (element, number) => {
      const focused = mayFocus ? focusForText(element, request) : { moved: false };
      if (isRefused(focused)) return focused;
      if (focused.moved) return { how: 'nothing', element: number(), focusMoved: true };
      const start = startFill(element, request);
      if (isRefused(start)) return start;
      armGuards(acting, element, start);
      return { ...start, element: number() };
    },
    { followLabel: true },
  );
}

function armGuards({ textGuard, keyGuard }: Acting, element: Element, start: FillStart): void {
  // Text for a stand-in need not make an event that a guard could see.
  if (start.how === 'insert' && !start.standIn && !start.terminal) textGuard.arm(element);
  if (start.how === 'erase' || start.standIn) keyGuard.arm(element);
  if (start.how === 'enter') textGuard.arm(element, () => startEntry(element));
}

/** Characters of rich text that are given one by one. Each takes one to eight milliseconds: editors draw after each. */
const MOST_KEYS = 1_000;

const NOT_EDITABLE: Refused = {
  code: 'not-editable',
  message: 'It is not a text field and its content is not editable',
};

/** Nothing is changed when it answers with a refusal. */
function startFill(element: Element, { value, typed }: RequestOf<'fill'>): FillStart | Refused {
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
 * Editors with a model of their own learn what is selected by an event, which comes a little later, and input may
 * come before it.
 */
async function untilSelectionTold(until: number): Promise<void> {
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
