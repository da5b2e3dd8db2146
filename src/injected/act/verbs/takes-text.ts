/** Browsers drop text into text fields by themselves: there, no page has to accept it. */
import { editableOf, notEditable, notEnabled } from '../ready/condition.js';

const TEXT_TYPES: ReadonlySet<string> = new Set(['text', 'search', 'url', 'tel', 'email', 'password']);

export function takesText(element: Element): boolean {
  const editable = editableOf(element);
  if (!editable || notEditable(element) || notEnabled(element)) return false;
  if (editable.kind === 'input') return TEXT_TYPES.has(editable.type);
  return editable.kind !== 'select';
}
