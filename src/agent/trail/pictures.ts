/**
 * Pictures of pages for the trail, taken beside the agent's calls: no answer waits for one. Each page has at most one
 * under way and one waiting; a newer step takes the place of the one that waits.
 */
import { reasonOf } from '../../errors.js';
import { boxesInView } from '../../page/boxes-in-view.js';
import type { Page } from '../../page/page.js';
import type { PictureRecord, TrailBox } from './record.js';

/** Milliseconds; a page that hangs has no picture. */
const PATIENCE = 5_000;
/** Milliseconds at the end of the server. */
const LAST_PATIENCE = 1_000;
/** Percent: text stays readable, at about 60 kB for 1280×720. */
const QUALITY = 50;
/** Bytes. A larger picture is left out. */
const MAX_BYTES = 1_000_000;
/** Elements whose boxes are asked for. */
const MOST_BOXES = 5_000;

const PRIVATE = 'a person had taken over, or typed on this page';

export interface Picture {
  record: Omit<PictureRecord, 'file'>;
  jpeg?: Uint8Array;
}

interface Wanted {
  step: number;
  /** The elements whose boxes belong to the picture. */
  refs: () => readonly string[];
  isPrivate?: (() => boolean) | undefined;
}

export class Pictures {
  readonly #waiting = new Map<Page, Wanted | undefined>();
  readonly #running = new Set<Promise<void>>();
  readonly #onTaken: (picture: Picture) => void;
  readonly #ending = new AbortController();

  constructor(onTaken: (picture: Picture) => void) {
    this.#onTaken = onTaken;
  }

  want(page: Page, wanted: Wanted): void {
    if (this.#waiting.has(page)) {
      const replaced = this.#waiting.get(page);
      if (replaced) this.#onTaken(missing(replaced.step, 'the next call came before it was taken'));
      this.#waiting.set(page, wanted);
      return;
    }
    this.#waiting.set(page, undefined);
    const running = this.#takeAll(page, wanted).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async end(): Promise<void> {
    for (const [page, wanted] of this.#waiting) if (wanted) this.#waiting.set(page, undefined);
    const timer = setTimeout(() => this.#ending.abort(), LAST_PATIENCE);
    await Promise.all(this.#running);
    clearTimeout(timer);
  }

  async #takeAll(page: Page, first: Wanted): Promise<void> {
    let next: Wanted | undefined = first;
    while (next) {
      this.#onTaken(await take(page, next, this.#ending.signal));
      next = this.#waiting.get(page);
      this.#waiting.set(page, undefined);
    }
    this.#waiting.delete(page);
  }
}

async function take(page: Page, { step, refs, isPrivate }: Wanted, signal: AbortSignal): Promise<Picture> {
  const scope = { timeout: PATIENCE, signal };
  try {
    if (page.closed !== undefined) return missing(step, 'the page was closed');
    if (isPrivate?.()) return missing(step, PRIVATE);
    if (page.dialog) return missing(step, 'a dialog was open');
    const [jpeg, { viewport, boxes }] = await Promise.all([
      page.screenshot({ format: 'jpeg', quality: QUALITY, ...scope }),
      page.unlessDialog(boxesInView(page, refs().slice(0, MOST_BOXES), scope)),
    ]);
    if (isPrivate?.()) return missing(step, PRIVATE);
    if (jpeg.length > MAX_BYTES) return missing(step, `it takes ${Math.round(jpeg.length / 1_000)} kB`);
    const placed = [...boxes].map(([ref, { x, y, width, height }]): [string, TrailBox] => [
      ref,
      [x, y, width, height].map(Math.round) as TrailBox,
    ]);
    return { record: { kind: 'picture', step, ...viewport, boxes: Object.fromEntries(placed) }, jpeg };
  } catch (error) {
    return missing(step, reasonOf(error));
  }
}

function missing(step: number, reason: string): Picture {
  return { record: { kind: 'picture', step, missing: reason, width: 0, height: 0, boxes: {} } };
}
