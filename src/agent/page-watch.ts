/** The events of a page, reported to each agent once, and its console and requests since the last navigation. */
import type { ConsoleInfo } from '../driver/driver.js';
import type { NetworkEntry } from '../page/log.js';
import { lastNavigation } from '../page/navigation/last-navigation.js';
import type { Page } from '../page/page.js';
import { clip, quote } from '../tree/quote.js';
import { isErrorPage, originOf, shortAddress, withoutQuery } from '../tree/url.js';
import { oneLine } from './text-line.js';

/** Console messages per answer; the rest is counted. */
const SHOWN_CONSOLE = 3;
const MAX_TEXT = 300;
/** The tabs have the whole address. */
const MAX_ADDRESS = 80;
/** Of a console line in an answer: the list of messages has all of it. */
const MAX_NEWS = 160;
const MAX_PLACE = 80;
/** Events kept for agents that have not seen them yet. */
const KEPT_EVENTS = 200;

/** How many events and console messages an agent has got, including those no longer kept. */
export interface Told {
  events: number;
  console: number;
}

export const NOTHING_TOLD: Told = { events: 0, console: 0 };

/** The most severe first. */
export const CONSOLE_LEVELS = ['error', 'warning', 'info', 'debug'] as const;
export type ConsoleLevel = (typeof CONSOLE_LEVELS)[number];

interface WatchEvent {
  /** Evaluated when it is reported: a page that has just opened has no URL yet. `listed`: the answer lists the open tabs. */
  say(listed: boolean): string;
  /** Events with the same key are about one thing: only the last is reported. */
  about?: string;
}

export interface WatchOptions {
  /** The lowest console level to report. */
  told: ConsoleLevel;
  /** Called with the path of a finished download; returns the path for answers. */
  downloaded(path: string): string;
}

/** A download that has ended. */
export interface Download {
  /** As the page calls it. */
  name: string;
  /** For answers; absent if it failed. */
  path?: string;
  error?: string;
  endedAt: number;
}

export class PageWatch {
  readonly #page: Page;
  readonly #worthTelling: ReadonlySet<ConsoleLevel>;
  #events: WatchEvent[] = [];
  #eventsDropped = 0;
  /** Where the current document starts in the console of the page. */
  #consoleOfDocument = 0;
  /** Where it starts in the requests of the page. */
  #requestsOfDocument = 0;
  /** The request that brought it; its response may arrive later. */
  #documentEntry: NetworkEntry | undefined;
  readonly #downloads = new Map<string, string>();
  #downloaded: Download | undefined;
  /** Messages of the origin rules for the current document. */
  readonly #refusals = new Set<string>();

