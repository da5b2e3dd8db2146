/**
 * The correlation core that CDP and BiDi share: it numbers calls, matches replies, enforces timeouts, and rejects
 * all pending calls when the connection closes. A `Dialect` holds the differences: how a call is written and how
 * a message is read.
 */
import { setMaxListeners } from 'node:events';
import { type ErrorCode, SightlineError } from '../errors.js';
import type { Transport } from './transport.js';

export interface CallOptions {
  /** Milliseconds; 0 waits as long as the connection lives. */
  timeout?: number;
  signal?: AbortSignal | undefined;
  /** CDP's flat sessions. */
  session?: string | undefined;
}

export type Incoming =
  | { kind: 'result'; id: number; result: unknown }
  | { kind: 'error'; id: number | undefined; name: string; message: string }
  | { kind: 'event'; method: string; params: unknown; session: string | undefined };

export interface Dialect {
  readonly name: 'CDP' | 'BiDi';
  write(call: { id: number; method: string; params: unknown; session: string | undefined }): string;
  /** Undefined for something that is not a message of this protocol. */
  read(message: unknown): Incoming | undefined;
}

export interface ChannelEvent {
  method: string;
  params: unknown;
  session: string | undefined;
}

/** The browser answered a call with an error, in its own words, for the layer that understands them. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  constructor(
    readonly method: string,
    /** BiDi's error name (`no such frame`) or CDP's number (`-32000`). */
    readonly remoteName: string,
    readonly remoteMessage: string,
  ) {
    super(`${method}: ${remoteMessage}`);
  }
}

interface Pending {
  method: string;
  session: string | undefined;
  /** Created with the call, so that its stack shows the caller and not the socket. */
  error: Error;
  /** When it was sent. */
  since: number;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

const DEFAULT_TIMEOUT = 30_000;
/** Milliseconds without an answer until the other side is asked whether it is still there. */
const SILENCE = 3_000;

const GONE_HINT = 'Its pages are gone with it: open a new page.';

export class Channel {
  #transport: Transport;
  readonly #dialect: Dialect;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Set<(event: ChannelEvent) => void>();
  readonly #closeListeners = new Set<(reason: string) => void>();
  #nextId = 0;
  #closed: string | undefined;
  /** The hint of calls that fail because the connection was lost. */
  #hint: string | undefined;
  /** The number of calls ever sent: benchmarks and the debug log count round trips with it. */
  sent = 0;
  /** Set by the debug log. */
  onSend: ((method: string) => void) | undefined;
  /** The hint while a lost connection may come back. */
  lossHint: string | undefined;
  /** Called when calls go unanswered for long: the reason, if the browser is gone for good. */
  whyGone: (() => Promise<string | undefined>) | undefined;
  #silence: NodeJS.Timeout | undefined;

  constructor(transport: Transport, dialect: Dialect) {
    this.#transport = transport;
    this.#dialect = dialect;
    this.#start(transport);
  }

  /** Continues over a new transport after the old one closed. Pending calls have been rejected. */
  reopen(transport: Transport): void {
    this.#closed = undefined;
    this.#transport = transport;
    this.#start(transport);
  }

  get closed(): string | undefined {
    return this.#closed;
  }

