/** The picker that a browser opens for a control, outside of the page. */
import type { Picker } from '../../wire/api.js';
import { optionLabel } from '../dom/effects.js';
import {
  inputType,
  inputValue,
  matches,
  optionSelected,
  selectMultiple,
  selectOptions,
  selectSize,
} from '../dom/intrinsics.js';

const INPUTS: ReadonlySet<string> = new Set(['date', 'time', 'datetime-local', 'month', 'week', 'color']);
const MAX_OPTIONS = 2_000;
const MAX_LABEL = 200;

export function pickerOf(element: Element): Picker | undefined {
  if (matches(element, ':disabled')) return undefined;
  if (element instanceof HTMLSelectElement) {
    if (selectMultiple(element) || selectSize(element) > 1) return undefined;
    const options = [...selectOptions(element)].slice(0, MAX_OPTIONS).map((option) => ({
      label: optionLabel(option).slice(0, MAX_LABEL),
      disabled: matches(option, ':disabled'),
      selected: optionSelected(option),
    }));
    return { type: 'select', isOpen: isOpen(element), options };
  }
  if (!(element instanceof HTMLInputElement) || !INPUTS.has(inputType(element))) return undefined;
  const type = inputType(element) as 'date'; // one of them
  return { type, isOpen: isOpen(element), value: inputValue(element) };
}

/** A page may have kept it shut, and shows a list of its own. */
function isOpen(element: Element): boolean {
  return !CSS.supports('selector(:open)') || matches(element, ':open');
}
