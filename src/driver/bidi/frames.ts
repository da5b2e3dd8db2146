/**
 * The frame tree of a page: which frames exist, with which document.
 *
 * A browsing context keeps its id across processes. A document is identified by the navigation that created it;
 * the initial document of a frame gets an id of ours.
 *
 * Firefox reports nothing when it shows a document from its back/forward cache: no commit, no load, and nothing
 * about the frames that come back with it. `restore` applies that once it has been detected (see `restorer.ts`).
 *
 * BiDi does not report frame names. The script that prepares each new document sends `window.name` (`worlds.ts`),
 * a moment after the frame was attached: until then `name` is empty.
 *
 * Chromium (chromedriver) differs: it announces the window of a document after its commit, commits a document from its
 * back/forward cache under the id of the navigation that created it, and reports no load of it; it commits nothing for the
 * first document of a popup, and reports no load of an empty iframe.
 */
import type { BrowsingContext } from 'webdriver-bidi-protocol';
import type { ErrorCode } from '../../errors.js';
import { isErrorPage } from '../../tree/url.js';
import type { DocumentId, FrameId, FrameInfo, LoadState, PageEvent } from '../driver.js';
import { FrameEntries } from '../frame-entries.js';
import type { BidiEvent, Connection } from './connection.js';

export interface FrameEntry {
  readonly id: FrameId;
  readonly parent: FrameId | null;
  url: string;
  name: string;
  document: DocumentId;
  /** The navigation that created the document, if one was reported. */
  navigation: string | null;
  loadState: LoadState;
  /** A pending navigation: it has started and not ended in any way. */
  pending: { id: string; url: string } | undefined;
  /** The parent has a new window: the frame goes when the parent's new document commits. */
  outdated: boolean;
}

/** As many URLs as Firefox keeps entries in a tab's history. */
const HISTORY_LENGTH = 50;

export class FrameTree extends FrameEntries<FrameEntry> {
  readonly main: FrameId;
  /** Our own pending history steps. */
  traversing = 0;
  readonly #connection: Connection;
  readonly #emit: (event: PageEvent) => void;
  /** The number of documents without a navigation id. */
  #unnamed = 0;
  /** URLs that the main frame has shown: only these can come back from the back/forward cache. */
  readonly #visited = new Set<string>();
  /** Navigations that have created documents of the main frame. */
  readonly #made = new Set<string>();
  /** A page older than our session has an unknown history. */
  readonly #hasPast: boolean;

  constructor(connection: Connection, main: BrowsingContext.Info, emit: (event: PageEvent) => void) {
    super();
    this.main = main.context;
    this.#connection = connection;
    this.#emit = emit;
    this.#hasPast = main.url !== 'about:blank';
    // Firefox is started with about:blank#, see `browsers/firefox.ts`: not a URL that anybody asked for.
    this.#add(main.context, null, main.url === 'about:blank#' ? 'about:blank' : main.url, 'complete');
  }

  /** A main frame navigation that may end in the back/forward cache: then nothing reports its end. */
  get restorable(): string | undefined {
    const { pending } = this.get(this.main);
    const isPossible = this.#hasPast || this.traversing > 0 || (pending && this.#visited.has(pending.url));
    return isPossible ? pending?.id : undefined;
  }

  on(event: BidiEvent): void {
    switch (event.method) {
      case 'browsingContext.contextCreated': {
        const { context, parent, url } = event.params;
        // An empty iframe reports its load; one with a URL is loading until that has arrived.
        if (parent) this.#add(context, parent, url, url === 'about:blank' ? 'loading' : 'complete');
        return;
      }
      case 'script.realmCreated': {
        const { params } = event;
        if (params.type !== 'window' || params.sandbox !== undefined) return;
        for (const entry of this.list()) if (entry.parent === params.context) entry.outdated = true;
        if (isOfChromium(params.realm)) this.#emptyAttached(params.context);
        return;
      }
      case 'browsingContext.contextDestroyed':
        this.remove(event.params.context);
        return;
      case 'browsingContext.navigationStarted': {
        const entry = this.entries.get(event.params.context);
        const { navigation, url } = event.params;
        if (entry && navigation !== null) entry.pending = { id: navigation, url: url ?? '' };
        return;
      }
      case 'browsingContext.navigationCommitted': {
        const { context, navigation, url } = event.params;
        if (context === this.main && isCrashReport(url)) this.#crashed();
        else if (navigation !== null) this.#commit(context, navigation, url, 'loading');
        return;
      }
      case 'browsingContext.navigationFailed':
      case 'browsingContext.navigationAborted':
        this.#ended(event.params.context, event.params.navigation);
        return;
      case 'browsingContext.fragmentNavigated':
      case 'browsingContext.historyUpdated':
        this.#moveWithin(event.params.context, event.params.url);
        return;
      case 'browsingContext.domContentLoaded':
        this.#loaded(event.params, 'interactive');
        return;
      case 'browsingContext.load':
        this.#loaded(event.params, 'complete');
        return;
    }
  }

