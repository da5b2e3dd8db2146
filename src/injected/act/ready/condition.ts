/** The conditions of an action, each a check of one element: returns the reason why it fails, or null. */
import { editContext, inputReadOnly, runningAnimations, textareaReadOnly } from '../../dom/effects.js';
import { pathOf } from '../../dom/event-path.js';
import {
  checkVisibility,
  getAttribute,
  getComputedStyle,
  hasAttribute,
  inputType,
  isConnected,
  isContentEditable,
  isHtml,
  localName,
  matches,
} from '../../dom/intrinsics.js';
import { controlOf } from './click-proxy.js';
import { boxesOf } from './points.js';

/** Only a pointer or a key can open such a list. */
export const IN_CLOSED_LIST = 'it is in a closed list: select it instead';

/** `forText`: the element gets text, not a click. */
export function notVisible(element: Element, forText = false): string | null {
  if (!isConnected(element)) return 'it is not in the document';
  const boxed = boxesOf(element).length > 0;
  // Browsers hide closed lists in different ways.
  if (!boxed && OPTIONS.has(localName(element))) return IN_CLOSED_LIST;
  const rendered = checkVisibility(element) || getComputedStyle(element).display === 'contents';
  if (!rendered) return 'it is not rendered';
  const { visibility } = getComputedStyle(element);
  if (visibility !== 'visible') return `it has visibility: ${visibility}`;
  return boxed || (forText && takesTextUnseen(element)) ? null : 'it has no size';
}

/** Editors that draw their own text receive input through such an element: see `dom/stand-in.ts`. */
function takesTextUnseen(element: Element): boolean {
  return element instanceof HTMLTextAreaElement || (isHtml(element) && editContext(element) !== null);
}

const OPTIONS = new Set(['option', 'optgroup']);

const CONTROLS = new Set(['button', 'input', 'select', 'textarea', 'option', 'optgroup']);

export const ARIA_DISABLED = 'it has aria-disabled="true"';

/** A disabled control disables its content; a disabled fieldset only the controls in it. */
export function notEnabled(element: Element): string | null {
  const control = controlOf(element);
  if (control) return notEnabled(control);
  for (const each of pathOf(element)) {
    if (CONTROLS.has(localName(each)) && matches(each, ':disabled')) return 'it is disabled';
    if (getAttribute(each, 'aria-disabled') === 'true') return ARIA_DISABLED;
    if (localName(each) === 'fieldset' && each === element && matches(each, ':disabled'))
      return 'it is disabled';
  }
  return null;
}

export const isAriaDisabled = (element: Element): boolean => notEnabled(element) === ARIA_DISABLED;

/** The page says that it is at work on the element or on what is around it. */
export function isBusy(element: Element): boolean {
  return pathOf(element).some((each) => getAttribute(each, 'aria-busy') === 'true');
}

/** `inert` takes pointer and keyboard away from the whole subtree. */
export function isInert(element: Element): boolean {
  return pathOf(element).some((each) => hasAttribute(each, 'inert'));
}

/** The editable text of an element; undefined when it has none. */
export type Editable =
  | { kind: 'input'; element: HTMLInputElement; type: string }
  | { kind: 'textarea'; element: HTMLTextAreaElement }
  | { kind: 'content'; element: HTMLElement }
  | { kind: 'select'; element: HTMLSelectElement };

export function editableOf(element: Element): Editable | undefined {
  if (!isHtml(element)) return undefined;
  if (element instanceof HTMLInputElement) return { kind: 'input', element, type: inputType(element) };
  if (element instanceof HTMLTextAreaElement) return { kind: 'textarea', element };
  if (element instanceof HTMLSelectElement) return { kind: 'select', element };
  return isContentEditable(element) || editContext(element) ? { kind: 'content', element } : undefined;
}

export function notEditable(element: Element): string | null {
  const editable = editableOf(element);
  // `readonly` does not apply to sliders and color pickers.
  const isPicked = editable?.kind === 'input' && (editable.type === 'range' || editable.type === 'color');
  if (editable?.kind === 'input' && inputReadOnly(editable.element) && !isPicked) return 'it is read-only';
  if (editable?.kind === 'textarea' && textareaReadOnly(editable.element)) return 'it is read-only';
  return getAttribute(element, 'aria-readonly') === 'true' ? 'it has aria-readonly="true"' : null;
}

/** Whether a running CSS or Web Animations animation may move the element or one of its ancestors. */
export function mayMove(element: Element): boolean {
  const running = runningAnimations().filter(({ playState }) => playState === 'running');
  if (running.length === 0) return false;
  const path = new Set(pathOf(element));
  return running.some(
    ({ effect }) => effect instanceof KeyframeEffect && !!effect.target && path.has(effect.target),
  );
}
