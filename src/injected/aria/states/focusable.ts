/** What can take the focus, and what is disabled. */
import { getAttribute, hasAttribute, inputType, isHtml, matches } from '../../dom/intrinsics.js';
import type { Engine, Facts } from '../engine.js';
import { isSummaryOfDetails } from '../roles/implicit-role.js';
import { Trait } from '../tag.js';

/** Whether the markup makes the element focusable, in the tab order or by script. */
export function isFocusable(engine: Engine, element: Element): boolean {
  const facts = engine.factsOf(element);
  if (!canBeFocused(engine, element, facts.tag)) return false;
  if (isOff(element, facts)) return false;
  const hidden = engine.hiddenOf(element);
  return hidden === null || hidden === 'aria-hidden';
}

function canBeFocused(engine: Engine, element: Element, tag: string): boolean {
  const hasGlobal = engine.hasGlobal(element);
  const tabIndex = hasGlobal ? getAttribute(element, 'tabindex') : null;
  if (tabIndex !== null && /^\s*[+-]?\d/.test(tabIndex)) return true;
  switch (tag) {
    case 'a':
    case 'area':
      return hasAttribute(element, 'href');
    case 'svg:a':
      return hasAttribute(element, 'href') || hasAttribute(element, 'xlink:href');
    case 'button':
    case 'select':
    case 'textarea':
    case 'iframe':
      return true;
    case 'input':
      return inputType(element as HTMLInputElement) !== 'hidden'; // the tag says so
    case 'summary':
      return isSummaryOfDetails(engine, element);
    case 'audio':
    case 'video':
      return hasAttribute(element, 'controls');
    default:
      return hasGlobal && isEditingHost(element);
  }
}

/** The element that makes its content editable, as opposed to the content itself. */
export function isEditingHost(element: Element): boolean {
  const value = getAttribute(element, 'contenteditable');
  return value !== null && isHtml(element) && EDITABLE.has(value.toLowerCase());
}

const EDITABLE = new Set(['', 'true', 'plaintext-only']);

/** Disabled by HTML: itself, or by its fieldset or option group. */
function isOff(element: Element, facts: Facts): boolean {
  facts.off ??= (facts.traits & Trait.canBeDisabled) !== 0 && matches(element, ':disabled');
  return facts.off;
}

/** Disabled by HTML or by ARIA (on itself or an ancestor). */
export function isDisabled(engine: Engine, element: Element, role: string): boolean {
  if (isOff(element, engine.factsOf(element))) return true;
  if (!SUPPORTS_ARIA_DISABLED.has(role)) return false;
  // ARIA: the state of an element applies to all of its focusable descendants.
  return engine.inAriaDisabled(element);
}

const SUPPORTS_ARIA_DISABLED = new Set(
  [
    'application button checkbox columnheader combobox composite grid gridcell group input link listbox menu menubar',
    'menuitem menuitemcheckbox menuitemradio option radio radiogroup row rowheader scrollbar searchbox select separator',
    'slider spinbutton switch tab tablist textbox toolbar tree treegrid treeitem',
  ].flatMap((names) => names.split(' ')),
);
