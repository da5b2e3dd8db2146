/**
 * Detects that the main frame shows a document from the back/forward cache again. Firefox does not report that:
 * no commit, no load, nothing about the frames that come back with it. But it does report a new window in the
 * frame, and the script registered for new documents does not run in an old one. So if the window has answered
 * and the script has reported nothing, the document is an old one. (A really new document commits a moment later,
 * which also settles it.) Only URLs that the frame has shown before and our own history steps are candidates.
 */
import type { Script } from 'webdriver-bidi-protocol';
import type { BidiEvent, Connection } from './connection.js';
import type { FrameTree } from './frames.js';
import type { Worlds } from './worlds/worlds.js';

export class Restorer {
  readonly #connection: Connection;
  readonly #frames: FrameTree;
  readonly #worlds: Worlds;

  constructor(connection: Connection, frames: FrameTree, worlds: Worlds) {
    this.#connection = connection;
    this.#frames = frames;
    this.#worlds = worlds;
  }

  on(event: BidiEvent): void {
    if (event.method !== 'script.realmCreated') return;
    const { params } = event;
    if (params.type !== 'window' || params.sandbox !== undefined || params.context !== this.#frames.main)
      return;
    const navigation = this.#frames.restorable;
    if (navigation === undefined) return;
    // A failure means that the window is gone again; later events describe what followed.
    void Promise.allSettled([this.#check(params.realm, navigation)]);
  }

  async #check(realm: Script.Realm, navigation: string): Promise<void> {
    const { main } = this.#frames;
    const pending = () => this.#frames.find(main)?.pending;
    // On its way to another process, a navigation passes through an empty window.
    const isOpen = () => pending()?.id === navigation && this.#worlds.table.realmOf(main, 'page') === realm;
    await this.#connection.send('script.callFunction', {
      functionDeclaration: '() => {}',
      target: { realm },
      awaitPromise: false,
    });
    if (!isOpen() || this.#worlds.table.isFresh(main)) return;
    const { contexts } = await this.#connection.send('browsingContext.getTree', { root: main });
    const [tree] = contexts;
    // A tree that still has the URL of the document before was read too early to say anything.
    if (!tree || !isOpen() || tree.url !== pending()?.url) return;
    this.#frames.restore(tree, navigation);
    await this.#worlds.readNames();
  }
}
