/**
 * Elements that another tool points at: it lets an event happen on one whose name nobody else knows, and the event
 * leads here. Nothing is left behind, on the element or in the page.
 */
import { addListener, removeListener } from '../dom/effects.js';
import { method } from '../dom/intrinsics.js';

const composedPath = method(Event.prototype, 'composedPath');

const CAPTURE = { capture: true };

export class PointedAt {
  readonly #elements = new Map<string, Element>();
  readonly #listeners = new Map<string, (event: Event) => void>();

  listen(event: string): void {
    const listener = (happened: Event) => {
      const [target] = composedPath(happened);
      if (target instanceof Element) this.#elements.set(event, target);
    };
    this.#listeners.set(event, listener);
    addListener(window, event, listener, CAPTURE);
  }

  /** What the event happened on, if it happened here; it is not listened to any more. */
  take(event: string): Element | undefined {
    const listener = this.#listeners.get(event);
    if (listener) removeListener(window, event, listener, CAPTURE);
    this.#listeners.delete(event);
    const element = this.#elements.get(event);
    this.#elements.delete(event);
    return element;
  }
}
