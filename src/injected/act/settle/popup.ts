/**
 * Waits for what an element announces that it opens: a list, a menu, a calendar. Pages open these after a hover
 * delay or a debounce, with timers that cannot be observed. So an announced popup that is not there yet is waited
 * for.
 */

import { contains, elementQueryAll, getAttribute, isElement, matches } from '../../dom/intrinsics.js';
import { orUntil, WATCHED } from '../event-loop.js';
import { editableOf } from '../ready/condition.js';
import { announcesPopup } from './announces-popup.js';

/** Milliseconds: libraries delay by 100 to 300, pages themselves by up to 500. */
const PATIENCE = 550;

/** Attributes that show and hide elements. */
const SHOWING: ReadonlySet<string> = new Set(['aria-expanded', 'aria-hidden', 'hidden', 'open', 'style']);

export class PopupWatch {
  readonly #observer = new MutationObserver((records) => this.#note(records));
  #element: Element | undefined;
  #wasOpen = false;
  #came = (): void => undefined;
  #coming: Promise<void> | undefined;

  /** Called before an action on an element. */
  begin(element: Element | undefined): void {
    this.#end();
    if (!element || !announcesPopup(element)) return;
    this.#element = element;
    this.#wasOpen = getAttribute(element, 'aria-expanded') === 'true';
    this.#coming = new Promise((resolve) => {
      this.#came = resolve;
    });
    this.#observer.observe(document, WATCHED);
  }

  get isAwaited(): boolean {
    return this.#element !== undefined;
  }

  /** Once per action. What is already open need not open for a pointer, and an empty field opens nothing. */
  async came(by: 'pointer' | 'text', until: number): Promise<void> {
    const element = this.#element;
    const coming = this.#coming;
    const isWanted = by === 'text' || !(this.#wasOpen || (element && isField(element)));
    if (element && coming && isWanted) {
      this.#note(this.#observer.takeRecords());
      await orUntil(Math.min(until, performance.now() + PATIENCE), coming);
    }
    this.#end();
  }

  #end(): void {
    this.#observer.disconnect();
    this.#element = undefined;
    this.#coming = undefined;
  }

  #note(records: MutationRecord[]): void {
    const element = this.#element;
    if (element && records.some((record) => this.#isShowing(record, element))) this.#came();
  }

  /** Whether a change may be the announced popup. An element with `aria-expanded` is trusted to say so itself. */
  #isShowing(record: MutationRecord, element: Element): boolean {
    const { target, type, attributeName } = record;
    const saysSo = getAttribute(element, 'aria-expanded') === 'false';
    if (type === 'attributes') {
      if (target === element) return attributeName === 'aria-expanded';
      if (saysSo || contains(element, target) || contains(target, element)) return false;
      return SHOWING.has(attributeName ?? '');
    }
    if (type !== 'childList' || contains(element, target)) return false;
    const nodes = [...record.addedNodes, ...record.removedNodes].filter(isElement);
    return saysSo ? nodes.some(isPopup) : nodes.length > 0;
  }
}

const POPUPS = ['menu', 'listbox', 'dialog', 'grid', 'tree'].map((role) => `[role=${role}]`).join();

function isPopup(element: Element): boolean {
  return matches(element, POPUPS) || elementQueryAll(element, POPUPS).length > 0;
}

function isField(element: Element): boolean {
  const editable = editableOf(element);
  return editable !== undefined && editable.kind !== 'select';
}
