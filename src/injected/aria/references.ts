/** The elements that an ARIA relation references. */
import { byIds } from '../dom/composed.js';
import { getAttribute, getRootNode, isDocument, isShadowRoot, reflectedElements } from '../dom/intrinsics.js';

export function referencesOf(element: Element, attribute: string): Element[] {
  const written = getAttribute(element, attribute);
  if (written === null) return [];
  const reflected = reflectedElements(element, attribute);
  if (reflected) return [...reflected];
  const root = getRootNode(element);
  return isDocument(root) || isShadowRoot(root) ? byIds(root, written) : [];
}

/** What keys act on in an element that keeps the focus itself: an option of its list, a cell of its grid. */
export const activeItemOf = (element: Element): Element | null =>
  referencesOf(element, 'aria-activedescendant')[0] ?? null;
