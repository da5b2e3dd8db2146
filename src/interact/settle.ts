/**
 * Waits until the page is done with what an action started: navigations have committed and are interactive,
 * requests have ended, changes of the document have quieted down. Listening begins before the input, so
 * nothing is missed. A page that does nothing is asked once and that is all; the only timer is the cap.
 */
import type { DialogInfo, FrameId, PageEvent, RequestInfo, ResponseInfo } from '../driver/driver.js';
import { isSightlineError } from '../errors.js';
import type { ReplyOf, RequestOf } from '../injected/api.js';
import type { Frame } from '../page/frame.js';
import type { DownloadReport } from '../page/hands.js';
import type { Page } from '../page/page.js';
import { quote } from '../tree/quote.js';

type QuietReply = ReplyOf<'quiet'>;

export interface SettleOptions {
  /** Milliseconds. */
  cap: number;
  signal: AbortSignal | undefined;
  first?: RequestOf<'quiet'>['first'] | undefined;
  expect?: RequestOf<'quiet'>['expect'];
  /** What the page said when it was asked together with the action. */
  asked?: QuietReply | undefined;
}

export interface Settled {
  settled: boolean;
  notes: string[];
  dialog?: DialogInfo;
  popups: Page[];
  downloads: DownloadReport[];
  /** Of the first time the page was asked. */
  guard?: QuietReply['guard'];
  /** Of the last time. */
  holds?: boolean;
}

/** Streams and beacons: nobody waits for their end. */
const ENDLESS = new Set(['websocket', 'eventsource', 'media', 'ping', 'beacon', 'preflight']);

/** Of a document that the action navigated to only what builds its content is waited for. */
const BUILDING = new Set(['document', 'script', 'stylesheet', 'xhr', 'fetch']);

/** Frames in which the rest of an answer may still come: see `#answered`. */
const UNREAD_FRAMES = 30;

/** For a call into a page that hangs: so much longer than the page's own limit before it is given up. */
const GRACE = 1_000;

export class Settling {
  readonly #page: Page;
  /** Addresses whose requests outlived a cap once: long polling, not waited for again. */
  readonly #longLived: Set<string>;
  readonly #requests = new Map<string, RequestInfo>();
  /** Fetches whose answer has begun. Their end is not told when the page does not read on. */
  readonly #answered = new Set<string>();
  /** Frames that are on their way to another document, by the request that will bring it. */
  readonly #navigating = new Map<FrameId, string>();
  readonly #loading = new Set<FrameId>();
  readonly #popups: Page[] = [];
  readonly #downloads = new Map<string, DownloadReport & { running: boolean }>();
  readonly #stop: (() => void)[];
  #openingPopups = 0;
  /** Answers to navigations that are files: they are told as downloads in a moment. */
  #openingDownloads = 0;
  #navigated = false;
  #dialog: DialogInfo | undefined;
  #gone = false;
  #wake: (() => void) | undefined;

  constructor(page: Page, longLived: Set<string>) {
    this.#page = page;
    this.#longLived = longLived;
    this.#stop = [
      page.on('event', (event) => this.#hear(event)),
      page.on('popup', (popup) => {
        this.#popups.push(popup);
        this.#openingPopups = Math.max(0, this.#openingPopups - 1);
        this.#tell();
      }),
      page.on('closed', () => {
        this.#gone = true;
        this.#tell();
      }),
    ];
  }

