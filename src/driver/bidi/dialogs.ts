/** alert, confirm, prompt and beforeunload: at most one is open per page, whichever frame opened it. */
import { SightlineError } from '../../errors.js';
import type { DialogInfo, FrameId, PageEvent } from '../driver.js';
import type { BidiEvent, Connection } from './connection.js';

export class Dialogs {
  readonly #connection: Connection;
  readonly #emit: (event: PageEvent) => void;
  #open: { info: DialogInfo; frame: FrameId } | undefined;

  constructor(connection: Connection, emit: (event: PageEvent) => void) {
    this.#connection = connection;
    this.#emit = emit;
  }

  get open(): DialogInfo | undefined {
    return this.#open?.info;
  }

  on(event: BidiEvent): void {
    switch (event.method) {
      case 'browsingContext.userPromptOpened': {
        const { type, message, defaultValue = '', context } = event.params;
        this.#open = { info: { kind: type, message, defaultValue }, frame: context };
        this.#emit({ type: 'dialog-opened', dialog: this.#open.info });
        return;
      }
      case 'browsingContext.userPromptClosed':
        this.#close(event.params.accepted);
        return;
    }
  }

  async answer(accept: boolean, promptText?: string): Promise<void> {
    if (!this.#open) throw new SightlineError('no-dialog', 'No dialog is open in this page');
    await this.#connection.send('browsingContext.handleUserPrompt', {
      // Only under the id of the frame that opened it; for the page's own id the reply is `no such alert`.
      context: this.#open.frame,
      accept,
      ...(promptText !== undefined && { userText: promptText }),
    });
  }

  /** The frame that opened the dialog is gone, and the dialog with it. */
  frameGone(frame: FrameId): void {
    if (this.#open?.frame === frame) this.#close(false);
  }

  /** The page is gone or crashed, and the dialog with it. */
  end(): void {
    this.#close(false);
  }

  #close(accepted: boolean): void {
    if (!this.#open) return;
    this.#open = undefined;
    this.#emit({ type: 'dialog-closed', accepted });
  }
}
