/**
 * The frames of a page, by the browser's id and by our number. A frame gets its number when it is first shown or
 * requested. Numbers are never reused, so a ref into a removed frame can be reported as such.
 */
import type { FrameId, FrameInfo, PageEvent } from '../driver/driver.js';
import { SightlineError } from '../errors.js';
import { Frame } from './frame.js';
import type { Page } from './page.js';

export class FrameTable {
  readonly #page: Page;
  readonly #live = new Map<FrameId, Frame>();
  readonly #numbered: Frame[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  /** The frame that the driver means. */
  of(info: FrameInfo): Frame {
    const known = this.#live.get(info.id);
    if (known) {
      known.update(info);
      return known;
    }
    const frame = new Frame(this.#page, info);
    this.#live.set(info.id, frame);
    return frame;
  }

  /** The next free number. */
  number(frame: Frame): number {
    return this.#numbered.push(frame) - 1;
  }

  at(index: number, label: string): Frame {
    const frame = this.#numbered[index];
    if (!frame)
      throw new SightlineError(
        'ref-not-found',
        `Ref not found. Capture a new snapshot. ${this.#page.handle} has never shown a frame ${index} (${label}).`,
      );
    if (frame.detached)
      throw new SightlineError(
        'ref-stale',
        `This ref is from a stale snapshot. Take a fresh snapshot. ${label} is in frame ${frame.handle}, which was removed from the page.`,
      );
    return frame;
  }

  hear(event: PageEvent): void {
    if (event.type === 'frame-navigated') this.#live.get(event.frame.id)?.update(event.frame);
    if (event.type !== 'frame-detached') return;
    this.#live.get(event.frame)?.markDetached();
    this.#live.delete(event.frame);
  }
}
