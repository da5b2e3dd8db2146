/**
 * Fields that a person fills in while they have taken over are secret afterwards: all whose text has changed, also
 * those that the page filled itself, as it does with the boxes of a code.
 */
import type { ReplyOf, RequestOf } from '../../wire/api.js';
import type { Aria } from '../aria/aria.js';
import { getAttribute, inputValue, textareaValue } from '../dom/intrinsics.js';
import { keepSecret } from '../dom/secret-field.js';
import { everyElement } from '../query/scope.js';
import { editableOf } from './ready/condition.js';

/** What fields held when the person took over; none in a document that came later. */
let before: WeakMap<Element, string> | undefined;

export function personFields({ when }: RequestOf<'personFields'>, aria: Aria): ReplyOf<'personFields'> {
  switch (when) {
    case 'taken':
      before = new WeakMap(fields(aria).map((field) => [field, textOf(field, aria)]));
      break;
    case 'typing': {
      const focused = aria.activeElement;
      const kind = focused && editableOf(focused)?.kind;
      if (!focused || !kind || kind === 'select') break;
      keepSecret(focused);
      return { takesText: document.hasFocus() };
    }
    case 'handed-back':
      for (const field of fields(aria))
        if (textOf(field, aria) !== (before?.get(field) ?? getAttribute(field, 'value') ?? ''))
          keepSecret(field);
      before = undefined;
      break;
  }
  return { takesText: false };
}

const isField = (element: Element, aria: Aria): boolean =>
  (aria.tagOf(element) === 'input' && editableOf(element)?.kind === 'input') ||
  aria.tagOf(element) === 'textarea';

const fields = (aria: Aria): Element[] =>
  everyElement([document], aria).filter((element) => isField(element, aria));

/** The tag says what it is. */
const textOf = (field: Element, aria: Aria): string =>
  aria.tagOf(field) === 'textarea'
    ? textareaValue(field as HTMLTextAreaElement)
    : inputValue(field as HTMLInputElement);
