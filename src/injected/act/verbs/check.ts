/** Whether an element is checked, and what a person would click to change that. */
import { CHECKABLE_ROLES } from '../../../tree/roles.js';
import type { Refused } from '../../../wire/api.js';
import { controlLabels } from '../../dom/effects.js';
import {
  getAttribute,
  inputChecked,
  inputIndeterminate,
  inputType,
  isConnected,
} from '../../dom/intrinsics.js';
import type { Finder } from '../../identity/finder.js';
import type { Handler } from '../acting.js';
import { isBusy, notEnabled, notVisible } from '../ready/condition.js';
import { isRefused } from '../refused.js';

interface Checkable {
  is: boolean | 'mixed';
  /** A label where the control itself is not visible. */
  click: Element;
}

export const check: Handler<'check'> = (acting, request) =>
  acting.onceReady(
    request,
    ['enabled'],
    (element, number) => {
      const checkable = checkableOf(element, request.checked, acting.finder);
      if (isRefused(checkable)) return checkable;
      const { is, click } = checkable;
      return {
        is,
        element: number(),
        click: click === element ? number() : acting.finder.show(click).element,
      };
    },
    { followLabel: true },
  );

export const isChecked: Handler<'isChecked'> = ({ finder }, { element: number }) => {
  const element = finder.element(number);
  const checked = element && isConnected(element) ? stateOf(element, finder) : undefined;
  if (!element || checked === undefined) return {};
  return { checked, ...((isBusy(element) || notEnabled(element) !== null) && { pending: true }) };
};

function checkableOf(element: Element, wanted: boolean, finder: Finder): Checkable | Refused {
  const state = stateOf(element, finder);
  if (state === undefined)
    return {
      code: 'not-actionable',
      message: `It is a ${finder.show(element).role}, which cannot be checked`,
      hint: 'Choose a checkbox, a radio button or a switch.',
    };
  if (state === true && !wanted && isRadio(element))
    return {
      code: 'not-actionable',
      message: 'A checked radio button can only be unchecked by checking another one',
      hint: 'Check another radio button of the group.',
    };
  const labels = element instanceof HTMLInputElement ? [...(controlLabels(element) ?? [])] : [];
  const label = notVisible(element) ? labels.find((each) => !notVisible(each)) : undefined;
  return { is: state, click: label ?? element };
}

/** Undefined for what cannot be checked. */
function stateOf(element: Element, finder: Finder): boolean | 'mixed' | undefined {
  if (element instanceof HTMLInputElement) {
    const type = inputType(element);
    if (type === 'checkbox') return inputIndeterminate(element) ? 'mixed' : inputChecked(element);
    return type === 'radio' ? inputChecked(element) : undefined;
  }
  const checked = getAttribute(element, 'aria-checked');
  if (checked === null && !CHECKABLE_ROLES.has(finder.show(element).role)) return undefined;
  return checked === 'mixed' ? 'mixed' : checked === 'true';
}

function isRadio(element: Element): boolean {
  if (element instanceof HTMLInputElement) return inputType(element) === 'radio';
  const role = getAttribute(element, 'role');
  return role === 'radio' || role === 'menuitemradio';
}
