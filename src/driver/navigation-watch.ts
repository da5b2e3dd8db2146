/** Records a page's events from the request to navigate until it ends; each driver records what it needs. */
import { SightlineError } from '../errors.js';
import { clip } from '../tree/quote.js';
import { type Clock, untilTold } from './deadline.js';
import type { DocumentId, FrameId, PageEvent } from './driver.js';

export const REFUSED = 'the page asked whether to leave, and the dialog was dismissed';

/** A URL in an error: it may be megabytes long. */
export const shownUrl = (url: string): string => clip(url, 300);

export interface WatchedPage {
  readonly frames: { readonly main: FrameId; get(id: FrameId): { document: DocumentId } };
  watch(watcher: (event: PageEvent) => void): () => void;
  /** Why the page is unusable: closed, crashed, browser gone. */
  gone(): SightlineError | undefined;
}

export abstract class NavigationWatch {
  readonly #page: WatchedPage;
  readonly #stop: () => void;
  readonly #checks = new Set<() => void>();
  /** The number of documents committed in the main frame. */
  commits = 0;
  /** `beforeunload` asked whether to leave, and … */
  asked = false;
  /** … the answer was no. */
  refused = false;

  constructor(page: WatchedPage) {
    this.#page = page;
    this.#stop = page.watch((event) => {
      if (event.type === 'dialog-opened') this.asked = event.dialog.kind === 'beforeunload';
      else if (event.type === 'dialog-closed') this.refused = this.asked && !event.accepted;
      else this.note(event);
      for (const check of [...this.#checks]) check();
    });
  }

  protected abstract note(event: PageEvent): void;

  get main(): FrameId {
    return this.#page.frames.main;
  }

  get document(): DocumentId {
    return this.#page.frames.get(this.main).document;
  }

  stop(): void {
    this.#stop();
  }

  async until(what: string, clock: Clock, done: (seen: this) => boolean): Promise<void> {
    await untilTold<void>(what, clock.left(), ({ resolve, reject }) => {
      const check = () => {
        const gone = this.#page.gone();
        if (gone) reject(gone);
        else if (this.refused) reject(new SightlineError('navigation-failed', `${what}: ${REFUSED}`));
        else if (done(this)) resolve();
      };
      this.#checks.add(check);
      check();
      return () => this.#checks.delete(check);
    });
  }
}
