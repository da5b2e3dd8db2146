/**
 * DriverPage over BiDi: one top-level browsing context and the frames below it. This file passes events to the
 * parts and explains why an operation failed.
 */
import type { BrowsingContext } from 'webdriver-bidi-protocol';
import { type ErrorCode, isSightlineError, SightlineError } from '../../errors.js';
import { BasePage } from '../base-page.js';
import type { ContextOptions, MediaSettings } from '../context-settings.js';
import { untilTold } from '../deadline.js';
import type {
  CallScope,
  DriverPage,
  FrameId,
  FrameInfo,
  InputEvent,
  NavigateResult,
  NavigateTo,
  PageEvent,
  PdfOptions,
  RemoteHandle,
  ScreenshotOptions,
} from '../driver.js';
import type { BidiEvent, Connection } from './connection.js';
import { Console } from './console.js';
import { Dialogs } from './dialogs.js';
import { overrideMedia } from './emulation.js';
import { Files } from './files.js';
import { FrameTree, infoOf } from './frames.js';
import type { FrontWindow } from './front-window.js';
import { Input } from './input.js';
import { type NavigationHost, navigate } from './navigation.js';
import { Bodies } from './network/bodies.js';
import { Downloads } from './network/downloads.js';
import { Network } from './network/network.js';
import type { Permissions } from './permissions.js';
import { printPdf } from './pictures/pdf.js';
import { takeScreenshot } from './pictures/screenshot.js';
import { Restorer } from './restorer.js';
import { Workers } from './worlds/workers.js';
import { Worlds } from './worlds/worlds.js';

/** Milliseconds: Firefox reports a new document or a crash within moments of the end of the old one. */
const REPLACED_TIMEOUT = 1_000;

export interface PageOptions {
  bundle: string;
  context: ContextOptions;
  permissions: Permissions;
  /** Settles when a lost connection is open again; undefined if it is not lost. */
  online: () => Promise<void> | undefined;
  /** The page has closed: Firefox reports it for every page but the last one. */
  closed: () => void;
}

export class BidiPage extends BasePage implements DriverPage {
  readonly eventsLag = true;
  readonly #connection: Connection;
  readonly #front: FrontWindow;
  readonly #frames: FrameTree;
  protected readonly worlds: Worlds;
  readonly #workers = new Workers((realm) => this.worlds.table.has(realm));
  readonly #network: Network;
  protected readonly bodies: Bodies;
  readonly #permissions: Permissions;
  readonly #console: Console;
  protected readonly dialogs: Dialogs;
  readonly #downloads: Downloads;
  readonly #files: Files;
  readonly #input: Input;
  readonly #restorer: Restorer;
  readonly #navigation: NavigationHost;
  readonly #online: () => Promise<void> | undefined;
  readonly #closed: () => void;
  /** All overrides: Firefox takes them together. */
  #media: MediaSettings;

  constructor(connection: Connection, info: BrowsingContext.Info, front: FrontWindow, options: PageOptions) {
    super(info.context, info.userContext, info.originalOpener ?? undefined);
    this.#connection = connection;
    this.#front = front;
    const emit = (event: PageEvent) => this.#emit(event);
    this.#frames = new FrameTree(connection, info, emit);
    this.worlds = new Worlds(connection, this.#frames, options.bundle, (frame) => this.#whenReplaced(frame));
    this.#network = new Network(emit);
    this.bodies = new Bodies(connection);
    this.#permissions = options.permissions;
    this.#online = options.online;
    this.#closed = options.closed;
    this.#media = { ...options.context.media };
    this.#console = new Console(emit);
    this.dialogs = new Dialogs(connection, emit);
    this.#downloads = new Downloads(options.context, emit);
    this.#files = new Files(connection, emit);
    this.#input = new Input(connection, this.worlds, this.dialogs);
    this.#restorer = new Restorer(connection, this.#frames, this.worlds);
    this.#navigation = {
      connection,
      frames: this.#frames,
      watch: (watcher) => this.listeners.watch(watcher),
      gone: () => this.gone,
      abandoned: 0,
      asked: 0,
    };
  }

  on(event: BidiEvent): void {
    this.#frames.on(event);
    this.worlds.on(event);
    this.#workers.on(event);
    this.dialogs.on(event);
    this.#input.on(event);
    this.#network.on(event);
    this.bodies.on(event);
    this.#console.on(event);
    this.#downloads.on(event);
    this.#files.on(event);
    this.#restorer.on(event);
  }

  /** The page is gone: rejects what is pending and notifies the listeners. */
  end(code: ErrorCode, reason: string): void {
    if (this.gone && this.gone.code !== 'page-crashed') return;
    this.gone = new SightlineError(code, reason);
    this.#frames.drop(code, reason);
    this.dialogs.end();
    this.#emit({ type: 'closed' });
    this.#frames.clear();
    this.listeners.clear();
  }

  /** The connection was lost: operations wait until it is open again. */
  lost(): void {
    this.#network.lost();
  }

