/**
 * One agent: the browser it works in (started when it is first needed), the page it was last on, and what it
 * has been shown. A ref or a `page` names its own page; the last page only stands in where neither is given.
 */
import { SightlineError } from '../errors.js';
import type { Browser } from '../page/browser.js';
import type { Context } from '../page/context.js';
import type { Locator } from '../page/locator.js';
import type { Page } from '../page/page.js';
import type { Snapshot } from '../tree/node.js';
import { quote } from '../tree/quote.js';
import { formatPageHandle, type PageAddress, parsePageHandle, parseRef } from '../tree/ref.js';
import { cssCode, frameCode, locatorCode } from './locator-code.js';
import { PageWatch } from './page-watch.js';
import type { TabLine } from './result.js';
import { literal } from './text-line.js';

export interface SessionOptions {
  /** Starts the browser. What it reports means that one is being fetched first. */
  open(onProgress: (line: string) => void): Promise<Browser>;
  /** Milliseconds that a call waits for a browser to be fetched, before it says so; clients give up after a minute. */
  installPatience?: number;
  /** The folder that files are read from and written to; nothing outside of it is. */
  root: string;
}

/** An element that a call names, and how it is written in Playwright. */
export interface Aim {
  page: Page;
  locator: Locator;
  code: string;
}

