/** What a driver does the same way over every protocol: notify its listeners, forward to its contexts, close once. */
import type { Channel } from '../rpc/channel.js';
import { untilTold } from './deadline.js';
import type { ContextId, ContextOptions, Driver, DriverEvent, DriverPage } from './driver.js';
import { type RequestHandler, RequestHandlers, type StopIntercepting } from './interception.js';
import type { KnownContexts } from './known-contexts.js';

/** Milliseconds for the browser to end after it was asked to. */
export const CLOSE_TIMEOUT = 5_000;

type OfContexts = Pick<
  Driver,
  'configure' | 'addInitScript' | 'cookies' | 'setCookies' | 'deleteCookies' | 'setPermission'
> & { readonly known: KnownContexts; create(options: ContextOptions): Promise<ContextId> };

export abstract class BaseDriver implements Omit<Driver, 'protocol' | 'version' | 'defaultContext'> {
  protected readonly handlers = new RequestHandlers();
  protected abstract readonly contexts: OfContexts;
  readonly #channel: Channel;
  readonly #listeners = new Set<(event: DriverEvent) => void>();
  /** Events that no listener has seen yet. */
  #early: DriverEvent[] | undefined = [];
  #closing: Promise<void> | undefined;

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  get sent(): number {
    return this.#channel.sent;
  }

  abstract newPage(context: ContextId): Promise<DriverPage>;
  abstract closeContext(context: ContextId): Promise<void>;
  abstract disconnect(): void;
  /** Whether requests are intercepted in a context, or in all, may have changed. */
  protected abstract applyInterception(context: ContextId | undefined): Promise<void>;
  /** Asks the browser to end. */
  protected abstract askToEnd(): Promise<unknown>;

  subscribe(listener: (event: DriverEvent) => void): () => void {
    this.#listeners.add(listener);
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const event of early) this.tell(event);
    return () => this.#listeners.delete(listener);
  }

  newContext(options: ContextOptions = {}): Promise<ContextId> {
    return this.contexts.create(options);
  }

  readonly configure: Driver['configure'] = async (...args) => this.#knowing(args[0]).configure(...args);
  readonly addInitScript: Driver['addInitScript'] = async (...args) =>
    this.#knowing(args[0]).addInitScript(...args);
  readonly cookies: Driver['cookies'] = async (...args) => this.#knowing(args[0]).cookies(...args);
  readonly setCookies: Driver['setCookies'] = async (...args) => this.#knowing(args[0]).setCookies(...args);
  readonly deleteCookies: Driver['deleteCookies'] = async (...args) =>
    this.#knowing(args[0]).deleteCookies(...args);
  readonly setPermission: Driver['setPermission'] = async (...args) =>
    this.#knowing(args[0]).setPermission(...args);

  async intercept(handler: RequestHandler, context?: ContextId): Promise<StopIntercepting> {
    const remove = this.handlers.add(handler, context);
    await this.applyInterception(context);
    return async () => {
      remove();
      await this.applyInterception(context);
    };
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** False without a listener: then the event waits for the first one. */
  protected tell(event: DriverEvent): boolean {
    if (this.#early) {
      this.#early.push(event);
      return false;
    }
    for (const listener of [...this.#listeners]) listener(event);
    return true;
  }

  /** A page that is gone before anyone listened is not announced. */
  protected forget(page: DriverPage): void {
    this.#early = this.#early?.filter((event) => event.type !== 'page' || event.page !== page);
  }

  /** Throws if there is no such context. */
  #knowing(context: ContextId): OfContexts {
    this.contexts.known.optionsOf(context);
    return this.contexts;
  }

  async #close(): Promise<void> {
    if (this.#channel.closed !== undefined) return;
    const ended = untilTold<void>('Closing the browser', { timeout: CLOSE_TIMEOUT }, ({ resolve }) =>
      this.#channel.onClose(() => resolve()),
    );
    // The connection may end before the reply: then the browser did what it was asked.
    await Promise.allSettled([this.askToEnd(), ended]);
    this.#channel.close();
  }
}
