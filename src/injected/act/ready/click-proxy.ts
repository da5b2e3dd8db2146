/**
 * What a person clicks instead of a control that is not clickable itself: its label, the box drawn in its place
 * that holds only the control, or the component that consists of it.
 */

import { FIELD_ROLES, PRESSED_ROLES } from '../../../tree/roles.js';
import { controlLabels } from '../../dom/effects.js';
import {
  contains,
  elementQueryAll,
  fragmentQueryAll,
  getAttribute,
  getComputedStyle,
  getRootNode,
  inputType,
  isElement,
  isHtml,
  isShadowRoot,
  labelControl,
  localName,
  parentNode,
  shadowHost,
  textContent,
} from '../../dom/intrinsics.js';
import { announcesPopup } from '../settle/announces-popup.js';

/** The control of a label. */
export function controlOf(element: Element): Element | null {
  return isHtml(element) && localName(element) === 'label' ? labelControl(element as HTMLLabelElement) : null;
}

/** The elements that a click on the control may go to when it cannot reach the control itself. */
export function drawnFor(control: Element): Element[] {
  const labels =
    control instanceof HTMLInputElement && DRAWN_BY_LABEL.has(inputType(control))
      ? [...(controlLabels(control) ?? [])]
      : [];
  const box = parentNode(control);
  return isElement(box) && isBoxOf(box, control) ? [...labels, box] : labels;
}

/** The element on the event path, innermost first, that makes a click count as one on the control. */
export function clickProxyFor(control: Element, path: readonly Element[]): Element | undefined {
  const label = path.find((each) => controlOf(each) === control);
  if (label) return label;
  const around = path.filter((each) => contains(each, control));
  const [box] = around;
  if (box && isBoxOf(box, control)) return box;
  if (opensSomething(control)) return around.find(isCombobox);
  return path.find((each) => isHostOf(each, control));
}

const DRAWN_BY_LABEL: ReadonlySet<string> = new Set(['checkbox', 'radio', 'file']);
const CHECKED: ReadonlySet<string> = new Set(['checkbox', 'radio']);

/**
 * A switch is drawn as the box around its checkbox. That box has no text, whereas a card has. A field that opens
 * a list leaves clicks to the box around it, or lies behind what the box draws.
 */
function isBoxOf(box: Element, control: Element): boolean {
  if (control instanceof HTMLInputElement && CHECKED.has(inputType(control)))
    return box === parentNode(control) && (textContent(box) ?? '').trim() === '' && holdsOnly(box, control);
  if (!opensSomething(control)) return false;
  return getComputedStyle(box).cursor === 'pointer' && holdsOnly(box, control);
}

/** A component with one control may handle the pointer itself and give the control `pointer-events: none`. */
function isHostOf(host: Element, control: Element): boolean {
  const root = getRootNode(control);
  if (!isShadowRoot(root) || shadowHost(root) !== host) return false;
  return getComputedStyle(control).pointerEvents === 'none' && holdsOnly(root, control);
}

function opensSomething(control: Element): boolean {
  return (localName(control) === 'input' || isCombobox(control)) && announcesPopup(control);
}

function isCombobox(element: Element): boolean {
  return getAttribute(element, 'role')?.trim() === 'combobox';
}

const ROLES = [...PRESSED_ROLES, ...FIELD_ROLES, 'slider'];
const CONTROLS = [
  'a[href], button, input:not([type=hidden]), select, textarea, [onclick], [tabindex]:not([tabindex="-1"])',
  ...ROLES.map((role) => `[role=${role}]`),
].join();

function holdsOnly(box: Element | ShadowRoot, control: Element): boolean {
  const controls = isElement(box) ? elementQueryAll(box, CONTROLS) : fragmentQueryAll(box, CONTROLS);
  return [...controls].every((each) => each === control || contains(control, each));
}