  stop(): void {
    for (const stop of this.#stop) stop();
  }

  async finish(frame: Frame, options: SettleOptions): Promise<Settled> {
    const end = performance.now() + options.cap;
    const notes: string[] = [];
    let earliest: QuietReply | undefined;
    let last: QuietReply | undefined;
    let settled = true;
    let unreadFrames = 0;
    let { first, asked } = options;
    for (;;) {
      if (this.#dialog || this.#gone) break;
      const reply = asked ?? (await this.#ask(this.#frameToAsk(frame), { ...options, first }, end));
      asked = undefined;
      if (reply === 'hangs') {
        settled = false;
        break;
      }
      if (reply) {
        earliest ??= reply;
        last = reply;
        first = undefined;
        if (reply.guard?.down === 'other') break;
      }
      if (this.#dialog || this.#gone) break;
      if (!this.#busy()) {
        settled = reply?.quiet ?? true;
        const unread = this.#answered.size > 0 && unreadFrames++ < UNREAD_FRAMES;
        if ((reply && !unread) || performance.now() >= end) break;
        first = unread ? 'draw' : undefined;
        continue;
      }
      if (!(await this.#untilNotBusy(end, options.signal))) {
        settled = false;
        break;
      }
    }
    this.stop();
    if (this.#gone) notes.push('The page closed.');
    else if (this.#dialog) notes.push(...dialogNotes(this.#dialog));
    else if (!settled) notes.push(this.#unsettledNote(options.cap));
    notes.push(...this.#popups.map((popup) => `Opened page ${popup.handle}: ${quote(popup.url, 200)}`));
    const downloads = [...this.#downloads.values()].map(({ running: _, ...report }) => report);
    return {
      settled,
      notes: [...notes, ...downloads.map(downloadNote)],
      popups: this.#popups,
      downloads,
      ...(this.#dialog && { dialog: this.#dialog }),
      ...(earliest?.guard && { guard: earliest.guard }),
      ...(last?.holds !== undefined && { holds: last.holds }),
    };
  }

  /** The document of the action, or the page's when that is gone. */
  #frameToAsk(frame: Frame): Frame {
    return frame.detached ? this.#page.mainFrame : frame;
  }

  async #ask(frame: Frame, options: SettleOptions, end: number): Promise<QuietReply | 'hangs' | undefined> {
    const cap = Math.max(0, end - performance.now());
    const { first, expect, signal } = options;
    const request = { cap, ...(first && { first }), ...(expect && { expect }) };
    try {
      return await frame.call('quiet', request, { timeout: cap + GRACE, signal });
    } catch (error) {
      // Navigated away, or a dialog stands in the way: events tell, and the loop looks at them.
      if (isSightlineError(error, 'document-gone') || isSightlineError(error, 'frame-gone')) return undefined;
      if (isSightlineError(error, 'dialog-open') || isSightlineError(error, 'page-closed')) return undefined;
      if (isSightlineError(error, 'page-crashed')) return undefined;
      if (isSightlineError(error, 'timeout')) return 'hangs';
      throw error;
    }
  }

  #busy(): boolean {
    return (
      this.#navigating.size > 0 ||
      this.#loading.size > 0 ||
      this.#requests.size > this.#answered.size ||
      this.#openingPopups > 0 ||
      this.#openingDownloads > 0 ||
      [...this.#downloads.values()].some(({ running }) => running)
    );
  }

  /** False when the cap ended it, or the caller. */
  async #untilNotBusy(end: number, signal: AbortSignal | undefined): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), Math.max(0, end - performance.now()));
      signal?.addEventListener('abort', () => resolve(false), { once: true });
    });
    try {
      while (this.#busy() && !this.#dialog && !this.#gone) {
        const told = new Promise<true>((resolve) => {
          this.#wake = () => resolve(true);
        });
        if (!(await Promise.race([told, over]))) {
          for (const { method, url } of this.#requests.values()) this.#longLived.add(addressOf(method, url));
          return false;
        }
      }
      return true;
    } finally {
      clearTimeout(timer);
    }
  }

  #hear(event: PageEvent): void {
    switch (event.type) {
      case 'request':
        this.#onRequest(event.request);
        break;
      case 'response':
        if (isAttachment(event.response) && this.#endNavigation(event.id)) this.#openingDownloads++;
        if (event.response.mimeType === 'text/event-stream') this.#endRequest(event.id);
        if (this.#requests.get(event.id)?.resourceType === 'fetch') this.#answered.add(event.id);
        // No content: the document stays.
        if (event.response.status === 204 || event.response.status === 205) this.#endNavigation(event.id);
        break;
      case 'request-ended':
        this.#endRequest(event.id);
        if (event.error !== undefined) this.#endNavigation(event.id);
        break;
      case 'frame-navigated':
        if (event.sameDocument) break;
        this.#navigating.delete(event.frame.id);
        if (event.frame.loadState === 'loading') this.#loading.add(event.frame.id);
        if (event.frame.id === this.#page.driver.mainFrame) {
          this.#navigated = true;
          for (const [id, { resourceType, isNavigation }] of this.#requests)
            if (isNavigation || !BUILDING.has(resourceType)) this.#endRequest(id);
        }
        break;
      case 'load-state':
        this.#loading.delete(event.frame);
        break;
      case 'frame-detached':
        this.#navigating.delete(event.frame);
        this.#loading.delete(event.frame);
        for (const [id, { frame }] of this.#requests) if (frame === event.frame) this.#endRequest(id);
        break;
      case 'dialog-opened':
        this.#dialog = event.dialog;
        break;
      case 'dialog-closed':
        this.#dialog = undefined;
        break;
      case 'download-started': {
        const { id, url, suggestedName } = event;
        this.#downloads.set(id, { url, suggestedName, running: true });
        this.#openingDownloads = Math.max(0, this.#openingDownloads - 1);
        // What was asked for as a document came as a file.
        for (const [frame, request] of this.#navigating)
          if (this.#requests.get(request)?.url === url || this.#navigating.size === 1)
            this.#navigating.delete(frame);
        break;
      }
      case 'download-ended': {
        const download = this.#downloads.get(event.id);
        if (!download) break;
        download.running = false;
        if (event.path !== undefined) download.path = event.path;
        if (event.error !== undefined) download.error = event.error;
        break;
      }
      case 'popup-opening':
        this.#openingPopups++;
        break;
      case 'crashed':
        this.#gone = true;
        break;
    }
    this.#tell();
  }

  #onRequest(request: RequestInfo): void {
    if (request.redirectedFrom !== undefined) this.#endRequest(request.redirectedFrom);
    if (request.isNavigation) {
      this.#navigating.set(request.frame ?? this.#page.driver.mainFrame, request.id);
      return;
    }
    if (ENDLESS.has(request.resourceType)) return;
    if (this.#navigated && !BUILDING.has(request.resourceType)) return;
    if (this.#longLived.has(addressOf(request.method, request.url))) return;
    this.#requests.set(request.id, request);
  }

  #endRequest(id: string): void {
    this.#requests.delete(id);
    this.#answered.delete(id);
  }

  /** True when the request was to bring a document. */
  #endNavigation(request: string): boolean {
    const [frame] = [...this.#navigating].find(([, id]) => id === request) ?? [];
    return frame !== undefined && this.#navigating.delete(frame);
  }

  #tell(): void {
    this.#wake?.();
  }

  #unsettledNote(cap: number): string {
    const waiting: string[] = [];
    if (this.#navigating.size > 0 || this.#loading.size > 0) waiting.push('a navigation');
    if (this.#requests.size > 0)
      waiting.push(`${this.#requests.size} request${this.#requests.size === 1 ? '' : 's'}`);
    if ([...this.#downloads.values()].some(({ running }) => running)) waiting.push('a download');
    const what = waiting.length > 0 ? waiting.join(' and ') : 'changes of the page';
    return `The page was still busy after ${cap} ms (${what}).`;
  }
}

function dialogNotes({ kind, message }: DialogInfo): string[] {
  return [
    `The page opened ${kind === 'alert' ? 'an' : 'a'} ${kind} dialog: ${quote(message, 200)}. Answer it to go on.`,
  ];
}

function downloadNote({ suggestedName, path, error }: DownloadReport): string {
  const name = quote(suggestedName, 200);
  if (error !== undefined) return `The download of ${name} failed: ${error}`;
  return path === undefined ? `Downloading ${name}.` : `Downloaded ${name} to ${quote(path)}.`;
}

function isAttachment({ headers }: ResponseInfo): boolean {
  const [, disposition = ''] =
    Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-disposition') ?? [];
  return /^\s*attachment/i.test(disposition);
}

function addressOf(method: string, url: string): string {
  const end = url.search(/[?#]/);
  return `${method} ${end < 0 ? url : url.slice(0, end)}`;
}
