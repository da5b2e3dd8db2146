/** What a page did since an agent was last told: for the events of an answer, and for lists that start at the last navigation. */
import type { ConsoleInfo } from '../driver/driver.js';
import type { NetworkEntry } from '../page/log.js';
import type { Page } from '../page/page.js';
import { quote } from '../tree/quote.js';
import { oneLine } from './text-line.js';

/** Console lines that an answer shows; the rest is counted. */
const SHOWN_CONSOLE = 5;
const MAX_TEXT = 300;

export class PageWatch {
  readonly #page: Page;
  /** Events to be told, in order. */
  #news: string[] = [];
  /** Positions in the whole console of the page, counting what is not kept any more. */
  #consoleTold = 0;
  #consoleOfDocument = 0;
  readonly #downloads = new Map<string, string>();

  constructor(page: Page) {
    this.#page = page;
    page.on('event', (event) => {
      switch (event.type) {
        case 'frame-navigated':
          if (event.frame.id === page.driver.mainFrame && !event.sameDocument)
            this.#consoleOfDocument = this.#consoleEnd;
          break;
        case 'download-started':
          this.#downloads.set(event.id, event.suggestedName);
          this.#news.push(`Downloading ${quote(event.suggestedName, MAX_TEXT)}`);
          break;
        case 'download-ended': {
          const name = quote(this.#downloads.get(event.id) ?? '', MAX_TEXT);
          this.#downloads.delete(event.id);
          const outcome =
            event.path === undefined ? `failed: ${event.error ?? 'no reason given'}` : `is at ${event.path}`;
          this.#news.push(`Download ${name} ${outcome}`);
          break;
        }
        case 'crashed':
          this.#news.push(`Page ${page.handle} has crashed`);
          break;
      }
    });
    page.on('popup', (popup) => {
      this.#news.push(`Page ${page.handle} opened ${popup.handle}: ${quote(popup.url, MAX_TEXT)}`);
    });
    page.on('closed', (reason) => {
      this.#news.push(`Page ${page.handle} was closed: ${reason}`);
    });
  }

  /** The console, from the present document or from the beginning. */
  console(all: boolean): ConsoleInfo[] {
    return this.#consoleFrom(all ? 0 : this.#consoleOfDocument);
  }

  /** Requests since the main document was asked for. */
  requests(): NetworkEntry[] {
    const { network } = this.#page.log;
    const start = network.findLastIndex(
      ({ request }) =>
        request.isNavigation &&
        request.frame === this.#page.driver.mainFrame &&
        request.redirectedFrom === undefined,
    );
    return network.slice(Math.max(0, start));
  }

  /** What happened since this was last asked. */
  takeNews(): string[] {
    const serious = this.#consoleFrom(this.#consoleTold).filter(
      ({ level }) => level === 'error' || level === 'warning',
    );
    this.#consoleTold = this.#consoleEnd;
    const news = this.#news;
    this.#news = [];
    const more = serious.length - SHOWN_CONSOLE;
    return [
      ...news,
      ...serious.slice(0, SHOWN_CONSOLE).map(consoleLine),
      ...(more > 0 ? [`${more} more console errors and warnings: browser_console_messages`] : []),
    ];
  }

  get #consoleEnd(): number {
    return this.#page.log.dropped.console + this.#page.log.console.length;
  }

  #consoleFrom(position: number): ConsoleInfo[] {
    return this.#page.log.console.slice(Math.max(0, position - this.#page.log.dropped.console));
  }
}

/** `[ERROR] "text" @ https://…:12` */
export function consoleLine({ level, source, text, url, line }: ConsoleInfo): string {
  const kind = level === 'info' ? source : level;
  const where = url === '' ? '' : ` @ ${oneLine(url, MAX_TEXT)}:${line}`;
  return `[${kind.toUpperCase()}] ${quote(text, 2_000)}${where}`;
}
