/** Selects options of select elements, and of custom listboxes and comboboxes. */
import type { Refused, ReplyOf, WireChoice } from '../../../wire/api.js';
import { optionLabel, optionValue, setOptionSelected } from '../../dom/effects.js';
import {
  getAttribute,
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
} from '../../dom/intrinsics.js';
import type { Finder } from '../../identity/finder.js';
import type { Handler } from '../acting.js';
import { notVisible } from '../ready/condition.js';
import { announce } from './fill.js';

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

export const selectOption: Handler<'selectOption'> = (acting, request) =>
  acting.onceReady(
    request,
    ['visible', 'enabled'],
    (element) => choose(element, request.choices, acting.finder),
    { followLabel: true },
  );

function choose(element: Element, choices: readonly WireChoice[], finder: Finder): Chosen | Refused {
  if (element instanceof HTMLSelectElement) return chooseNative(element, choices);
  if (element instanceof HTMLInputElement && inputList(element)) return suggestion(element, choices);
  const role = finder.show(element).role;
  if (role === 'listbox') return chooseAria(element, optionsIn(element, finder), choices, finder);
  const isCombobox = role === 'combobox' || hasAttribute(element, 'aria-haspopup');
  if (!isCombobox)
    return {
      code: 'not-actionable',
      message: `It is a ${role}: only a select element, a listbox or a combobox has options to select`,
      hint: 'Click it to see its options, then click the one you want.',
    };
  const popup = popupOf(element);
  const options = popup && !notVisible(popup) ? optionsIn(popup, finder) : [];
  if (options.length > 0 && popup) return chooseAria(popup, options, choices, finder);
  return { how: 'open', element: finder.show(element).element };
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
): Chosen | Refused {
  const multiple = getAttribute(listbox, 'aria-multiselectable') === 'true';
  const picked = pick(options, choices, multiple);
  if ('code' in picked) return picked;
  const clicks = multiple
    ? options.filter((option) => option.selected !== picked.includes(option))
    : picked.filter(({ selected }) => !selected);
  const chosen = picked.map(({ label }) => label);
  if (clicks.length === 0) return { how: 'nothing', chosen };
  return { how: 'click', options: clicks.map(({ element }) => finder.show(element).element), chosen };
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

/** The list of a combobox: the one it references, or the only visible one. */
function popupOf(combobox: Element): Element | null {
  const root = getRootNode(combobox);
  const id = getAttribute(combobox, 'aria-controls') ?? getAttribute(combobox, 'aria-owns');
  if (id !== null && (isDocument(root) || isShadowRoot(root))) {
    const [first = ''] = id.trim().split(/\s+/);
    const named = getElementById(root, first);
    if (named) return named;
  }
  if (getAttribute(combobox, 'aria-expanded') !== 'true') return null;
  const shown = [...queryAll(document, '[role="listbox"]')].filter((element) => !notVisible(element));
  return shown.length === 1 ? (shown[0] ?? null) : null;
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
  return options.find(({ value }) => value === choice.text) ?? byLabel;
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