  /** The main frame shows a document from the back/forward cache again, together with its frames. */
  restore(tree: BrowsingContext.Info, navigation: string): void {
    for (const entry of this.list()) if (entry.parent === this.main) this.remove(entry.id);
    this.#commit(this.main, navigation, tree.url, 'complete');
    this.adopt(tree);
  }

  /** Existing frames, loaded or not: no more events about their past will come. */
  adopt(tree: BrowsingContext.Info): void {
    for (const child of tree.children ?? []) {
      this.#add(child.context, tree.context, child.url, 'complete');
      this.adopt(child);
    }
  }

  /** The frames after a lost connection was opened again. `isSame`: whether a frame still has its document. */
  found(tree: BrowsingContext.Info, isSame: (frame: FrameId) => boolean): void {
    const { context: id, url, children } = tree;
    const entry = this.get(id);
    entry.pending = undefined;
    if (!isSame(id)) this.#commit(id, `${id}.${++this.#unnamed}`, url, 'complete');
    else if (entry.url !== url) this.#moveWithin(id, url);
    const now = new Set(children?.map(({ context }) => context));
    for (const child of this.list()) if (child.parent === id && !now.has(child.id)) this.remove(child.id);
    for (const child of children ?? []) {
      this.#add(child.context, id, child.url, 'complete');
      this.found(child, isSame);
    }
  }

  /** A document that was loading when the connection was lost has loaded. */
  hasLoaded(id: FrameId): void {
    const entry = this.entries.get(id);
    if (entry?.loadState === 'loading') this.#reach(entry, 'interactive');
    if (entry?.loadState === 'interactive') this.#reach(entry, 'complete');
  }

  remove(id: FrameId): void {
    const entry = this.entries.get(id);
    if (!entry) return;
    for (const child of this.list()) if (child.parent === id) this.remove(child.id);
    this.entries.delete(id);
    const reason = `Frame ${id} was removed`;
    this.#connection.drop(entry.document, 'frame-gone', reason);
    this.#connection.drop(id, 'frame-gone', reason);
    this.#emit({ type: 'frame-detached', frame: id });
  }

  /** The page is gone or crashed, with every call into it. */
  drop(code: ErrorCode, reason: string): void {
    for (const { id, document } of this.list()) {
      this.#connection.drop(document, code, reason);
      this.#connection.drop(id, code, reason);
    }
  }

  clear(): void {
    this.entries.clear();
  }

