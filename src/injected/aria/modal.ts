/** The topmost modal dialog and its ancestors. */
import type { Tree } from '../dom/composed.js';
import { localName, matches } from '../dom/intrinsics.js';
import { keptList } from '../dom/kept-list.js';

export interface Modal {
  readonly dialog: Element | null;
  /** The dialog and its ancestors. */
  readonly path: ReadonlySet<Element> | null;
}

export function modalOf(document: Document, focused: Element | null, tree: Tree): Modal {
  const dialog = findModalDialog(document, focused, tree);
  if (!dialog) return { dialog, path: null };
  const path = new Set<Element>();
  for (let above: Element | null = dialog; above; above = tree.parent(above)) path.add(above);
  return { dialog, path };
}

/**
 * No API exposes the order of the top layer. The dialog that contains the focus is the one in use, since browsers
 * move the focus into a dialog they open. Else the last one in the document.
 */
function findModalDialog(document: Document, focused: Element | null, tree: Tree): Element | null {
  for (let above = focused; above; above = tree.parent(above)) {
    if (localName(above) === 'dialog' && matches(above, ':modal')) return above;
  }
  const dialogs = keptList(document, 'dialog');
  for (let at = dialogs.length - 1; at >= 0; at--) {
    const dialog = dialogs[at];
    if (dialog && matches(dialog, ':modal')) return dialog;
  }
  return null;
}
