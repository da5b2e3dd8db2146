/**
 * Input goes to the document that has the focus, and a guard sees only that of its own document. So until the first key or
 * text has come, a focus that the page moves into another document is taken back, as if the element were focused again.
 */
import { addListener, focus, removeListener } from '../../dom/effects.js';
import { frameWindowOf } from '../../dom/frame-element.js';
import {
  activeElement,
  documentHasFocus,
  getRootNode,
  isDocument,
  isShadowRoot,
} from '../../dom/intrinsics.js';

/** How often: a page may insist. */
const MOST_TIMES = 25;

export class FocusKeeper {
  #focused: Element | null = null;
  #times = 0;

  /** `target` or what is around it has the focus. */
  begin(target: Element): void {
    const root = getRootNode(target);
    this.#focused = isDocument(root) || isShadowRoot(root) ? activeElement(root) : null;
    this.#times = 0;
    addListener(window, 'blur', this.#onBlur);
  }

  end(): void {
    this.#focused = null;
    removeListener(window, 'blur', this.#onBlur);
  }

  /** Not while the focus is on its way: browsers ignore what a listener does to it then. */
  readonly #onBlur = (event: Event): void => {
    if (event.isTrusted && event.target === window) queueMicrotask(this.#takeBack);
  };

  readonly #takeBack = (): void => {
    if (!this.#focused || !isInOtherDocument() || this.#times++ >= MOST_TIMES) return;
    focus(this.#focused, { preventScroll: true });
  };
}

/** Not if the whole window has lost the focus. */
function isInOtherDocument(): boolean {
  if (window !== window.top) return !documentHasFocus(document);
  const focused = activeElement(document);
  return focused !== null && frameWindowOf(focused) !== null;
}
