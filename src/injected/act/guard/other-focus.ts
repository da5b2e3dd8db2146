/** What has the focus in place of an element, where something else has: text would go there. */
import { activeElement, contains, getRootNode, isDocument, isShadowRoot } from '../../dom/intrinsics.js';

export function otherFocus(target: Element): Element | undefined {
  const root = getRootNode(target);
  const focused = isDocument(root) || isShadowRoot(root) ? activeElement(root) : null;
  // A paragraph of rich content has no focus of its own: the whole of it has.
  if (focused && (contains(target, focused) || contains(focused, target))) return undefined;
  return focused ?? activeElement(document) ?? document.documentElement;
}
