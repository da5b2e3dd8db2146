/**
 * All headings of a document or shadow root. Finding them takes time in proportion to the page, and every comparison
 * needs them: the document's are kept until it changes. The observer sees one change and rests until the next search.
 */
import { documentElement, queryAll } from '../dom/intrinsics.js';

const SELECTOR = 'h1,h2,h3,h4,h5,h6,[role="heading"]';
const WATCHED: MutationObserverInit = {
  subtree: true,
  childList: true,
  attributes: true,
  attributeFilter: ['role'],
};

export type HeadingList = ArrayLike<Element>;

let kept: { list: HeadingList; top: Element | null } | undefined;
const observer = new MutationObserver(forget);

export function headingsIn(root: Node): HeadingList {
  if (root !== document) return queryAll(root, SELECTOR);
  const top = documentElement(document);
  // Records that are waiting tell of changes in this very task.
  if (kept && (kept.top !== top || observer.takeRecords().length > 0)) forget();
  if (!kept) {
    kept = { list: queryAll(root, SELECTOR), top };
    observer.observe(document, WATCHED);
  }
  return kept.list;
}

function forget(): void {
  kept = undefined;
  observer.disconnect();
}
