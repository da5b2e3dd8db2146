/**
 * Which tab of a window is in front, as far as we opened or raised it. A tab behind another is not drawn, and
 * input that Chromium delivers with a frame waits for seconds there; so such a tab is raised first.
 */
import type { Protocol } from 'devtools-protocol';

export class Windows {
  /** Headless: one window per page disturbs no one, and none is ever behind another. */
  readonly forEachPage: boolean;
  readonly #windows = new Map<string, string>();
  readonly #front = new Map<string, string>();

  constructor({ userAgent }: Pick<Protocol.Browser.GetVersionResponse, 'userAgent'>) {
    this.forEachPage = userAgent.includes('Headless');
  }

  /** A page opened by another becomes a tab next to it, in front. */
  opened({ targetId, openerId, browserContextId = '' }: Protocol.Target.TargetInfo, isNew: boolean): void {
    const beside = openerId === undefined ? undefined : this.#windows.get(openerId);
    const window = beside ?? (this.forEachPage && isNew ? targetId : browserContextId);
    this.#windows.set(targetId, window);
    this.#front.set(window, targetId);
  }

  /** Whether the page has to be raised; from now on it counts as being in front. */
  raise(targetId: string): boolean {
    const window = this.#windows.get(targetId) ?? targetId;
    const front = this.#front.get(window) ?? targetId;
    this.#front.set(window, targetId);
    return front !== targetId;
  }

  /** Another tab of the window comes to the front; which one is unknown. */
  closed(targetId: string): void {
    const window = this.#windows.get(targetId);
    this.#windows.delete(targetId);
    if (window === undefined || this.#front.get(window) !== targetId) return;
    if ([...this.#windows.values()].includes(window)) this.#front.set(window, '');
    else this.#front.delete(window);
  }
}
