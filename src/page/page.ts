/** One tab: its frames, its navigation, and its events (dialogs, console, requests, downloads). */

import type { MediaSettings } from '../driver/context-settings.js';
import type {
  DialogInfo,
  DriverPage,
  FrameId,
  PageEvent,
  PageTool,
  PdfOptions,
  RemoteHandle,
  ScreenshotOptions,
} from '../driver/driver.js';
import { SightlineError } from '../errors.js';
import type { FindQuery } from '../tree/find/find.js';
import type { Markdown } from '../tree/markdown/markdown.js';
import type { Snapshot } from '../tree/node.js';
import { quote } from '../tree/quote.js';
import { formatPageHandle, type PageAddress, parseFrameHandle, parseRef } from '../tree/ref.js';
import type { DomAttributes } from '../wire/rows.js';
import type { Actions, ActionsFactory } from './actions.js';
import { type AccessibilityReport, auditPage } from './audit.js';
import { BusyFrames } from './busy-frames.js';
import { type ClosedCode, type FileChooser, PageCondition } from './condition.js';
import type { Context } from './context.js';
import { type CallLimits, withDeadline } from './deadline.js';
import { Emitter } from './emitter.js';
import { type Emulation, emulate } from './emulation.js';
import type { Frame } from './frame.js';
import { FrameTable } from './frame-table.js';
import { Locator } from './locator/locator.js';
import { LocatorFactory } from './locator/locator-factory.js';
import { PageLog } from './log.js';
import { type NavigateOptions, navigate, untilLoaded } from './navigation/navigation.js';
import { type CallToolOptions, callToolOf, toolsOf } from './page-tools.js';
import { takePicture } from './picture.js';
import { takeSnapshot } from './snapshot/capture.js';
import { type FoundInPage, findInPage } from './snapshot/find-in-page.js';
import { type PageTexts, pageTexts } from './snapshot/page-texts.js';
import { type ReadOptions, readMarkdown } from './snapshot/read-markdown.js';
import { SnapshotHistory } from './snapshot/snapshot-history.js';
import type { SnapshotDefaults, SnapshotOptions } from './snapshot/snapshot-options.js';
import { programSight, type Sight } from './target/sight.js';
import { assertOnPage, targetError } from './target/target-error.js';

export interface PageEvents {
  /** Every browser event for this page, in order; the more specific events below follow it. */
  event: PageEvent;
  dialog: DialogInfo;
  popup: Page;
  closed: string;
}

export interface PageParts {
  driver: DriverPage;
  context: Context;
  index: number;
  opener: Page | undefined;
  actions: ActionsFactory;
  defaults: SnapshotDefaults;
  navigationTimeout: number;
}

const DEFAULT_TIMEOUT = 30_000;

export class Page extends LocatorFactory<Locator> {
  /** @internal */
  readonly driver: DriverPage;
  readonly context: Context;
  readonly index: number;
  readonly opener: Page | undefined;
  /** @internal */
  readonly defaults: SnapshotDefaults;
  /** @internal */
  readonly navigationTimeout: number;
  /** @internal */
  readonly actions: Actions;
  readonly mainFrame: Frame;
  readonly log: PageLog;
  /** @internal What callers have been shown, for `since`. */
  readonly history = new SnapshotHistory();
  readonly #sight = programSight();
  readonly #events = new Emitter<PageEvents>();
  readonly #frames = new FrameTable(this);
  readonly #condition: PageCondition;
  readonly busy: BusyFrames;
  #viewport: { width: number; height: number } | undefined;
  #nextSnapshot = 1;

