/** What a field holds as text, and what is selected in it. */

import {
  collapseToEnd,
  inputValidity,
  selectContents,
  selectInput,
  selectTextarea,
  setInputSelection,
  setTextareaSelection,
} from '../../dom/effects.js';
import { inputValue, textareaValue, textContent } from '../../dom/intrinsics.js';
import { type Editable, editableOf } from '../ready/condition.js';

export function selectAll(editable: Editable): void {
  switch (editable.kind) {
    case 'input':
      selectInput(editable.element);
      break;
    case 'textarea':
      selectTextarea(editable.element);
      break;
    case 'content':
      selectContents(editable.element);
      break;
  }
}

/** Input types that support the selection API. */
export const SELECTABLE = new Set(['text', 'search', 'url', 'tel', 'password']);

export function moveCaretToEnd(editable: Editable): void {
  const end = textOf(editable).length;
  if (editable.kind === 'input' && SELECTABLE.has(editable.type))
    setInputSelection(editable.element, end, end);
  else if (editable.kind === 'textarea') setTextareaSelection(editable.element, end, end);
  else if (editable.kind === 'content') collapseToEnd(editable.element);
}

/** Invalid input, such as half a number or half a date: it shows, but the value is empty. */
export function holdsBad(editable: Editable): boolean {
  return editable.kind === 'input' && inputValidity(editable.element).badInput;
}

/** The text that an element holds. Stays in the page: it may be a password. */
export function textOf(editable: Editable): string {
  switch (editable.kind) {
    case 'input':
      return inputValue(editable.element);
    case 'textarea':
      return textareaValue(editable.element);
    case 'content':
      return textContent(editable.element) ?? '';
    case 'select':
      return '';
  }
}

export function holdsText(element: Element, value: string): boolean {
  const editable = editableOf(element);
  return editable !== undefined && sameText(textOf(editable), value);
}

/** Lines of editable content are elements, so their line breaks are not in the text. */
function sameText(held: string, wanted: string): boolean {
  return held === wanted || held.replace(/\s+/g, '') === wanted.replace(/\s+/g, '');
}
