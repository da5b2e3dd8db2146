/** The conditions of an action, each as a question about one element. The answer is why not, or null. */
import { editContext, inputReadOnly, runningAnimations, textareaReadOnly } from '../../dom/effects.js';
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
import { pathOf } from './hit.js';
import { boxesOf } from './points.js';

/** Nothing opens it but a pointer or a key. */
export const IN_CLOSED_LIST = 'it is in a list that is closed: select it instead';

/** `forText`: it is not to be pointed at. */
export function notVisible(element: Element, forText = false): string | null {
  if (!isConnected(element)) return 'it is not in the document';
  const boxed = boxesOf(element).length > 0;
  // How it is hidden differs between browsers and between lists.
  if (!boxed && OPTIONS.has(localName(element))) return IN_CLOSED_LIST;
  const rendered = checkVisibility(element) || getComputedStyle(element).display === 'contents';
  if (!rendered) return 'it is not rendered';
  const { visibility } = getComputedStyle(element);
  if (visibility !== 'visible') return `it has visibility: ${visibility}`;
  return boxed || (forText && takesTextUnseen(element)) ? null : 'it has no size';
}

/** Editors that draw their text themselves take it through such an element: see `verbs/editor-input.ts`. */
function takesTextUnseen(element: Element): boolean {
  return element instanceof HTMLTextAreaElement || (isHtml(element) && editContext(element) !== null);
}

const OPTIONS = new Set(['option', 'optgroup']);

const CONTROLS = new Set(['button', 'input', 'select', 'textarea', 'option', 'optgroup']);

/** A disabled control takes its content with it; a disabled fieldset only the controls in it. */
export function notEnabled(element: Element): string | null {
  const control = controlOf(element);
  if (control) return notEnabled(control);
  for (const each of pathOf(element)) {
    if (CONTROLS.has(localName(each)) && matches(each, ':disabled')) return 'it is disabled';
    if (getAttribute(each, 'aria-disabled') === 'true') return 'it has aria-disabled="true"';
    if (localName(each) === 'fieldset' && each === element && matches(each, ':disabled'))
      return 'it is disabled';
  }
  return null;
}

/** The attribute takes the pointer and the keyboard away from everything in it. */
export function isInert(element: Element): boolean {
  return pathOf(element).some((each) => hasAttribute(each, 'inert'));
}

/** What of an element can be edited as text; undefined when nothing can. */
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
  // What is moved or picked has no such state: the attribute says nothing there.
  const isPicked = editable?.kind === 'input' && (editable.type === 'range' || editable.type === 'color');
  if (editable?.kind === 'input' && inputReadOnly(editable.element) && !isPicked) return 'it is read-only';
  if (editable?.kind === 'textarea' && textareaReadOnly(editable.element)) return 'it is read-only';
  return getAttribute(element, 'aria-readonly') === 'true' ? 'it has aria-readonly="true"' : null;
}

/** Something that moves by CSS or the Web Animations API, the element itself or something around it. */
export function mayMove(element: Element): boolean {
  const running = runningAnimations().filter(({ playState }) => playState === 'running');
  if (running.length === 0) return false;
  const path = new Set(pathOf(element));
  return running.some(
    ({ effect }) => effect instanceof KeyframeEffect && !!effect.target && path.has(effect.target),
  );
}
