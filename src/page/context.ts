import type { Cookie, NewCookie, SettingsChange } from '../driver/context-settings.js';
import type { ContextId } from '../driver/driver.js';
import { SightlineError } from '../errors.js';
import type { Browser } from './browser.js';
import type { Page } from './page.js';
import { Routes } from './routes.js';
import { loadStorageState, originOf, type StorageState, saveStorageState } from './storage-state.js';

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
  /** Requests that are answered, failed or changed on their way. */
  readonly routes: Routes;
  readonly #pages = new Set<Page>();
  readonly #origins = new Set<string>();
  #nextPage = 0;
  #closed = false;

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

  /** Origins that its pages have shown, or were told to keep something for. */
  origins(): string[] {
    return [...this.#origins];
  }

  /** Changes settings for open and later pages; undefined takes one back. */
  async configure(changes: SettingsChange): Promise<void> {
    await this.#driver.configure(this.id, changes);
  }

  /** A script (its source) that runs in every new document before its own, in the page's own world. */
  async addInitScript(source: string): Promise<void> {
    await this.#driver.addInitScript(this.id, source);
  }

  /** By the names of the Permissions API. */
  async grantPermissions(permissions: string[], origin: string): Promise<void> {
    for (const name of permissions) await this.#driver.setPermission(this.id, origin, name, 'granted');
  }

  async cookies(): Promise<Cookie[]> {
    return this.#driver.cookies(this.id);
  }

  async addCookies(cookies: NewCookie[]): Promise<void> {
    await this.#driver.setCookies(this.id, cookies);
  }

  /** Those that fit, or all; says how many. */
  async clearCookies(fits?: (cookie: Cookie) => boolean): Promise<number> {
    const cookies = await this.cookies();
    const unwanted = fits ? cookies.filter(fits) : cookies;
    await this.#driver.deleteCookies(this.id, fits && unwanted);
    return unwanted.length;
  }

  /** Cookies and local storage, in the shape of Playwright's files. */
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

  /** For the browser: it heard of a page. */
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

  /** For the browser, when it ends. */
  markClosed(): void {
    this.#closed = true;
  }
}
