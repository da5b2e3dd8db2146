/** What a page can do now: whether it is alive, whether a dialog blocks its scripts, which file chooser is open. */
import type { DialogInfo, FrameId, PageEvent, RemoteHandle } from '../driver/driver.js';
import { SightlineError } from '../errors.js';
import { quote } from '../tree/quote.js';

/** Of the last click, until files are given or the document is gone. */
export interface FileChooser {
  frame: FrameId;
  multiple: boolean;
  input: RemoteHandle | undefined;
}

/** It was closed, or ended with its browser. */
export type ClosedCode = 'page-closed' | 'browser-disconnected';

export class PageCondition {
  readonly #handle: string;
  readonly #waiting = new Set<(error: SightlineError) => void>();
  #dialog: DialogInfo | undefined;
  #closed: string | undefined;
  #closedCode: ClosedCode = 'page-closed';
  #crashed = false;
  #fileChooser: FileChooser | undefined;

  constructor(handle: string) {
    this.#handle = handle;
  }

  get dialog(): DialogInfo | undefined {
    return this.#dialog;
  }

  get crashed(): boolean {
    return this.#crashed;
  }

  get fileChooser(): FileChooser | undefined {
    return this.#fileChooser;
  }

  /** It has been served. */
  takeFileChooser(): RemoteHandle | undefined {
    const input = this.#fileChooser?.input;
    this.#fileChooser = undefined;
    return input;
  }

  hear(event: PageEvent, mainFrame: FrameId): void {
    switch (event.type) {
      case 'frame-navigated':
        if (event.sameDocument || event.frame.id !== mainFrame) break;
        this.#fileChooser = undefined;
        this.#crashed = false;
        break;
      case 'dialog-opened':
        this.#dialog = event.dialog;
        for (const reject of [...this.#waiting]) reject(this.#dialogError(event.dialog));
        break;
      case 'dialog-closed':
        this.#dialog = undefined;
        break;
      case 'file-chooser':
        this.#fileChooser = event;
        break;
      case 'crashed':
        this.#crashed = true;
        break;
    }
  }

  /** Why it is gone, once it is. */
  get closed(): string | undefined {
    return this.#closed;
  }

  /** False if it was already closed. */
  close(reason: string, code: ClosedCode): boolean {
    if (this.#closed !== undefined) return false;
    this.#closed = reason;
    this.#closedCode = code;
    this.#dialog = undefined;
    return true;
  }

  assertUsable(): void {
    if (this.#crashed)
      throw new SightlineError('page-crashed', `Page ${this.#handle} has crashed`, {
        hint: 'Navigate it to any URL, the same or another, to bring it back.',
      });
    this.assertNavigable();
  }

  /** Navigating brings back a crashed page. */
  assertNavigable(): void {
    if (this.#closed !== undefined)
      throw new SightlineError(this.#closedCode, `Page ${this.#handle} is closed: ${this.#closed}`);
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
