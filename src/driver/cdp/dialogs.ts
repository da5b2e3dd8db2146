/** alert, confirm, prompt and beforeunload: at most one is open per page, whichever frame opened it. */
import { SightlineError } from '../../errors.js';
import type { DialogInfo, PageEvent } from '../driver.js';
import type { CdpEvent, Session } from './connection.js';

export class Dialogs {
  readonly #emit: (event: PageEvent) => void;
  #open: { info: DialogInfo; session: Session } | undefined;

  constructor(emit: (event: PageEvent) => void) {
    this.#emit = emit;
  }

  get open(): DialogInfo | undefined {
    return this.#open?.info;
  }

  on(session: Session, event: CdpEvent): void {
    switch (event.method) {
      case 'Page.javascriptDialogOpening': {
        // Several frame sessions may report the same dialog.
        if (this.#open) return;
        const { type, message, defaultPrompt = '' } = event.params;
        this.#open = { info: { kind: type, message, defaultValue: defaultPrompt }, session };
        this.#emit({ type: 'dialog-opened', dialog: this.#open.info });
        return;
      }
      case 'Page.javascriptDialogClosed':
        this.#close(event.params.result);
        return;
    }
  }

  async answer(accept: boolean, promptText?: string): Promise<void> {
    if (!this.#open) throw new SightlineError('no-dialog', 'No dialog is open in this page');
    const { session } = this.#open;
    await session.send('Page.handleJavaScriptDialog', {
      accept,
      ...(promptText !== undefined && { promptText }),
    });
  }

  /** The frame or page that opened the dialog is gone, and the dialog with it. */
  dropSession(session: Session): void {
    if (this.#open?.session === session) this.#close(false);
  }

  #close(accepted: boolean): void {
    if (!this.#open) return;
    this.#open = undefined;
    this.#emit({ type: 'dialog-closed', accepted });
  }
}
