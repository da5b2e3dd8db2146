/**
 * Files that the browser saves: the browser reports them, not the page, and they are passed to the page they
 * belong to.
 */
import { join } from 'node:path';
import type { ContextId, ContextOptions, FrameId, PageEvent } from '../../driver.js';
import type { CdpEvent, Session } from '../connection.js';
import { giveName } from './download-name.js';

/** Who gets the events of a download, and where its file goes. */
export interface DownloadOwner {
  emit(event: PageEvent): void;
  readonly folder: string | undefined;
}

export class Downloads {
  readonly #ownerOf: (frame: FrameId) => DownloadOwner | undefined;
  readonly #running = new Map<string, { owner: DownloadOwner; suggestedName: string }>();

  constructor(ownerOf: (frame: FrameId) => DownloadOwner | undefined) {
    this.#ownerOf = ownerOf;
  }

  async allow(browser: Session, context: ContextId, { downloadsFolder }: ContextOptions): Promise<void> {
    await browser.send('Browser.setDownloadBehavior', {
      behavior: downloadsFolder === undefined ? 'deny' : 'allowAndName',
      ...(context !== '' && { browserContextId: context }),
      eventsEnabled: true,
      ...(downloadsFolder !== undefined && { downloadPath: downloadsFolder }),
    });
  }

  on(event: CdpEvent): void {
    switch (event.method) {
      case 'Browser.downloadWillBegin': {
        const { guid: id, url, suggestedFilename: suggestedName, frameId } = event.params;
        const owner = this.#ownerOf(frameId);
        if (!owner) return;
        this.#running.set(id, { owner, suggestedName });
        owner.emit({ type: 'download-started', id, url, suggestedName });
        return;
      }
      case 'Browser.downloadProgress': {
        const { guid: id, state, filePath } = event.params;
        const download = this.#running.get(id);
        if (!download || state === 'inProgress') return;
        this.#running.delete(id);
        const { owner, suggestedName } = download;
        if (state === 'canceled') {
          const error = owner.folder === undefined ? 'refused: no downloads folder is set' : 'canceled';
          owner.emit({ type: 'download-ended', id, error });
          return;
        }
        const saved = filePath ?? (owner.folder && join(owner.folder, id));
        const path = saved && giveName(saved, suggestedName);
        owner.emit({ type: 'download-ended', id, ...(path && { path }) });
        return;
      }
    }
  }
}
