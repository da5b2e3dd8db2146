/** Which values a form field accepts, checked before anything changes. */
import type { Refused } from '../../../wire/acting-api.js';
import { inputMaxLength, setInputValue, textareaMaxLength } from '../../dom/effects.js';
import { getAttribute, inputValue } from '../../dom/intrinsics.js';
import type { Editable } from '../ready/condition.js';

/** Types whose value is typed as text. `number` is one: the browser rejects letters as they are typed. */
const TYPED = new Set(['text', 'search', 'url', 'tel', 'email', 'password', 'number']);

/** Types whose editor is not text: no protocol can operate it, so script sets the value. */
const SET: Record<string, string> = {
  date: 'a date as 2025-12-31',
  'datetime-local': 'a date and time as 2025-12-31T23:59',
  month: 'a month as 2025-12',
  week: 'a week as 2025-W52',
  time: 'a time as 23:59',
  color: 'a color as #1e90ff',
  range: 'a number',
};

const HINTS: Record<string, string> = {
  checkbox: 'Check or uncheck it instead.',
  radio: 'Check it instead.',
  file: 'Give it files instead.',
  hidden: 'It is not shown to people; act on what is.',
};

/** `text`: what to insert where it differs from the given value. */
export type FillPlan = { how: 'insert'; text?: string } | { how: 'set'; value: string } | Refused;

export function planFill(editable: Editable, value: string): FillPlan {
  switch (editable.kind) {
    case 'select':
      return refuse(
        'not-editable',
        'It is a select element, not a text field',
        'Select one of its options instead.',
      );
    case 'content':
      return { how: 'insert' };
    case 'textarea':
      return tooLong(textareaMaxLength(editable.element), value) ?? { how: 'insert' };
    case 'input':
      return planInput(editable.element, editable.type, value);
  }
}

function planInput(input: HTMLInputElement, type: string, value: string): FillPlan {
  const format = SET[type];
  if (format !== undefined) return planSet(input, type, value, format);
  if (!TYPED.has(type))
    return refuse(
      'not-editable',
      `An input of type ${type} does not accept text`,
      HINTS[type] ?? 'Click it instead.',
    );
  if (/[\n\r]/.test(value))
    return refuse(
      'bad-argument',
      'The field takes a single line, but the value has a line break',
      'Remove the line breaks.',
    );
  if (type === 'number') {
    const number = value.trim();
    if (number !== '' && sanitized('number', number) === '')
      return refuse(
        'bad-argument',
        `${JSON.stringify(value)} is not a number`,
        'Give digits, as in -12.5 or 1e3.',
      );
    return { how: 'insert', text: number };
  }
  const asked = getAttribute(input, 'type')?.toLowerCase();
  const misread = asked !== undefined && asked !== type && value !== '' ? UNKNOWN[asked]?.(value) : undefined;
  if (misread === false) return notPossible(asked ?? type, value, SET[asked ?? ''] ?? 'another value');
  return tooLong(inputMaxLength(input), value) ?? { how: 'insert' };
}

function planSet(input: HTMLInputElement, type: string, value: string, format: string): FillPlan {
  if (type === 'range') return planRange(input, value);
  if (value === '' && type !== 'color') return { how: 'set', value };
  const kept = sanitized(type, value);
  const isKept = type === 'color' ? /^#[0-9a-f]{6}$/i.test(value) : kept !== '';
  return isKept ? { how: 'set', value: kept } : notPossible(type, value, format);
}

function notPossible(type: string, value: string, format: string): Refused {
  return refuse(
    'bad-argument',
    `${JSON.stringify(value)} is not a valid value for an input of type ${type}`,
    `Give ${format}.`,
  );
}

/** Types that Firefox does not support and shows as text: the value is checked in the same way. */
const UNKNOWN: Record<string, (value: string) => boolean> = {
  month: (value) => /^(?!0+-)\d{4,6}-(?:0[1-9]|1[0-2])$/.test(value),
  week(value) {
    const [, year, week] = /^(?!0+-)(\d{4,6})-W(\d\d)$/.exec(value) ?? [];
    return Number(week) >= 1 && Number(week) <= weeksOf(Number(year));
  },
};

/** A year has as many ISO weeks as Thursdays. */
function weeksOf(year: number): number {
  const first = new Date(Date.UTC(2000, 0, 1));
  first.setUTCFullYear(year);
  const last = new Date(first);
  last.setUTCMonth(11, 31);
  return first.getUTCDay() === THURSDAY || last.getUTCDay() === THURSDAY ? 53 : 52;
}

const THURSDAY = 4;

/** The browser would clamp a value that is out of range, which nobody asked for. */
function planRange(input: HTMLInputElement, value: string): FillPlan {
  const number = sanitized('number', value.trim());
  const min = numberOf(getAttribute(input, 'min'), 0);
  const max = Math.max(min, numberOf(getAttribute(input, 'max'), 100));
  if (number === '' || Number(number) < min || Number(number) > max)
    return refuse(
      'bad-argument',
      `${JSON.stringify(value)} is not a number from ${min} to ${max}, the range of this input`,
      `Give a number from ${min} to ${max}.`,
    );
  return { how: 'set', value: number };
}

/** What a field of this type makes of a value: asked of a detached element of our own. */
function sanitized(type: string, value: string): string {
  const probe = document.createElement('input');
  probe.type = type;
  setInputValue(probe, value);
  return inputValue(probe);
}

function tooLong(maxLength: number, value: string): Refused | undefined {
  if (maxLength < 0 || value.length <= maxLength) return undefined;
  return refuse(
    'bad-argument',
    `The value has ${value.length} characters, but the field takes at most ${maxLength}`,
    'Give a shorter value.',
  );
}

function numberOf(text: string | null, otherwise: number): number {
  const number = Number.parseFloat(text ?? '');
  return Number.isFinite(number) ? number : otherwise;
}

function refuse(code: Refused['code'], message: string, hint: string): Refused {
  return { code, message, hint };
}
