/** The modal dialog that is on top. */
import type { Tree } from '../dom/composed.js';
import { documentQueryAll, localName, matches } from '../dom/intrinsics.js';

/**
 * No interface tells the order of the top layer. The dialog with the focus in it is the one in use: a
 * browser moves the focus into a dialog that it opens. Else the last one of the document.
 */
export function findModalDialog(document: Document, focused: Element | null, tree: Tree): Element | null {
  for (let above = focused; above; above = tree.parent(above)) {
    if (localName(above) === 'dialog' && matches(above, ':modal')) return above;
  }
  const open = documentQueryAll(document, 'dialog:modal');
  return open[open.length - 1] ?? null;
}
