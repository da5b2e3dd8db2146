/** Input that opens a dialog is acknowledged only when the dialog is answered: senders must not wait for that. */
import { SightlineError } from '../errors.js';
import type { DialogInfo } from './driver.js';

export class DialogAlarm {
  readonly #waiting = new Set<() => void>();

  /** A dialog has opened. */
  ring(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  /** Ends when the input has been handled or a dialog opens; if one is already open, nothing is sent. */
  async race(open: DialogInfo | undefined, send: () => Promise<void>): Promise<void> {
    if (open)
      throw new SightlineError(
        'dialog-open',
        `The page waits for an answer to its ${open.kind}: "${open.message}"`,
      );
    let wake: (() => void) | undefined;
    const rung = new Promise<void>((resolve) => {
      wake = resolve;
      this.#waiting.add(resolve);
    });
    try {
      await Promise.race([send(), rung]);
    } finally {
      if (wake) this.#waiting.delete(wake);
    }
  }
}
