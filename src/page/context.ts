import type { Cookie, NewCookie, SettingsChange } from '../driver/context-settings.js';
import type { ContextId } from '../driver/driver.js';
import { SightlineError } from '../errors.js';
import { quote } from '../tree/quote.js';
import type { Browser } from './browser.js';
import type { Page } from './page.js';
import { Routes } from './routes.js';
import { loadStorageState, originOf, type StorageState, saveStorageState } from './storage/storage-state.js';

/** Context numbers are per process: browsers in one process share none, and none is reused. */
let nextIndex = 0;
let endOfIndexes = Number.POSITIVE_INFINITY;

/** The range of this process, so that several processes behind one endpoint share no number. */
export function startContextsAt(first: number, count = Number.POSITIVE_INFINITY): void {
  if (!Number.isInteger(first) || first < nextIndex)
    throw new SightlineError(
      'bad-argument',
      `Contexts cannot start at ${first}: ${nextIndex} is the next free number`,
    );
  nextIndex = first;
  endOfIndexes = first + count;
}

/** Called before a context is created. */
export function assertContextsLeft(): void {
  if (nextIndex >= endOfIndexes)
    throw new SightlineError('unsupported', `All context numbers are used up, to c${nextIndex - 1}`, {
      hint: 'Numbers are never reused: start another server or another instance.',
    });
}

/** One isolated set of cookies and storage, with its pages. */
export class Context {
  readonly browser: Browser;
  readonly id: ContextId;
  readonly index = nextIndex++;
  readonly isDefault: boolean;
  /** Requests that are answered, failed or modified before they are sent. */
  readonly routes: Routes;
  readonly #pages = new Set<Page>();
  readonly #origins = new Set<string>();
  #nextPage = 0;
  #closed = false;

  /** @internal */
  constructor(browser: Browser, id: ContextId, isDefault: boolean) {
    this.browser = browser;
    this.id = id;
    this.isDefault = isDefault;
    this.routes = new Routes(browser.driver, id);
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

  /** Origins that its pages have shown or that have stored state. */
  origins(): string[] {
    return [...this.#origins];
  }

  /** Changes settings for open and later pages; undefined resets one. */
  async configure(changes: SettingsChange): Promise<void> {
    await this.#driver.configure(this.id, changes);
  }

  /** A script (as source) that runs in the page's own world of every new document, before the page's scripts. */
  async addInitScript(source: string): Promise<void> {
    await this.#driver.addInitScript(this.id, source);
  }

  /** With the names of the Permissions API. */
  async grantPermissions(permissions: string[], origin: string): Promise<void> {
    for (const name of permissions) await this.#driver.setPermission(this.id, origin, name, 'granted');
  }

  async cookies(): Promise<Cookie[]> {
    return this.#driver.cookies(this.id);
  }

  async addCookies(cookies: NewCookie[]): Promise<void> {
    for (const { domain } of cookies) checkDomain(domain);
    await this.#driver.setCookies(this.id, cookies);
  }

  /** Deletes the matching cookies, or all; returns how many. */
  async clearCookies(fits?: (cookie: Cookie) => boolean): Promise<number> {
    const cookies = await this.cookies();
    const unwanted = fits ? cookies.filter(fits) : cookies;
    await this.#driver.deleteCookies(this.id, fits && unwanted);
    return unwanted.length;
  }

  /** Cookies and local storage, in the format of Playwright's files. */
  storageState(): Promise<StorageState> {
    return saveStorageState(this);
  }

  /** Replaces cookies and local storage. */
  async setStorageState(state: StorageState): Promise<void> {
    await loadStorageState(this, state);
    for (const { origin } of state.origins) this.#origins.add(origin);
  }

  get #driver() {
    this.browser.assertConnected();
    if (this.#closed) throw new SightlineError('context-closed', `Context ${this.handle} is closed`);
    return this.browser.driver;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.markClosed();
    await this.browser.dropContext(this);
    for (const page of this.pages()) page.markClosed('its context was closed');
  }

  /** @internal For the browser: adds a new page. */
  adopt(make: (index: number) => Page): Page {
    const page = make(this.#nextPage++);
    this.#pages.add(page);
    page.on('closed', () => this.#pages.delete(page));
    page.on('event', (event) => {
      if (event.type !== 'frame-navigated' || event.frame.id !== page.driver.mainFrame) return;
      const origin = originOf(event.frame.url);
      if (origin !== undefined) this.#origins.add(origin);
    });
    return page;
  }

  /** @internal For the browser, when it ends. */
  markClosed(): void {
    this.#closed = true;
  }
}

/** Chromium takes anything, and nothing comes of it. */
function checkDomain(domain: string): void {
  if (/^\.?[^\s/?#@\\:]+$/.test(domain) || /^\[[\da-f:.]+\]$/i.test(domain)) return;
  throw new SightlineError('bad-argument', `${quote(domain, 200)} is not the domain of a cookie`, {
    hint: 'Give a host name, such as example.com, or .example.com for all of its subdomains.',
  });
}
