/**
 * Whether the document is about to navigate away or to start a download. The page's own process knows at once.
 * The browser's event for a navigation may lag behind its replies, and the one for a download always does.
 */

/** The parts of the Navigation API that are used here; the DOM types lack it. */
interface NavigateEventLike extends Event {
  readonly destination: { readonly sameDocument: boolean };
  readonly downloadRequest: string | null;
}

export class Leaving {
  #event: NavigateEventLike | undefined;
  #download: NavigateEventLike | undefined;
  #listens = false;

  /** Called before the action. */
  begin(): void {
    this.#event = undefined;
    this.#download = undefined;
    if (this.#listens) return;
    this.#listens = true;
    const { navigation } = globalThis as { navigation?: EventTarget };
    navigation?.addEventListener('navigate', (event) => {
      const navigate = event as NavigateEventLike; // the type of `navigate` events
      if (navigate.downloadRequest !== null) this.#download = navigate;
      else if (!navigate.destination.sameDocument) this.#event = navigate;
    });
    // The page handled the navigation itself, within the document.
    navigation?.addEventListener('currententrychange', () => {
      this.#event = undefined;
    });
  }

  get isUnderWay(): boolean {
    return this.#event !== undefined && !this.#event.defaultPrevented;
  }

  get isDownload(): boolean {
    return this.#download !== undefined && !this.#download.defaultPrevented;
  }
}
