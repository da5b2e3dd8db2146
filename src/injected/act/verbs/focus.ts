import { blur as blurElement } from '../../dom/effects.js';
import type { Handler } from '../acting.js';
import { editableOf, isAriaDisabled } from '../ready/condition.js';
import { selectAll } from './field-text.js';
import { notTyped } from './fill.js';
import { takeFocus } from './take-focus.js';

export const focus: Handler<'focus'> = (acting, request) => {
  const isTyped = request.keys === 'typed';
  return acting.onceReady(
    request,
    isTyped ? ['visible', 'enabled', 'editable'] : ['visible', 'enabled'],
    (element) => {
      const refused =
        (isTyped ? notTyped(element) : undefined) ?? takeFocus(element, request.caret === 'end');
      if (refused) return refused;
      const editable = request.caret === 'all' ? editableOf(element) : undefined;
      if (editable) selectAll(editable);
      if (request.keys)
        acting.keyGuard.arm(element, () => acting.finder.isStill(request.target, element), request.strokes);
      return isAriaDisabled(element) ? { ariaDisabled: true } : {};
    },
    // Toolbars and menus keep disabled items focusable, so that keys can pass them.
    { followLabel: true, ariaDisabled: !isTyped },
  );
};

export const blur: Handler<'blur'> = (acting, request) =>
  acting.onceReady(request, [], (element) => {
    blurElement(element);
    return {};
  });
