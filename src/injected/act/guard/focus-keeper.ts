/**
 * Input goes to the document that has the focus, and a guard sees only that of its own document. So until the first key or
 * text has come, a focus that the page moves into another document is taken back, as if the element were focused again. If
the page insists, nothing gets the focus: keys then come to this document, where a guard stops them.
 */
import { addListener, blur, focus, focusWindow, removeListener } from '../../dom/effects.js';
import { frameWindowOf, isCrossOrigin } from '../../dom/frame-element.js';
import {
  activeElement,
  documentHasFocus,
  getRootNode,
  isDocument,
  isShadowRoot,
} from '../../dom/intrinsics.js';

/** How often the focus is taken back, and how often it is taken away after that. */
const MOST_TIMES = 25;

export class FocusKeeper {
  #focused: Element | null = null;
  #times = 0;
  #taker: Element | undefined;
  #isOut = false;

  /** `target` or what is around it has the focus. */
  begin(target: Element): void {
    const root = getRootNode(target);
    this.#focused = isDocument(root) || isShadowRoot(root) ? activeElement(root) : null;
    this.#times = 0;
    this.#taker = undefined;
    this.#isOut = false;
    addListener(window, 'blur', this.#onBlur);
  }

  end(): void {
    this.#focused = null;
    this.#taker = undefined;
    this.#isOut = false;
    removeListener(window, 'blur', this.#onBlur);
  }

  /** The frame that had the focus in between. */
  get taker(): Element | undefined {
    return this.#taker;
  }

  /** Nothing has the focus, and `taker` got no input: that of another origin may have, because its process is another. */
  get isOut(): boolean {
    return this.#isOut && (!this.#taker || !isCrossOrigin(this.#taker));
  }

  /** Takes the focus away from another document, for nothing. */
  leave(): void {
    this.#isOut = true;
    const focused = activeElement(document);
    if (focused) blur(focused);
    if (window !== window.top) focusWindow();
  }

  /** Not while the focus is on its way: browsers ignore what a listener does to it then. */
  readonly #onBlur = (event: Event): void => {
    if (event.isTrusted && event.target === window) queueMicrotask(this.#takeBack);
  };

  readonly #takeBack = (): void => {
    if (!this.#focused || !isInOtherDocument() || this.#times >= 2 * MOST_TIMES) return;
    const focused = activeElement(document);
    if (focused && frameWindowOf(focused)) this.#taker = focused;
    if (this.#times++ < MOST_TIMES) focus(this.#focused, { preventScroll: true });
    else this.leave();
  };
}

/** Not if the whole window has lost the focus. */
function isInOtherDocument(): boolean {
  if (window !== window.top) return !documentHasFocus(document);
  const focused = activeElement(document);
  return focused !== null && frameWindowOf(focused) !== null;
}
