/** What is entered, chosen or set in a control. Passwords are never read. */
import { RANGE_ROLES } from '../../../tree/roles.js';
import {
  contains,
  elementQuery,
  getAttribute,
  hasAttribute,
  inputFiles,
  inputType,
  inputValue,
  isContentEditable,
  isHtml,
  matches,
  meterValue,
  optionText,
  progressPosition,
  selectSelectedOptions,
  textareaValue,
  textContent,
} from '../../dom/intrinsics.js';
import { isSecretField } from '../../dom/secret-field.js';
import { drawnFor, isStandIn } from '../../dom/stand-in.js';
import type { Engine } from '../engine.js';
import { collapse } from '../text.js';

const TEXT_ROLES = new Set(['textbox', 'searchbox']);
const CHOICE_ROLES = new Set(['combobox', 'listbox']);

/** Input types whose `value` is not user input: it is a name, or is sent with the form. */
const NO_VALUE = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'image', 'hidden']);

/** How the texts of a value are computed: on their own, or as parts of the current name. */
export interface Texts {
  contentOf(element: Element): string;
  nameOf(element: Element): string;
}

/** Undefined if the element has no value. */
export function computeValue(engine: Engine, element: Element, role: string): string | undefined {
  const texts: Texts = {
    contentOf: (inside) => engine.contentTextOf(inside),
    nameOf: (option) => engine.nameOf(option),
  };
  if (isSecretField(element, engine.tagOf(element))) return undefined;
  if (TEXT_ROLES.has(role) && isStandIn(element)) return drawnFor(element);
  const native = nativeValue(engine, element);
  if (native !== undefined) return native;
  if (RANGE_ROLES.has(role) || role === 'separator') return rangeValue(element);
  if (CHOICE_ROLES.has(role)) {
    const names = chosenOptions(engine, element, texts);
    return names ?? (role === 'combobox' ? textBesidePopup(engine, element, texts) : undefined);
  }
  if (TEXT_ROLES.has(role)) return editableText(engine, element, texts);
  return undefined;
}

/**
 * Accname "embedded control": what a control contributes to another element's name, as in "Flash the screen [3]
 * times". Undefined if the element is no such control.
 */
export function embeddedValue(
  engine: Engine,
  element: Element,
  role: string,
  texts: Texts,
): string | undefined {
  if (isSecretField(element, engine.tagOf(element))) return '';
  if (TEXT_ROLES.has(role)) return nativeValue(engine, element) ?? editableText(engine, element, texts);
  if (CHOICE_ROLES.has(role)) return nativeValue(engine, element) ?? chosen(engine, element, texts);
  if (RANGE_ROLES.has(role)) {
    const text = getAttribute(element, 'aria-valuetext') ?? getAttribute(element, 'aria-valuenow');
    return text ?? nativeValue(engine, element) ?? undefined;
  }
  return undefined;
}

function nativeValue(engine: Engine, element: Element): string | undefined {
  switch (engine.tagOf(element)) {
    // In each case the tag guarantees the interface.
    case 'input': {
      const input = element as HTMLInputElement;
      const type = inputType(input);
      if (type === 'file') return [...(inputFiles(input) ?? [])].map((file) => file.name).join(', ');
      return NO_VALUE.has(type) ? undefined : inputValue(input);
    }
    case 'textarea':
      return textareaValue(element as HTMLTextAreaElement);
    case 'select':
      return [...selectSelectedOptions(element as HTMLSelectElement)]
        .map((option) => getAttribute(option, 'label') || optionText(option))
        .join(', ');
    case 'meter':
      return String(meterValue(element as HTMLMeterElement));
    case 'progress':
      // Without a value it is indeterminate.
      return hasAttribute(element, 'value')
        ? percent(progressPosition(element as HTMLProgressElement))
        : undefined;
    default:
      return undefined;
  }
}

const percent = (position: number): string => `${Math.round(position * 100)}%`;

function rangeValue(element: Element): string | undefined {
  return getAttribute(element, 'aria-valuetext') ?? getAttribute(element, 'aria-valuenow') ?? undefined;
}

/** The selected options; else its own text. */
function chosen(engine: Engine, element: Element, texts: Texts): string | undefined {
  const names = chosenOptions(engine, element, texts);
  return names ?? (engine.roleOf(element) === 'combobox' ? editableText(engine, element, texts) : undefined);
}

/** Of the element, or of the list that it controls; undefined if none is selected. */
function chosenOptions(engine: Engine, element: Element, texts: Texts): string | undefined {
  const lists = [
    element,
    ...engine.referencesOf(element, 'aria-controls'),
    ...engine.referencesOf(element, 'aria-owns'),
  ];
  for (const list of lists) {
    const names = selectedOptions(engine, list).map(texts.nameOf);
    if (names.length > 0) return names.join(', ');
  }
  return undefined;
}

const FIELD =
  'input:not([type=hidden], [type=password], [type=button], [type=checkbox], [type=radio]), textarea';
const POPUP =
  '[role=listbox], [role=option], [role=tree], [role=grid], [role=menu], [role=dialog], [role=treeitem]';

/** A combobox around a field and its popup holds what the field holds, or what is said outside of the popup. */
function textBesidePopup(engine: Engine, element: Element, texts: Texts): string | undefined {
  const field = elementQuery(element, FIELD);
  if (field && !isSecretField(field, engine.tagOf(field))) return nativeValue(engine, field);
  const owned = [
    ...engine.referencesOf(element, 'aria-controls'),
    ...engine.referencesOf(element, 'aria-owns'),
  ];
  const isPopup = (child: Element): boolean =>
    matches(child, POPUP) ||
    elementQuery(child, POPUP) !== null ||
    owned.some((popup) => contains(child, popup));
  const children = engine.composedChildren(element);
  if (!children.some((child) => child.element && isPopup(child.element)))
    return editableText(engine, element, texts);
  const said = children.map((child) => {
    if (!child.element) return child.keptBack ? '' : child.value;
    return isPopup(child.element) || engine.isHidden(child.element) ? '' : texts.contentOf(child.element);
  });
  return collapse(said.join(' '));
}

/** Lists of options are flat: a deeper search would find something else. */
const MAX_OPTION_DEPTH = 8;

function selectedOptions(engine: Engine, list: Element, depth = 0): Element[] {
  const found: Element[] = [];
  for (const { element: child } of engine.composedChildren(list)) {
    if (!child) continue;
    if (getAttribute(child, 'role')?.trim() === 'option') {
      if (getAttribute(child, 'aria-selected') === 'true') found.push(child);
    } else if (depth < MAX_OPTION_DEPTH) found.push(...selectedOptions(engine, child, depth + 1));
  }
  return found;
}

function editableText(engine: Engine, element: Element, texts: Texts): string | undefined {
  if (isHtml(element) && !isContentEditable(element) && !hasAttribute(element, 'role')) return undefined;
  const hasElements = engine.composedChildren(element).some((child) => child.element !== null);
  return hasElements ? texts.contentOf(element) : collapse(textContent(element) ?? '');
}
