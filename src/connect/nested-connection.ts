/**
 * A connection to the browser through one CDP session of another program. Playwright and Puppeteer hand out
 * sessions that speak for themselves only, so what belongs to a page or a frame travels inside messages of the
 * session above it (`Target.sendMessageToTarget`). To the driver it looks like flat sessions.
 *
 * Chromium attaches to pages automatically only for flat sessions: here every page that the browser reports is attached
 * one by one. So a page that opens is not held until we are ready for it.
 */
import type { Transport, TransportHandlers } from '../rpc/transport.js';

/** A CDP session on the browser, as Playwright and Puppeteer have them. */
export interface HostSession {
  send(method: string, params: Record<string, unknown>): Promise<unknown>;
  on(method: string, listener: (params: unknown) => void): void;
  /** Never fails; a second call waits for the first. */
  detach(): Promise<void>;
  /** Called once when the session can't be used any more. */
  onClosed(listener: (reason: string) => void): void;
}

interface Message {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  sessionId?: string;
  result?: unknown;
  error?: { code: number; message: string };
}

interface TargetInfo {
  targetId: string;
  type: string;
  browserContextId?: string;
}

/** What the driver hears of the browser itself. */
const EVENTS = [
  'Target.attachedToTarget',
  'Target.detachedFromTarget',
  'Target.targetCreated',
  'Target.targetDestroyed',
  'Target.receivedMessageFromTarget',
  'Browser.downloadWillBegin',
  'Browser.downloadProgress',
];

/** Pages are found here, shared workers are for the driver. A session discovers by one list only. */
const DISCOVERED = [{ type: 'page' }, { type: 'shared_worker' }];

/** `context`: pages of others are left alone. */
export function nestedConnection(host: HostSession, context?: string): Transport {
  return new NestedConnection(host, context);
}

class NestedConnection implements Transport {
  readonly #host: HostSession;
  readonly #context: string | undefined;
  /** Sessions by the one that their messages travel in; undefined is the browser's. */
  readonly #parents = new Map<string, string | undefined>();
  readonly #attaching = new Set<Promise<unknown>>();
  #handlers: TransportHandlers | undefined;
  #ended = false;

  constructor(host: HostSession, context: string | undefined) {
    this.#host = host;
    this.#context = context;
  }

  start(handlers: TransportHandlers): void {
    this.#handlers = handlers;
    // The protocol says that events have an object, or nothing.
    for (const method of EVENTS)
      this.#host.on(method, (params) =>
        this.#hear(undefined, { method, params: params as Record<string, unknown> }),
      );
    this.#host.onClosed((reason) => this.#end(reason));
  }

  send(text: string): void {
    const { sessionId, ...message } = JSON.parse(text) as Message;
    const { id, method, params = {} } = message;
    const answered = (result: unknown) => {
      if (sessionId === undefined) this.#tell({ ...(id !== undefined && { id }), result: result ?? {} });
    };
    const failed = (error: unknown) => this.#tell(failureOf(error, id, sessionId));
    if (method === 'Target.setAutoAttach' && sessionId === undefined) {
      this.#attachAll().then(() => answered({}), failed);
      return;
    }
    if (method === 'Target.setDiscoverTargets' && sessionId === undefined) {
      this.#discover().then(answered, failed);
      return;
    }
    const nested =
      method === 'Target.setAutoAttach' ? { ...message, params: { ...params, flatten: false } } : message;
    this.#deliver(sessionId, nested).then(answered, failed);
  }

  close(): void {
    void this.#host.detach();
    this.#end('closed by Sightline');
  }

  #tell(message: Message): void {
    this.#handlers?.message(JSON.stringify(message));
  }

  #end(reason: string): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#handlers?.closed(reason);
  }

  /** Sends in a session what its target understands; the answer to it comes in a message. */
  async #deliver(session: string | undefined, message: Message): Promise<unknown> {
    const { method = '', params = {} } = message;
    if (session === undefined) return this.#host.send(method, params);
    const inner = { sessionId: session, message: JSON.stringify(message) };
    const parent = this.#parents.get(session);
    if (parent === undefined) return this.#host.send('Target.sendMessageToTarget', inner);
    // Its own answer says nothing, and no call of the driver has the number 0.
    return this.#deliver(parent, { id: 0, method: 'Target.sendMessageToTarget', params: inner });
  }

  #hear(session: string | undefined, message: Message): void {
    const { method, params = {} } = message;
    if (method === 'Target.receivedMessageFromTarget') {
      this.#hear(String(params.sessionId), JSON.parse(String(params.message)) as Message);
      return;
    }
    const created = method === 'Target.targetCreated' ? (params.targetInfo as TargetInfo) : undefined;
    if (created?.type === 'page') {
      this.#attach(created);
      return;
    }
    if (message.id === 0) return;
    if (method === 'Target.attachedToTarget') this.#parents.set(String(params.sessionId), session);
    if (method === 'Target.detachedFromTarget') this.#parents.delete(String(params.sessionId));
    this.#tell({ ...message, ...(session !== undefined && { sessionId: session }) });
  }

  /** Resolves when the pages that are there have been attached to, as it would be with flat sessions. */
  async #attachAll(): Promise<void> {
    await this.#discover();
    await Promise.allSettled([...this.#attaching]);
  }

  #discover(): Promise<unknown> {
    return this.#host.send('Target.setDiscoverTargets', { discover: true, filter: DISCOVERED });
  }

  #attach({ targetId, browserContextId }: TargetInfo): void {
    if (this.#context !== undefined && browserContextId !== this.#context) return;
    const attached = this.#host.send('Target.attachToTarget', { targetId, flatten: false });
    this.#attaching.add(attached);
    // One that is gone already needs nothing.
    void Promise.allSettled([attached]).then(() => this.#attaching.delete(attached));
  }
}

function failureOf(error: unknown, id: number | undefined, sessionId: string | undefined): Message {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    ...(id !== undefined && { id }),
    error: { code: -32_000, message: reason.replace(/^.*Protocol error \([\w.]+\): /s, '') },
    ...(sessionId !== undefined && { sessionId }),
  };
}
