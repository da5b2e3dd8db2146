/** File inputs and the file chooser. */
import type { CallScope, PageEvent, RemoteHandle } from '../driver.js';
import { inPage } from '../in-page.js';
import type { CdpEvent } from './connection.js';
import type { FrameTree } from './frames.js';
import type { Worlds } from './worlds/worlds.js';

export class Files {
  readonly #frames: FrameTree;
  readonly #worlds: Worlds;
  readonly #emit: (event: PageEvent) => void;

  constructor(frames: FrameTree, worlds: Worlds, emit: (event: PageEvent) => void) {
    this.#frames = frames;
    this.#worlds = worlds;
    this.#emit = emit;
  }

  on(event: CdpEvent): void {
    if (event.method !== 'Page.fileChooserOpened') return;
    const { frameId, mode, backendNodeId } = event.params;
    const tell = (input: RemoteHandle | undefined) =>
      this.#emit({ type: 'file-chooser', frame: frameId, multiple: mode === 'selectMultiple', input });
    // `showOpenFilePicker()` has no input; and an input whose document is gone can no longer be given files.
    if (backendNodeId === undefined) {
      tell(undefined);
      return;
    }
    this.#emit({ type: 'file-chooser-opening' });
    this.#worlds.resolve(frameId, backendNodeId).then(tell, () => tell(undefined));
  }

  async set(handle: RemoteHandle, files: string[], scope: CallScope = {}): Promise<void> {
    const { session } = this.#frames.get(handle.frame);
    if (files.length > 0) await session.send('DOM.setFileInputFiles', { files, objectId: handle.id }, scope);
    // Chromium ignores an empty list.
    else
      await session.send(
        'Runtime.callFunctionOn',
        {
          functionDeclaration: `function () { return (${inPage('clearFiles')})(this); }`,
          objectId: handle.id,
        },
        scope,
      );
  }
}