  #add(id: FrameId, parent: FrameId | null, url: string, loadState: LoadState): void {
    if (this.entries.has(id) || (parent !== null && !this.entries.has(parent))) return;
    const entry: FrameEntry = {
      id,
      parent,
      url,
      name: '',
      // Not the frame's id alone: a frame may return under it from the back/forward cache.
      document: `${id}.${++this.#unnamed}`,
      navigation: null,
      loadState,
      pending: undefined,
      outdated: false,
    };
    this.entries.set(id, entry);
    this.#visit(entry.url, this.#visited, id);
    this.#emit({ type: 'frame-attached', frame: infoOf(entry) });
  }

  #commit(id: FrameId, navigation: string, url: string, loadState: LoadState): void {
    const entry = this.entries.get(id);
    if (!entry) return;
    const isRestored = this.#made.has(navigation);
    if (entry.pending?.id === navigation || isRestored) entry.pending = undefined;
    if (entry.navigation === navigation) return;
    this.#connection.drop(entry.document, 'document-gone', `The document of frame ${id} was replaced`);
    // Firefox reports the end of the old frames too, but not always before the commit.
    for (const child of this.list()) if (child.parent === id && child.outdated) this.remove(child.id);
    entry.url = url;
    entry.document = navigation;
    entry.navigation = navigation;
    entry.loadState = isRestored ? 'complete' : loadState;
    this.#visit(entry.url, this.#visited, id);
    this.#visit(navigation, this.#made, id);
    this.#emit({ type: 'frame-navigated', frame: infoOf(entry), sameDocument: false });
    if (entry.loadState === 'complete') this.#tellState(entry, 'complete');
  }

  #crashed(): void {
    for (const entry of this.list()) if (entry.parent === this.main) this.remove(entry.id);
    const main = this.get(this.main);
    this.#connection.drop(main.document, 'page-crashed', 'The page crashed');
    main.document = `${main.document}.crashed`;
    this.#emit({ type: 'crashed' });
  }

  /** A frame whose first navigation created no document (204, download, refused) stays on its initial one. */
  #ended(id: FrameId, navigation: string | null): void {
    const entry = this.entries.get(id);
    if (!entry || entry.pending?.id !== navigation) return;
    entry.pending = undefined;
    if (entry.navigation === null && entry.loadState !== 'complete') this.#reach(entry, 'complete');
  }

  #moveWithin(id: FrameId, url: string): void {
    const entry = this.entries.get(id);
    if (!entry) return;
    entry.url = url;
    this.#visit(url, this.#visited, id);
    this.#emit({ type: 'frame-navigated', frame: infoOf(entry), sameDocument: true });
  }

  #loaded(info: BrowsingContext.NavigationInfo, state: 'interactive' | 'complete'): void {
    const { context, navigation, url } = info;
    const entry = this.entries.get(context);
    if (!entry) return;
    // Without a navigation it is the initial document, or one older than our session. A document that is being
    // left may report its load under the id of the navigation that leaves it.
    const isLeft = navigation !== null && navigation === entry.pending?.id && url === entry.url;
    const isUncommitted =
      navigation !== null && navigation === entry.pending?.id && url === entry.pending.url;
    if (isUncommitted && !isLeft) this.#commit(context, navigation, url, 'loading');
    if (entry.navigation !== navigation && !isLeft) return;
    if (isBlank(entry.url) && !isBlank(url)) entry.url = url;
    // Firefox's own error pages report no load.
    const reached = isErrorPage(entry.url) ? 'complete' : state;
    if (entry.loadState === 'loading') this.#reach(entry, 'interactive');
    if (reached === 'complete' && entry.loadState !== 'complete') {
      for (const child of this.list()) if (child.parent === context) this.#settleEmpty(child);
      this.#reach(entry, 'complete');
    }
  }

  /** An iframe without a navigation has loaded by the time that its parent has. */
  #settleEmpty(entry: FrameEntry): void {
    if (entry.navigation === null && !entry.pending && entry.loadState !== 'complete')
      this.#reach(entry, 'complete');
  }

  #reach(entry: FrameEntry, state: 'interactive' | 'complete'): void {
    entry.loadState = state;
    this.#tellState(entry, state);
  }

  #tellState(entry: FrameEntry, state: 'interactive' | 'complete'): void {
    this.#emit({ type: 'load-state', frame: entry.id, document: entry.document, state });
  }

  /** An iframe that was added to a page that has loaded. */
  #emptyAttached(id: FrameId): void {
    const entry = this.entries.get(id);
    const parent = entry?.parent && this.entries.get(entry.parent);
    if (entry && parent && parent.loadState === 'complete') this.#settleEmpty(entry);
  }

  /** The history of the main frame. */
  #visit(what: string, history: Set<string>, frame: FrameId): void {
    if (frame !== this.main) return;
    history.delete(what);
    history.add(what);
    const [oldest] = history;
    if (history.size > HISTORY_LENGTH && oldest !== undefined) history.delete(oldest);
  }
}

/** Two numbers; Firefox's are UUIDs. */
export function isOfChromium(realm: string): boolean {
  return /^-?\d+\.-?\d+$/.test(realm);
}

const isBlank = (url: string): boolean => url === 'about:blank' || url === '';

export function infoOf(entry: FrameEntry, realm?: string): FrameInfo {
  const { id, parent, url, name, document, loadState } = entry;
  return { id, parent, url, name, document, loadState, executionContext: realm };
}

/** What Firefox shows in place of a page whose process died: the only sign of a crash. */
function isCrashReport(url: string): boolean {
  return url.startsWith('about:tabcrashed');
}