  send(method: string, params: unknown = {}, options: CallOptions = {}): Promise<unknown> {
    const { timeout = DEFAULT_TIMEOUT, signal, session } = options;
    if (this.#closed !== undefined) return Promise.reject(this.#disconnected(this.#closed));
    if (signal?.aborted) return Promise.reject(aborted(method, signal));
    const id = ++this.#nextId;
    const error = new Error(method);
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        this.#pending.delete(id);
      };
      const onAbort = () => {
        settle();
        reject(aborted(method, signal));
      };
      const timer =
        timeout > 0
          ? setTimeout(() => {
              settle();
              reject(
                withStack(
                  new SightlineError(
                    'timeout',
                    `The browser did not answer within ${Math.round(timeout)} ms`,
                    { details: { method } },
                  ),
                  error,
                ),
              );
            }, timeout)
          : undefined;
      if (signal) {
        // Many commands of one call wait on its signal, for example one per key: that is no leak.
        setMaxListeners(0, signal);
        signal.addEventListener('abort', onAbort, { once: true });
      }
      this.#pending.set(id, {
        method,
        session,
        error,
        since: performance.now(),
        resolve: (result) => {
          settle();
          resolve(result);
        },
        reject: (reason) => {
          settle();
          reject(reason);
        },
      });
      this.sent++;
      if (this.whyGone) this.#silence ??= setTimeout(() => void this.#ask(), SILENCE).unref();
      this.onSend?.(method);
      this.#transport.send(this.#dialect.write({ id, method, params, session }));
    });
  }

  /** Listeners run in the order of the messages. */
  listen(listener: (event: ChannelEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onClose(listener: (reason: string) => void): () => void {
    if (this.#closed !== undefined) queueMicrotask(() => listener(this.#closed ?? ''));
    this.#closeListeners.add(listener);
    return () => this.#closeListeners.delete(listener);
  }

  /** A CDP session is gone: its calls will never be answered. */
  dropSession(session: string, code: ErrorCode, reason: string): void {
    for (const call of [...this.#pending.values()])
      if (call.session === session) call.reject(withStack(new SightlineError(code, reason), call.error));
  }

  close(): void {
    this.#transport.close();
    this.#close('closed by Sightline');
  }

  /** A connection may stay open although the browser behind it is gone. */
  async #ask(): Promise<void> {
    this.#silence = undefined;
    const [oldest] = this.#pending.values();
    if (!oldest || this.#closed !== undefined) return;
    const isOld = performance.now() - oldest.since >= SILENCE;
    // No answer is none: the next call asks again.
    const why = isOld ? await this.whyGone?.().catch(() => undefined) : undefined;
    if (why === undefined) {
      this.#silence ??= setTimeout(() => void this.#ask(), SILENCE).unref();
      return;
    }
    this.#transport.close();
    this.#close(why, GONE_HINT);
  }

  #start(transport: Transport): void {
    transport.start({
      message: (text) => this.#receive(text),
      closed: (reason) => {
        if (transport === this.#transport) this.#close(reason);
      },
    });
  }

  #receive(text: string): void {
    const message = parse(text);
    const incoming = message === undefined ? undefined : this.#dialect.read(message);
    if (!incoming) {
      this.#transport.close();
      this.#close(`the other side does not speak ${this.#dialect.name}`);
      return;
    }
    if (incoming.kind === 'event') {
      for (const listener of [...this.#listeners]) listener(incoming);
      return;
    }
    // Without an id the browser could not parse our call: nothing can be matched to it.
    const call = incoming.id === undefined ? undefined : this.#pending.get(incoming.id);
    if (!call) return;
    if (incoming.kind === 'result') call.resolve(incoming.result);
    else call.reject(withStack(new RemoteError(call.method, incoming.name, incoming.message), call.error));
  }

  #close(reason: string, hint = this.lossHint): void {
    if (this.#closed !== undefined) return;
    this.#closed = reason;
    this.#hint = hint;
    for (const call of [...this.#pending.values()])
      call.reject(withStack(this.#disconnected(reason), call.error));
    for (const listener of [...this.#closeListeners]) listener(reason);
  }

  #disconnected(reason: string): SightlineError {
    return new SightlineError(
      'browser-disconnected',
      `The browser is gone: ${reason}`,
      this.#hint === undefined ? {} : { hint: this.#hint },
    );
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function aborted(method: string, signal: AbortSignal | undefined): SightlineError {
  return new SightlineError('aborted', 'The call was aborted', {
    cause: signal?.reason,
    details: { method },
  });
}

function withStack<E extends Error>(error: E, origin: Error): E {
  const frames = origin.stack?.split('\n').slice(1).join('\n') ?? '';
  error.stack = `${error.name}: ${error.message}\n${frames}`;
  return error;
}
