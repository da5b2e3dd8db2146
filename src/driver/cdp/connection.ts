/** Typed calls, and events routed to their listeners. */
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';
import type { ErrorCode } from '../../errors.js';
import type { Channel } from '../../rpc/channel.js';
import type { CallScope } from '../driver.js';
import { explain } from './errors.js';

type Commands = ProtocolMapping.Commands;
type Events = ProtocolMapping.Events;

/** Every event of the protocol: a switch over `method` narrows the type of `params`. */
export type CdpEvent = {
  [M in keyof Events]: { method: M; params: Events[M] extends [infer P] ? P : undefined };
}[keyof Events];

/** One flat CDP session; the one without an id is the browser itself. */
export class Session {
  readonly #channel: Channel;
  #id: string | undefined;
  #dropped = false;

  constructor(channel: Channel, id: string | undefined) {
    this.#channel = channel;
    this.#id = id;
  }

  get id(): string | undefined {
    return this.#id;
  }

  /** The same target under another id, after the connection was opened again. */
  revive(id: string): void {
    this.#id = id;
    this.#dropped = false;
  }

  /** False once the target is gone or lives in another session. */
  get alive(): boolean {
    return !this.#dropped;
  }

  async send<M extends keyof Commands>(
    method: M,
    ...[params, scope]: Commands[M]['paramsType'] extends [infer P]
      ? [params: P, scope?: CallScope]
      : [params?: Commands[M]['paramsType'][0], scope?: CallScope]
  ): Promise<Commands[M]['returnType']> {
    try {
      // The protocol's own type package says what a method returns.
      return (await this.#channel.send(method, params ?? {}, {
        session: this.id,
        signal: scope?.signal,
        ...(scope?.timeout !== undefined && { timeout: scope.timeout }),
      })) as Commands[M]['returnType'];
    } catch (error) {
      throw explain(error);
    }
  }

  /** The target is gone: pending calls will never be answered. */
  drop(code: ErrorCode, reason: string): void {
    this.#dropped = true;
    this.rejectPending(code, reason);
  }

  /** The renderer died and took its answers with it; the session itself may live on. */
  rejectPending(code: ErrorCode, reason: string): void {
    if (this.id !== undefined) this.#channel.dropSession(this.id, code, reason);
  }
}

export class Connection {
  readonly channel: Channel;
  readonly browser: Session;
  readonly #handlers = new Map<string | undefined, (event: CdpEvent) => void>();

  constructor(channel: Channel) {
    this.channel = channel;
    this.browser = new Session(channel, undefined);
    // Events of a session without a listener (its page was closed) are dropped.
    channel.listen((event) => this.#handlers.get(event.session)?.(event as unknown as CdpEvent));
  }

  session(id: string, handler: (event: CdpEvent, session: Session) => void): Session {
    const session = new Session(this.channel, id);
    this.#handlers.set(id, (event) => handler(event, session));
    return session;
  }

  onBrowserEvent(handler: (event: CdpEvent) => void): void {
    this.#handlers.set(undefined, handler);
  }

  /** A session that was forgotten continues under a new id. */
  revive(session: Session, id: string, handler: (event: CdpEvent, session: Session) => void): void {
    session.revive(id);
    this.#handlers.set(id, (event) => handler(event, session));
  }

  forget(session: Session): void {
    this.#handlers.delete(session.id);
  }
}
