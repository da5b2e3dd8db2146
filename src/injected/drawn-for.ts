/**
 * What a person clicks for a control that leaves that to something else: its label, or the box that is drawn in its
 * place and holds nothing but the control.
 */
import { announcesPopup } from './announces-popup.js';
import { controlLabels } from './dom/effects.js';
import {
  contains,
  elementQueryAll,
  getAttribute,
  getComputedStyle,
  inputType,
  isElement,
  isHtml,
  labelControl,
  localName,
  parentNode,
  textContent,
} from './dom/intrinsics.js';

/** The control that a label is for. */
export function controlOf(element: Element): Element | null {
  return isHtml(element) && localName(element) === 'label' ? labelControl(element as HTMLLabelElement) : null;
}

/** Where a click on the control may go, if it can't go to the control itself. */
export function drawnFor(control: Element): Element[] {
  const labels =
    control instanceof HTMLInputElement && DRAWN_BY_LABEL.has(inputType(control))
      ? [...(controlLabels(control) ?? [])]
      : [];
  const box = parentNode(control);
  return isElement(box) && isBoxOf(box, control) ? [...labels, box] : labels;
}

/** Of what a click comes past, innermost first, what makes it one on the control. */
export function standInFor(control: Element, path: readonly Element[]): Element | undefined {
  const label = path.find((each) => controlOf(each) === control);
  if (label) return label;
  const around = path.find((each) => contains(each, control));
  return around && isBoxOf(around, control) ? around : undefined;
}

const DRAWN_BY_LABEL: ReadonlySet<string> = new Set(['checkbox', 'radio', 'file']);
const CHECKED: ReadonlySet<string> = new Set(['checkbox', 'radio']);

/**
 * A switch is drawn by the box around its checkbox, which has no text: a card has. A field that opens a list leaves the
 * pointer to the box around it, or lies behind what is drawn in there.
 */
function isBoxOf(box: Element, control: Element): boolean {
  if (control instanceof HTMLInputElement && CHECKED.has(inputType(control)))
    return box === parentNode(control) && (textContent(box) ?? '').trim() === '' && holdsOnly(box, control);
  if (!isField(control) || !announcesPopup(control)) return false;
  return getComputedStyle(box).cursor === 'pointer' && holdsOnly(box, control);
}

function isField(control: Element): boolean {
  return localName(control) === 'input' || getAttribute(control, 'role')?.trim() === 'combobox';
}

const ROLES = 'button checkbox combobox link menuitem radio slider switch tab textbox'.split(' ');
const CONTROLS = [
  'a[href], button, input:not([type=hidden]), select, textarea, [onclick], [tabindex]:not([tabindex="-1"])',
  ...ROLES.map((role) => `[role=${role}]`),
].join();

function holdsOnly(box: Element, control: Element): boolean {
  return [...elementQueryAll(box, CONTROLS)].every((each) => each === control || contains(control, each));
}