  constructor(page: Page, { told, downloaded }: WatchOptions) {
    this.#page = page;
    this.#worthTelling = new Set(CONSOLE_LEVELS.slice(0, CONSOLE_LEVELS.indexOf(told) + 1));
    page.on('event', (event) => {
      switch (event.type) {
        case 'frame-navigated':
          if (event.frame.id === page.driver.mainFrame && !event.sameDocument)
            this.#documentStarts(event.frame.url);
          break;
        case 'download-started':
          this.#downloads.set(event.id, event.suggestedName);
          this.#tell(`Downloading ${quote(event.suggestedName, MAX_TEXT)}`, event.id);
          break;
        case 'download-ended': {
          const name = this.#downloads.get(event.id) ?? '';
          this.#downloads.delete(event.id);
          const { path, error = 'no reason given' } = event;
          const download = {
            name,
            endedAt: Date.now(),
            ...(path === undefined ? { error } : { path: downloaded(path) }),
          };
          this.#downloaded = download;
          this.#tell(downloadLine(download), event.id);
          break;
        }
        case 'request': {
          const refusal = page.context.browser.origins?.refusal(event.request.url);
          // A page may retry; the message is reported once.
          if (refusal !== undefined && !this.#refusals.has(refusal)) {
            this.#refusals.add(refusal);
            this.#tell(`Blocked: ${oneLine(refusal, MAX_TEXT)}`);
          }
          break;
        }
        case 'page-tools':
          this.#tell(
            `The page offers tools: ${event.names.map((name) => quote(name, 60)).join(', ')}. browser_page_tools describes them`,
          );
          break;
        case 'crashed':
          this.#tell(`Page ${page.handle} has crashed`);
          break;
      }
    });
    page.on('popup', (popup) => {
      const opened = `Page ${page.handle} opened ${popup.handle}`;
      this.#tell((listed) => (listed ? opened : `${opened}: ${quote(popup.url, MAX_ADDRESS)}`));
    });
    page.on('closed', (reason) => {
      const why = reason === 'it was closed' ? '' : `: ${reason}`;
      this.#tell(`Page ${page.handle} was closed${why}`);
    });
  }

  /** The last download that ended, unless one is running. */
  get lastDownload(): Download | undefined {
    return this.#downloads.size > 0 ? undefined : this.#downloaded;
  }

  /** Console messages of the current document, or of all documents. */
  console(all: boolean): ConsoleInfo[] {
    return this.#consoleFrom(all ? 0 : this.#consoleOfDocument);
  }

  /** Requests since the current main document was requested. */
  requests(): NetworkEntry[] {
    const { network, dropped } = this.#page.log;
    return network.slice(Math.max(0, this.#requestsOfDocument - dropped.network));
  }

  /** `404 Not Found`: the HTTP status of the current document, unless it is a success. */
  get failedStatus(): string | undefined {
    const { status = 0, statusText = '' } = this.#documentEntry?.response ?? {};
    // A document that was not modified (304) comes from the cache.
    if (status === 0 || status === 304 || (status >= 200 && status < 300)) return undefined;
    return `${status} ${statusText}`.trim();
  }

  /** The document that the browser shows its own error page for, and the browser's code. */
  get failedLoad(): { url: string; reason: string } | undefined {
    const { request, error } = this.#documentEntry ?? {};
    if (!request || typeof error !== 'string' || !isErrorPage(this.#page.url)) return undefined;
    return { url: request.url, reason: error };
  }

  /** The browser's viewer shows the current document. Chromium's is out of reach of scripts. */
  get isPdf(): boolean {
    return this.#documentEntry?.response?.mimeType === 'application/pdf';
  }

  /** The position of an agent that has seen everything. */
  get told(): Told {
    return { events: this.#eventsDropped + this.#events.length, console: this.#consoleEnd };
  }

  /** What an agent has not got yet; `listed`: but for the open tabs. */
  newsSince(told: Told, listed: boolean): string[] {
    const messages = this.#newMessages(told.console);
    const more = messages.length - SHOWN_CONSOLE;
    const events = this.#events.slice(Math.max(0, told.events - this.#eventsDropped));
    // Of several events about one thing, only the last is reported.
    const lastOf = new Map(events.map((event) => [event.about ?? event, event]));
    return [
      ...events.filter((event) => lastOf.get(event.about ?? event) === event).map(({ say }) => say(listed)),
      ...messages.slice(0, SHOWN_CONSOLE).map((message) => this.#newsLine(message)),
      ...(more > 0
        ? [`${more} more console ${more === 1 ? 'message' : 'messages'}: browser_console_messages`]
        : []),
    ];
  }

  /** Each text, as far as it is shown, once per document, an error once at all from the same file and a warning once at all: repeats are left out. */
  #newMessages(from: number): ConsoleInfo[] {
    const said = ({ level, text }: ConsoleInfo) => `${level} ${clip(text, MAX_NEWS)}`;
    const before = (position: number) => this.#consoleFrom(position).slice(0, Math.max(0, from - position));
    const placed = (message: ConsoleInfo) =>
      message.level === 'error' ? `${said(message)} ${withoutQuery(message.url)}` : said(message);
    const known = new Set([
      ...before(this.#page.log.dropped.console).map(placed),
      ...before(this.#consoleOfDocument).map(said),
    ]);
    return this.#consoleFrom(from).filter((message) => {
      if (!this.#worthTelling.has(message.level) || isAboutIcon(message) || known.has(said(message)))
        return false;
      if (known.has(placed(message))) return false;
      known.add(said(message));
      return true;
    });
  }

  #newsLine(message: ConsoleInfo): string {
    const { text, url, ...rest } = withoutStack(message);
    // Where it was said matters where that is not the page itself.
    const place = url === this.#page.url ? '' : clip(shortAddress(url, originOf(this.#page.url)), MAX_PLACE);
    return consoleLine({ ...rest, text: clip(text, MAX_NEWS), url: place });
  }

  #documentStarts(url: string): void {
    this.#consoleOfDocument = this.#consoleEnd;
    const { network, dropped } = this.#page.log;
    // Find the start now: a later navigation request may turn into a download.
    const start = network.findLastIndex(
      ({ request }) =>
        request.isNavigation &&
        request.frame === this.#page.driver.mainFrame &&
        request.redirectedFrom === undefined,
    );
    this.#requestsOfDocument = dropped.network + Math.max(0, start);
    // `about:blank` and similar documents are not requested: an earlier request is not theirs.
    const brought = lastNavigation(this.#page);
    const isIts = brought && (isErrorPage(url) || sameUrl(brought.request.url, url));
    this.#documentEntry = isIts ? brought : undefined;
    this.#refusals.clear();
  }

  #tell(text: string | WatchEvent['say'], about?: string): void {
    const say = typeof text === 'string' ? () => text : text;
    this.#events.push({ say, ...(about !== undefined && { about }) });
    if (this.#events.length <= KEPT_EVENTS) return;
    this.#events.shift();
    this.#eventsDropped++;
  }

  get #consoleEnd(): number {
    return this.#page.log.dropped.console + this.#page.log.console.length;
  }

  #consoleFrom(position: number): ConsoleInfo[] {
    return this.#page.log.console.slice(Math.max(0, position - this.#page.log.dropped.console));
  }
}

export function downloadLine({ name, path, error }: Download): string {
  const outcome = path === undefined ? `failed: ${oneLine(error ?? '', MAX_TEXT)}` : `is at ${quote(path)}`;
  return `Download ${quote(name, MAX_TEXT)} ${outcome}`;
}

function sameUrl(a: string, b: string): boolean {
  const bare = (url: string) => url.replace(/#.*/s, '');
  return bare(a) === bare(b);
}

/** A missing icon has nothing to do with the action. browser_console_messages still lists it. */
function isAboutIcon({ url }: ConsoleInfo): boolean {
  return url.endsWith('/favicon.ico');
}

/** Without the stack that Chromium appends: it costs tokens. browser_console_messages has it. */
function withoutStack(message: ConsoleInfo): ConsoleInfo {
  return { ...message, text: message.text.replace(/\n {4}at .*/s, '') };
}

/** `[ERROR] "text" @ https://…:12` */
export function consoleLine({ level, source, text, url, line }: ConsoleInfo): string {
  const kind = level === 'info' ? source : level;
  const where = url === '' ? '' : ` @ ${oneLine(url, MAX_TEXT)}:${line}`;
  return `[${kind.toUpperCase()}] ${quote(text, 2_000)}${where}`;
}
