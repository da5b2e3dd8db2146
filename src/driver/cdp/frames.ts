/**
 * The frame tree of a page: which frames exist, in which session, with which document.
 *
 * A frame keeps its id when it moves between processes. Chromium reports the move in two sessions whose events
 * are not ordered against each other, so the rule is: an entry belongs to the session that last committed a
 * document in it. A target that is attached for a frame but has not committed yet (its tree has an empty URL)
 * changes nothing.
 */
import type { Protocol } from 'devtools-protocol';
import type { DocumentId, FrameId, FrameInfo, LoadState, PageEvent } from '../driver.js';
import { FrameEntries } from '../frame-entries.js';
import type { CdpEvent, Session } from './connection.js';

export interface FrameEntry {
  readonly id: FrameId;
  readonly parent: FrameId | null;
  url: string;
  name: string;
  document: DocumentId;
  loadState: LoadState;
  session: Session;
  /** Chromium's id of the navigation that created the document. */
  loader: string;
  /** The URL that could not be reached, if the document is the browser's own error page. */
  unreachable: string | undefined;
  /** `document.open()` restarts a document's life cycle but keeps the document. */
  reopened: boolean;
  /** Some of the document has been on the screen: before that the browser drops input for it. */
  painted: boolean;
  /** The pointer has been seen in the document: the browser knows where on the screen it is. */
  reached: boolean;
  /** The connection was lost, and the browser has not reported the frame since. */
  unheard: boolean;
}

export class FrameTree extends FrameEntries<FrameEntry> {
  readonly main: FrameId;
  readonly #emit: (event: PageEvent) => void;
  #replaced = 0;

  constructor(main: FrameId, emit: (event: PageEvent) => void) {
    super();
    this.main = main;
    this.#emit = emit;
  }

  /** The frame, its parent, and so on up to the main frame. */
  lineage(id: FrameId): FrameEntry[] {
    const entry = this.get(id);
    return entry.parent === null ? [entry] : [entry, ...this.lineage(entry.parent)];
  }

  /**
   * Takes over what `Page.getFrameTree` reports about the frames of one session. `loadState` is that of unknown
   * documents: later life cycle events correct it, if there are any.
   */
  adopt(session: Session, tree: Protocol.Page.FrameTree, loadState: LoadState): void {
    const seen = new Set<FrameId>();
    const visit = ({ frame, childFrames = [] }: Protocol.Page.FrameTree) => {
      seen.add(frame.id);
      const known = this.entries.get(frame.id);
      if (!known) this.#add(session, frame.id, frame.parentId ?? null, frame, loadState);
      else if (addressOf(frame) !== '') this.#commit(session, frame, loadState);
      for (const child of childFrames) visit(child);
    };
    visit(tree);
    for (const entry of this.list())
      if (entry.session === session && !seen.has(entry.id)) this.#remove(entry.id);
  }

