/** Element states without ARIA. Undefined: the element has no such state; ARIA decides. */
import {
  getAttribute,
  getElementById,
  getRootNode,
  hasAttribute,
  inputChecked,
  inputIndeterminate,
  inputType,
  inputValue,
  matches,
  meterValue,
  optionSelected,
  parentElement,
  progressPosition,
  selectMultiple,
  textareaValue,
} from '../../dom/intrinsics.js';
import { isSecretField } from '../../dom/secret-field.js';
import type { Engine } from '../engine.js';
import { isSummaryOfDetails } from '../roles/implicit-role.js';

// The table in `states.ts` calls each function only for the tags it covers: hence the casts.

export function checked(_: Engine, element: Element): boolean | 'mixed' | undefined {
  const input = element as HTMLInputElement;
  const type = inputType(input);
  if (type !== 'checkbox' && type !== 'radio') return undefined;
  return type === 'checkbox' && inputIndeterminate(input) ? 'mixed' : inputChecked(input);
}

/** Whether a secret field holds something; neither its text nor its length is ever read out. */
export function filled(_: Engine, element: Element): boolean | undefined {
  const input = element as HTMLInputElement;
  return isSecretField(input, 'input') && inputValue(input) !== '' ? true : undefined;
}

export function textareaFilled(_: Engine, element: Element): boolean | undefined {
  const area = element as HTMLTextAreaElement;
  return isSecretField(area, 'textarea') && textareaValue(area) !== '' ? true : undefined;
}

export const selected = (_: Engine, element: Element): boolean =>
  optionSelected(element as HTMLOptionElement);

export function summaryExpanded(engine: Engine, element: Element): boolean | undefined {
  const details = parentElement(element);
  if (!details || !isSummaryOfDetails(engine, element)) return undefined;
  return hasAttribute(details, 'open');
}

/** A button that opens a popover reports whether it is open. */
export function popoverExpanded(_: Engine, element: Element): boolean | undefined {
  const id = getAttribute(element, 'popovertarget');
  if (!id) return undefined;
  const target = getElementById(getRootNode(element) as Document | ShadowRoot, id); // a connected element is in one
  return target && hasAttribute(target, 'popover') ? matches(target, ':popover-open') : undefined;
}

/** Set by HTML if the attribute is present; otherwise ARIA decides. */
export const required = (_: Engine, element: Element): true | undefined =>
  hasAttribute(element, 'required') && matches(element, ':required') ? true : undefined;

export const readonly = (_: Engine, element: Element): true | undefined =>
  hasAttribute(element, 'readonly') && matches(element, ':read-only') ? true : undefined;

/** Only what the user has been shown: an untouched required field is not invalid yet. */
export const invalid = (_: Engine, element: Element): true | undefined =>
  matches(element, ':user-invalid') ? true : undefined;

export const multiple = (_: Engine, element: Element): boolean =>
  selectMultiple(element as HTMLSelectElement);

export const modal = (_: Engine, element: Element): true | undefined =>
  matches(element, ':modal') ? true : undefined;

const RANGE_TYPES = new Set(['range', 'number']);

/** A range has limits even without attributes; a number field does not. */
export function minimum(engine: Engine, element: Element): number | undefined {
  return limit(engine, element, 'min', { range: 0, meter: 0 });
}

export function maximum(engine: Engine, element: Element): number | undefined {
  return limit(engine, element, 'max', { range: 100, meter: 1, progress: 1 });
}

function limit(
  engine: Engine,
  element: Element,
  attribute: string,
  defaults: Record<string, number>,
): number | undefined {
  const tag = engine.tagOf(element);
  const kind = tag === 'input' ? inputType(element as HTMLInputElement) : tag;
  if (tag === 'input' && !RANGE_TYPES.has(kind)) return undefined;
  const written = getAttribute(element, attribute);
  return (written ? toNumber(written) : undefined) ?? defaults[kind];
}

export function now(engine: Engine, element: Element): number | undefined {
  switch (engine.tagOf(element)) {
    case 'meter':
      return meterValue(element as HTMLMeterElement);
    case 'progress': {
      const position = progressPosition(element as HTMLProgressElement);
      return position < 0 ? undefined : position * (maximum(engine, element) ?? 1);
    }
    default: {
      const input = element as HTMLInputElement;
      return RANGE_TYPES.has(inputType(input)) ? toNumber(inputValue(input)) : undefined;
    }
  }
}

function toNumber(text: string): number | undefined {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) ? value : undefined;
}
