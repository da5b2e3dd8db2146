/**
 * What a reader has seen of a page and is gone: a modal dialog takes the rest of the page out of the tree and
 * brings it back when it closes. Then naming it is enough.
 */

import { inDocumentOrder } from '../view/shape.js';
import type { Diff, Former } from './diff.js';

/** The oldest are dropped first: a page that updates all day must not fill the memory. */
const MOST_KNOWN = 10_000;

/** Adds what these changes removed of what the reader was shown. */
export function gonePartsAfter(
  former: Former,
  { changes }: Diff,
  shownRefs: () => ReadonlySet<string>,
): Former {
  const removed = changes.flatMap((change) => (change.kind === 'removed' ? [change.removed] : []));
  if (removed.length === 0) return former;
  const known = new Map(former);
  const shown = shownRefs();
  for (const root of removed) {
    for (const node of inDocumentOrder(root)) {
      if (!shown.has(node.ref)) continue;
      known.delete(node.ref);
      known.set(node.ref, node);
    }
  }
  for (const ref of known.keys()) {
    if (known.size <= MOST_KNOWN) break;
    known.delete(ref);
  }
  return known;
}
