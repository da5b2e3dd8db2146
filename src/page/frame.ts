/**
 * A frame of a page: calls into it, its number, and which frames its elements hold. Number and memory live as long as
 * the frame, across documents.
 */
import type {
  CallScope,
  DriverPage,
  FrameId,
  FrameInfo,
  LoadState,
  RemoteHandle,
  RemoteId,
} from '../driver/driver.js';
import { inPage } from '../driver/in-page.js';
import { notPlain } from '../driver/script-result.js';
import { isSightlineError, SightlineError } from '../errors.js';
import type { Markdown } from '../tree/markdown/markdown.js';
import type { Snapshot } from '../tree/node.js';
import { formatFrameHandle, formatRef, type RefStyle } from '../tree/ref.js';
import type { CallEnvelope, Method, ReplyEnvelope, ReplyOf, RequestOf } from '../wire/api.js';
import { type PlainCopy, restoredValue } from '../wire/plain-copy.js';
import type { CaptureReply, CaptureRequest } from '../wire/rows.js';
import { Locator } from './locator/locator.js';
import { LocatorFactory } from './locator/locator-factory.js';
import type { Page } from './page.js';
import { takeSnapshot } from './snapshot/capture.js';
import { FrameMemory } from './snapshot/frame-memory.js';
import { type ReadOptions, readMarkdown } from './snapshot/read-markdown.js';
import type { SnapshotOptions } from './snapshot/snapshot-options.js';

const CALL = '(arg) => globalThis.sightline.call(arg)';
const NODE = '(arg) => globalThis.sightline.node(Number(arg))';
const NODES = '(arg) => globalThis.sightline.nodes(JSON.parse(arg))';
const FRAME_WINDOWS = '(arg) => globalThis.sightline.frameWindows(JSON.parse(arg))';
const CLOSED_CANDIDATES = '(arg) => globalThis.sightline.closedCandidates(arg)';
const ADOPT_CLOSED = '(arg, ...roots) => globalThis.sightline.adoptClosedRoots(arg, roots)';

export class Frame extends LocatorFactory<Locator> {
  readonly id: FrameId;
  readonly page: Page;
  #index: number | undefined;
  #info: FrameInfo;
  #detached = false;
  /** @internal */
  readonly memory = new FrameMemory();
  /** Which element of this document holds a child frame. */
  readonly #frameOwners = new Map<FrameId, number>();

  /** @internal */
  constructor(page: Page, info: FrameInfo) {
    super();
    this.page = page;
    this.id = info.id;
    this.#info = info;
  }

  /** 0 is the main frame; others are numbered when first shown or requested, and keep their number. */
  get index(): number {
    this.#index ??= this.page.numberFrame(this);
    return this.#index;
  }

  /** `f1`, `c0p1f2`: accepted by `frame` arguments. */
  get handle(): string {
    return this.handleAs(this.page.defaults.refs);
  }

  handleAs(style: RefStyle): string {
    const { context, index: page } = this.page;
    return formatFrameHandle({ context: context.index, page, frame: this.index }, style);
  }

  /** Whether the frame shows the browser's own page about a failed load. Undefined: only its document knows. */
  get failed(): boolean | undefined {
    return this.#info.failed;
  }

  /** The ref of an element of this frame. */
  refOf(element: number, style = this.page.defaults.refs): string {
    return formatRef(
      { context: this.page.context.index, page: this.page.index, frame: this.index, element },
      style,
    );
  }

  get url(): string {
    return this.#info.url;
  }

  get name(): string {
    return this.#info.name;
  }

  /** @internal */
  get document(): string {
    return this.#info.document;
  }

  get loadState(): LoadState {
    return this.#info.loadState;
  }

  get detached(): boolean {
    return this.#detached;
  }

  get parent(): Frame | null {
    return this.#info.parent === null ? null : (this.page.frameById(this.#info.parent) ?? null);
  }

  get children(): Frame[] {
    return this.page.frames().filter((frame) => frame.parent === this);
  }

  /** What the protocol knows about the frame, for debugging. */
  get metadata(): {
    frameId: string;
    sessionId?: string;
    executionContextId?: number | string;
    openerFrameId?: string;
  } {
    const { session, executionContext } = this.#info;
    const opener = this.parent === null ? this.page.opener?.mainFrame.id : undefined;
    return {
      frameId: this.id,
      ...(session !== undefined && { sessionId: session }),
      ...(executionContext !== undefined && { executionContextId: executionContext }),
      ...(opener !== undefined && { openerFrameId: opener }),
    };
  }

