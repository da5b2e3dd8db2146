/** DriverPage over CDP: connects the parts of a page, and gives the most basic reason for a failure. */
import type { Protocol } from 'devtools-protocol';
import { type ErrorCode, SightlineError } from '../../errors.js';
import { BasePage } from '../base-page.js';
import type { ContextOptions, MediaSettings } from '../context-settings.js';
import type {
  CallScope,
  DriverPage,
  DropFromOutside,
  FrameId,
  FrameInfo,
  InputEvent,
  LivePicture,
  NavigateResult,
  NavigateTo,
  PageEvent,
  PageTool,
  PdfOptions,
  RemoteHandle,
  ScreencastOptions,
  ScreenshotOptions,
} from '../driver.js';
import type { RequestHandlers } from '../interception.js';
import { untilClosed } from './closing.js';
import type { CdpEvent, Connection, Session } from './connection.js';
import { Console } from './console.js';
import { Dialogs } from './dialogs.js';
import type { SettingName } from './emulation.js';
import { Files } from './files.js';
import { FrameTree, infoOf } from './frames.js';
import { Input } from './input.js';
import { navigate } from './navigation.js';
import { Bodies } from './network/bodies.js';
import { Interception } from './network/interception.js';
import { Network } from './network/network.js';
import { PageSettings } from './page-settings.js';
import { PageTools } from './page-tools.js';
import { Highlight } from './pictures/highlight.js';
import { printPdf } from './pictures/pdf.js';
import { Screencast } from './pictures/screencast.js';
import { takeScreenshot } from './pictures/screenshot.js';
import { Sessions } from './sessions.js';
import { endScripts } from './worlds/end-scripts.js';
import { WorldTable } from './worlds/world-table.js';
import { Worlds } from './worlds/worlds.js';

export interface PageOptions {
  bundle: string;
  /** The current settings of its context. */
  settings(): ContextOptions;
  handlers: RequestHandlers;
  /** The name of our isolated world. */
  world: string;
  /** Whether another tab is in front of it; after this call it counts as raised. */
  mustRaise(): boolean;
  /** Whether it may be raised at all. */
  mayRaise: boolean;
  /** Settles when a lost connection is open again; undefined if it is not lost. */
  online(): Promise<void> | undefined;
}

export class CdpPage extends BasePage implements DriverPage {
  readonly textAsTyped = true;
  readonly reportsSocketMessages = true;
  readonly #connection: Connection;
  readonly #sessions: Sessions;
  readonly #frames: FrameTree;
  readonly #worldTable: WorldTable;
  protected readonly worlds: Worlds;
  readonly #network: Network;
  protected readonly bodies = new Bodies();
  readonly #interception: Interception;
  readonly #settings: PageSettings;
  readonly #console: Console;
  protected readonly dialogs: Dialogs;
  readonly #files: Files;
  readonly #input: Input;
  readonly #mustRaise: () => boolean;
  readonly #online: () => Promise<void> | undefined;
  readonly #highlight: Highlight;
  readonly #screencast: Screencast;
  readonly #tools: PageTools;
  #inFront: boolean | undefined;

