/** Driver over CDP: contexts, pages, closing. */
import type { Protocol } from 'devtools-protocol';
import { SightlineError } from '../../errors.js';
import { Channel } from '../../rpc/channel.js';
import type { Transport } from '../../rpc/transport.js';
import {
  type Cookie,
  changed,
  checkSettings,
  type NewCookie,
  type SettingsChange,
} from '../context-settings.js';
import { untilTold } from '../deadline.js';
import type {
  ContextId,
  ContextOptions,
  Driver,
  DriverEvent,
  DriverOptions,
  DriverPage,
  FrameId,
  PermissionState,
} from '../driver.js';
import { type RequestHandler, RequestHandlers, type StopIntercepting } from '../interception.js';
import { type CdpEvent, Connection } from './connection.js';
import { deleteCookies, getCookies, setCookies } from './cookies.js';
import { cdpDialect } from './dialect.js';
import { Downloads } from './downloads.js';
import { CdpPage } from './page.js';
import { grantEverywhere, setPermission } from './permissions.js';

/** Only pages: what else a browser runs (service workers, extensions) is left alone and never paused. */
const PAGES: Protocol.Target.SetAutoAttachRequest = {
  autoAttach: true,
  waitForDebuggerOnStart: true,
  flatten: true,
  filter: [{ type: 'page' }],
};
/** For pages that exist already: one that hangs must not keep the others from being used. */
const FIRST_PAGES_TIMEOUT = 3_000;
/** For the browser to end after it said that it will. */
const CLOSE_TIMEOUT = 5_000;

export async function createCdpDriver(transport: Transport, options: DriverOptions): Promise<Driver> {
  const channel = new Channel(transport, cdpDialect);
  channel.onSend = options.onSend;
  const connection = new Connection(channel);
  try {
    const [version, contexts] = await Promise.all([
      connection.browser.send('Browser.getVersion'),
      connection.browser.send('Target.getBrowserContexts'),
    ]);
    const driver = new CdpDriver(connection, options, {
      version: version.product.replace(/^Headless/, '').replace('/', ' '),
      defaultContext: contexts.defaultBrowserContextId ?? '',
    });
    await driver.start();
    return driver;
  } catch (error) {
    channel.close();
    throw error;
  }
}

interface OpenPage {
  page: CdpPage;
  ready: Promise<CdpPage>;
}

class CdpDriver implements Driver {
  readonly protocol = 'cdp';
  readonly version: string;
  readonly defaultContext: ContextId;
  readonly #connection: Connection;
  readonly #options: DriverOptions;
  readonly #contexts = new Map<ContextId, ContextOptions>();
  /** By session, because that is what the browser names when a page is gone. */
  readonly #pages = new Map<string, OpenPage>();
  readonly #handlers = new RequestHandlers();
  readonly #downloads = new Downloads((frame) => this.#downloadOwner(frame));
  readonly #listeners = new Set<(event: DriverEvent) => void>();
  readonly #attachWaiters = new Set<() => void>();
  /** Events that no listener has seen yet. */
  #early: DriverEvent[] | undefined = [];
  #closing: Promise<void> | undefined;