  get #driver(): DriverPage {
    return this.page.driver;
  }

  /** @internal Calls the injected code in this frame: one protocol round trip. */
  call<M extends Method>(method: M, request: RequestOf<M>, scope: CallScope = {}): Promise<ReplyOf<M>> {
    return this.#ask(method, request, (json) => this.#driver.call(this.id, CALL, json, scope));
  }

  /**
   * @internal Captures this frame. `computed`: how often the browser had computed styles and layout before it was read;
   * undefined where that is not known or was not asked (`counts`).
   */
  async capture(
    request: CaptureRequest,
    counts: boolean,
    scope: CallScope = {},
  ): Promise<{ reply: CaptureReply; computed: number | undefined }> {
    const driver = this.#driver;
    let computed: number | undefined;
    const reply = await this.#ask('capture', request, async (json) => {
      const counted = counts ? await driver.callCounted?.(this.id, CALL, json, scope) : undefined;
      computed = counted?.computed;
      return counted?.text ?? driver.call(this.id, CALL, json, scope);
    });
    return { reply, computed };
  }

  /** @internal Whether the browser counts how often it computes styles and layout. */
  get counts(): boolean {
    return this.#driver.callCounted !== undefined;
  }

  /** @internal How often the browser has computed styles and layout by now; undefined where that is not known. */
  async countComputed(scope: CallScope = {}): Promise<number | undefined> {
    return this.#unlessBlocked(async () => this.#driver.countComputed?.(this.id, scope));
  }

  async #ask<M extends Method>(
    method: M,
    request: RequestOf<M>,
    send: (json: string) => Promise<string>,
  ): Promise<ReplyOf<M>> {
    const { memory } = this;
    const envelope: CallEnvelope<M> = { method, request, nextElement: memory.nextElement };
    const text = await this.#unlessBlocked(() => send(JSON.stringify(envelope)));
    // Our own code wrote the text, in a world that the page cannot reach.
    const { reply, nextElement } = JSON.parse(text) as ReplyEnvelope<M>;
    memory.nextElement = Math.max(memory.nextElement, nextElement);
    return reply;
  }

  /** Runs a function or an expression in the page's own world. Elements given as refs are passed as arguments, before `args`. */
  async evaluate(
    fn: string,
    args: unknown[] = [],
    options: CallScope & { elements?: number[] } = {},
  ): Promise<unknown> {
    const handles: RemoteHandle[] = [];
    try {
      for (const element of options.elements ?? []) handles.push(await this.elementHandle(element, options));
      const copy = await this.#unlessBlocked(() =>
        this.#driver.evaluate(this.id, callable(fn), args, { ...options, handles }),
      );
      return returned(copy as PlainCopy); // see `plainCopy`
    } catch (error) {
      if (isSightlineError(error, 'timeout'))
        throw new SightlineError('timeout', 'The script has not returned in time, and may still be running', {
          hint: 'Return sooner: start what takes long, and ask for its result in a later call.',
          cause: error,
        });
      if (!isSightlineError(error, 'document-gone')) throw error;
      throw new SightlineError(
        'document-gone',
        'The page navigated to another document before the script returned: what it did before is not known',
        { hint: 'Call it again to run it in the document that is open now.', cause: error },
      );
    } finally {
      // A page that is busy would be waited for.
      void this.#driver.release(handles);
    }
  }

  /** @internal A protocol handle to an element found earlier. The caller releases it. */
  async elementHandle(element: number, scope: CallScope = {}): Promise<RemoteHandle> {
    const handle = await this.#unlessBlocked(() =>
      this.#driver.handle(this.id, NODE, String(element), scope),
    );
    if (!handle)
      throw new SightlineError('ref-stale', 'This ref is from a stale snapshot. Take a fresh snapshot.');
    return handle;
  }

  /** @internal The browser's ids of elements, in one call. */
  nodeIds(elements: number[], scope: CallScope = {}): Promise<RemoteId[]> {
    return this.#unlessBlocked(() => this.#driver.identify(this.id, NODES, JSON.stringify(elements), scope));
  }

  /**
   * @internal
   * The frames in iframe elements of this frame; undefined for an element without one. Requested in one call, and
   * only for elements whose frame is unknown or gone.
   */
  async framesIn(elements: number[], scope: CallScope = {}): Promise<(Frame | undefined)[]> {
    const unknown = elements.filter((element) => !this.#childIn(element));
    if (unknown.length > 0) {
      const ids = await this.#unlessBlocked(() =>
        this.#driver.identify(this.id, FRAME_WINDOWS, JSON.stringify(unknown), scope),
      );
      ids.forEach((id, at) => {
        const element = unknown[at];
        if (id.kind === 'frame' && element !== undefined) this.#frameOwners.set(id.frame, element);
      });
    }
    return elements.map((element) => this.#childIn(element));
  }

  /** @internal The iframe element that holds this frame. */
  async ownerElement(scope: CallScope = {}): Promise<{ parent: Frame; element: number }> {
    const { parent } = this;
    if (!parent)
      throw new SightlineError('bad-argument', `${this.handle} is the main frame: no element holds it`);
    const known = parent.#frameOwners.get(this.id);
    if (known !== undefined) return { parent, element: known };
    const { elements } = await parent.call('iframes', {}, scope);
    await parent.framesIn(elements, scope);
    const element = parent.#frameOwners.get(this.id);
    if (element === undefined)
      throw new SightlineError('frame-gone', `No element of ${parent.handle} holds ${this.handle} any more`);
    return { parent, element };
  }

  #childIn(element: number): Frame | undefined {
    for (const [id, owner] of this.#frameOwners) {
      const frame = owner === element ? this.page.frameById(id) : undefined;
      if (frame) return frame;
    }
    return undefined;
  }

  /** @internal Requests closed shadow roots of elements that may have one; true if there were any. */
  async openClosedRoots(which: 'candidates' | 'all', scope: CallScope = {}): Promise<boolean> {
    const roots = await this.#unlessBlocked(() =>
      this.#driver.closedRoots(this.id, CLOSED_CANDIDATES, which, scope),
    );
    const found = roots.filter((root) => root !== null);
    if (found.length === 0) return false;
    try {
      await this.#unlessBlocked(() =>
        this.#driver.call(this.id, ADOPT_CLOSED, '', { ...scope, handles: found }),
      );
    } finally {
      void this.#driver.release(found);
    }
    return true;
  }

  /** This frame to read, as Markdown: see `Page.markdown`. */
  async markdown(options: ReadOptions = {}): Promise<Markdown> {
    return readMarkdown(this, false, options);
  }

  /** This frame, with its iframes marked as boundaries. */
  async ariaSnapshot(options: SnapshotOptions = {}): Promise<Snapshot> {
    return takeSnapshot(this, false, options);
  }

  /** @internal */
  override locate(step: Parameters<LocatorFactory<Locator>['locate']>[0]): Locator {
    return new Locator(this, { locator: [step] });
  }

  protected override testIdAttributes(): string[] {
    return this.page.defaults.testIdAttributes;
  }

  /** @internal For the page: an update from the driver. */
  update(info: FrameInfo): void {
    if (info.document !== this.#info.document) {
      this.#frameOwners.clear();
      this.memory.newDocument();
    }
    this.#info = info;
  }

  /** @internal */
  markDetached(): void {
    this.#detached = true;
    this.memory.detach();
  }

  /** A script dialog or a script that never ends blocks all others: report it instead of waiting. */
  async #unlessBlocked<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#detached)
      throw new SightlineError('frame-gone', `Frame ${this.handle} was removed from the page`);
    if (!this.page.dialog) this.page.busy.check(this.id, () => this.#name);
    return this.answered(ask());
  }

  /** @internal Waits for something that the frame cannot answer while a dialog is open or a script runs. */
  answered<T>(answer: Promise<T>): Promise<T> {
    return this.page.busy.answered(this.id, this.page.unlessDialog(answer), () => this.#name);
  }

  get #name(): string {
    return this.parent ? `Frame ${this.handle}` : `Page ${this.page.handle}`;
  }
}

/** A function is called; any other expression is the value itself. */
function callable(text: string): string {
  const body = text.trim().replace(/;+$/, '');
  const value = "typeof it === 'function' ? it(...given) : it";
  return `async (...given) => { const it = (${body}\n); return (${inPage('plainCopy')})(await (${value})); }`;
}

function returned(copy: PlainCopy): unknown {
  if (copy.isTooDeep) throw notPlain('an object that contains itself or is too deep');
  try {
    return restoredValue(copy);
  } catch (error) {
    throw notPlain('something that this page does not let be copied', error);
  }
}
