/** What keeps the pointer from the rest of the page: an element in full screen, or one that has locked the pointer. */
import type { Blocked } from '../../../wire/api.js';
import { addListener, removeListener } from '../../dom/effects.js';
import { pathOf } from '../../dom/event-path.js';
import { getter, method } from '../../dom/intrinsics.js';

const fullscreenElement = getter(Document.prototype, 'fullscreenElement');
const pointerLockElement = getter(Document.prototype, 'pointerLockElement');
const exitFullscreen = method(Document.prototype, 'exitFullscreen');
const exitPointerLock = method(Document.prototype, 'exitPointerLock');

export function heldFrom(element: Element): { by: Element; held: NonNullable<Blocked['held']> } | undefined {
  const [locking, full] = [pointerLockElement(document), fullscreenElement(document)];
  // All events of the pointer are for the element that has locked it, and for those around that.
  if (locking && !pathOf(locking).includes(element)) return { by: locking, held: 'locked' };
  if (full && !pathOf(element).includes(full)) return { by: full, held: 'full screen' };
  return undefined;
}

/** A person's Escape ends both, whatever the page makes of the key. Chromium's protocol sends keys past that. */
export class EscapeWatch {
  /** For the next action. */
  begin(): void {
    removeListener(window, 'keydown', this.#on, { capture: true });
    if (pointerLockElement(document) || fullscreenElement(document))
      addListener(window, 'keydown', this.#on, { capture: true });
  }

  readonly #on = (event: Event): void => {
    if (!event.isTrusted || !(event instanceof KeyboardEvent) || event.key !== 'Escape') return;
    if (pointerLockElement(document)) exitPointerLock(document);
    // It may have ended by itself meanwhile.
    if (fullscreenElement(document)) void exitFullscreen(document).catch(() => undefined);
  };
}
