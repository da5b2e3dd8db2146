/**
 * THE seam. Everything above talks to a browser through these two interfaces and does not know which protocol is
 * underneath; everything below is one folder per protocol (`cdp/`, `bidi/`) that passes the contract suite in
 * `test/contract/`. A member with `?` may be missing: then the browser cannot do it, and callers say so
 * (`unsupported`).
 *
 * Rules for every implementation:
 *
 * - Failures are `SightlineError`s. A removed frame is `frame-gone`, a document that navigated during a call
 *   `document-gone`, a closed page `page-closed`, a crashed one `page-crashed`, a lost browser
 *   `browser-disconnected`; each rejects pending calls at once.
 * - Events of one page arrive in the order in which the browser sent them, and the frame list is already up to
 *   date when a listener runs.
 * - One `call` is one protocol round trip.
 */

import type { Transport } from '../rpc/transport.js';
import type { ContextOptions, Cookie, MediaSettings, NewCookie, SettingsChange } from './context-settings.js';
import type { ContextId, DocumentId, FrameId } from './ids.js';
import type { InputEvent } from './input-event.js';
import type { RequestHandler, StopIntercepting } from './interception.js';
import type { FrameInfo, PageEvent, PageTool, RemoteHandle } from './page-event.js';

export type { ContextOptions } from './context-settings.js';
export type * from './ids.js';
export type * from './input-event.js';
export type * from './page-event.js';

/** What a driver speaks. */
export type ProtocolName = 'cdp' | 'bidi';

export interface Driver {
  readonly protocol: ProtocolName;
  /** The browser's own name, for people: `Chrome 156.0.8078.79`, `Firefox 153.7.0`. */
  readonly version: string;
  /** The context that the browser starts with. */
  readonly defaultContext: ContextId;
  /**
   * Existing pages are announced to the first listener; the page of `newPage` is announced once, before `newPage`
   * resolves.
   */
  subscribe(listener: (event: DriverEvent) => void): () => void;
  newContext(options?: ContextOptions): Promise<ContextId>;
  /** Closes its pages too. The default context cannot be closed. */
  closeContext(context: ContextId): Promise<void>;
  newPage(context: ContextId): Promise<DriverPage>;
  /** Changes settings of a context, for open and later pages. Undefined resets one. */
  configure(context: ContextId, changes: SettingsChange): Promise<void>;
  /** Adds a script that runs in every new document of a context, like `initScripts`. */
  addInitScript(context: ContextId, source: string): Promise<void>;
  cookies(context: ContextId): Promise<Cookie[]>;
  /** A cookie with the same name, domain and path is replaced. */
  setCookies(context: ContextId, cookies: NewCookie[]): Promise<void>;
  /** Without cookies: deletes all of them. */
  deleteCookies(context: ContextId, cookies?: Pick<Cookie, 'name' | 'domain' | 'path'>[]): Promise<void>;
  /** Sets a permission of an origin, by its name in the Permissions API; `prompt` resets it. */
  setPermission(
    context: ContextId,
    origin: string,
    permission: string,
    state: PermissionState,
  ): Promise<void>;
  /** Intercepts requests before they are sent: see `interception.ts`. Without a context: in all of them. */
  intercept(handler: RequestHandler, context?: ContextId): Promise<StopIntercepting>;
  /** Asks the browser to end, then disconnects. Safe to call twice. */
  close(): Promise<void>;
  /** Disconnects and leaves the browser running: for browsers that Sightline did not start. */
  disconnect(): void;
  /** Protocol calls sent so far: benchmarks and the debug log count round trips with it. */
  readonly sent: number;
}

export type PermissionState = 'granted' | 'denied' | 'prompt';

export type DriverEvent =
  /**
   * A page opened: by us, by a page (`opener` names it), or by a person. Listeners may subscribe to it at once.
   */
  { type: 'page'; page: DriverPage } | { type: 'disconnected'; reason: string };

export interface DriverPage {
  /** The id of the main frame's target / top-level browsing context. */
  readonly id: string;
  readonly context: ContextId;
  /** The page that opened this one with `window.open` or a link target. */
  readonly opener: string | undefined;
  /** Whether it was the front tab when we connected; undefined if that was not checked. */
  readonly inFront?: boolean | undefined;
  readonly mainFrame: FrameId;
  /** Live frames, parents before children. */
  frames(): FrameInfo[];
  subscribe(listener: (event: PageEvent) => void): () => void;

