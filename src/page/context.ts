import type { ContextId } from '../driver/driver.js';
import { SightlineError } from '../errors.js';
import type { Browser } from './browser.js';
import type { Page } from './page.js';

/** Context numbers are the process's: no two browsers of one process share one, and none comes back. */
let nextIndex = 0;
let endOfIndexes = Number.POSITIVE_INFINITY;

/** The numbers of this process, so that several processes behind one address give none out twice. */
export function startContextsAt(first: number, count = Number.POSITIVE_INFINITY): void {
  if (!Number.isInteger(first) || first < nextIndex)
    throw new SightlineError(
      'bad-argument',
      `Contexts can't start at ${first}: ${nextIndex} is the next free number`,
    );
  nextIndex = first;
  endOfIndexes = first + count;
}

/** To be asked before a context is made. */
export function assertContextsLeft(): void {
  if (nextIndex >= endOfIndexes)
    throw new SightlineError('unsupported', `All numbers of contexts are used up, to c${nextIndex - 1}`, {
      hint: 'They are not used twice: start another server, or another instance of it.',
    });
}

/** One isolated set of cookies and storage, with its pages. */
export class Context {
  readonly browser: Browser;
  readonly id: ContextId;
  readonly index = nextIndex++;
  readonly isDefault: boolean;
  readonly #pages = new Set<Page>();
  #nextPage = 0;
  #closed = false;

  constructor(browser: Browser, id: ContextId, isDefault: boolean) {
    this.browser = browser;
    this.id = id;
    this.isDefault = isDefault;
  }

  /** `c0` */
  get handle(): string {
    return `c${this.index}`;
  }

  get closed(): boolean {
    return this.#closed;
  }

  pages(): Page[] {
    return [...this.#pages];
  }

  async newPage(): Promise<Page> {
    this.browser.assertConnected();
    if (this.#closed) throw new SightlineError('context-closed', `Context ${this.handle} is closed`);
    return this.browser.openPage(this);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.markClosed();
    await this.browser.dropContext(this);
    for (const page of this.pages()) page.markClosed('its context was closed');
  }

  /** For the browser: it heard of a page. */
  adopt(make: (index: number) => Page): Page {
    const page = make(this.#nextPage++);
    this.#pages.add(page);
    page.on('closed', () => this.#pages.delete(page));
    return page;
  }

  /** For the browser, when it ends. */
  markClosed(): void {
    this.#closed = true;
  }
}
