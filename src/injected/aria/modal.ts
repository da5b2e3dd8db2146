/** The modal dialog that is on top, and what is around it. */
import type { Tree } from '../dom/composed.js';
import { documentQueryAll, localName, matches } from '../dom/intrinsics.js';

export interface Modal {
  readonly dialog: Element | null;
  /** The dialog and everything around it. */
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
 * No interface tells the order of the top layer. The dialog with the focus in it is the one in use: a
 * browser moves the focus into a dialog that it opens. Else the last one of the document.
 */
function findModalDialog(document: Document, focused: Element | null, tree: Tree): Element | null {
  for (let above = focused; above; above = tree.parent(above)) {
    if (localName(above) === 'dialog' && matches(above, ':modal')) return above;
  }
  const open = documentQueryAll(document, 'dialog:modal');
  return open[open.length - 1] ?? null;
}