  on(session: Session, event: CdpEvent): void {
    switch (event.method) {
      case 'Page.frameAttached': {
        const known = this.entries.get(event.params.frameId);
        // Already known: an out-of-process frame returns to its parent's process.
        if (known) known.session = session;
        else this.#add(session, event.params.frameId, event.params.parentFrameId);
        return;
      }
      case 'Page.frameNavigated':
        this.#commit(
          session,
          event.params.frame,
          event.params.type === 'BackForwardCacheRestore' ? 'complete' : 'loading',
        );
        return;
      case 'Page.navigatedWithinDocument':
        this.#moveWithin(session, event.params.frameId, event.params.url);
        return;
      case 'Page.frameDetached':
        // 'swap': the frame continues in another process, whose session reports the rest.
        if (event.params.reason === 'remove') this.#remove(event.params.frameId);
        return;
      case 'Page.documentOpened': {
        const entry = this.entries.get(event.params.frame.id);
        if (entry) {
          entry.reopened = true;
          entry.url = addressOf(event.params.frame);
        }
        return;
      }
      case 'Page.lifecycleEvent':
        this.#lifecycle(session, event.params);
        return;
      case 'Page.frameStoppedLoading':
        this.#stopped(session, event.params.frameId);
        return;
    }
  }

  clear(): void {
    this.entries.clear();
  }

  /** The connection was lost: the browser reports the frames again when it is open. */
  lost(): void {
    for (const entry of this.list()) entry.unheard = true;
  }

  /** The connection is open again and all frames are reported: the others are gone. */
  found(): void {
    for (const entry of this.list()) if (entry.unheard) this.#remove(entry.id);
  }

  #add(
    session: Session,
    id: FrameId,
    parent: FrameId | null,
    frame?: Protocol.Page.Frame,
    loadState: LoadState = 'loading',
  ): void {
    if (parent !== null && !this.entries.has(parent)) return;
    const entry: FrameEntry = {
      id,
      parent,
      url: frame ? addressOf(frame) : 'about:blank',
      name: frame?.name ?? '',
      document: frame?.loaderId ?? initialDocument(id),
      loadState,
      session,
      loader: frame?.loaderId ?? '',
      unreachable: frame?.unreachableUrl,
      reopened: false,
      painted: false,
      reached: false,
      unheard: false,
    };
    this.entries.set(id, entry);
    this.#emit({ type: 'frame-attached', frame: infoOf(entry) });
  }

  #commit(session: Session, frame: Protocol.Page.Frame, loadState: LoadState): void {
    const entry = this.entries.get(frame.id);
    if (!entry) {
      this.#add(session, frame.id, frame.parentId ?? null, frame);
      return;
    }
    const again = entry.loader === frame.loaderId && (entry.session === session || entry.unheard);
    entry.unheard = false;
    entry.url = addressOf(frame);
    entry.name = frame.name ?? '';
    if (again) {
      entry.session = session;
      return;
    }
    for (const child of this.#childrenOf(frame.id)) {
      // A document from the back/forward cache may already have reported its out-of-process children.
      const survives = loadState === 'complete' && child.session !== session && child.session.alive;
      if (!survives) this.#remove(child.id);
    }
    entry.session = session;
    entry.loader = frame.loaderId;
    entry.document = frame.loaderId;
    entry.loadState = loadState;
    entry.unreachable = frame.unreachableUrl;
    entry.reopened = false;
    entry.painted = false;
    entry.reached = false;
    this.#emit({ type: 'frame-navigated', frame: infoOf(entry), sameDocument: false });
    if (loadState === 'complete')
      this.#emit({ type: 'load-state', frame: entry.id, document: entry.document, state: 'complete' });
  }

  #moveWithin(session: Session, id: FrameId, url: string): void {
    const entry = this.entries.get(id);
    if (!entry || entry.session !== session) return;
    entry.url = url;
    this.#emit({ type: 'frame-navigated', frame: infoOf(entry), sameDocument: true });
  }

  #lifecycle(session: Session, { frameId, loaderId, name }: Protocol.Page.LifecycleEventEvent): void {
    const entry = this.entries.get(frameId);
    if (!entry || entry.session !== session) return;
    if (name === 'init') {
      if (entry.loader === '') entry.loader = loaderId;
      else if (entry.loader === loaderId) this.#restart(entry);
      return;
    }
    if (loaderId !== entry.loader) return;
    if (name === 'firstPaint') entry.painted = true;
    if (name === 'DOMContentLoaded' && entry.loadState === 'loading') this.#reach(entry, 'interactive');
    if (name === 'load' && entry.loadState !== 'complete') {
      if (entry.loadState === 'loading') this.#reach(entry, 'interactive');
      this.#reach(entry, 'complete');
    }
  }

  /** The life cycle of a committed document starts again. */
  #restart(entry: FrameEntry): void {
    if (entry.reopened) {
      entry.reopened = false;
      return;
    }
    // A `javascript:` URL that returned text: a new document under the old loader, which nothing else reports.
    entry.document = `${entry.loader}.${++this.#replaced}`;
    entry.loadState = 'loading';
    for (const child of this.#childrenOf(entry.id)) this.#remove(child.id);
    this.#emit({ type: 'frame-navigated', frame: infoOf(entry), sameDocument: false });
  }

  /** A frame whose first navigation created no document (204, download, refused) stays on its initial one. */
  #stopped(session: Session, id: FrameId): void {
    const entry = this.entries.get(id);
    if (entry?.session !== session || entry.document !== initialDocument(id)) return;
    if (entry.loadState !== 'complete') this.#reach(entry, 'complete');
  }

  #reach(entry: FrameEntry, state: 'interactive' | 'complete'): void {
    entry.loadState = state;
    this.#emit({ type: 'load-state', frame: entry.id, document: entry.document, state });
  }

  #remove(id: FrameId): void {
    if (!this.entries.has(id)) return;
    for (const child of this.#childrenOf(id)) this.#remove(child.id);
    this.entries.delete(id);
    this.#emit({ type: 'frame-detached', frame: id });
  }

  #childrenOf(id: FrameId): FrameEntry[] {
    return this.list().filter((entry) => entry.parent === id);
  }
}

export function infoOf(entry: FrameEntry, executionContext?: number): FrameInfo {
  const { id, parent, url, name, document, loadState, session, unreachable } = entry;
  const failed = unreachable !== undefined;
  return { id, parent, url, name, document, loadState, failed, session: session.id, executionContext };
}

/** The empty document of a frame before its first navigation commits. */
function initialDocument(id: FrameId): DocumentId {
  return `${id}.initial`;
}

function addressOf(frame: Protocol.Page.Frame): string {
  return frame.url + (frame.urlFragment ?? '');
}
