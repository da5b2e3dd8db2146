/** The pictures of pages, for all who watch: a page is watched once, while anybody does. */
import { type LivePicture, type Watching, watchPage } from '../page/live-pictures.js';
import type { Page } from '../page/page.js';

type Listener = (picture: LivePicture) => void;

interface Cast {
  watching: Watching;
  listeners: Set<Listener>;
  last: LivePicture | undefined;
}

export class SharedPictures {
  readonly #casts = new Map<Page, Cast>();

  /** Calls back with the last picture, if there is one, and with every new one; returns what ends it. */
  watch(page: Page, listener: Listener): () => void {
    const cast = this.#casts.get(page) ?? this.#start(page);
    cast.listeners.add(listener);
    if (cast.last) listener(cast.last);
    return () => {
      cast.listeners.delete(listener);
      if (cast.listeners.size > 0) return;
      cast.watching.stop();
      this.#casts.delete(page);
    };
  }

  /** Something was done to the page. */
  nudge(page: Page): void {
    this.#casts.get(page)?.watching.nudge();
  }

  #start(page: Page): Cast {
    const cast: Cast = {
      listeners: new Set(),
      last: undefined,
      watching: watchPage(page, (picture) => {
        cast.last = picture;
        for (const listener of cast.listeners) listener(picture);
      }),
    };
    this.#casts.set(page, cast);
    return cast;
  }
}
