/** The live frames of a page, by id. */
import { SightlineError } from '../errors.js';
import type { FrameId } from './driver.js';

export class FrameEntries<Entry> {
  protected readonly entries = new Map<FrameId, Entry>();

  /** Parents come first: a frame is added after its parent, and a map keeps that order. */
  list(): Entry[] {
    return [...this.entries.values()];
  }

  has(id: FrameId): boolean {
    return this.entries.has(id);
  }

  find(id: FrameId): Entry | undefined {
    return this.entries.get(id);
  }

  get(id: FrameId): Entry {
    const entry = this.entries.get(id);
    if (!entry) throw new SightlineError('frame-gone', `Frame ${id} does not exist or was removed`);
    return entry;
  }
}
