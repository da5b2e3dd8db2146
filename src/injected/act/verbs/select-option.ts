/** Selects options of select elements, and of custom listboxes and comboboxes. */
import type { Refused, ReplyOf, WireChoice } from '../../../wire/api.js';
import { optionLabel, optionValue, setOptionSelected } from '../../dom/effects.js';
import { pathOf } from '../../dom/event-path.js';
import {
  activeElement,
  contains,
  getAttribute,
  getComputedStyle,
  getElementById,
  getRootNode,
  hasAttribute,
  inputList,
  isDocument,
  isShadowRoot,
  matches,
  optionSelected,
  optionText,
  queryAll,
  selectMultiple,
  selectOptions,
  textContent,
} from '../../dom/intrinsics.js';
import type { Finder } from '../../identity/finder.js';
import type { Handler } from '../acting.js';
import { nextChange } from '../event-loop.js';
import { editableOf, notVisible } from '../ready/condition.js';
import { boxesOf } from '../ready/points.js';
import { textOf } from './field-text.js';
import { announce } from './fill.js';
import { takesText } from './takes-text.js';

type WithoutTarget<R> = R extends { ok: true } ? Omit<R, 'ok' | 'found'> : never;
type Chosen = WithoutTarget<ReplyOf<'selectOption'>>;

interface Option {
  element: Element;
  value: string;
  label: string;
  disabled: boolean;
  selected: boolean;
}

/** The most options that an error lists. */
const MAX_LISTED = 20;

/** Milliseconds that options may take to come after the list was opened, and after text was typed. */
const PATIENCE = { open: 800, type: 3_000 };
/** Milliseconds for a list that shows other options. */
const PATIENCE_WITH_OTHERS = 800;

export const selectOption: Handler<'selectOption'> = async (acting, request) => {
  const { choices, after, add = false } = request;
  const began = performance.now();
  let until = began + (after ? PATIENCE[after] : 0);
  for (;;) {
    const isLast = performance.now() >= until;
    const stage = { after, isLast, add };
    const reply = await acting.onceReady(
      request,
      // An open list may make everything around it inert.
      after ? ['visible'] : ['visible', 'enabled'],
      (element) => choose(element, choices, acting.finder, stage),
      { followLabel: true },
    );
    const isMissing = reply.ok
      ? reply.how === 'open'
      : 'refused' in reply && reply.refused.code === 'no-option';
    if (!isMissing || isLast) return reply;
    if (!reply.ok) until = Math.min(until, began + PATIENCE_WITH_OTHERS);
    await nextChange(until);
  }
};

/** A list that does not show its text in the field shows it beside, in a box around both. */
const BOXES_AROUND = 3;

export const showsText: Handler<'showsText'> = ({ finder }, { element: number, text }) => {
  const element = finder.element(number);
  if (!element) return { shows: false, text: '' };
  const own = shownText(element);
  const wanted = normal(text);
  const around = pathOf(element).slice(0, BOXES_AROUND + 1);
  return { shows: around.some((each) => normal(shownText(each)).includes(wanted)), text: own };
};

function shownText(element: Element): string {
  const editable = editableOf(element);
  return editable && editable.kind !== 'select' ? textOf(editable) : (textContent(element) ?? '');
}

interface Stage {
  after: 'open' | 'type' | undefined;
  /** Nobody waits for more options. */
  isLast: boolean;
  /** What is selected already stays so. */
  add: boolean;
}

function choose(
  element: Element,
  choices: readonly WireChoice[],
  finder: Finder,
  stage: Stage,
): Chosen | Refused {
  if (element instanceof HTMLSelectElement) return chooseNative(element, choices);
  if (element instanceof HTMLInputElement && inputList(element)) return suggestion(element, choices);
  const role = finder.show(element).role;
  if (role === 'listbox') return chooseAria(element, optionsIn(element, finder), choices, finder);
  if (role !== 'combobox' && !hasAttribute(element, 'aria-haspopup') && !suggests(element))
    return {
      code: 'not-actionable',
      message: `It is a ${role}: only a select element, a listbox or a combobox has options to select`,
      hint: 'Click it to see its options, then click the one you want.',
    };
  return chooseShown(element, choices, finder, stage);
}

/** A text field with suggestions of its own: it has turned off those of the browser. */
function suggests(element: Element): boolean {
  if (!takesText(element)) return false;
  return hasAttribute(element, 'aria-autocomplete') || getAttribute(element, 'autocomplete') === 'off';
}

function chooseShown(
  element: Element,
  choices: readonly WireChoice[],
  finder: Finder,
  { after, isLast, add }: Stage,
): Chosen | Refused {
  const popup = popupOf(element, choices, finder);
  const options = popup && !notVisible(popup) ? optionsIn(popup, finder).filter(isShown) : [];
  const chosen =
    popup && options.length > 0
      ? chooseAria(popup, options, choices, finder, { isPopup: true, add })
      : after && drawnOption(element, choices, finder);
  if (chosen && !isNoOption(chosen)) return chosen;
  const [text] = choices.flatMap((choice) => wordsOf(choice) ?? []);
  const field = text === undefined || choices.length > 1 || after === 'type' ? undefined : fieldOf(element);
  // A list may show more of its options as one types, or none before.
  if (field && text !== undefined && (after ? isLast : field === element && options.length === 0))
    return { how: 'type', element: finder.show(field).element, text };
  return chosen ?? { how: 'open', element: finder.show(element).element };
}

