/**
 * The listeners of a page. Watchers are the driver's own and get every event at once. Listeners come from
 * outside; events before they could know the page are kept for the first of them.
 */
import type { PageEvent } from './driver.js';

type Listener = (event: PageEvent) => void;

/** `frames()` already has these when a page is announced. */
const IN_FRAMES: ReadonlySet<PageEvent['type']> = new Set([
  'frame-attached',
  'frame-detached',
  'frame-navigated',
  'load-state',
]);

export class PageListeners {
  readonly #listeners = new Set<Listener>();
  readonly #watchers = new Set<Listener>();
  #early: PageEvent[] | undefined = [];

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  watch(watcher: Listener): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  tell(event: PageEvent): void {
    for (const watcher of [...this.#watchers]) watcher(event);
    if (this.#early) this.#early.push(event);
    else this.#pass(event);
  }

  /** Called after the page was announced to the driver's listeners. */
  announced(): void {
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const event of early) if (!IN_FRAMES.has(event.type)) this.#pass(event);
  }

  clear(): void {
    this.#listeners.clear();
    this.#watchers.clear();
  }

  #pass(event: PageEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
}
