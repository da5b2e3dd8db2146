/** Input that opens a dialog is answered only when the dialog is: who sends input must not wait for that. */
import { SightlineError } from '../errors.js';
import type { DialogInfo } from './driver.js';

export class DialogAlarm {
  readonly #waiting = new Set<() => void>();

  /** A dialog has opened. */
  ring(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  /** Ends when the input has been handled or a dialog is open; with one open already, nothing is sent. */
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
