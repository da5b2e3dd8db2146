/**
 * File inputs and the file chooser. While a session is open Firefox shows no chooser: it reports and cancels it,
 * so the page sees a `cancel` event on the input before any files are set.
 */
import type { CallScope, PageEvent, RemoteHandle } from '../driver.js';
import type { BidiEvent, Connection } from './connection.js';

export class Files {
  readonly #connection: Connection;
  readonly #emit: (event: PageEvent) => void;

  constructor(connection: Connection, emit: (event: PageEvent) => void) {
    this.#connection = connection;
    this.#emit = emit;
  }

  on(event: BidiEvent): void {
    if (event.method !== 'input.fileDialogOpened') return;
    const { context: frame, element, multiple } = event.params;
    const input = element && { frame, id: element.sharedId };
    this.#emit({ type: 'file-chooser', frame, multiple, input });
  }

  async set(handle: RemoteHandle, files: string[], scope: CallScope = {}): Promise<void> {
    await this.#connection.send(
      'input.setFiles',
      { context: handle.frame, element: { sharedId: handle.id }, files },
      { ...scope, endsWith: handle.frame },
    );
  }
}