  /** The connection is open again, and the page continues. `realms`: those that exist now, if known. */
  found(tree: BrowsingContext.Info, realms: ReadonlySet<string> | undefined): void {
    this.#frames.found(tree, (frame) => this.worlds.table.stillHas(frame, realms));
    void this.worlds.readStates();
  }

  /** For pages older than our session. */
  async readNames(): Promise<void> {
    await this.worlds.readNames();
  }

  frames(): FrameInfo[] {
    return this.#frames.list().map((entry) => infoOf(entry, this.worlds.table.realmOf(entry.id, 'sandbox')));
  }

  get workers(): number {
    return this.#workers.count;
  }

  override hasFrame(frame: FrameId): boolean {
    return this.#frames.has(frame);
  }

  navigate(where: NavigateTo, scope?: CallScope): Promise<NavigateResult> {
    // Navigating brings back a crashed page.
    if (this.gone?.code === 'page-crashed') this.gone = undefined;
    return this.do(async () => {
      if ('url' in where) await this.#permissions.ensure(this.context, where.url);
      return navigate(this.#navigation, where, scope);
    });
  }

  async release(): Promise<void> {
    // A handle is a shared id, which keeps nothing alive.
  }

  inputFrame(frame: FrameId): FrameId {
    return frame;
  }

  input(frame: FrameId, events: InputEvent[], scope?: CallScope): Promise<void> {
    return this.do(async () => {
      this.#frames.get(frame);
      await this.#front.during(this.id, scope ?? {}, (rest) => this.#input.send(frame, events, rest));
    });
  }

  activate(scope?: CallScope): Promise<void> {
    return this.do(() => this.#front.bring(this.id, scope));
  }

  doubtFocus(): void {
    this.#front.doubt(this.id);
  }

  setFiles(handle: RemoteHandle, paths: string[], scope?: CallScope): Promise<void> {
    return this.do(async () => {
      this.#frames.get(handle.frame);
      await this.#files.set(handle, paths, scope);
    });
  }

  screenshot(options?: ScreenshotOptions): Promise<Uint8Array> {
    return this.do(() => takeScreenshot(this.#connection, this.mainFrame, options));
  }

  setViewport(size: { width: number; height: number } | null, deviceScaleFactor?: number): Promise<void> {
    return this.do(async () => {
      await this.#connection.send(
        'browsingContext.setViewport',
        { context: this.id, viewport: size, devicePixelRatio: (size && deviceScaleFactor) || null },
        { endsWith: this.id },
      );
    });
  }

  emulateMedia(media: MediaSettings): Promise<void> {
    return this.do(async () => {
      const wanted = { ...this.#media, ...media };
      await overrideMedia(this.#connection, wanted, { contexts: [this.id] });
      this.#media = wanted;
    });
  }

  pdf(options?: PdfOptions): Promise<Uint8Array> {
    return this.do(() => printPdf(this.#connection, this.mainFrame, options));
  }

  async close({ beforeUnload = false }: { beforeUnload?: boolean } = {}): Promise<void> {
    if (this.gone && this.gone.code !== 'page-crashed') return;
    this.closing = true;
    try {
      // The reply comes when the page has closed, or when it asked and the answer was no.
      await this.#connection.send('browsingContext.close', { context: this.id, promptUnload: beforeUnload });
      if (!beforeUnload) this.#closed();
    } catch (error) {
      // It closed before it could be asked to.
      if (!this.gone && !isSightlineError(error, 'frame-gone')) throw error;
    } finally {
      this.closing = false;
    }
  }

  protected override do<T>(operation: () => Promise<T>, frame?: FrameId): Promise<T> {
    const back = this.#online();
    return back ? back.then(() => super.do(operation, frame)) : super.do(operation, frame);
  }

  #emit(event: PageEvent): void {
    if (event.type === 'frame-navigated') this.worlds.table.committed(event.frame.id, event.sameDocument);
    if (event.type === 'frame-detached') {
      this.worlds.table.forget(event.frame);
      this.dialogs.frameGone(event.frame);
      this.#input.frameGone(event.frame);
    }
    if (event.type === 'crashed') {
      this.gone = new SightlineError('page-crashed', 'The page crashed');
      this.#frames.drop('page-crashed', 'The page crashed');
      this.dialogs.end();
    }
    this.listeners.tell(event);
  }

  /** Until the frame has another document, or none; only briefly, because that may already have been reported. */
  async #whenReplaced(frame: FrameId): Promise<void> {
    const replaced = untilTold<void>('The next document', { timeout: REPLACED_TIMEOUT }, ({ resolve }) =>
      this.listeners.watch((event) => {
        const isNew = event.type === 'frame-navigated' && event.frame.id === frame && !event.sameDocument;
        const isGone = event.type === 'frame-detached' && event.frame === frame;
        if (isNew || isGone || event.type === 'crashed' || event.type === 'closed') resolve();
      }),
    );
    await Promise.allSettled([replaced]);
  }
}
