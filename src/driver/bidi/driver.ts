/** Driver over BiDi: contexts, pages, closing. */
import type { BrowsingContext, Session } from 'webdriver-bidi-protocol';
import { SightlineError } from '../../errors.js';
import { Channel } from '../../rpc/channel.js';
import type { Transport } from '../../rpc/transport.js';
import { BaseDriver, CLOSE_TIMEOUT } from '../base-driver.js';
import { ConnectionKeeper } from '../connection-keeper.js';
import type {
  ContextId,
  ContextOptions,
  Driver,
  DriverEvent,
  DriverOptions,
  DriverPage,
  FrameId,
} from '../driver.js';
import { type BidiEvent, Connection } from './connection.js';
import { Contexts, DEFAULT_CONTEXT, PROMPTS } from './contexts.js';
import { bidiDialect } from './dialect.js';
import { FrontWindow } from './front-window.js';
import { collectBodies } from './network/bodies.js';
import { Interception } from './network/interception.js';
import { BidiPage } from './page.js';
import { PRELOAD } from './worlds/worlds.js';

const EVENTS: Session.SubscribeParameters['events'] = [
  'browsingContext',
  'script',
  'log',
  'network',
  'input',
];

/** Milliseconds for the list of realms: Firefox asks every frame. */
const REALMS_TIMEOUT = 3_000;
const WHILE_DOWN = 'The page was closed while the connection to the browser was down';

export async function createBidiDriver(transport: Transport, options: DriverOptions): Promise<Driver> {
  const channel = new Channel(transport, bidiDialect);
  channel.onSend = options.onSend;
  channel.whyGone = options.whyGone;
  const connection = new Connection(channel);
  try {
    const driver = new BidiDriver(
      connection,
      options,
      options.session?.browser ?? (await newSession(connection, options)),
    );
    await driver.start();
    return driver;
  } catch (error) {
    channel.close();
    throw error;
  }
}

/** What the browser calls itself. */
async function newSession(connection: Connection, { defaultContext }: DriverOptions): Promise<string> {
  const { capabilities } = await connection.send('session.new', {
    capabilities: {
      alwaysMatch: {
        unhandledPromptBehavior: PROMPTS,
        ...(defaultContext?.ignoreHttpsErrors && { acceptInsecureCerts: true }),
      },
    },
  });
  const { browserName, browserVersion } = capabilities;
  return `${browserName.charAt(0).toUpperCase()}${browserName.slice(1)} ${browserVersion}`;
}

class BidiDriver extends BaseDriver implements Driver {
  readonly protocol = 'bidi';
  readonly version: string;
  readonly defaultContext = DEFAULT_CONTEXT;
  readonly #connection: Connection;
  readonly #front: FrontWindow;
  readonly #options: DriverOptions;
  readonly #interception: Interception;
  protected readonly contexts: Contexts;
  readonly #pages = new Map<string, BidiPage>();
  readonly #announced = new Set<BidiPage>();
  /** Our pending calls that open a page. */
  readonly #opening = new Set<Promise<unknown>>();
  readonly #keeper: ConnectionKeeper;
  #subscription: string | undefined;
  #started = false;

