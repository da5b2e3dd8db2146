import type { ContextId, ContextOptions, Driver, DriverPage } from '../driver/driver.js';
import { SightlineError } from '../errors.js';
import type { NetworkFence } from '../fence/network-fence.js';
import type { OriginRules } from '../fence/origin-rules.js';
import type { ActionsFactory } from './actions.js';
import { ConcurrencyLimit } from './concurrency-limit.js';
import { assertContextsLeft, Context } from './context.js';
import { deviceSettings, type Viewport } from './device.js';
import { Emitter } from './emitter.js';
import { NAVIGATION_TIMEOUT } from './navigation/navigation.js';
import { Page } from './page.js';
import type { SnapshotDefaults } from './snapshot/snapshot-options.js';
import type { StorageState } from './storage/storage-state.js';

export interface BrowserEvents {
  page: Page;
  disconnected: string;
}

export interface BrowserParts {
  /** Runs before the browser is closed, while it can still be asked. */
  beforeEnd?: (browser: Browser) => Promise<void>;
  driver: Driver;
  /** Ends the process, or disconnects from one that is not ours. */
  end: () => Promise<void>;
  /** Creates the part of a page that acts on it: passed in, so that looking does not depend on acting. */
  actions: ActionsFactory;
  defaults: SnapshotDefaults;
  /** Milliseconds that a navigation may take, unless the call says otherwise. */
  navigationTimeout?: number;
  /** The size of every new page; null leaves it to the browser's windows. */
  viewport: Viewport | null;
  /** Which origins may be contacted, if not all. */
  origins?: OriginRules;
  /** What enforces the rules: all of the browser's connections go through it. */
  fence?: NetworkFence;
  /** The default settings of new contexts. */
  context: Omit<ContextOptions, 'proxy'>;
  storageState?: StorageState;
  /** The browser is ours and new: its first blank page serves the first request for a page. */
  fresh: boolean;
}

export interface NewContextOptions extends ContextOptions {
  /** Size, pixel density, user agent and touch of a device by its name (`iPhone 15`); single settings override it. */
  device?: string;
  /** Viewport size of its pages; null leaves it to the browser's windows. Default: the browser's. */
  viewport?: Viewport | null;
  /** Cookies and local storage to start with. */
  storageState?: StorageState;
}

/** A browser that opens dozens of pages at once answers for none of them in time. */
const OPENING_AT_ONCE = 4;

/** A running browser: its contexts and their pages. */
export class Browser {
  /** @internal */
  readonly driver: Driver;
  readonly #parts: BrowserParts;
  readonly #events = new Emitter<BrowserEvents>();
  readonly #contexts = new Map<ContextId, Context>();
  readonly #pages = new Map<string, Page>();
  readonly #hidden = new Set<string>();
  readonly #holding = new Set<{ context: ContextId; page: (page: DriverPage) => void }>();
  /** Of contexts that have their own. */
  readonly #viewports = new WeakMap<Context, Viewport | null>();
  readonly #unsubscribe: () => void;
  /** The blank page of a new browser, until a caller asks for a page. */
  #startPage: Page | undefined;
  readonly #opening = new ConcurrencyLimit(OPENING_AT_ONCE);
  #disconnected: string | undefined;
  #ending: Promise<void> | undefined;

