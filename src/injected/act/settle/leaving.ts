/**
 * Whether the document is on its way to another one, or a download begins. The page's own process knows at once; the
 * browser tells of the one later where its events lag behind its answers, and of the other always.
 */

/** What is used of the Navigation API, which the types of the DOM don't have yet. */
interface NavigateEventLike extends Event {
  readonly destination: { readonly sameDocument: boolean };
  readonly downloadRequest: string | null;
}

export class Leaving {
  #event: NavigateEventLike | undefined;
  #download: NavigateEventLike | undefined;
  #listens = false;

  /** Before the action. */
  begin(): void {
    this.#event = undefined;
    this.#download = undefined;
    if (this.#listens) return;
    this.#listens = true;
    const { navigation } = globalThis as { navigation?: EventTarget };
    navigation?.addEventListener('navigate', (event) => {
      const navigate = event as NavigateEventLike; // that is what it is called
      if (navigate.downloadRequest !== null) this.#download = navigate;
      else if (!navigate.destination.sameDocument) this.#event = navigate;
    });
    // The page has taken it for one of its own, within the document.
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