  /** @internal */
  constructor(parts: PageParts) {
    super();
    this.driver = parts.driver;
    this.context = parts.context;
    this.index = parts.index;
    this.opener = parts.opener;
    this.defaults = parts.defaults;
    this.navigationTimeout = parts.navigationTimeout;
    this.#condition = new PageCondition(this.handle);
    const lives = (frame: FrameId) => this.driver.call(frame, "() => ''", '', { timeout: 0 });
    this.busy = new BusyFrames(lives, this.driver.endScripts === undefined);
    this.log = new PageLog((url) => this.context.browser.origins?.refusal(url));
    const main = this.driver.frames().find(({ id }) => id === this.driver.mainFrame);
    if (!main) throw new SightlineError('page-closed', `Page ${this.handle} was closed while it opened`);
    this.mainFrame = this.#frames.of(main);
    // Takes number 0: nothing else can have requested one yet.
    void this.mainFrame.index;
    this.driver.subscribe((event) => this.#hear(event));
    this.actions = parts.actions(this);
  }

  /** `c0p1` */
  get handle(): string {
    return formatPageHandle({ context: this.context.index, page: this.index });
  }

  get url(): string {
    return this.mainFrame.url;
  }

  /** Why the page is gone, once it is. */
  get closed(): string | undefined {
    return this.#condition.closed;
  }

  get crashed(): boolean {
    return this.#condition.crashed;
  }

  /** The dialog that waits for an answer. */
  get dialog(): DialogInfo | undefined {
    return this.#condition.dialog;
  }

  /** @internal The file chooser that the last click opened, until files are given or the document is gone. */
  get fileChooser(): FileChooser | undefined {
    return this.#condition.fileChooser;
  }

  on<E extends keyof PageEvents>(event: E, listener: (payload: PageEvents[E]) => void): () => void {
    return this.#events.on(event, listener);
  }

  /** Every live frame, parents before children. */
  frames(): Frame[] {
    return this.driver.frames().map((info) => this.#frames.of(info));
  }

  /** @internal */
  frameById(id: FrameId): Frame | undefined {
    const info = this.driver.frames().find((each) => each.id === id);
    return info ? this.#frames.of(info) : undefined;
  }

  /** By handle: `f1`, `p1f2`, `c0p1f2`. */
  frame(handle: string): Frame {
    const parsed = parseFrameHandle(handle);
    if (!parsed.ok) throw new SightlineError('bad-argument', parsed.message);
    this.#assertMine(handle, parsed.value);
    return this.#frames.at(parsed.value.frame, handle);
  }

  async title(options: CallLimits = {}): Promise<string> {
    return (await this.mainFrame.call('documentState', {}, options)).title;
  }

  async goto(url: string, options: NavigateOptions = {}): Promise<void> {
    const { referrer } = options;
    await navigate(
      this,
      { url, ...(referrer !== undefined && { referrer }) },
      `navigating to ${quote(url, 200)}`,
      options,
    );
  }

  /** False if there is no earlier (later) entry. */
  goBack(options: NavigateOptions = {}): Promise<boolean> {
    return navigate(this, { history: -1 }, 'going back', options);
  }

  goForward(options: NavigateOptions = {}): Promise<boolean> {
    return navigate(this, { history: 1 }, 'going forward', options);
  }

  async reload(options: NavigateOptions = {}): Promise<void> {
    await navigate(this, { reload: true }, 'reloading', options);
  }

  /** Waits until the main document is interactive or has loaded. */
  waitForLoadState(state: 'interactive' | 'load' = 'load', options: CallLimits = {}): Promise<void> {
    return withDeadline(`waiting for ${state}`, options, DEFAULT_TIMEOUT, (deadline) =>
      untilLoaded(this, state, deadline),
    );
  }

  /** Runs a function (as source, or without closures) in the page's own world. */
  evaluate(
    fn: string | ((...args: never[]) => unknown),
    args: unknown[] = [],
    options: CallLimits = {},
  ): Promise<unknown> {
    return this.mainFrame.evaluate(String(fn), args, options);
  }

  /** The main frame, with its iframes marked as boundaries. */
  async ariaSnapshot(options: SnapshotOptions = {}): Promise<Snapshot> {
    return takeSnapshot(this.mainFrame, false, options);
  }

  /** All frames, each in its place. */
  async ariaSnapshotWithFrames(options: SnapshotOptions = {}): Promise<Snapshot> {
    return takeSnapshot(this.mainFrame, true, options);
  }

  /** Finds text or a regular expression in the whole tree, including all frames and folded parts. */
  async find(query: FindQuery, options: CallLimits & { limit?: number } = {}): Promise<FoundInPage> {
    return findInPage(this.mainFrame, query, options);
  }

  /**
   * The page to read, as Markdown, all frames in place and the main content first. What a person can't see, buttons and
   * menus are left out.
   */
  async markdown(options: ReadOptions = {}): Promise<Markdown> {
    return readMarkdown(this.mainFrame, true, options);
  }

  /** The whole page as texts, all frames in place: its DOM with refs, and its unfolded tree. */
  async texts(options: CallLimits & { domAttributes?: DomAttributes } = {}): Promise<PageTexts> {
    return pageTexts(this.mainFrame, options);
  }

  /** The element that a snapshot showed with this ref: verified at each use. */
  locatorFromRef(ref: string, sight: Sight = this.#sight): Locator {
    const parsed = parseRef(ref);
    if (!parsed.ok) throw new SightlineError('bad-ref', parsed.message);
    this.#assertMine(ref, parsed.value);
    const frame = this.#frames.at(parsed.value.frame, ref);
    const { element } = parsed.value;
    return new Locator(frame, { element }, ref, sight);
  }

  /** CSS and XPath of one element, for use without Sightline. */
  resolveUidToSelector(
    ref: string,
    options: CallLimits = {},
  ): Promise<{ css: string | string[]; xpath?: string | string[] }> {
    const { target } = this.locatorFromRef(ref);
    return withDeadline(`selectors of ${ref}`, options, DEFAULT_TIMEOUT, async ({ signal }) => {
      const { idAttributes, xpath } = this.defaults;
      const request = { target: target.target, idAttributes, xpath };
      const reply = await target.frame.call('selectors', request, { signal });
      if (!reply.ok) throw targetError(target, reply.failure);
      return { css: reply.css, ...(reply.xpath !== undefined && { xpath: reply.xpath }) };
    });
  }

  async screenshot(options: ScreenshotOptions = {}): Promise<Uint8Array> {
    this.assertUsable();
    return takePicture(this, options);
  }

  async setViewport(
    size: { width: number; height: number } | null,
    deviceScaleFactor?: number,
  ): Promise<void> {
    this.assertUsable();
    await this.driver.setViewport(size, deviceScaleFactor);
    this.#viewport = size ?? undefined;
  }

  /** @internal The size that was set. */
  get viewport(): { width: number; height: number } | undefined {
    return this.#viewport;
  }

  /**
   * Emulates a device, a place, a network. Media features apply to this page, everything else to its context: later
   * pages get it, too. Null resets a setting to the browser's own, omitted ones stay.
   */
  async emulate(wanted: Emulation): Promise<void> {
    this.assertUsable();
    await emulate(this, wanted);
  }

  /** Overrides media features and type; null resets one, omitted ones stay. */
  async emulateMedia(media: MediaSettings): Promise<void> {
    this.assertUsable();
    await this.driver.emulateMedia(media);
  }

  /** Accessibility problems that markup and styles prove, in all frames. */
  async auditAccessibility(options: CallLimits = {}): Promise<AccessibilityReport> {
    this.assertUsable();
    return auditPage(this, options);
  }

  /** Tools that the page offers to agents (WebMCP): `launch({ webMcp: true })`, Chromium only. */
  async tools(): Promise<PageTool[]> {
    this.assertUsable();
    return toolsOf(this);
  }

  /** Calls a tool of the page: what it returned. */
  async callTool(name: string, input: unknown, options: CallToolOptions = {}): Promise<unknown> {
    this.assertUsable();
    return callToolOf(this, name, input, options);
  }

  async pdf(options: PdfOptions = {}): Promise<Uint8Array> {
    this.assertUsable();
    return this.mainFrame.answered(this.driver.pdf(options));
  }

  /** The body of a logged request; undefined if it had none. */
  requestBody(id: string, options: CallLimits = {}): Promise<Uint8Array | undefined> {
    return this.driver.requestBody(id, options);
  }

  /** The response body of a logged request. */
  responseBody(id: string, options: CallLimits = {}): Promise<Uint8Array | undefined> {
    return this.driver.responseBody(id, options);
  }

  async answerDialog(accept: boolean, promptText?: string): Promise<void> {
    if (!this.dialog) throw new SightlineError('no-dialog', `No dialog is open on ${this.handle}`);
    await this.driver.answerDialog(accept, promptText);
  }

  /** `beforeUnload: true` lets the page ask whether it may be closed; then the dialog and the page stay open. */
  async close(options: { beforeUnload?: boolean } = {}): Promise<void> {
    if (this.closed !== undefined) return;
    await this.driver.close(options);
    // Firefox reports it a moment after its reply.
    if (!options.beforeUnload) this.markClosed('it was closed');
  }

  /** @internal */
  override locate(step: Parameters<LocatorFactory<Locator>['locate']>[0]): Locator {
    return this.mainFrame.locate(step);
  }

  protected override testIdAttributes(): string[] {
    return this.defaults.testIdAttributes;
  }

  /** @internal */
  assertUsable(): void {
    this.#condition.assertUsable();
    this.busy.check(this.mainFrame.id, () => `Page ${this.handle}`);
  }

  /** Terminates scripts that keep the page from answering, in browsers that need a command for it. */
  async free(): Promise<void> {
    if (!this.crashed) await this.busy.free(async () => (await this.driver.endScripts?.()) ?? 'none');
  }

  /** @internal Navigating brings back a crashed page. */
  assertNavigable(): void {
    this.#condition.assertNavigable();
  }

  /** @internal Waits for something that the page cannot answer while a dialog is open. */
  unlessDialog<T>(promise: Promise<T>): Promise<T> {
    return this.#condition.unlessDialog(promise);
  }

  /** @internal For frames: the next free number. */
  numberFrame(frame: Frame): number {
    return this.#frames.number(frame);
  }

  /** @internal */
  takeSnapshotId(): number {
    return this.#nextSnapshot++;
  }

  /** @internal For the browser: a page opened this one. */
  announcePopup(page: Page): void {
    this.#events.emit('popup', page);
  }

  /** @internal For the browser, when it is gone. */
  markClosed(reason: string, code: ClosedCode = 'page-closed'): void {
    if (this.#condition.close(reason, code)) this.#events.emit('closed', reason);
  }

  /** @internal Takes the file chooser, which has been served. */
  takeFileChooser(): RemoteHandle | undefined {
    return this.#condition.takeFileChooser();
  }

  #hear(event: PageEvent): void {
    this.#frames.hear(event);
    this.#condition.hear(event, this.driver.mainFrame);
    // Updates the frame.
    if (event.type === 'load-state') this.frameById(event.frame);
    if (event.type === 'dialog-opened') this.#events.emit('dialog', event.dialog);
    if (event.type !== 'closed') this.log.record(event);
    this.#events.emit('event', event);
    if (event.type === 'closed') this.markClosed('it was closed');
  }

  #assertMine(label: string, address: PageAddress): void {
    assertOnPage(label, address, { context: this.context.index, page: this.index });
  }
}
