/**
 * The sessions of one page: its own, one for each out-of-process frame, one for each worker. Their events are
 * passed on in order and never before the session's frames are known: while its frame tree is being requested,
 * the events of a session wait.
 */
import type { Protocol } from 'devtools-protocol';
import { SightlineError } from '../../errors.js';
import type { FrameId, LoadState } from '../driver.js';
import type { CdpEvent, Connection, Session } from './connection.js';
import { prepareFrame, prepareWorker, type SetupOptions } from './session-setup.js';

export interface SessionsHost {
  onEvent(session: Session, event: CdpEvent): void;
  /** All frames of a session; comes before its events. */
  onTree(session: Session, tree: Protocol.Page.FrameTree, loadState: LoadState): void;
  onCrash(session: Session): void;
  /** The session is gone; its pending calls have been rejected. */
  onDrop(session: Session): void;
  /** The frame that a session shows, if that frame still lives. */
  frameOf(session: Session): FrameId | undefined;
}

export class Sessions {
  readonly main: Session;
  readonly #connection: Connection;
  readonly #options: SetupOptions;
  readonly #host: SessionsHost;
  readonly #children = new Map<string, { session: Session; parent: Session; worker: boolean }>();
  /** Children that are being set up. */
  readonly #preparing = new Set<Promise<void>>();
  readonly #waiting = new Map<Session, CdpEvent[]>();

  constructor(connection: Connection, id: string, options: SetupOptions, host: SessionsHost) {
    this.#connection = connection;
    this.#options = options;
    this.#host = host;
    this.main = connection.session(id, (event, session) => this.#receive(session, event));
  }

  /**
   * Resolves when the page can be used. A new page has run nothing by then; of an existing one all frames are
   * known.
   */
  async start(isNew: boolean): Promise<void> {
    await this.#prepare(this.main, true);
    while (!isNew && this.#preparing.size > 0) await Promise.allSettled([...this.#preparing]);
  }

  /** The connection was opened again: the page continues in another session. */
  async revive(id: string): Promise<void> {
    this.#connection.revive(this.main, id, (event, session) => this.#receive(session, event));
    await this.start(false);
  }

  /** The sessions of frames, the page's own first. */
  frames(): Session[] {
    return [this.main, ...this.#childSessions(false)];
  }

  workers(): Session[] {
    return this.#childSessions(true);
  }

  #childSessions(worker: boolean): Session[] {
    return [...this.#children.values()]
      .filter((each) => each.worker === worker)
      .map(({ session }) => session);
  }

  /** Rejects what is pending in all sessions and forgets them. */
  end(reason: SightlineError): void {
    this.#waiting.clear();
    for (const { session } of this.#children.values()) this.#drop(session, reason);
    this.#children.clear();
    this.#drop(this.main, reason);
  }

  #receive(session: Session, event: CdpEvent): void {
    // Nothing else will come from a dead renderer, not even the tree that others wait for.
    if (event.method === 'Inspector.targetCrashed') {
      this.#host.onCrash(session);
      return;
    }
    const waiting = this.#waiting.get(session);
    if (waiting) waiting.push(event);
    else if (event.method === 'Page.frameNavigated' && event.params.type === 'BackForwardCacheRestore')
      this.#restored(session, event);
    else this.#pass(session, event);
  }

  #pass(session: Session, event: CdpEvent): void {
    if (event.method === 'Target.attachedToTarget') this.#attach(session, event.params);
    else if (event.method === 'Target.detachedFromTarget') this.#detach(event.params.sessionId);
    else this.#host.onEvent(session, event);
  }

  async #prepare(session: Session, main: boolean): Promise<void> {
    this.#waiting.set(session, []);
    await prepareFrame(session, main, this.#options, (tree) => this.#adopt(session, tree, 'loading'));
  }

  #adopt(session: Session, tree: Protocol.Page.FrameTree, loadState: LoadState): void {
    this.#host.onTree(session, tree, loadState);
    this.#passWaiting(session);
  }

  #passWaiting(session: Session): void {
    const waiting = this.#waiting.get(session) ?? [];
    this.#waiting.delete(session);
    for (const event of waiting) this.#pass(session, event);
  }

  /** A document from the back/forward cache brings back its frames without reporting them. */
  #restored(session: Session, event: CdpEvent): void {
    this.#waiting.set(session, [event]);
    session.send('Page.getFrameTree').then(
      ({ frameTree }) => this.#adopt(session, frameTree, 'complete'),
      () => this.#passWaiting(session),
    );
  }

  #attach(parent: Session, { sessionId, targetInfo }: Protocol.Target.AttachedToTargetEvent): void {
    const session = this.#connection.session(sessionId, (event) => this.#receive(session, event));
    const worker = targetInfo.type !== 'iframe';
    this.#children.set(sessionId, { session, parent, worker });
    const prepared = worker ? prepareWorker(session, this.#options) : this.#prepare(session, false);
    this.#preparing.add(prepared);
    prepared
      // It went away while it was being set up; a separate event reports its end.
      .catch(() => this.#passWaiting(session))
      .finally(() => this.#preparing.delete(prepared));
  }

  #detach(sessionId: string): void {
    const child = this.#children.get(sessionId);
    if (!child) return;
    this.#children.delete(sessionId);
    for (const [id, { parent }] of [...this.#children]) if (parent === child.session) this.#detach(id);
    this.#passWaiting(child.session);
    const frame = this.#host.frameOf(child.session);
    // A frame that still lives continues with another document in another process.
    const reason =
      frame === undefined
        ? new SightlineError('frame-gone', 'The frame was removed')
        : new SightlineError('document-gone', `The document of frame ${frame} was replaced`);
    this.#drop(child.session, reason);
  }

  #drop(session: Session, { code, message }: SightlineError): void {
    session.drop(code, message);
    this.#connection.forget(session);
    this.#host.onDrop(session);
  }
}
