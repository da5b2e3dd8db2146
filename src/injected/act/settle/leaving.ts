/**
 * Whether the document is about to navigate away, to start a download or to open a file chooser. The page's own process
 * knows at once. The browser's events for navigations and choosers may lag behind its replies, and the one for a download
 * always does.
 */
import { inputType, localName } from '../../dom/intrinsics.js';

/** The parts of the Navigation API that are used here; the DOM types lack it. */
interface NavigateEventLike extends Event {
  readonly destination: { readonly sameDocument: boolean };
  readonly downloadRequest: string | null;
}

export class Leaving {
  #event: NavigateEventLike | undefined;
  #download: NavigateEventLike | undefined;
  #chooser: Event | undefined;
  #listens = false;

  /** Called before the action. */
  begin(): void {
    this.#event = undefined;
    this.#download = undefined;
    this.#chooser = undefined;
    if (this.#listens) return;
    this.#listens = true;
    addEventListener(
      'click',
      (event) => {
        if (opensChooser(event)) this.#chooser = event;
      },
      true,
    );
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

  get isChooser(): boolean {
    return this.#chooser !== undefined && !this.#chooser.defaultPrevented;
  }

  get isDownload(): boolean {
    return this.#download !== undefined && !this.#download.defaultPrevented;
  }
}

/** HTML, "file upload state": the activation behavior of a file input, which needs a user's activation. */
function opensChooser(event: Event): boolean {
  const [target] = event.composedPath();
  return (
    target instanceof Element &&
    localName(target) === 'input' &&
    inputType(target as HTMLInputElement) === 'file' && // its tag
    navigator.userActivation.isActive
  );
}