const isShown = ({ element }: Option): boolean => boxesOf(element).length > 0;

const isNoOption = (chosen: Chosen | Refused): boolean => 'code' in chosen && chosen.code === 'no-option';

function wordsOf(choice: WireChoice): string | undefined {
  if ('index' in choice) return undefined;
  return 'text' in choice ? choice.text : 'label' in choice ? choice.label : choice.value;
}

/** Where one types to filter: the combobox itself, or the search field that has the focus since it opened. */
function fieldOf(element: Element): Element | undefined {
  if (takesText(element)) return element;
  const focused = activeElement(document);
  return focused && focused !== element && takesText(focused) ? focused : undefined;
}

/** An option without a role: the one element with these words in a box that floats over the page. */
function drawnOption(element: Element, choices: readonly WireChoice[], finder: Finder): Chosen | undefined {
  const [choice] = choices;
  const words = choices.length === 1 && choice ? wordsOf(choice) : undefined;
  if (words === undefined) return undefined;
  const wanted = normal(words);
  const matching = [...queryAll(document, 'body *')].filter(
    (each) => normal(textContent(each) ?? '') === wanted && isInPopupOf(element, each) && !notVisible(each),
  );
  const deepest = matching.filter(
    (each) => !matching.some((other) => other !== each && contains(each, other)),
  );
  const [option] = deepest;
  if (!option || deepest.length > 1) return undefined;
  return { how: 'click', options: [finder.show(option).element], added: [words], chosen: [words] };
}

function isInPopupOf(element: Element, each: Element): boolean {
  if (contains(each, element) || contains(element, each)) return false;
  return pathOf(each).some((box) => {
    const { position } = getComputedStyle(box);
    return (position === 'absolute' || position === 'fixed') && !contains(box, element);
  });
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

function chooseAria(
  listbox: Element,
  options: readonly Option[],
  choices: readonly WireChoice[],
  finder: Finder,
  /** `isPopup`: of a list that pops up, `aria-selected` may only mark the active option. */
  { isPopup = false, add = false } = {},
): Chosen | Refused {
  const multiple = getAttribute(listbox, 'aria-multiselectable') === 'true';
  const picked = pick(options, choices, multiple);
  if ('code' in picked) return picked;
  const dropped = multiple && !add ? options.filter((each) => each.selected && !picked.includes(each)) : [];
  const added = picked.filter(({ selected }) => (isPopup && !multiple) || !selected);
  const chosen = picked.map(({ label }) => label);
  if (dropped.length + added.length === 0) return { how: 'nothing', chosen };
  return {
    how: 'click',
    options: [...dropped, ...added].map(({ element }) => finder.show(element).element),
    added: added.map(({ label }) => label),
    chosen,
  };
}

function optionsIn(listbox: Element, finder: Finder): Option[] {
  return finder.below(listbox, 'option').map((element) => {
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
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

function pick(
  options: readonly Option[],
  choices: readonly WireChoice[],
  multiple: boolean,
): Option[] | Refused {
  if (choices.length !== 1 && !multiple)
    return {
      code: 'bad-argument',
      message: `It takes one option, but ${choices.length === 0 ? 'none was' : `${choices.length} were`} given`,
    };
  const picked: Option[] = [];
  for (const choice of choices) {
    const option = match(options, choice);
    if (!option) return missing(options, choice);
    if (option.disabled)
      return {
        code: 'not-actionable',
        message: `The option ${JSON.stringify(option.label)} is disabled`,
        hint: 'Choose another option, or first change what it depends on.',
      };
    picked.push(option);
  }
  return picked;
}

function match(options: readonly Option[], choice: WireChoice): Option | undefined {
  if ('index' in choice) return options[choice.index];
  if ('value' in choice) return options.find(({ value }) => value === choice.value);
  const wanted = normal('label' in choice ? choice.label : choice.text);
  const byLabel = options.find(({ label }) => normal(label) === wanted);
  if ('label' in choice) return byLabel;
  const sameLetters = (label: string): boolean => normal(label).toLowerCase() === wanted.toLowerCase();
  return (
    options.find(({ value }) => value === choice.text) ??
    byLabel ??
    options.find(({ label }) => sameLetters(label))
  );
}

function missing(options: readonly Option[], choice: WireChoice): Refused {
  const listed = options.slice(0, MAX_LISTED).map(({ value, label }) => ({ value, label }));
  const [[kind, wanted] = ['option', '']] = Object.entries(choice);
  const asked = `${kind === 'text' ? 'value or label' : kind} ${JSON.stringify(wanted)}`;
  return {
    code: 'no-option',
    message: `No option with ${asked}`,
    details: { options: listed, count: options.length },
  };
}

function normal(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