  constructor(connection: Connection, options: DriverOptions, version: string) {
    super(connection.channel);
    this.#connection = connection;
    this.#front = new FrontWindow(connection);
    this.#interception = new Interception(
      connection,
      this.handlers,
      (frame) => this.#pageOf(frame),
      (context) => this.contexts.known.find(context),
    );
    this.contexts = new Contexts(connection, version, options.defaultContext ?? {}, () => [
      ...this.#pages.values(),
    ]);
    this.#options = options;
    this.version = version;
    connection.listen((event) => this.#receive(event));
    this.#keeper = new ConnectionKeeper(connection.channel, options.reopen, {
      lost: () => this.#lost(),
      found: () => this.#found(),
      gone: (reason) => this.#disconnected(reason),
    });
  }

  async start(): Promise<void> {
    // Existing pages are reported as if they were created now, before the subscription is acknowledged.
    await Promise.all([
      this.#connection.send('script.addPreloadScript', PRELOAD),
      collectBodies(this.#connection),
      this.contexts.prepareDefault(),
      this.#interception.refuseLogins(),
      this.#subscribe(),
    ]);
    await this.#announceShown();
    this.#started = true;
    for (const page of this.#pages.values()) void page.readNames();
  }

  override async closeContext(context: ContextId): Promise<void> {
    await this.contexts.remove(context);
    for (const page of [...this.#pages.values()]) if (page.context === context) this.#closed(page.id);
    this.handlers.drop(context);
    await this.#interception.apply();
  }

  override async newContext(options?: ContextOptions): Promise<ContextId> {
    await this.#keeper.reopening;
    return super.newContext(options);
  }

  override async newPage(context: ContextId): Promise<DriverPage> {
    await this.#keeper.reopening;
    this.contexts.known.optionsOf(context);
    // A separate window: a background tab gets no animation frames.
    const creating = this.#connection.send('browsingContext.create', {
      type: 'window',
      userContext: context,
    });
    this.#opening.add(creating);
    const { context: id } = await creating.finally(() => this.#opening.delete(creating));
    const page = this.#pages.get(id);
    if (!page) throw new SightlineError('page-closed', 'The page closed as soon as it had opened');
    this.#announce(page);
    return page;
  }

  override close(): Promise<void> {
    this.#keeper.leave();
    return super.close();
  }

  override disconnect(): void {
    this.#keeper.leave();
    const { channel } = this.#connection;
    // Otherwise Firefox would keep the session and refuse the next client. A session that existed before stays.
    if (channel.closed === undefined && !this.#options.session)
      void Promise.allSettled([this.#connection.send('session.end', {})]);
    channel.close();
  }

  protected override askToEnd(): Promise<unknown> {
    return this.#connection.send('browser.close', {}, { timeout: CLOSE_TIMEOUT });
  }

  protected override async applyInterception(): Promise<void> {
    await this.#interception.apply();
  }

  #receive(event: BidiEvent): void {
    this.#interception.on(event);
    switch (event.method) {
      case 'browsingContext.contextCreated':
        if (event.params.parent) break;
        this.#opened(event.params);
        return;
      case 'browsingContext.contextDestroyed':
        if (event.params.parent) break;
        this.#closed(event.params.context);
        return;
      case 'script.realmCreated':
        if (event.params.type === 'window') break;
        for (const page of this.#pages.values()) page.on(event);
        return;
      case 'script.realmDestroyed':
        // Names no frame.
        for (const page of this.#pages.values()) page.on(event);
        return;
    }
    const frame = frameOf(event);
    if (frame === undefined) return;
    const page = this.#pageOf(frame);
    // On the way to another origin: permissions for every origin are set before the page can ask for them.
    if (page && event.method === 'browsingContext.navigationStarted')
      void Promise.allSettled([this.contexts.permissions.ensure(page.context, event.params.url)]);
    page?.on(event);
  }

  #pageOf(frame: FrameId): BidiPage | undefined {
    return this.#pages.get(frame) ?? [...this.#pages.values()].find((page) => page.hasFrame(frame));
  }

  #opened(info: BrowsingContext.Info): void {
    if (this.#pages.has(info.context)) return;
    const page = new BidiPage(this.#connection, info, this.#front, {
      bundle: this.#options.bundle,
      context: this.contexts.known.find(info.userContext),
      permissions: this.contexts.permissions,
      online: () => this.#keeper.reopening,
      closed: () => this.#closed(info.context),
    });
    this.#pages.set(page.id, page);
    this.#front.changed();
    // Firefox prepares invisible tabs (for the next "new tab") and reports them like others.
    if (page.opener !== undefined) this.#announce(page);
    else if (this.#started) void Promise.allSettled([...this.#opening]).then(() => this.#announceShown());
  }

  /** Announces the pages that Firefox counts among its tabs, and forgets the others. */
  async #announceShown(): Promise<void> {
    const waiting = [...this.#pages.values()].filter((page) => !this.#announced.has(page));
    if (waiting.length === 0) return;
    const tree = this.#connection.send('browsingContext.getTree', { maxDepth: 0 });
    const [answer] = await Promise.allSettled([tree]);
    // Only a closed connection gives no reply, and then nothing is left to announce.
    if (answer.status === 'rejected') return;
    const shown = new Set(answer.value.contexts.map(({ context }) => context));
    for (const page of waiting) {
      if (shown.has(page.id)) this.#announce(page);
      else this.#pages.delete(page.id);
    }
  }

  #announce(page: BidiPage): void {
    if (this.#announced.has(page) || !this.#pages.has(page.id)) return;
    this.#announced.add(page);
    this.tell({ type: 'page', page });
  }

  #closed(id: string, reason = 'The page was closed'): void {
    const page = this.#pages.get(id);
    if (!page) return;
    this.#pages.delete(id);
    this.#announced.delete(page);
    this.#front.changed();
    this.forget(page);
    page.end('page-closed', reason);
  }

  protected override tell(event: DriverEvent): boolean {
    if (!super.tell(event)) return false;
    // Now that the page is announced, it emits the events that it has kept.
    if (event.type === 'page' && event.page instanceof BidiPage) event.page.announced();
    return true;
  }

  async #subscribe(): Promise<void> {
    const { subscription } = await this.#connection.send('session.subscribe', { events: EVENTS });
    this.#subscription = subscription;
  }

  #lost(): void {
    this.#front.changed();
    for (const page of this.#pages.values()) page.lost();
  }

  /** The session still has its contexts, scripts and intercepts: only events were missed. */
  async #found(): Promise<void> {
    const before = this.#subscription;
    // Depending on the browser, the subscription of a lost connection is gone, or its events come on this one, too.
    if (before !== undefined)
      await Promise.allSettled([this.#connection.send('session.unsubscribe', { subscriptions: [before] })]);
    await this.#subscribe();
    const [{ contexts }, { userContexts }, realms] = await Promise.all([
      this.#connection.send('browsingContext.getTree', {}),
      this.#connection.send('browser.getUserContexts', {}),
      this.#realms(),
    ]);
    this.contexts.known.keep(userContexts.map(({ userContext }) => userContext));
    for (const tree of contexts) {
      const page = this.#pages.get(tree.context);
      if (page) page.found(tree, realms);
      else this.#opened(tree);
    }
    const open = new Set(contexts.map(({ context }) => context));
    for (const id of [...this.#pages.keys()]) if (!open.has(id)) this.#closed(id, WHILE_DOWN);
    await this.#announceShown();
  }

  /** All windows and sandboxes; undefined if the browser does not answer, because one frame hangs. */
  async #realms(): Promise<ReadonlySet<string> | undefined> {
    const [answer] = await Promise.allSettled([
      this.#connection.send('script.getRealms', {}, { timeout: REALMS_TIMEOUT }),
    ]);
    return answer.status === 'fulfilled' ? new Set(answer.value.realms.map(({ realm }) => realm)) : undefined;
  }

  #disconnected(reason: string): void {
    // First: pages that end with the browser were not closed by anybody.
    this.tell({ type: 'disconnected', reason });
    for (const page of [...this.#pages.values()])
      page.end('browser-disconnected', `The browser is gone: ${reason}`);
    this.#pages.clear();
    this.#announced.clear();
  }
}

/** The frame that an event is about; for a new frame, its parent. */
function frameOf(event: BidiEvent): string | undefined {
  switch (event.method) {
    case 'browsingContext.contextCreated':
      return event.params.parent ?? undefined;
    case 'script.realmCreated':
      return event.params.type === 'window' ? event.params.context : undefined;
    case 'script.message':
    case 'log.entryAdded':
      return event.params.source.context;
    case 'script.realmDestroyed':
      return undefined;
    default:
      return event.params.context ?? undefined;
  }
}
