/** Follows a drag that the browser performs. */
import type { ReplyOf } from '../../../wire/api.js';
import { addListener, removeListener } from '../../dom/effects.js';
import { frame } from '../event-loop.js';
import { takesText } from './takes-text.js';

/** Milliseconds: a busy page draws late. */
export const FRAME_PATIENCE = 100;

const WATCHED = ['dragstart', 'dragenter', 'dragover', 'drop', 'dragend'] as const;

/**
 * Follows a drag so that script can continue it where the browser does not. Listeners capture events before the
 * page can stop them; what became of them is read later.
 */
export class DragWatch {
  readonly #last = new Map<string, DragEvent>();
  #watching = false;
  #cleanUp: () => void = () => undefined;
  #data: Record<string, string> = {};
  #isOverText = false;

  /** Keeps watching if it already does: a drag often ends in the document where it began. */
  begin(): void {
    if (this.#watching) return;
    this.#watching = true;
    this.#last.clear();
    this.#data = {};
    this.#isOverText = false;
    for (const type of WATCHED) addListener(window, type, this.#on, { capture: true });
  }

  end(): void {
    if (!this.#watching) return;
    this.#watching = false;
    this.#cleanUp();
    for (const type of WATCHED) removeListener(window, type, this.#on, { capture: true });
  }

  async state(frames: number): Promise<ReplyOf<'dragState'>> {
    const until = performance.now() + FRAME_PATIENCE * frames;
    for (let drawn = 0; drawn < frames; drawn++) await frame(until);
    const begun = this.#last.get('dragstart');
    return {
      started: begun !== undefined && !begun.defaultPrevented,
      data: this.#data,
      // Cancelling `dragover` is how a page accepts a drop.
      overAccepted: this.#isOverText || (this.#last.get('dragover')?.defaultPrevented ?? false),
      dropped: this.#last.has('drop'),
      ended: this.#last.has('dragend'),
    };
  }

  readonly #on = (event: Event): void => {
    if (!event.isTrusted || !(event instanceof DragEvent)) return;
    this.#last.set(event.type, event);
    // Whether the previous element accepted the drop says nothing about this one.
    if (event.type === 'dragenter') this.#last.delete('dragover');
    if (event.type === 'dragenter' || event.type === 'dragover') {
      const [over] = event.composedPath();
      const hasText = event.dataTransfer?.types.includes('text/plain') ?? false;
      this.#isOverText = hasText && over instanceof Element && takesText(over);
    }
    if (event.type === 'dragstart') this.#readOnItsWay(event);
  };

  /** The data can be read only during dispatch, and each listener on the path may add some. */
  #readOnItsWay(event: DragEvent): void {
    const read = (): void => {
      const transfer = event.dataTransfer;
      for (const type of transfer?.types ?? []) this.#data[type] = transfer?.getData(type) ?? '';
    };
    const path = event.composedPath();
    for (const node of path) addListener(node, 'dragstart', read, { once: true });
    // If the page stopped the event, some of these listeners remain.
    this.#cleanUp = () => {
      for (const node of path) removeListener(node, 'dragstart', read);
    };
  }
}
