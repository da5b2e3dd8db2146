/**
 * What a page does during an action, as the browser reports it: navigations, requests, downloads, new pages and
 * dialogs. Listening starts before the input, so nothing is missed.
 */
import type {
  DialogInfo,
  FrameId,
  FrameInfo,
  PageEvent,
  RequestInfo,
  ResponseInfo,
} from '../../driver/driver.js';
import type { DownloadReport } from '../../page/actions.js';
import type { NetworkEntry } from '../../page/log.js';
import type { Page } from '../../page/page.js';
import { quote } from '../../tree/quote.js';
import { shortAddress } from '../../tree/url.js';

/** Streams and beacons: their end is not waited for. */
const ENDLESS: ReadonlySet<string> = new Set([
  'websocket',
  'eventsource',
  'media',
  'ping',
  'beacon',
  'preflight',
]);

export const STREAMS: ReadonlySet<string> = new Set(['websocket', 'eventsource']);

/** In a document that the action navigated to, only what builds its content is waited for. */
const BUILDING = new Set(['document', 'script', 'stylesheet', 'xhr', 'fetch']);

/** Frames in which a response is read further, if at all. The body of a short one comes with its headers. */
const READING = 30;
const SHORT_READING = 4;
/** Bytes. */
const SHORT_BODY = 65_536;

type EventOf<T extends PageEvent['type']> = Extract<PageEvent, { type: T }>;

export class Activity {
  readonly popups: Page[] = [];
  readonly #page: Page;
  /** URLs whose requests once outlived a cap, such as long polling: not waited for again. */
  readonly #longLived: Set<string>;
  readonly #requests = new Map<string, RequestInfo>();
  /** Fetches whose response has begun, by whether it is short. Their end is not reported if the page does not read the body. */
  readonly #answered = new Map<string, boolean>();
  /** Frames that are navigating, with the request that will bring the document. */
  readonly #navigating = new Map<FrameId, string>();
  readonly #loading = new Set<FrameId>();
  readonly #downloads = new Map<string, DownloadReport & { running: boolean }>();
  readonly #stop: (() => void)[];
  #ended = 0;
  #hasOpened = false;
  #hasSent = false;
  /** Before. */
  readonly #workers: number;
  #openingPopups = 0;
  /** Blank pages that have asked for their first document, by the request for it. */
  readonly #loadingPopups = new Map<Page, string>();
  /** Navigation responses that are files: the browser is about to report them as downloads. */
  #openingDownloads = 0;
  #openingChooser = false;
  #hasChooser = false;
  #navigated = false;
  /** Some document was requested, whether it arrives or not. */
  #leaves = false;
  #dialog: DialogInfo | undefined;
  #gone: 'closed' | 'crashed' | undefined;
  readonly #waiting = new Set<() => void>();
  /** Waits for every request, also for those that were under way before, and not only for what builds a document. */
  readonly #everyRequest: boolean;

