/** The options of a list, and which of them a choice means. */
import { isWorkText } from '../../../tree/diff/work-text.js';
import type { ListedOptions, Refused, WireChoice } from '../../../wire/api.js';

export interface Option {
  element: Element;
  value: string;
  label: string;
  disabled: boolean;
  selected: boolean;
}

/** The most options that an error lists. */
const MAX_LISTED = 20;

export function pick(
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

export function match(options: readonly Option[], choice: WireChoice): Option | undefined {
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

/** `before`: the options that the list had shown before text filtered it. */
export function missing(
  options: readonly Option[],
  choice: WireChoice,
  before: ListedOptions = { options: [], count: 0 },
): Refused {
  const [[kind, wanted] = ['option', '']] = Object.entries(choice);
  const asked = `${kind === 'text' ? 'value or label' : kind} ${JSON.stringify(wanted)}`;
  const { options: listed, count } = options.length > 0 ? listOf(options) : before;
  return { code: 'no-option', message: `No option with ${asked}`, details: { options: listed, count } };
}

/** The list only says that its options are on their way: "Searching…". */
export function areComing({ details }: Refused): boolean {
  const { options = [] } = (details ?? {}) as Partial<ListedOptions>; // from `missing`
  return options.length > 0 && options.every(({ label }) => isWorkText(label, false));
}

export function listOf(options: readonly Option[]): ListedOptions {
  const listed = options.slice(0, MAX_LISTED).map(({ value, label }) => ({ value, label }));
  return { options: listed, count: options.length };
}

export function normal(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