  /**
   * Resolves when the new document has committed (not when it has loaded: see `load-state`). A navigation to a
   * fragment, or one that ends in a download or a 204, resolves with the document that stays.
   */
  navigate(where: NavigateTo, options?: CallScope): Promise<NavigateResult>;
  /**
   * Runs a function in the isolated world (CDP) or sandbox (BiDi) of a frame, after the injected bundle, and
   * returns the string that it returns or resolves to. `fn` is the source of `(arg: string, ...handles: Node[])
   * => string | Promise<string>`.
   */
  call(
    frame: FrameId,
    fn: string,
    arg: string,
    options?: CallScope & { handles?: RemoteHandle[] },
  ): Promise<string>;
  /**
   * Like `call`. `computed`: how often the browser had computed styles and layout of the page at a moment before it; what
   * waited to be computed mostly has been by then. Absent where the protocol has no such count.
   */
  callCounted?(
    frame: FrameId,
    fn: string,
    arg: string,
    options?: CallScope,
  ): Promise<{ text: string; computed: number }>;
  /** How often the browser has computed styles and layout by now. Comes with `callCounted`. */
  countComputed?(frame: FrameId, options?: CallScope): Promise<number>;
  /**
   * Like `call`, for a function that returns an array of Elements, shadow roots or WindowProxies: their protocol
   * ids, in order.
   */
  identify(frame: FrameId, fn: string, arg: string, options?: CallScope): Promise<RemoteId[]>;
  /** Like `call`, for a function that returns one Node or null: a handle to it. Release it on every path. */
  handle(frame: FrameId, fn: string, arg: string, options?: CallScope): Promise<RemoteHandle | null>;
  /** Like `call`, for a function that returns an array of Elements: their closed shadow roots (null if none). */
  closedRoots(frame: FrameId, fn: string, arg: string, options?: CallScope): Promise<(RemoteHandle | null)[]>;
  /** Never fails: a handle whose document is gone is already released. */
  release(handles: RemoteHandle[]): Promise<void>;
  /**
   * Runs a caller's function in the page's own world and returns its result by value. Handles from the isolated
   * world are adopted into the page's world and passed first, then `args`. An exception becomes a `script-error`
   * with the page's message.
   */
  evaluate(
    frame: FrameId,
    fn: string,
    args: unknown[],
    options?: CallScope & { handles?: RemoteHandle[] },
  ): Promise<unknown>;

  /**
   * Events caused by a call (a request, a navigation, a dialog) may arrive after its reply: the browser gets the
   * two from different processes.
   */
  readonly eventsLag?: boolean;
  /** How many workers the page's documents have. */
  readonly workers: number;
  /** What WebSockets send and receive is reported. */
  readonly reportsSocketMessages?: boolean;
  /** Text sent as input fires `beforeinput`, as typing does. Otherwise a script's editing command is as good. */
  readonly textAsTyped?: boolean;
  /**
   * The frame whose viewport `input` uses for the coordinates of an event meant for `frame` (CDP: the main frame;
   * BiDi: itself).
   */
  inputFrame(frame: FrameId): FrameId;
  /**
   * Brings the page to the front, in browsers where only the front page has the focus. Costs nothing if it
   * already is.
   */
  activate?(options?: CallScope): Promise<void>;
  /** A document of the page lacks the focus: the next `activate` checks whether the page has it. */
  doubtFocus?(): void;
  /** Sends trusted input, in order. `frame` is the frame that the events are meant for. */
  input(frame: FrameId, events: InputEvent[], options?: CallScope): Promise<void>;
  /** Gives files to an `<input type=file>`. Paths are absolute and have been checked. */
  setFiles(handle: RemoteHandle, paths: string[], options?: CallScope): Promise<void>;
  answerDialog(accept: boolean, promptText?: string): Promise<void>;
  screenshot(options?: ScreenshotOptions): Promise<Uint8Array>;
  /** Sends a picture of the viewport at once and after each change, one listener at a time; returns what ends it. */
  screencast?(
    onPicture: (picture: LivePicture) => void,
    options: ScreencastOptions,
  ): Promise<() => Promise<void>>;
  setViewport(size: { width: number; height: number } | null, deviceScaleFactor?: number): Promise<void>;
  /** Overrides the context's settings; absent ones keep the context's value. */
  emulateMedia(media: MediaSettings): Promise<void>;
  pdf(options?: PdfOptions): Promise<Uint8Array>;
  /** The body of a request; undefined if it had none. Throws `not-kept` if the browser has dropped it. */
  requestBody(id: string, options?: CallScope): Promise<Uint8Array | undefined>;
  /** Like `requestBody`, for its response, decoded. Undefined if there was none (a redirect, a failure). */
  responseBody(id: string, options?: CallScope): Promise<Uint8Array | undefined>;
  /** `beforeUnload: true` lets the page ask; the dialog arrives as an event. */
  close(options?: { beforeUnload?: boolean }): Promise<void>;