  constructor(page: Page, longLived: Set<string>, { everyRequest = false } = {}) {
    this.#page = page;
    this.#longLived = longLived;
    this.#workers = page.driver.workers;
    this.#everyRequest = everyRequest;
    this.#stop = [
      page.on('event', (event) => this.#hear(event)),
      page.on('popup', (popup) => this.#onPopup(popup)),
      page.on('closed', () => {
        this.#gone = 'closed';
        this.#tell();
      }),
    ];
    if (everyRequest) for (const entry of page.log.network) this.#addRunning(entry);
  }

  stop(): void {
    for (const stop of this.#stop) stop();
  }

  /** The open dialog. */
  get dialog(): DialogInfo | undefined {
    return this.#dialog;
  }

  get gone(): 'closed' | 'crashed' | undefined {
    return this.#gone;
  }

  /** Nothing more will happen without another action. */
  get isOver(): boolean {
    return this.#dialog !== undefined || this.#gone !== undefined;
  }

  get isBusy(): boolean {
    return (
      this.#navigating.size > 0 ||
      this.#loading.size > 0 ||
      this.#requests.size > this.#answered.size ||
      this.#openingPopups > 0 ||
      this.#loadingPopups.size > 0 ||
      this.#openingDownloads > 0 ||
      this.#openingChooser ||
      this.#isDownloading
    );
  }

  /** Frames in which the rest of the responses that have begun may still be read: see `#answered`. */
  get readingFrames(): number {
    const all = [...this.#answered.values()];
    return all.length === 0 ? 0 : all.every(Boolean) ? SHORT_READING : READING;
  }

  /** Whether the action has opened a stream, a frame or a worker: these may bring more at any time. */
  get hasOpened(): boolean {
    return this.#hasOpened || this.#page.driver.workers > this.#workers;
  }

  /** Whether a WebSocket has sent something, where that is reported. */
  get hasSent(): boolean {
    return this.#hasSent;
  }

  /** How many requests have ended. */
  get ended(): number {
    return this.#ended;
  }

  get downloads(): DownloadReport[] {
    return [...this.#downloads.values()].map(({ running: _, ...report }) => report);
  }

  /** What is still waited for, in words; empty when nothing known here is. */
  get pending(): string {
    const waiting: string[] = [];
    if (this.#navigating.size > 0 || this.#loading.size > 0) waiting.push('a navigation');
    if (this.#isDownloading) waiting.push('a download');
    const [request] = this.#requests.values();
    const others = this.#requests.size - 1;
    const more = others > 0 ? ` and ${others} more ${others === 1 ? 'request' : 'requests'}` : '';
    if (this.#loadingPopups.size > 0) waiting.push('a page that opened');
    if (request) waiting.push(`${quote(shortAddress(request.url), 100)}${more}`);
    return waiting.join(', ');
  }

  /** False when the cap or the caller ended it. */
  async untilNotBusy(end: number, signal: AbortSignal | undefined): Promise<boolean> {
    if (await this.#until(() => !this.isBusy, end, signal)) return true;
    for (const { method, url } of this.#requests.values()) this.#longLived.add(addressOf(method, url));
    return false;
  }

  /** False when the time was over first. */
  async untilBusy(end: number, signal: AbortSignal | undefined): Promise<boolean> {
    return await this.#until(() => this.isBusy, end, signal);
  }

  /** The page has announced a navigation: waits until the browser reports it. */
  async untilLeaving(end: number, signal: AbortSignal | undefined): Promise<void> {
    await this.#until(() => this.#leaves, end, signal);
  }

  /** The page has requested a file: waits until the browser reports the download. */
  async untilDownloading(end: number, signal: AbortSignal | undefined): Promise<void> {
    await this.#until(() => this.#downloads.size > 0, end, signal);
  }

  /** The page has opened a file chooser: waits until the browser reports it. */
  async untilChooser(end: number, signal: AbortSignal | undefined): Promise<void> {
    await this.#until(() => this.#hasChooser, end, signal);
  }

  async #until(done: () => boolean, end: number, signal: AbortSignal | undefined): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    let onAbort: (() => void) | undefined;
    const over = new Promise<false>((resolve) => {
      onAbort = () => resolve(false);
      timer = setTimeout(onAbort, Math.max(0, end - performance.now()));
      signal?.addEventListener('abort', onAbort, { once: true });
    });
    try {
      while (!done() && !this.isOver) {
        let wake = (): void => undefined;
        const told = new Promise<true>((resolve) => {
          wake = () => resolve(true);
          this.#waiting.add(wake);
        });
        const isTold = await Promise.race([told, over]);
        this.#waiting.delete(wake);
        if (!isTold) return false;
      }
      return true;
    } finally {
      clearTimeout(timer);
      if (onAbort) signal?.removeEventListener('abort', onAbort);
    }
  }

  get #isDownloading(): boolean {
    return [...this.#downloads.values()].some(({ running }) => running);
  }

  #hear(event: PageEvent): void {
    switch (event.type) {
      case 'request':
        this.#onRequest(event.request);
        break;
      case 'response':
        this.#onResponse(event.id, event.response);
        break;
      case 'socket-message':
        this.#hasSent ||= event.message.sent;
        break;
      case 'request-ended':
        this.#endRequest(event.id);
        if (event.error !== undefined) this.#endNavigation(event.id);
        break;
      case 'frame-navigated':
        if (!event.sameDocument) this.#onDocument(event.frame);
        break;
      case 'load-state':
        this.#loading.delete(event.frame);
        break;
      case 'frame-attached':
        this.#hasOpened ||= !this.#navigated;
        break;
      case 'frame-detached':
        this.#onDetached(event.frame);
        break;
      case 'dialog-opened':
        this.#dialog = event.dialog;
        break;
      case 'dialog-closed':
        this.#dialog = undefined;
        break;
      case 'download-started':
        this.#onDownload(event);
        break;
      case 'download-ended':
        this.#onDownloadEnd(event);
        break;
      case 'file-chooser-opening':
        this.#openingChooser = true;
        break;
      case 'file-chooser':
        this.#openingChooser = false;
        this.#hasChooser = true;
        break;
      case 'popup-opening':
        this.#openingPopups++;
        break;
      case 'crashed':
        this.#gone = 'crashed';
        break;
    }
    this.#tell();
  }

  #onPopup(popup: Page): void {
    this.popups.push(popup);
    this.#openingPopups = Math.max(0, this.#openingPopups - 1);
    this.#stop.push(
      popup.on('closed', () => this.#onPopupLoaded(popup)),
      popup.on('event', (event) => this.#hearPopup(popup, event)),
    );
    this.#tell();
  }

  /** A page that opens blank is sent somewhere by its opener, often after a request. */
  #hearPopup(popup: Page, event: PageEvent): void {
    const main = popup.driver.mainFrame;
    const request = this.#loadingPopups.get(popup);
    if (event.type === 'request') {
      const { id, isNavigation, frame = main } = event.request;
      if (isNavigation && frame === main && (request !== undefined || isBlank(popup.url)))
        this.#loadingPopups.set(popup, id);
      return;
    }
    const isOver =
      (event.type === 'frame-navigated' && event.frame.id === main && !isBlank(event.frame.url)) ||
      (event.type === 'response' && event.id === request && isFinal(event.response)) ||
      (event.type === 'request-ended' && event.id === request) ||
      event.type === 'download-started';
    if (isOver) this.#onPopupLoaded(popup);
  }

  #onPopupLoaded(popup: Page): void {
    this.#loadingPopups.delete(popup);
    this.#tell();
  }

  #onResponse(id: string, response: ResponseInfo): void {
    if (isAttachment(response) && this.#endNavigation(id)) this.#openingDownloads++;
    if (response.mimeType === 'text/event-stream') this.#endRequest(id);
    this.#onAnswer(id, response);
    // No content: the document stays.
    if (isFinal(response)) this.#endNavigation(id);
  }

  #onDocument({ id, loadState }: FrameInfo): void {
    this.#leaves = true;
    this.#navigating.delete(id);
    if (loadState === 'loading') this.#loading.add(id);
    if (id !== this.#page.driver.mainFrame) return;
    this.#navigated = true;
    for (const [request, { resourceType, isNavigation }] of this.#requests)
      if (isNavigation || !this.#isAwaited(resourceType)) this.#endRequest(request);
  }

  #onDetached(frame: FrameId): void {
    this.#navigating.delete(frame);
    this.#loading.delete(frame);
    for (const [id, request] of this.#requests) if (request.frame === frame) this.#endRequest(id);
  }

  #onDownload({ id, url, suggestedName }: EventOf<'download-started'>): void {
    this.#leaves = true;
    this.#downloads.set(id, { url, suggestedName, running: true });
    this.#openingDownloads = Math.max(0, this.#openingDownloads - 1);
    // A navigation request turned out to be a file.
    for (const [frame, request] of this.#navigating)
      if (this.#requests.get(request)?.url === url || this.#navigating.size === 1)
        this.#navigating.delete(frame);
  }

  #onDownloadEnd({ id, path, error }: EventOf<'download-ended'>): void {
    const download = this.#downloads.get(id);
    if (!download) return;
    download.running = false;
    if (path !== undefined) download.path = path;
    if (error !== undefined) download.error = error;
  }

  #onRequest(request: RequestInfo): void {
    if (request.redirectedFrom !== undefined) this.#endRequest(request.redirectedFrom);
    if (request.isNavigation) {
      this.#leaves = true;
      this.#navigating.set(request.frame ?? this.#page.driver.mainFrame, request.id);
      return;
    }
    this.#hasOpened ||= STREAMS.has(request.resourceType);
    // The content of such a URL is there already, and no browser reports the end of a worker's.
    if (ENDLESS.has(request.resourceType) || /^(?:data|blob):/.test(request.url)) return;
    if (this.#navigated && !this.#isAwaited(request.resourceType)) return;
    if (this.#longLived.has(addressOf(request.method, request.url))) return;
    this.#requests.set(request.id, request);
  }

  /** Once the action has navigated. */
  #isAwaited(resourceType: string): boolean {
    return this.#everyRequest || BUILDING.has(resourceType);
  }

  #onAnswer(id: string, response: ResponseInfo): void {
    const type = this.#requests.get(id)?.resourceType;
    const isShort = Number(headerOf(response, 'content-length') ?? Number.NaN) <= SHORT_BODY;
    if (type === 'fetch' || (type !== undefined && this.#everyRequest)) this.#answered.set(id, isShort);
  }

  #addRunning({ request, response, error, left }: NetworkEntry): void {
    if (error !== undefined || left || ENDLESS.has(request.resourceType)) return;
    this.#requests.set(request.id, request);
    if (response) this.#onAnswer(request.id, response);
  }

  #endRequest(id: string): void {
    if (this.#requests.delete(id)) this.#ended++;
    this.#answered.delete(id);
  }

  /** Whether the request was to bring a document. */
  #endNavigation(request: string): boolean {
    const [frame] = [...this.#navigating].find(([, id]) => id === request) ?? [];
    return frame !== undefined && this.#navigating.delete(frame);
  }

  #tell(): void {
    for (const wake of this.#waiting) wake();
  }
}

const isBlank = (url: string): boolean => url === '' || url === 'about:blank';

/** It brings no document. */
const isFinal = (response: ResponseInfo): boolean =>
  response.status === 204 || response.status === 205 || isAttachment(response);

const isAttachment = (response: ResponseInfo): boolean =>
  /^\s*attachment/i.test(headerOf(response, 'content-disposition') ?? '');

const headerOf = ({ headers }: ResponseInfo, wanted: string): string | undefined =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1];

function addressOf(method: string, url: string): string {
  const end = url.search(/[?#]/);
  return `${method} ${end < 0 ? url : url.slice(0, end)}`;
}
