/**
 * Names from markup without ARIA (accname step "host language label"; HTML-AAM and SVG-AAM "accessible name
 * computation"). `title` and text content are separate steps.
 */
import {
  firstElementChild,
  getAttribute,
  hasAttribute,
  inputType,
  inputValue,
  nextElementSibling,
  textContent,
} from '../../dom/intrinsics.js';
import type { Engine } from '../engine.js';
import { type Kind, Trait } from '../tag.js';
import { isBlank } from '../text.js';

/** The text of an element that serves as a label, as the current traversal computes it. */
export type LabelText = (label: Element) => string;

type Rule = (engine: Engine, element: Element, labelText: LabelText) => string;

const attribute =
  (name: string): Rule =>
  (_, element) =>
    getAttribute(element, name) ?? '';

const RULES: Readonly<Record<string, Rule>> = {
  area: attribute('alt'),
  button: fromLabels,
  fieldset: fromChild('legend'),
  img: attribute('alt'),
  input: inputName,
  'math:math': attribute('alttext'),
  meter: fromLabels,
  optgroup: attribute('label'),
  option: attribute('label'),
  output: fromLabels,
  progress: fromLabels,
  select: fromLabels,
  table: fromChild('caption'),
  textarea: fromLabels,
};

const RULE_OF: ReadonlyMap<string, Rule> = new Map(Object.entries(RULES));

export const hasNativeName = ({ tag, traits }: Kind): boolean =>
  (traits & (Trait.drawn | Trait.custom)) !== 0 || RULE_OF.has(tag) || tag === 'summary';

export function nativeName(engine: Engine, element: Element, tag: string, labelText: LabelText): string {
  const rule = RULE_OF.get(tag);
  if (rule) return rule(engine, element, labelText);
  if (tag.startsWith('svg:')) return svgName(engine, element, tag);
  // Custom elements can be form controls with labels.
  return tag.includes('-') ? fromLabels(engine, element, labelText) : '';
}

/** Where the attribute applies: HTML standard, `input`, table of attributes. */
const PLACEHOLDER_TYPES = new Set(['text', 'search', 'url', 'tel', 'email', 'password', 'number']);

/** Shown in an empty field; names it when nothing else does, not even `title`. */
export function placeholderName(element: Element, tag: string): string {
  const native = takesPlaceholder(element, tag) ? getAttribute(element, 'placeholder') : null;
  return native || getAttribute(element, 'aria-placeholder') || '';
}

function takesPlaceholder(element: Element, tag: string): boolean {
  return (
    tag === 'textarea' || (tag === 'input' && PLACEHOLDER_TYPES.has(inputType(element as HTMLInputElement))) // the tag says so
  );
}

/** The text that the browser itself puts on an unnamed control. */
export function defaultName(engine: Engine, element: Element, tag: string): string {
  if (tag === 'summary' && engine.roleOf(element) === 'button') return 'Details';
  if (tag !== 'input') return '';
  switch (
    inputType(element as HTMLInputElement) // the tag says so
  ) {
    case 'image':
      return 'Submit';
    case 'file':
      return 'Choose File';
    default:
      return '';
  }
}

function fromLabels(engine: Engine, element: Element, labelText: LabelText): string {
  return engine
    .labelsOf(element)
    .map(labelText)
    .filter((text) => !isBlank(text))
    .join(' ');
}

function fromChild(tag: string): Rule {
  return (engine, element, labelText) => {
    for (let child = firstElementChild(element); child; child = nextElementSibling(child)) {
      if (engine.tagOf(child) === tag) return labelText(child);
    }
    return '';
  };
}

function inputName(engine: Engine, element: Element, labelText: LabelText): string {
  const label = fromLabels(engine, element, labelText);
  if (label) return label;
  switch (
    inputType(element as HTMLInputElement) // the tag says so
  ) {
    case 'submit':
      return hasAttribute(element, 'value') ? inputValue(element as HTMLInputElement) : 'Submit';
    case 'reset':
      return hasAttribute(element, 'value') ? inputValue(element as HTMLInputElement) : 'Reset';
    case 'button':
      return inputValue(element as HTMLInputElement);
    case 'image':
      return getAttribute(element, 'alt') ?? '';
    default:
      return '';
  }
}

/** SVG-AAM: a `title` that is a direct child, and on links the XLink attribute. */
function svgName(engine: Engine, element: Element, tag: string): string {
  for (let child = firstElementChild(element); child; child = nextElementSibling(child)) {
    if (engine.tagOf(child) === 'svg:title') {
      const text = textContent(child) ?? '';
      if (!isBlank(text)) return text;
    }
  }
  if (tag === 'svg:a' && hasAttribute(element, 'xlink:title'))
    return getAttribute(element, 'xlink:title') ?? '';
  return '';
}
