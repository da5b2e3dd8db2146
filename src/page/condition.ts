/** What a page can do now: whether it is alive, and whether a dialog blocks its scripts. */
import type { DialogInfo } from '../driver/driver.js';
import { SightlineError } from '../errors.js';
import { quote } from '../tree/quote.js';

export class PageCondition {
  readonly #handle: string;
  readonly #waiting = new Set<(error: SightlineError) => void>();
  #dialog: DialogInfo | undefined;
  #closed: string | undefined;
  crashed = false;

  constructor(handle: string) {
    this.#handle = handle;
  }

  get dialog(): DialogInfo | undefined {
    return this.#dialog;
  }

  set dialog(dialog: DialogInfo | undefined) {
    this.#dialog = dialog;
    if (!dialog) return;
    const error = this.#dialogError(dialog);
    for (const reject of [...this.#waiting]) reject(error);
  }

  /** Why it is gone, once it is. */
  get closed(): string | undefined {
    return this.#closed;
  }

  /** False if it was already closed. */
  close(reason: string): boolean {
    if (this.#closed !== undefined) return false;
    this.#closed = reason;
    this.#dialog = undefined;
    return true;
  }

  assertUsable(): void {
    if (this.crashed)
      throw new SightlineError('page-crashed', `Page ${this.#handle} has crashed`, {
        hint: 'Navigate it to any URL, the same or another, to bring it back.',
      });
    this.assertNavigable();
  }

  /** Navigating brings back a crashed page. */
  assertNavigable(): void {
    if (this.#closed !== undefined)
      throw new SightlineError('page-closed', `Page ${this.#handle} is closed: ${this.#closed}`);
    if (this.#dialog) throw this.#dialogError(this.#dialog);
  }

  /** Waits for something that the page cannot answer while a dialog is open. */
  async unlessDialog<T>(promise: Promise<T>): Promise<T> {
    promise.catch(() => undefined);
    if (this.#dialog) throw this.#dialogError(this.#dialog);
    let stop: (() => void) | undefined;
    const opened = new Promise<never>((_, reject) => {
      this.#waiting.add(reject);
      stop = () => this.#waiting.delete(reject);
    });
    try {
      return await Promise.race([promise, opened]);
    } finally {
      stop?.();
    }
  }

  #dialogError({ kind, message }: DialogInfo): SightlineError {
    return new SightlineError(
      'dialog-open',
      `${kind === 'alert' ? 'An' : 'A'} ${kind} dialog is open on ${this.#handle}: ${quote(message, 200)}`,
      { details: { dialog: kind } },
    );
  }
}