  /** @internal */
  constructor(parts: BrowserParts) {
    assertContextsLeft();
    this.#parts = parts;
    this.driver = parts.driver;
    this.#contexts.set(parts.driver.defaultContext, new Context(this, parts.driver.defaultContext, true));
    this.#unsubscribe = parts.driver.subscribe((event) => {
      if (event.type === 'page') this.#meet(event.page);
      else this.#disconnect(event.reason);
    });
    if (parts.fresh) [this.#startPage] = this.defaultContext.pages();
  }

  /** `Chrome 156.0.8078.79` */
  get version(): string {
    return this.driver.version;
  }

  /** Why the browser is gone, once it is. */
  get disconnected(): string | undefined {
    return this.#disconnected;
  }

  /** @internal Which origins may be contacted; undefined: all. */
  get origins(): OriginRules | undefined {
    return this.#parts.origins;
  }

  /** @internal Why a URL's server could not be reached, if more is known than the browser says. */
  failureOf(url: string): string | undefined {
    return this.#parts.fence?.failure(url);
  }

  get defaultContext(): Context {
    return this.#contextOf(this.driver.defaultContext);
  }

  contexts(): Context[] {
    return [...this.#contexts.values()];
  }

  pages(): Page[] {
    return this.contexts().flatMap((context) => context.pages());
  }

  on<E extends keyof BrowserEvents>(event: E, listener: (payload: BrowserEvents[E]) => void): () => void {
    return this.#events.on(event, listener);
  }

  async newContext(options: NewContextOptions = {}): Promise<Context> {
    this.assertConnected();
    assertContextsLeft();
    const { fence } = this.#parts;
    // A context's own proxy would bypass the rules.
    const proxy = fence && options.proxy && (await fence.through(options.proxy));
    const { storageState = this.#parts.storageState, device, viewport, ...given } = options;
    const emulated = device === undefined ? undefined : deviceSettings(device, this.driver.protocol);
    const id = await this.driver.newContext({
      ...this.#parts.context,
      ...emulated?.context,
      ...given,
      ...(proxy && { proxy }),
    });
    const context = new Context(this, id, false);
    const size = viewport === undefined ? emulated?.viewport : viewport;
    if (size !== undefined) this.#viewports.set(context, size);
    this.#contexts.set(context.id, context);
    try {
      if (storageState) await context.setStorageState(storageState);
    } catch (error) {
      await context.close();
      throw error;
    }
    return context;
  }

  /** A page in the browser's default context. */
  newPage(): Promise<Page> {
    return this.defaultContext.newPage();
  }

  /** Ends the browser (or disconnects, if Sightline did not start it). Safe to call twice and at any time. */
  close(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<void> {
    try {
      if (this.#disconnected === undefined) await this.#parts.beforeEnd?.(this);
    } finally {
      await this.#parts.end().finally(() => this.#disconnect('closed by Sightline'));
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** @internal For contexts. */
  async openPage(context: Context): Promise<Page> {
    this.assertConnected();
    return this.#opening.run(async () => {
      const page = this.#takeStartPage(context) ?? this.#adopt(await this.driver.newPage(context.id));
      try {
        await this.#fit(page);
      } catch (error) {
        // Half set up, it would disturb the next call.
        await Promise.allSettled([page.close()]);
        throw error;
      }
      return page;
    });
  }

  /** @internal Runs with a hidden page, then closes it. */
  async withHiddenPage<T>(context: Context, run: (page: DriverPage) => Promise<T>): Promise<T> {
    const hidden = await this.openHidden(context);
    try {
      return await run(hidden);
    } finally {
      await hidden.close();
    }
  }

  /** @internal A page that is not listed. */
  async openHidden(context: Context): Promise<DriverPage> {
    this.assertConnected();
    const held: DriverPage[] = [];
    const hold = { context: context.id, page: (page: DriverPage) => held.push(page) };
    this.#holding.add(hold);
    try {
      const hidden = await this.driver.newPage(context.id);
      this.#hidden.add(hidden.id);
      return hidden;
    } finally {
      this.#holding.delete(hold);
      // Other pages that opened in the meantime.
      for (const page of held) this.#meet(page);
    }
  }

  #takeStartPage(context: Context): Page | undefined {
    const page = this.#startPage;
    if (page?.context !== context) return undefined;
    this.#startPage = undefined;
    // Chromium reports no URL for a page that never loaded one.
    return page.closed === undefined && ['', 'about:blank', 'about:blank#'].includes(page.url)
      ? page
      : undefined;
  }

  /** @internal Sets the viewport of a page and of later ones in its context; null: that of the browser. */
  async fit(page: Page, viewport: Viewport | null): Promise<void> {
    if (viewport) this.#viewports.set(page.context, viewport);
    else this.#viewports.delete(page.context);
    if (viewport ?? this.#parts.viewport) await this.#fit(page);
    else await page.setViewport(null);
  }

  async #fit(page: Page): Promise<void> {
    const own = this.#viewports.get(page.context);
    const viewport = own === undefined ? this.#parts.viewport : own;
    if (!viewport) return;
    const { width, height, deviceScaleFactor } = viewport;
    await page.setViewport({ width, height }, deviceScaleFactor);
  }

  /** @internal For contexts. */
  async dropContext(context: Context): Promise<void> {
    if (this.#disconnected === undefined) await this.driver.closeContext(context.id);
    this.#contexts.delete(context.id);
  }

  /** While a hidden page is being opened, a page without an opener may be that one. */
  #meet(page: DriverPage): void {
    if (this.#hidden.has(page.id)) return;
    const hold = [...this.#holding].find(({ context }) => context === page.context);
    if (hold && page.opener === undefined) hold.page(page);
    else this.#adopt(page);
  }

  #adopt(driverPage: DriverPage): Page {
    const known = this.#pages.get(driverPage.id);
    if (known) return known;
    const page = this.#contextOf(driverPage.context).adopt(
      (index) =>
        new Page({
          driver: driverPage,
          context: this.#contextOf(driverPage.context),
          index,
          opener: driverPage.opener === undefined ? undefined : this.#pages.get(driverPage.opener),
          actions: this.#parts.actions,
          defaults: this.#parts.defaults,
          navigationTimeout: this.#parts.navigationTimeout ?? NAVIGATION_TIMEOUT,
        }),
    );
    this.#pages.set(driverPage.id, page);
    page.on('closed', () => this.#pages.delete(driverPage.id));
    if (page.opener) {
      // Nobody waits for a popup's size; one that is already gone needs none.
      this.#fit(page).catch(() => undefined);
      page.opener.announcePopup(page);
    }
    this.#events.emit('page', page);
    return page;
  }

  /** A foreign browser has contexts that we did not create. */
  #contextOf(id: ContextId): Context {
    const known = this.#contexts.get(id);
    if (known) return known;
    const context = new Context(this, id, false);
    this.#contexts.set(id, context);
    return context;
  }

  #disconnect(reason: string): void {
    if (this.#disconnected !== undefined) return;
    this.#disconnected = reason;
    this.#unsubscribe();
    // Firefox ends the connection before it reports the pages that close.
    for (const page of this.#pages.values())
      page.markClosed(
        this.#ending ? 'it was closed' : `the browser is gone: ${reason}`,
        'browser-disconnected',
      );
    for (const context of this.#contexts.values()) context.markClosed();
    this.#events.emit('disconnected', reason);
  }

  /** @internal */
  assertConnected(): void {
    if (this.#disconnected !== undefined)
      throw new SightlineError('browser-disconnected', `The browser is gone: ${this.#disconnected}`);
  }
}
