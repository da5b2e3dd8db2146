/** Driver over CDP: contexts, pages, closing. */
import { randomUUID } from 'node:crypto';
import type { Protocol } from 'devtools-protocol';
import { Channel } from '../../rpc/channel.js';
import type { Transport } from '../../rpc/transport.js';
import { BaseDriver, CLOSE_TIMEOUT } from '../base-driver.js';
import { ConnectionKeeper } from '../connection-keeper.js';
import { untilTold } from '../deadline.js';
import type { ContextId, ContextOptions, Driver, DriverOptions, DriverPage, FrameId } from '../driver.js';
import { type CdpEvent, Connection } from './connection.js';
import { Contexts } from './contexts.js';
import { cdpDialect } from './dialect.js';
import { Downloads } from './network/downloads.js';
import { CdpPage } from './page.js';
import { Windows } from './windows.js';

/** Pages only: other targets (service workers, extensions) are left alone and never paused. */
const PAGES: Protocol.Target.SetAutoAttachRequest = {
  autoAttach: true,
  waitForDebuggerOnStart: true,
  flatten: true,
  filter: [{ type: 'page' }],
};
/** No page's session tells of them once it has requested their script. */
const SHARED_WORKERS: Protocol.Target.SetDiscoverTargetsRequest = {
  discover: true,
  filter: [{ type: 'shared_worker' }],
};
/** Milliseconds for existing pages: one that hangs must not block the others. */
const FIRST_PAGES_TIMEOUT = 3_000;

