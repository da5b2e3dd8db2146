/**
 * Whether the document is on its way to another one. The page's own process knows at once; a browser whose events lag
 * behind its answers tells it later.
 */

/** What is used of the Navigation API, which the types of the DOM don't have yet. */
interface NavigateEventLike extends Event {
  readonly destination: { readonly sameDocument: boolean };
  readonly downloadRequest: string | null;
}

export class Leaving {
  #event: NavigateEventLike | undefined;
  #listens = false;

  /** Before the action. */
  begin(): void {
    this.#event = undefined;
    if (this.#listens) return;
    this.#listens = true;
    const { navigation } = globalThis as { navigation?: EventTarget };
    navigation?.addEventListener('navigate', (event) => {
      const { destination, downloadRequest } = event as NavigateEventLike;
      if (!destination.sameDocument && downloadRequest === null) this.#event = event as NavigateEventLike;
    });
    // The page has taken it for one of its own, within the document.
    navigation?.addEventListener('currententrychange', () => {
      this.#event = undefined;
    });
  }

  get isUnderWay(): boolean {
    return this.#event !== undefined && !this.#event.defaultPrevented;
  }
}
