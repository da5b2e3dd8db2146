/**
 * Elements that many answers need and that only a search of the whole root finds. A search takes time in proportion to
 * the page, so its result is kept until an element of the kind comes, goes or moves. Only what changed is looked at.
 */
import { documentElement, elementQuery, isDocument, isElement, matches, queryAll } from './intrinsics.js';

const SELECTORS = {
  heading: 'h1,h2,h3,h4,h5,h6,[role="heading"]',
  tab: '[role="tab"]',
  label: 'label',
  owner: '[aria-owns]',
  dialog: 'dialog',
  /** Cells that reach over others, and those that are all of their row. */
  span: '[rowspan],[colspan],tr>th:only-child',
} as const;

export type Kind = keyof typeof SELECTORS;

const KINDS = Object.keys(SELECTORS) as Kind[]; // its own keys
/** An attribute makes it one, or no more. */
const BY_ATTRIBUTE: readonly Kind[] = ['heading', 'tab', 'owner', 'span'];
const ANY = Object.values(SELECTORS).join();
const WATCHED: MutationObserverInit = {
  subtree: true,
  childList: true,
  attributes: true,
  attributeFilter: ['role', 'aria-owns', 'rowspan', 'colspan'],
};
/** After this many changes since the last question, watching costs more than a new search. */
const PATIENCE = 500;

const roots = new WeakMap<Node, Kept>();

/** Of a document or shadow root, in document order. */
export function keptList(root: Node, kind: Kind): ArrayLike<Element> {
  let kept = roots.get(root);
  if (!kept) {
    kept = new Kept(root);
    roots.set(root, kept);
  }
  return kept.list(kind);
}

class Kept {
  readonly #root: Node;
  readonly #lists = new Map<Kind, ArrayLike<Element>>();
  readonly #observer = new MutationObserver((records) => this.#note(records));
  #top: Element | null = null;
  #changes = 0;

  constructor(root: Node) {
    this.#root = root;
  }

  list(kind: Kind): ArrayLike<Element> {
    const root = this.#root;
    // Records that are waiting tell of changes in this very task.
    this.#note(this.#observer.takeRecords());
    // `document.open()` ends the watch.
    const top = isDocument(root) ? documentElement(root) : null;
    if (top !== this.#top) this.#forget();
    if (this.#lists.size === 0) {
      this.#observer.observe(root, WATCHED);
      this.#top = top;
    }
    this.#changes = 0;
    let list = this.#lists.get(kind);
    if (!list) {
      list = queryAll(root, SELECTORS[kind]);
      this.#lists.set(kind, list);
    }
    return list;
  }

  #note(records: readonly MutationRecord[]): void {
    for (const { attributeName, addedNodes, removedNodes } of records) {
      this.#changes += 1 + addedNodes.length + removedNodes.length;
      if (this.#changes > PATIENCE) {
        this.#forget();
        return;
      }
      if (attributeName !== null) for (const kind of BY_ATTRIBUTE) this.#lists.delete(kind);
      for (const node of addedNodes) this.#check(node);
      for (const node of removedNodes) this.#check(node);
    }
  }

  #check(node: Node): void {
    if (!isElement(node) || !(matches(node, ANY) || elementQuery(node, ANY))) return;
    for (const kind of KINDS)
      if (matches(node, SELECTORS[kind]) || elementQuery(node, SELECTORS[kind])) this.#lists.delete(kind);
  }

  #forget(): void {
    this.#lists.clear();
    this.#observer.disconnect();
  }
}