export async function createCdpDriver(transport: Transport, options: DriverOptions): Promise<Driver> {
  const channel = new Channel(transport, cdpDialect);
  channel.onSend = options.onSend;
  channel.whyGone = options.whyGone;
  const connection = new Connection(channel);
  try {
    const [version, contexts] = await Promise.all([
      connection.browser.send('Browser.getVersion'),
      connection.browser.send('Target.getBrowserContexts'),
    ]);
    const driver = new CdpDriver(connection, options, {
      version: version.product.replace(/^Headless/, '').replace('/', ' '),
      defaultContext: options.home ?? contexts.defaultBrowserContextId ?? '',
      windows: new Windows(version),
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

class CdpDriver extends BaseDriver implements Driver {
  readonly protocol = 'cdp';
  readonly version: string;
  readonly defaultContext: ContextId;
  readonly #connection: Connection;
  readonly #options: DriverOptions;
  protected readonly contexts: Contexts;
  /** By session, because the browser names the session when a page is gone. */
  readonly #pages = new Map<string, OpenPage>();
  readonly #windows: Windows;
  readonly #downloads = new Downloads((frame) => this.#downloadOwner(frame));
  readonly #attachWaiters = new Set<() => void>();
  readonly #keeper: ConnectionKeeper;
  /** Pages whose sessions ended with the connection, by target. */
  readonly #lostPages = new Map<string, CdpPage>();
  /** Chromium finds a world by its name: two connections must not share one. */
  readonly #world = `sightline ${randomUUID()}`;

  constructor(
    connection: Connection,
    options: DriverOptions,
    facts: { version: string; defaultContext: ContextId; windows: Windows },
  ) {
    super(connection.channel);
    this.#connection = connection;
    this.#options = options;
    this.version = facts.version;
    this.defaultContext = facts.defaultContext;
    this.#windows = facts.windows;
    this.contexts = new Contexts(
      connection.browser,
      this.#downloads,
      {
        context: this.defaultContext,
        options: options.defaultContext ?? {},
        named: options.home !== undefined,
      },
      (context) => this.#pagesOf(context),
    );
    connection.onBrowserEvent((event) => this.#receive(event));
    this.#keeper = new ConnectionKeeper(connection.channel, options.reopen, {
      lost: () => this.#lost(),
      found: () => this.#found(),
      gone: (reason) => this.#disconnected(reason),
    });
  }

  async start(): Promise<void> {
    await Promise.all([
      this.contexts.prepareDefault(),
      this.#connection.browser.send('Target.setAutoAttach', PAGES),
      this.#connection.browser.send('Target.setDiscoverTargets', SHARED_WORKERS),
    ]);
    const pages = [...this.#pages.values()].map(({ ready }) => ready);
    await Promise.allSettled([
      untilTold<void>('Waiting for the open pages', { timeout: FIRST_PAGES_TIMEOUT }, ({ resolve }) => {
        void Promise.allSettled(pages).then(() => resolve());
        return () => undefined;
      }),
    ]);
  }

  override async closeContext(context: ContextId): Promise<void> {
    await this.contexts.remove(context);
    this.handlers.drop(context);
    for (const [session, { page }] of [...this.#pages]) if (page.context === context) this.#closed(session);
  }

  override async newContext(options?: ContextOptions): Promise<ContextId> {
    await this.#keeper.reopening;
    return super.newContext(options);
  }

  override async newPage(context: ContextId): Promise<DriverPage> {
    await this.#keeper.reopening;
    this.contexts.known.optionsOf(context);
    const { targetId } = await this.#connection.browser.send('Target.createTarget', {
      url: 'about:blank',
      newWindow: this.#windows.forEachPage,
      ...(this.#options.foreign && { background: true }),
      ...(context !== '' && { browserContextId: context }),
    });
    try {
      return await this.#attachedPage(targetId);
    } catch (error) {
      // It may come later, when nobody waits for it.
      this.#connection.browser.send('Target.closeTarget', { targetId }).catch(() => undefined);
      throw error;
    }
  }

  override close(): Promise<void> {
    this.#keeper.leave();
    return super.close();
  }

  override disconnect(): void {
    this.#keeper.leave();
    this.#connection.channel.close();
  }

  protected override askToEnd(): Promise<unknown> {
    return this.#connection.browser.send('Browser.close', undefined, { timeout: CLOSE_TIMEOUT });
  }

  #receive(event: CdpEvent): void {
    switch (event.method) {
      case 'Target.attachedToTarget':
        this.#attached(event.params);
        return;
      case 'Target.detachedFromTarget':
        this.#closed(event.params.sessionId);
        return;
      case 'Target.targetCreated':
        for (const { page } of this.#pages.values())
          page.sharedWorkerStarted(event.params.targetInfo.targetId);
        return;
      case 'Target.targetDestroyed':
        for (const { page } of this.#pages.values()) page.sharedWorkerEnded(event.params.targetId);
        return;
      default:
        this.#downloads.on(event);
        return;
    }
  }

  #attached({ sessionId, targetInfo, waitingForDebugger }: Protocol.Target.AttachedToTargetEvent): void {
    const known = this.#lostPages.get(targetInfo.targetId);
    if (known) {
      this.#revived(known, sessionId);
      return;
    }
    this.#windows.opened(targetInfo, waitingForDebugger);
    const { foreign = false } = this.#options;
    const page = new CdpPage(this.#connection, targetInfo, sessionId, {
      bundle: this.#options.bundle,
      settings: () => this.contexts.known.find(targetInfo.browserContextId ?? ''),
      handlers: this.handlers,
      world: this.#world,
      mustRaise: () => !foreign && this.#windows.raise(targetInfo.targetId),
      mayRaise: !foreign,
      online: () => this.#keeper.reopening,
    });
    const ready = page.start(waitingForDebugger).then(() => {
      this.tell({ type: 'page', page });
      page.announced();
      return page;
    });
    this.#pages.set(sessionId, { page, ready });
    // A page that closes before it is ready was never announced; `ready` itself tells who opened it.
    ready.catch(() => this.#pages.delete(sessionId));
    for (const wake of [...this.#attachWaiters]) wake();
  }

  async #attachedPage(targetId: string): Promise<DriverPage> {
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

  /** A page that ends in the meantime makes no more requests. */
  protected override async applyInterception(context: ContextId | undefined): Promise<void> {
    await Promise.allSettled(this.#pagesOf(context).map((page) => page.applyInterception()));
  }

  #pagesOf(context: ContextId | undefined): CdpPage[] {
    const pages = [...this.#pages.values()].map(({ page }) => page);
    return context === undefined ? pages : pages.filter((page) => page.context === context);
  }

  #closed(sessionId: string): void {
    const open = this.#pages.get(sessionId);
    if (!open) return;
    this.#pages.delete(sessionId);
    this.#windows.closed(open.page.id);
    open.page.end('page-closed', 'The page was closed');
  }

  #revived(page: CdpPage, sessionId: string): void {
    this.#lostPages.delete(page.id);
    const ready = page.revive(sessionId).then(() => page);
    this.#pages.set(sessionId, { page, ready });
    ready.catch(() => this.#closed(sessionId));
  }

  #lost(): void {
    for (const { page } of this.#pages.values()) {
      page.lost();
      this.#lostPages.set(page.id, page);
    }
    this.#pages.clear();
  }

  async #found(): Promise<void> {
    await this.start();
    if (this.#connection.channel.closed !== undefined) return;
    // Our contexts ended with the connection; the person may have closed pages.
    const { browserContextIds } = await this.#connection.browser.send('Target.getBrowserContexts');
    this.contexts.known.keep(browserContextIds);
    for (const page of this.#lostPages.values())
      page.end('page-closed', 'The page was closed while the connection to the browser was down');
    this.#lostPages.clear();
  }

  #disconnected(reason: string): void {
    // First: pages that end with the browser were not closed by anybody.
    this.tell({ type: 'disconnected', reason });
    for (const page of this.#lostPages.values())
      page.end('browser-disconnected', `The browser is gone: ${reason}`);
    this.#lostPages.clear();
    for (const { page } of [...this.#pages.values()])
      page.end('browser-disconnected', `The browser is gone: ${reason}`);
    this.#pages.clear();
  }

  #downloadOwner(frame: FrameId) {
    for (const { page } of this.#pages.values())
      if (page.hasFrame(frame))
        return {
          emit: (event: Parameters<CdpPage['emit']>[0]) => page.emit(event),
          folder: this.contexts.known.find(page.context).downloadsFolder,
        };
    return undefined;
  }
}