  /**
   * Drags files or data from outside the page to a viewport point of `inputFrame(frame)`, and drops them if the
   * page accepts them, which is asked once they hover there. Returns whether it did. Paths are absolute and have
   * been checked.
   */
  drop?(
    frame: FrameId,
    drop: DropFromOutside,
    wanted: () => Promise<boolean>,
    options?: CallScope,
  ): Promise<boolean>;

  /**
   * Terminates the scripts of a page that does not answer for a few seconds. `crashed`: they kept running, so the
   * renderer was killed; navigating revives the page. `none`: the page answered. Absent where the browser terminates
   * long scripts itself.
   */
  endScripts?(): Promise<'none' | 'ended' | 'crashed'>;

  /** Tools that the page offers to agents (WebMCP). Undefined if the browser does not let it. */
  pageTools?(): Promise<PageTool[] | undefined>;
  /** Calls one of them: what it returned. */
  callPageTool?(frame: FrameId, name: string, input: unknown, options?: CallScope): Promise<unknown>;

  /** Draws a box around the node without touching the page. Null removes it. */
  highlight?(handle: RemoteHandle | null): Promise<void>;
}

export interface DropFromOutside {
  x: number;
  y: number;
  files: string[];
  /** MIME type → content. */
  data: Record<string, string>;
}

export interface CallScope {
  /** Milliseconds; 0: no limit of its own. */
  timeout?: number | undefined;
  signal?: AbortSignal | undefined;
}

export type NavigateTo = { url: string; referrer?: string } | { history: number } | { reload: true };

export interface NavigateResult {
  /** The main frame's document after the navigation; the old one if none was created. */
  document: DocumentId;
  /** False: there was no history entry to go to. */
  moved: boolean;
}

export type RemoteId =
  | { kind: 'node'; backendNodeId?: number; sharedId?: string }
  /** A WindowProxy: the frame inside an iframe. */
  | { kind: 'frame'; frame: FrameId }
  | { kind: 'none' };

export interface ScreenshotOptions extends CallScope {
  format?: 'png' | 'jpeg';
  quality?: number;
  fullPage?: boolean;
  /** CSS pixels of the document. */
  clip?: { x: number; y: number; width: number; height: number };
}

/** The viewport as it looks now. */
export interface LivePicture {
  jpeg: Uint8Array;
  /** CSS pixels. */
  width: number;
  height: number;
}

export interface ScreencastOptions {
  /** Percent. */
  quality: number;
}

export interface PdfOptions extends CallScope {
  landscape?: boolean;
  /** Default true: print the backgrounds that a screen shows. */
  background?: boolean;
  scale?: number;
}

/** What every driver is created with. */
export interface DriverOptions {
  /** The injected bundle: evaluated in the isolated world of a frame with the first call into it. */
  bundle: string;
  /** For the context that the browser starts with; its proxy is set when the browser is started. */
  defaultContext?: Omit<ContextOptions, 'proxy'>;
  /** Called with the name of each protocol method sent, for the debug log. */
  onSend?: (method: string) => void;
  /** Sightline did not start the browser: it raises no tab, and new ones open in the background. */
  foreign?: boolean;
  /**
   * Opens the connection again after it was lost, if that is possible. Pages that still exist keep their frames.
   * BiDi: only in a session that existed before the connection.
   */
  reopen?: () => Promise<Transport>;
  /** Called when calls go unanswered for long: the reason, if the browser is gone for good. */
  whyGone?: () => Promise<string | undefined>;
  /** BiDi: the connection belongs to an existing WebDriver session. The browser's name in it. */
  session?: { browser: string };
  /** The context that stands for the default one: of a browser of which only that context is ours to use. */
  home?: ContextId;
}
