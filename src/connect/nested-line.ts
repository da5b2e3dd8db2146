/**
 * A line to the browser over one CDP session of somebody else's connection. Playwright and Puppeteer hand out
 * sessions that speak for themselves only, so what belongs to a page or a frame travels inside messages of the
 * session above it (`Target.sendMessageToTarget`). To the driver it looks like flat sessions.
 *
 * Chromium attaches to pages by itself only for flat sessions: here every page that the browser tells of is attached
 * to one by one. So a page that opens is not held until we are ready for it.
 */
import type { Transport, TransportHandlers } from '../rpc/transport.js';

/** A CDP session on the browser, as Playwright and Puppeteer have them. */
export interface HostSession {
  send(method: string, params: Record<string, unknown>): Promise<unknown>;
  on(method: string, listener: (params: unknown) => void): void;
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
  'Target.receivedMessageFromTarget',
  'Browser.downloadWillBegin',
  'Browser.downloadProgress',
];

/** `context`: pages of others are left alone. */
export function nestedLine(host: HostSession, context?: string): Transport {
  let handlers: TransportHandlers | undefined;
  let ended = false;
  /** Sessions by the one that their messages travel in; undefined is the browser's. */
  const parents = new Map<string, string | undefined>();
  const attaching = new Set<Promise<unknown>>();
  const tell = (message: Message) => handlers?.message(JSON.stringify(message));
  const end = (reason: string) => {
    if (ended) return;
    ended = true;
    handlers?.closed(reason);
  };
  /** Sends in a session what its target understands; the answer to it comes in a message. */
  const deliver = async (session: string | undefined, message: Message): Promise<unknown> => {
    const { method = '', params = {} } = message;
    if (session === undefined) return host.send(method, params);
    const inner = { sessionId: session, message: JSON.stringify(message) };
    const parent = parents.get(session);
    if (parent === undefined) return host.send('Target.sendMessageToTarget', inner);
    // Its own answer says nothing, and no call of the driver has the number 0.
    return deliver(parent, { id: 0, method: 'Target.sendMessageToTarget', params: inner });
  };

  const hear = (session: string | undefined, message: Message): void => {
    const { method, params = {} } = message;
    if (method === 'Target.receivedMessageFromTarget') {
      hear(String(params.sessionId), JSON.parse(String(params.message)) as Message);
      return;
    }
    if (method === 'Target.targetCreated') {
      attach(params.targetInfo as TargetInfo);
      return;
    }
    if (message.id === 0) return;
    if (method === 'Target.attachedToTarget') parents.set(String(params.sessionId), session);
    if (method === 'Target.detachedFromTarget') parents.delete(String(params.sessionId));
    tell({ ...message, ...(session !== undefined && { sessionId: session }) });
  };

  const attach = ({ targetId, type, browserContextId }: TargetInfo): void => {
    if (type !== 'page' || (context !== undefined && browserContextId !== context)) return;
    const attached = host.send('Target.attachToTarget', { targetId, flatten: false });
    attaching.add(attached);
    // One that is gone already needs nothing.
    void Promise.allSettled([attached]).then(() => attaching.delete(attached));
  };

  return {
    start(given) {
      handlers = given;
      // The protocol says that events have an object, or nothing.
      for (const method of EVENTS)
        host.on(method, (params) => hear(undefined, { method, params: params as Record<string, unknown> }));
      host.onClosed(end);
    },
    send(text) {
      const { sessionId, ...message } = JSON.parse(text) as Message;
      const { id, method, params = {} } = message;
      const answered = (result: unknown) => {
        if (sessionId === undefined) tell({ ...(id !== undefined && { id }), result: result ?? {} });
      };
      const failed = (error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        tell({
          ...(id !== undefined && { id }),
          error: { code: -32_000, message: reason.replace(/^.*Protocol error \([\w.]+\): /s, '') },
          ...(sessionId !== undefined && { sessionId }),
        });
      };
      if (method === 'Target.setAutoAttach' && sessionId === undefined) {
        const filter = [{ type: 'page' }];
        // Answered when the pages that are there have been attached to, as it would be with flat sessions.
        const told = host.send('Target.setDiscoverTargets', { discover: true, filter });
        told.then(() => Promise.allSettled([...attaching])).then(() => answered({}), failed);
        return;
      }
      const nested =
        method === 'Target.setAutoAttach' ? { ...message, params: { ...params, flatten: false } } : message;
      deliver(sessionId, nested).then(answered, failed);
    },
    close() {
      // A session of a browser that is gone can't be left.
      void Promise.allSettled([host.detach()]);
      end('closed by Sightline');
    },
  };
}
