/** What a field shows, in itself or beside it. */
import { pathOf } from '../../dom/event-path.js';
import { textContent } from '../../dom/intrinsics.js';
import type { Handler } from '../acting.js';
import { editableOf } from '../ready/condition.js';
import { textOf } from './field-text.js';
import { normal } from './options.js';

/** A list that does not show its text in the field shows it beside, in a box around both. */
const BOXES_AROUND = 3;

export const showsText: Handler<'showsText'> = ({ finder }, { element: number, text }) => {
  const element = finder.element(number);
  if (!element) return { shows: false, text: '' };
  return { shows: isShownBeside(element, text), text: shownText(element) };
};

export function isShownBeside(element: Element, text: string): boolean {
  const around = pathOf(element).slice(0, BOXES_AROUND + 1);
  return around.some((each) => normal(shownText(each)).includes(normal(text)));
}

function shownText(element: Element): string {
  const editable = editableOf(element);
  return editable && editable.kind !== 'select' ? textOf(editable) : (textContent(element) ?? '');
}