/** A tab's title is asked for while others may be busy; a page that hangs is listed without one. */
const TITLE_PATIENCE = 1_000;
/** What starts like a ref or carries one is not taken for a selector. */
const LIKE_A_REF = /^(?:\[?ref=|[cpfe]\d+(?:[cpfe]\d+)*$)/;

export class Session {
  readonly root: string;
  readonly #open: SessionOptions['open'];
  readonly #installPatience: number;
  /** The last that was said about a browser that is being fetched. */
  #installing: string | undefined;
  #browser: Promise<Browser> | undefined;
  #running: Browser | undefined;
  #current: Page | undefined;
  #turns: Promise<unknown> = Promise.resolve();
  #ended = false;
  readonly #shown = new WeakMap<Page, Snapshot>();
  readonly #watches = new Map<Page, PageWatch>();

  constructor({ open, root, installPatience = 15_000 }: SessionOptions) {
    this.#open = open;
    this.#installPatience = installPatience;
    this.root = root;
  }

  /** Calls of one agent run one after another. */
  lock<T>(run: () => Promise<T>): Promise<T> {
    const turn = this.#turns.then(run);
    this.#turns = turn.catch(() => undefined);
    return turn;
  }

  /** The browser, started if it has to be. One that died is replaced. */
  async browser(): Promise<Browser> {
    if (this.#ended) throw new SightlineError('browser-disconnected', 'The session has ended');
    if (this.#running?.disconnected !== undefined) this.#forget();
    this.#browser ??= this.#start();
    return this.#unlessInstalling(this.#browser);
  }

  /** A download may outlast the client's patience: then the call says so, and the next one finds the browser. */
  async #unlessInstalling(browser: Promise<Browser>): Promise<Browser> {
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<'too long'>((resolve) => {
      timer = setTimeout(() => resolve('too long'), this.#installPatience);
    });
    try {
      const first = await Promise.race([browser, tooLong]);
      if (first !== 'too long') return first;
      if (this.#installing === undefined) return await browser;
      throw new SightlineError('browser-installing', `A browser is being installed: ${this.#installing}`);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Open pages, in the order in which they opened. */
  pages(): Page[] {
    return this.#running?.disconnected === undefined ? (this.#running?.pages() ?? []) : [];
  }

  contexts(): Context[] {
    return this.#running?.disconnected === undefined ? (this.#running?.contexts() ?? []) : [];
  }

  /** The page that a call without a ref and a `page` is about, if there is any. */
  get current(): Page | undefined {
    if (this.#current && this.#current.closed === undefined) return this.#current;
    const { opener } = this.#current ?? {};
    this.#current = opener?.closed === undefined ? (opener ?? this.pages().at(-1)) : this.pages().at(-1);
    return this.#current;
  }

  select(page: Page): void {
    this.#current = page;
  }

  /** The page of a call: the one that is named, else the last one, else a new one. */
  async page(handle?: string): Promise<Page> {
    const page = handle === undefined ? (this.current ?? (await this.newPage())) : this.pageAt(handle);
    this.select(page);
    return page;
  }

  /** An open page by its handle. */
  pageAt(handle: string): Page {
    const parsed = parsePageHandle(handle);
    if (!parsed.ok) throw new SightlineError('bad-argument', parsed.message);
    const page = this.#find(parsed.value);
    if (!page)
      throw new SightlineError(
        'page-closed',
        `No page ${formatPageHandle(parsed.value)} is open. ${this.#openPages()}`,
      );
    return page;
  }

  async newPage(context?: Context): Promise<Page> {
    const page = await (context ?? (await this.browser()).defaultContext).newPage();
    this.select(page);
    return page;
  }

  /** Where a ref leads, or what a selector finds on the page. `page` and a ref that disagree are refused. */
  async aim(target: string, handle?: string): Promise<Aim> {
    const ref = parseRef(target);
    if (ref.ok) {
      const page = handle === undefined ? this.#byAddress(ref.value, target) : this.pageAt(handle);
      const locator = page.locatorFromRef(target);
      this.select(page);
      return { page, locator, code: await this.#codeFor(page, locator, ref.value.element) };
    }
    if (LIKE_A_REF.test(target.trim())) throw new SightlineError('bad-ref', ref.message);
    const page = await this.page(handle);
    return { page, locator: page.locator(target), code: `page.locator(${literal(target)})` };
  }

  /** The tree that this agent was last shown of a page. */
  shown(page: Page): Snapshot | undefined {
    return this.#shown.get(page);
  }

  remember(page: Page, snapshot: Snapshot): void {
    this.#shown.set(page, snapshot);
  }

  watch(page: Page): PageWatch {
    const known = this.#watches.get(page);
    if (known) return known;
    const watch = new PageWatch(page);
    this.#watches.set(page, watch);
    return watch;
  }

  /** What happened since the last answer. Pages that are gone are told of once. */
  takeNews(): string[] {
    const news: string[] = [];
    for (const [page, watch] of this.#watches) {
      news.push(...watch.takeNews());
      if (page.closed !== undefined) this.#watches.delete(page);
    }
    return news;
  }

  tabs(): Promise<TabLine[]> {
    const { current } = this;
    return Promise.all(
      this.pages().map(async (page, index) => ({
        index,
        current: page === current,
        handle: page.handle,
        title: await this.#titleOf(page),
        url: page.url,
      })),
    );
  }

  /** Ends the browser and starts no other. */
  async end(): Promise<void> {
    this.#ended = true;
    await this.closeBrowser();
  }

  /** The next call that needs a browser starts a new one. */
  async closeBrowser(): Promise<void> {
    const opening = this.#browser;
    this.#forget();
    // A browser that could not start is closed; the call that wanted it has said so.
    const browser = await opening?.catch(() => undefined);
    await browser?.close();
  }

  #forget(): void {
    this.#browser = undefined;
    this.#running = undefined;
    this.#current = undefined;
  }

  async #start(): Promise<Browser> {
    try {
      const browser = await this.#open((line) => {
        this.#installing = line;
      });
      this.#running = browser;
      for (const page of browser.pages()) this.watch(page);
      browser.on('page', (page) => this.watch(page));
      return browser;
    } catch (error) {
      this.#browser = undefined;
      throw error;
    } finally {
      this.#installing = undefined;
    }
  }

  #byAddress(address: PageAddress, ref: string): Page {
    const page = this.#find(address);
    if (!page)
      throw new SightlineError(
        'ref-not-found',
        `Ref not found. Capture a new snapshot. ${ref.trim()} is of page ${formatPageHandle(address)}, which is not open. ${this.#openPages()}`,
      );
    return page;
  }

  #find({ context, page }: PageAddress): Page | undefined {
    return this.pages().find((each) => each.context.index === context && each.index === page);
  }

  #openPages(): string {
    const pages = this.pages().map((page) => `${page.handle} (${quote(page.url, 100)})`);
    return pages.length === 0 ? 'No page is open.' : `Open pages: ${pages.join(', ')}.`;
  }

  async #titleOf(page: Page): Promise<string> {
    const last = this.#shown.get(page)?.json.title ?? '';
    if (page.dialog) return last;
    // A page that hangs or is being closed: the last title that was seen says more than a failure.
    return page.title({ timeout: TITLE_PATIENCE }).catch(() => last);
  }

  /** From the tree that was shown; for elements that role and name don't tell, a selector that the page is asked for. */
  async #codeFor(page: Page, { frame }: Locator, element: number): Promise<string> {
    const ref = frame.refOf(element);
    const root = this.#shown.get(page)?.json.root;
    const code = root && locatorCode(root, ref);
    if (code !== undefined) return code;
    const scope = frame === page.mainFrame ? 'page' : root && frameCode(root, frame.handle);
    if (scope === undefined || page.dialog) return `page.locator(${literal(`ref=${ref}`)})`;
    // The action itself will say what is wrong with the element.
    const selectors = await page.resolveUidToSelector(ref).catch(() => undefined);
    return selectors ? cssCode(scope, selectors.css) : `page.locator(${literal(`ref=${ref}`)})`;
  }
}