  constructor(
    connection: Connection,
    options: DriverOptions,
    facts: { version: string; defaultContext: ContextId },
  ) {
    this.#connection = connection;
    this.#options = options;
    this.version = facts.version;
    this.defaultContext = facts.defaultContext;
    this.#contexts.set(this.defaultContext, options.defaultContext ?? {});
    connection.onBrowserEvent((event) => this.#receive(event));
    connection.channel.onClose((reason) => this.#disconnected(reason));
  }

  get sent(): number {
    return this.#connection.channel.sent;
  }

  async start(): Promise<void> {
    const { browser } = this.#connection;
    const { defaultContext = {} } = this.#options;
    checkSettings(defaultContext);
    await Promise.all([
      // The user's own browser keeps its way with downloads unless a folder was given.
      defaultContext.downloadsFolder !== undefined &&
        this.#downloads.allow(browser, this.defaultContext, defaultContext),
      ...grantEverywhere(browser, this.defaultContext, defaultContext.permissions),
      browser.send('Target.setAutoAttach', PAGES),
    ]);
    const pages = [...this.#pages.values()].map(({ ready }) => ready);
    await Promise.allSettled([
      untilTold<void>('Waiting for the open pages', { timeout: FIRST_PAGES_TIMEOUT }, ({ resolve }) => {
        void Promise.allSettled(pages).then(() => resolve());
        return () => undefined;
      }),
    ]);
  }

  subscribe(listener: (event: DriverEvent) => void): () => void {
    this.#listeners.add(listener);
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const event of early) this.#tell(event);
    return () => this.#listeners.delete(listener);
  }

  async newContext(options: ContextOptions = {}): Promise<ContextId> {
    checkSettings(options);
    const { browser } = this.#connection;
    const { browserContextId } = await browser.send('Target.createBrowserContext', {
      // A context of ours ends with the line to the browser, whoever started that.
      disposeOnDetach: true,
      ...(options.proxy && { proxyServer: options.proxy.server }),
      ...(options.proxy?.bypass !== undefined && { proxyBypassList: options.proxy.bypass }),
    });
    this.#contexts.set(browserContextId, options);
    await Promise.all([
      this.#downloads.allow(browser, browserContextId, options),
      ...grantEverywhere(browser, browserContextId, options.permissions),
    ]);
    return browserContextId;
  }

  async closeContext(context: ContextId): Promise<void> {
    if (context === this.defaultContext)
      throw new SightlineError('bad-argument', 'The default context can’t be closed', {
        hint: 'Close its pages, or the browser.',
      });
    if (!this.#contexts.delete(context)) throw noContext(context);
    this.#handlers.drop(context);
    await this.#connection.browser.send('Target.disposeBrowserContext', { browserContextId: context });
    for (const [session, { page }] of [...this.#pages]) if (page.context === context) this.#closed(session);
  }

  async configure(context: ContextId, changes: SettingsChange): Promise<void> {
    checkSettings(changes);
    const before = this.#optionsOf(context);
    const now = changed(before, changes);
    this.#contexts.set(context, now);
    const names = new Set(Object.keys(changes) as (keyof SettingsChange)[]);
    const lost = (before.permissions ?? []).filter((each) => !now.permissions?.includes(each));
    const { browser } = this.#connection;
    await Promise.all([
      ...(names.has('permissions') ? grantEverywhere(browser, context, now.permissions, lost) : []),
      ...this.#pagesOf(context).map((page) => page.apply(names)),
    ]);
  }

  async addInitScript(context: ContextId, source: string): Promise<void> {
    const options = this.#optionsOf(context);
    this.#contexts.set(context, { ...options, initScripts: [...(options.initScripts ?? []), source] });
    await Promise.all(this.#pagesOf(context).map((page) => page.addInitScript(source)));
  }

  async cookies(context: ContextId): Promise<Cookie[]> {
    this.#optionsOf(context);
    return getCookies(this.#connection.browser, context);
  }

  async setCookies(context: ContextId, cookies: NewCookie[]): Promise<void> {
    this.#optionsOf(context);
    return setCookies(this.#connection.browser, context, cookies);
  }

  async deleteCookies(
    context: ContextId,
    cookies?: Pick<Cookie, 'name' | 'domain' | 'path'>[],
  ): Promise<void> {
    this.#optionsOf(context);
    return deleteCookies(this.#connection.browser, context, cookies);
  }

  async setPermission(
    context: ContextId,
    origin: string,
    name: string,
    state: PermissionState,
  ): Promise<void> {
    this.#optionsOf(context);
    return setPermission(this.#connection.browser, context, origin, name, state);
  }

  async intercept(handler: RequestHandler, context?: ContextId): Promise<StopIntercepting> {
    const remove = this.#handlers.add(handler, context);
    const apply = () => this.#applyInterception(context);
    await apply();
    return async () => {
      remove();
      await apply();
    };
  }

  async newPage(context: ContextId): Promise<DriverPage> {
    if (!this.#contexts.has(context)) throw noContext(context);
    const { targetId } = await this.#connection.browser.send('Target.createTarget', {
      url: 'about:blank',
      ...(context !== '' && { browserContextId: context }),
    });
    const opened = await untilTold<OpenPage>('Opening a page', {}, ({ resolve }) => {
      const check = () => {
        const found = [...this.#pages.values()].find(({ page }) => page.id === targetId);
        if (found) resolve(found);
      };
      this.#attachWaiters.add(check);
      check();
      return () => this.#attachWaiters.delete(check);
    });
    return opened.ready;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  disconnect(): void {
    this.#connection.channel.close();
  }

  async #close(): Promise<void> {
    const { channel, browser } = this.#connection;
    if (channel.closed !== undefined) return;
    const ended = untilTold<void>('Closing the browser', { timeout: CLOSE_TIMEOUT }, ({ resolve }) =>
      channel.onClose(() => resolve()),
    );
    // The line may end before the answer: then the browser did what it was asked.
    await Promise.allSettled([browser.send('Browser.close', undefined, { timeout: CLOSE_TIMEOUT }), ended]);
    channel.close();
  }

  #receive(event: CdpEvent): void {
    switch (event.method) {
      case 'Target.attachedToTarget':
        this.#attached(event.params);
        return;
      case 'Target.detachedFromTarget':
        this.#closed(event.params.sessionId);
        return;
      default:
        this.#downloads.on(event);
        return;
    }
  }

  #attached({ sessionId, targetInfo, waitingForDebugger }: Protocol.Target.AttachedToTargetEvent): void {
    const page = new CdpPage(this.#connection, targetInfo, sessionId, {
      bundle: this.#options.bundle,
      settings: () => this.#contexts.get(targetInfo.browserContextId ?? '') ?? {},
      handlers: this.#handlers,
    });
    const ready = page.start(waitingForDebugger).then(() => {
      this.#tell({ type: 'page', page });
      page.announced();
      return page;
    });
    this.#pages.set(sessionId, { page, ready });
    // A page that closes before it is ready was never announced; who opened it is told by `ready` itself.
    ready.catch(() => this.#pages.delete(sessionId));
    for (const wake of [...this.#attachWaiters]) wake();
  }

  /** A page that ends meanwhile asks for nothing any more. */
  async #applyInterception(context: ContextId | undefined): Promise<void> {
    await Promise.allSettled(this.#pagesOf(context).map((page) => page.applyInterception()));
  }

  #optionsOf(context: ContextId): ContextOptions {
    const options = this.#contexts.get(context);
    if (!options) throw noContext(context);
    return options;
  }

  #pagesOf(context: ContextId | undefined): CdpPage[] {
    const pages = [...this.#pages.values()].map(({ page }) => page);
    return context === undefined ? pages : pages.filter((page) => page.context === context);
  }

  #closed(sessionId: string): void {
    const open = this.#pages.get(sessionId);
    if (!open) return;
    this.#pages.delete(sessionId);
    open.page.end('page-closed', 'The page was closed');
  }

  #tell(event: DriverEvent): void {
    if (this.#early) {
      this.#early.push(event);
      return;
    }
    for (const listener of [...this.#listeners]) listener(event);
  }

  #disconnected(reason: string): void {
    for (const { page } of [...this.#pages.values()])
      page.end('browser-disconnected', `The browser is gone: ${reason}`);
    this.#pages.clear();
    this.#tell({ type: 'disconnected', reason });
  }

  #downloadOwner(frame: FrameId) {
    for (const { page } of this.#pages.values())
      if (page.hasFrame(frame))
        return {
          emit: (event: Parameters<CdpPage['emit']>[0]) => page.emit(event),
          folder: this.#contexts.get(page.context)?.downloadsFolder,
        };
    return undefined;
  }
}

function noContext(context: ContextId): SightlineError {
  return new SightlineError(
    'context-closed',
    `There is no context ${context}: it was closed, or never opened`,
  );
}
