/**
 * Files that the browser saves. Firefox reports them in the requesting frame and chooses the file name itself,
 * based on the suggested one; the navigation that ended in the download is its only id.
 */
import type { BrowsingContext } from 'webdriver-bidi-protocol';
import type { ContextId, ContextOptions, PageEvent } from '../../driver.js';
import type { BidiEvent, Connection } from '../connection.js';

export class Downloads {
  readonly #folder: string | undefined;
  readonly #emit: (event: PageEvent) => void;

  constructor({ downloadsFolder }: ContextOptions, emit: (event: PageEvent) => void) {
    this.#folder = downloadsFolder;
    this.#emit = emit;
  }

  on(event: BidiEvent): void {
    switch (event.method) {
      case 'browsingContext.downloadWillBegin': {
        const { url, suggestedFilename: suggestedName } = event.params;
        this.#emit({ type: 'download-started', id: idOf(event.params), url, suggestedName });
        return;
      }
      case 'browsingContext.downloadEnd':
        this.#ended(event.params);
        return;
    }
  }

  #ended(end: BrowsingContext.DownloadEndParams): void {
    const id = idOf(end);
    if (end.status === 'canceled') {
      const error = this.#folder === undefined ? 'refused: no downloads folder is set' : 'canceled';
      this.#emit({ type: 'download-ended', id, error });
      return;
    }
    this.#emit({ type: 'download-ended', id, ...(end.filepath !== null && { path: end.filepath }) });
  }
}

export async function allowDownloads(
  connection: Connection,
  context: ContextId,
  { downloadsFolder }: ContextOptions,
): Promise<void> {
  await connection.send('browser.setDownloadBehavior', {
    downloadBehavior:
      downloadsFolder === undefined
        ? { type: 'denied' }
        : { type: 'allowed', destinationFolder: downloadsFolder },
    userContexts: [context],
  });
}

/** Newer browsers give a download its own id; Firefox 153 does not. */
function idOf(info: { download?: string; navigation: string | null; url: string }): string {
  return info.download ?? info.navigation ?? info.url;
}
