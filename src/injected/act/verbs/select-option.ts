/** Selects options of select elements, and of custom listboxes and comboboxes. */
import type { Refused, ReplyOf, WireChoice } from '../../../wire/api.js';
import { optionLabel, optionValue, setOptionSelected } from '../../dom/effects.js';
import {
  hasAttribute,
  inputList,
  matches,
  optionSelected,
  optionText,
  queryAll,
  selectMultiple,
  selectOptions,
} from '../../dom/intrinsics.js';
import type { Finder } from '../../identity/finder.js';
import type { Handler } from '../acting.js';
import { frame, nextChange } from '../event-loop.js';
import { chooseAria, chooseShown, isListOpen, optionsIn, type Stage, showMore } from './combobox.js';
import { FRAME_PATIENCE } from './drag-watch.js';
import { announce } from './fill.js';
import { areComing, type Option, pick } from './options.js';
import { takesText } from './takes-text.js';

type WithoutTarget<R> = R extends { ok: true } ? Omit<R, 'ok' | 'found'> : never;
export type Chosen = WithoutTarget<ReplyOf<'selectOption'>>;

/** Milliseconds that options may take to come after the list was opened, and after text was typed. */
const PATIENCE = { open: 800, type: 3_000 };
/** Milliseconds for a list that shows other options. */
const PATIENCE_WITH_OTHERS = 800;

/** Milliseconds for scrolling a list that holds only the options in view, and the frames that it takes to draw more. */
const SCROLL_LIMIT = 4_000;
const FRAMES_TO_DRAW = 2;

export const selectOption: Handler<'selectOption'> = async (acting, request) => {
  const { choices, after, listed, add = false } = request;
  const began = performance.now();
  let until = began + (after ? PATIENCE[after] : 0);
  for (;;) {
    const isLast = performance.now() >= until;
    const stage = { after, isLast, add, listed };
    let seen: Element | undefined;
    const reply = await acting.onceReady(
      request,
      // An open list may make everything around it inert.
      after ? ['visible'] : ['visible', 'enabled'],
      (element) => {
        seen = element;
        return choose(element, choices, acting.finder, stage);
      },
      { followLabel: true },
    );
    const isMissing = reply.ok
      ? reply.how === 'open'
      : 'refused' in reply && reply.refused.code === 'no-option';
    const isMore = (): boolean => after !== undefined && seen !== undefined && showMore(seen, acting.finder);
    if (!isMissing || (isLast && !isMore())) return reply;
    if (isLast && performance.now() > began + SCROLL_LIMIT) return unfinished(reply);
    if (isLast) {
      // The page draws what has come into view.
      for (let drawn = 0; drawn < FRAMES_TO_DRAW; drawn++) await frame(performance.now() + FRAME_PATIENCE);
      continue;
    }
    if ('refused' in reply)
      until = areComing(reply.refused)
        ? began + PATIENCE.type
        : Math.min(until, began + PATIENCE_WITH_OTHERS);
    await nextChange(until);
  }
};

/** The end of the list was not seen. */
function unfinished(reply: ReplyOf<'selectOption'>): ReplyOf<'selectOption'> {
  if (reply.ok || !('refused' in reply)) return reply;
  const { message } = reply.refused;
  return { ...reply, refused: { ...reply.refused, message: `${message} so far, and the list goes on` } };
}

export const listState: Handler<'listState'> = ({ finder }, { element: number }) => {
  const element = finder.element(number);
  return { isOpen: element !== undefined && isListOpen(element, finder) };
};

function choose(
  element: Element,
  choices: readonly WireChoice[],
  finder: Finder,
  stage: Stage,
): Chosen | Refused {
  if (element instanceof HTMLSelectElement) return chooseNative(element, choices);
  if (element instanceof HTMLInputElement && inputList(element)) return suggestion(element, choices);
  const role = finder.show(element).role;
  if (role === 'listbox') return chooseAria(element, optionsIn(element, finder), choices, finder, stage);
  // A plain box may be drawn as a combobox, and any text field may suggest something.
  const mayOpen = role === 'combobox' || role === 'generic' || hasAttribute(element, 'aria-haspopup');
  if (!mayOpen && !takesText(element))
    return {
      code: 'not-actionable',
      message: `It is a ${role}: only a select element, a listbox or a combobox has options to select`,
      hint: 'Click it to see its options, then click the one you want.',
    };
  return chooseShown(element, choices, finder, stage);
}

function chooseNative(select: HTMLSelectElement, choices: readonly WireChoice[]): Chosen | Refused {
  const options = [...selectOptions(select)].map(
    (element): Option => ({
      element,
      value: optionValue(element),
      label: optionLabel(element) || optionText(element),
      disabled: matches(element, ':disabled'),
      selected: optionSelected(element),
    }),
  );
  const picked = pick(options, choices, selectMultiple(select));
  if ('code' in picked) return picked;
  const chosen = picked.map(({ label }) => label);
  if (options.every((option) => option.selected === picked.includes(option)))
    return { how: 'nothing', chosen };
  if (selectMultiple(select))
    for (const option of options)
      setOptionSelected(option.element as HTMLOptionElement, picked.includes(option)); // made from options above
  else if (picked[0]) setOptionSelected(picked[0].element as HTMLOptionElement, true);
  announce(select);
  return { how: 'set', chosen };
}

function suggestion(input: HTMLInputElement, choices: readonly WireChoice[]): Chosen | Refused {
  const list = inputList(input);
  const options = [...(list ? queryAll(list, 'option') : [])]
    .filter((element) => element instanceof HTMLOptionElement)
    .map(
      (element): Option => ({
        element,
        value: optionValue(element),
        label: optionLabel(element) || optionText(element),
        disabled: matches(element, ':disabled'),
        selected: false,
      }),
    );
  const picked = pick(options, choices, false);
  if ('code' in picked) return picked;
  return { how: 'fill', value: picked[0]?.value ?? '' };
}
