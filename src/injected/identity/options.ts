/** The options of a `<select>` as they were seen: pages number them, and the label of a number may change. */
import { optionLabel, optionValue } from '../dom/effects.js';
import {
  getAttribute,
  isHtml,
  localName,
  optionText,
  parentElement,
  selectOptions,
} from '../dom/intrinsics.js';

/** Value → label, with the label of its group. */
export type Options = ReadonlyMap<string, string>;

/** More are not compared. */
const MAX_OPTIONS = 400;
const MAX_LABEL = 100;

export function optionsOf(element: Element): Options | undefined {
  if (localName(element) !== 'select' || !isHtml(element)) return undefined;
  const list = selectOptions(element as HTMLSelectElement); // its name says so
  const found = new Map<string, string>();
  for (let at = 0; at < list.length && at < MAX_OPTIONS; at++) {
    const option = list[at];
    if (!option) continue;
    const parent = parentElement(option);
    const group =
      parent && localName(parent) === 'optgroup' ? `${getAttribute(parent, 'label') ?? ''}: ` : '';
    found.set(optionValue(option), group + labelOf(option).slice(0, MAX_LABEL));
  }
  return found;
}

const labelOf = (option: HTMLOptionElement): string =>
  (optionLabel(option) || optionText(option)).replace(/\s+/g, ' ').trim();

export const isSameOptions = (one: Options | undefined, other: Options | undefined): boolean =>
  one === other ||
  (one?.size === other?.size && [...(one ?? [])].every(([value, label]) => other?.get(value) === label));

/** What a choice, which is a value or a label, was the option of, where it is that of another one now. */
export function changedOption(
  was: Options,
  is: Options,
  choice: string,
): { was: string; is: string } | undefined {
  const [before, now] = [chosen(was, choice), chosen(is, choice)];
  return before === undefined || now === undefined || before === now ? undefined : { was: before, is: now };
}

const chosen = (options: Options, choice: string): string | undefined =>
  options.get(choice) ??
  [...options.values()].find((label) => label === choice || label.endsWith(`: ${choice}`));
