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