  constructor(
    connection: Connection,
    target: Protocol.Target.TargetInfo,
    sessionId: string,
    options: PageOptions,
  ) {
    super(target.targetId, target.browserContextId ?? '', target.openerId);
    this.#connection = connection;
    this.#mustRaise = options.mustRaise;
    this.#online = options.online;
    const emit = (event: PageEvent) => this.emit(event);
    this.#frames = new FrameTree(this.mainFrame, emit);
    this.#worldTable = new WorldTable(this.#frames, options.world);
    this.worlds = new Worlds(this.#frames, this.#worldTable, options.bundle);
    this.#network = new Network(emit);
    this.#tools = new PageTools(emit);
    this.#console = new Console(emit);
    this.dialogs = new Dialogs(emit);
    this.#files = new Files(this.#frames, this.worlds, emit);
    this.#interception = new Interception(options.handlers, {
      context: this.context,
      page: this.id,
      settings: options.settings,
    });
    this.#settings = new PageSettings(
      options.settings,
      this.#interception,
      () => this.#sessions,
      this.dialogs,
    );
    const { world, bundle } = options;
    const setup = { world, bundle, settings: this.#settings.current, interception: this.#interception };
    this.#sessions = new Sessions(connection, sessionId, setup, {
      onEvent: (session, event) => this.#dispatch(session, event),
      onTree: (session, tree, loadState) => this.#frames.adopt(session, tree, loadState),
      onCrash: (session) => this.#crashed(session),
      onDrop: (session) => this.#dropSession(session),
      frameOf: (session) => this.#frames.list().find((entry) => entry.session === session)?.id,
    });
    this.#input = new Input(this.#sessions.main, this.#frames, this.#worldTable, this.dialogs, options);
    this.#highlight = new Highlight(this.#frames, this.#worldTable);
    this.#screencast = new Screencast(this.#sessions.main);
  }

  /** Resolves when the page can be used. A new page has run nothing by then. */
  start(isNew: boolean): Promise<void> {
    if (!isNew) this.#askWhetherInFront();
    return this.#sessions.start(isNew);
  }

  get inFront(): boolean | undefined {
    return this.#inFront;
  }

  /** The connection was lost: operations wait until it is open again. */
  lost(): void {
    const lost = new SightlineError('browser-disconnected', 'The connection to the browser was lost');
    this.#sessions.end(lost);
    this.#worldTable.end(lost);
    this.#frames.lost();
    this.#network.lost();
  }

  /** The connection is open again, and the page continues in this session. */
  async revive(sessionId: string): Promise<void> {
    await this.#sessions.revive(sessionId);
    this.#frames.found();
    await this.#settings.restoreViewport();
  }

  /** Before the page is made to believe that it is in front. */
  #askWhetherInFront(): void {
    this.#sessions.main.send('Runtime.evaluate', { expression: 'document.visibilityState' }).then(
      ({ result }) => {
        this.#inFront = result.value === 'visible';
      },
      () => undefined, // It closed, or a dialog holds it up: then nothing is known.
    );
  }

  /** The page is gone: rejects what is pending and notifies the listeners. */
  end(code: ErrorCode, reason: string): void {
    if (this.gone?.code === code || this.gone?.code === 'page-closed') return;
    this.gone = new SightlineError(code, reason);
    this.#sessions.end(this.gone);
    this.#worldTable.end(this.gone);
    this.emit({ type: 'closed' });
    this.#frames.clear();
    this.listeners.clear();
  }

  emit(event: PageEvent): void {
    if (event.type === 'frame-navigated') {
      this.#worldTable.frameChanged(event.frame.id);
      if (!event.sameDocument) this.#tools.documentGone(event.frame.id);
      // A page whose renderer died lives again as soon as it shows another document.
      if (event.frame.id === this.mainFrame && this.gone?.code === 'page-crashed') this.gone = undefined;
    }
    if (event.type === 'frame-detached') {
      this.#worldTable.frameGone(event.frame);
      this.#tools.documentGone(event.frame);
    }
    this.listeners.tell(event);
  }

  apply(changed: ReadonlySet<SettingName>): Promise<void> {
    return this.#settings.apply(changed);
  }

  addInitScript(source: string): Promise<void> {
    return this.#settings.addInitScript(source);
  }

  applyInterception(): Promise<void> {
    return this.#settings.applyInterception();
  }

  override hasFrame(frame: FrameId): boolean {
    return this.#frames.has(frame);
  }

  frames(): FrameInfo[] {
    return this.#frames.list().map((entry) => infoOf(entry, this.#worldTable.contextIdOf(entry.id)));
  }

  get workers(): number {
    return this.#sessions.workers().length + this.#network.sharedWorkers;
  }

  sharedWorkerStarted(id: string): void {
    this.#network.sharedWorkerStarted(id);
  }

  sharedWorkerEnded(id: string): void {
    this.#network.sharedWorkerEnded(id);
  }

  navigate(where: NavigateTo, scope?: CallScope): Promise<NavigateResult> {
    const host = {
      session: this.#sessions.main,
      frames: this.#frames,
      watch: (watcher: (event: PageEvent) => void) => this.listeners.watch(watcher),
      gone: () => this.gone,
    };
    // Navigating brings back a crashed page.
    if (this.gone?.code === 'page-crashed') this.gone = undefined;
    return this.do(() => navigate(host, where, scope));
  }

  callCounted(
    frame: FrameId,
    fn: string,
    arg: string,
    scope?: CallScope,
  ): Promise<{ text: string; computed: number }> {
    return this.do(() => this.worlds.callCounted(frame, fn, arg, scope), frame);
  }

  countComputed(frame: FrameId, scope?: CallScope): Promise<number> {
    return this.do(() => this.worlds.countComputed(frame, scope), frame);
  }

  release(handles: RemoteHandle[]): Promise<void> {
    return this.worlds.release(handles);
  }

  inputFrame(): FrameId {
    return this.mainFrame;
  }

  input(frame: FrameId, events: InputEvent[], scope?: CallScope): Promise<void> {
    return this.do(async () => {
      if (this.#mustRaise()) await this.#sessions.main.send('Page.bringToFront', undefined, scope);
      await this.#input.send(frame, events, scope);
    }, frame);
  }

  drop(
    frame: FrameId,
    drop: DropFromOutside,
    wanted: () => Promise<boolean>,
    scope?: CallScope,
  ): Promise<boolean> {
    return this.do(() => this.#input.drop(frame, drop, wanted, scope), frame);
  }

  setFiles(handle: RemoteHandle, paths: string[], scope?: CallScope): Promise<void> {
    return this.do(() => this.#files.set(handle, paths, scope), handle.frame);
  }

  screenshot(options?: ScreenshotOptions): Promise<Uint8Array> {
    return this.do(async () => {
      // A tab behind another is drawn late.
      if (this.#mustRaise()) await this.#sessions.main.send('Page.bringToFront', undefined, options);
      return takeScreenshot(this.#sessions.main, options);
    });
  }

  screencast(
    onPicture: (picture: LivePicture) => void,
    options: ScreencastOptions,
  ): Promise<() => Promise<void>> {
    return this.do(() => this.#screencast.start(onPicture, options));
  }

  setViewport(size: { width: number; height: number } | null, deviceScaleFactor = 0): Promise<void> {
    return this.do(() => this.#settings.setViewport(size, deviceScaleFactor));
  }

  emulateMedia(media: MediaSettings): Promise<void> {
    return this.do(() => this.#settings.emulateMedia(media));
  }

  pdf(options?: PdfOptions): Promise<Uint8Array> {
    return this.do(() => printPdf(this.#sessions.main, options));
  }

  highlight(handle: RemoteHandle | null): Promise<void> {
    return this.do(() => this.#highlight.show(handle));
  }

  pageTools(): Promise<PageTool[] | undefined> {
    return this.do(() => this.#tools.list(this.#sessions.main));
  }

  callPageTool(frame: FrameId, name: string, input: unknown, scope: CallScope = {}): Promise<unknown> {
    return this.do(() => this.#tools.call(this.#frames.get(frame).session, frame, name, input, scope), frame);
  }

  endScripts(): Promise<'none' | 'ended' | 'crashed'> {
    return endScripts(this.#sessions.main, this.#sessions.frames());
  }

  async close({ beforeUnload = false }: { beforeUnload?: boolean } = {}): Promise<void> {
    if (this.gone && this.gone.code !== 'page-crashed') return;
    this.closing = true;
    const { mainFrame } = this;
    this.closing = await untilClosed({
      mainFrame,
      listeners: this.listeners,
      ask: () =>
        beforeUnload
          ? this.#sessions.main.send('Page.close')
          : this.#connection.browser.send('Target.closeTarget', { targetId: this.id }),
    });
  }

  protected override do<T>(operation: () => Promise<T>, frame?: FrameId): Promise<T> {
    const back = this.#online();
    return back ? back.then(() => super.do(operation, frame)) : super.do(operation, frame);
  }

  #dispatch(session: Session, event: CdpEvent): void {
    // The renderer reports it at once; the page itself is announced when it has been set up.
    if (event.method === 'Page.windowOpen') this.emit({ type: 'popup-opening', url: event.params.url });
    this.#frames.on(session, event);
    this.#worldTable.on(session, event);
    this.dialogs.on(session, event);
    this.#input.on(event);
    this.#screencast.on(event);
    this.#network.on(event);
    this.#tools.on(event);
    this.bodies.on(session, event);
    this.#interception.on(session, event);
    this.#console.on(event);
    this.#files.on(event);
  }

  #dropSession(session: Session): void {
    this.#worldTable.dropSession(session);
    this.dialogs.dropSession(session);
  }

  #crashed(session: Session): void {
    this.#dropSession(session);
    if (session !== this.#sessions.main) {
      session.rejectPending('frame-gone', 'The process of the frame crashed');
      return;
    }
    this.gone = new SightlineError('page-crashed', 'The page crashed');
    session.rejectPending('page-crashed', this.gone.message);
    this.#worldTable.end(this.gone);
    this.emit({ type: 'crashed' });
  }
}
