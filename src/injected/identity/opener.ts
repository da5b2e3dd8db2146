/** The control that opened a menu, a list or a dialog, which may stand anywhere in the document. */
import type { Aria } from '../aria/aria.js';
import { escapeCss } from '../dom/anchors.js';
import { contains, getAttribute, getElementById, hasAttribute, queryAll } from '../dom/intrinsics.js';

const ROLES = new Set(['menu', 'listbox', 'dialog', 'alertdialog', 'tree', 'grid']);

export const isPopup = (element: Element, aria: Aria): boolean =>
  aria.hasGlobal(element) &&
  (ROLES.has(getAttribute(element, 'role') ?? '') || hasAttribute(element, 'popover'));

/** Undefined where none says so, or several do. */
export function openerOf(popup: Element, aria: Aria): Element | undefined {
  const root = aria.rootOf(popup);
  const label = getAttribute(popup, 'aria-labelledby')?.trim() ?? '';
  const named = label === '' || /\s/.test(label) ? null : getElementById(document, label);
  const id = getAttribute(popup, 'id');
  const selector = id && `[aria-controls~="${escapeCss(id)}"],[popovertarget="${escapeCss(id)}"]`;
  const [opener, ...others] = named ? [named] : selector ? [...queryAll(root, selector)] : [];
  return opener && others.length === 0 && !contains(popup, opener) ? opener : undefined;
}
