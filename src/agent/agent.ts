/**
 * One agent on a host: the page it last used, and what it has been shown and told. A ref or a `page` argument names
 * the page of a call; without either, the last used page is meant.
 */
import { SightlineError } from '../errors.js';
import type { FileFence } from '../fence/file-fence.js';
import type { Browser, NewContextOptions } from '../page/browser.js';
import type { Context } from '../page/context.js';
import type { Frame } from '../page/frame.js';
import type { Locator } from '../page/locator/locator.js';
import type { Page } from '../page/page.js';
import { Queue } from '../queue.js';
import { quote } from '../tree/quote.js';
import { formatPageHandle, type PageAddress, parsePageHandle, parseRef } from '../tree/ref.js';
import { codeOfElement, codeOfFrame } from './code/element-code.js';
import { locatorFromCode } from './code/locator-from-code.js';
import { isLocatorCode } from './code/parse-locator-code.js';
import type { Host } from './host.js';
import { Memory } from './memory.js';
import { NOTHING_TOLD, type PageWatch, type Told } from './page-watch.js';
import type { PageLine, TabLine } from './result.js';
import type { Secrets } from './secrets/secrets.js';
import { literal, oneLine } from './text-line.js';
import type { Workplace } from './workplace.js';

export interface AgentOptions {
  /** Each call comes from an unknown client, which has no last used page and has seen nothing. */
  stateless?: boolean;
  /** The agent has its own contexts. It sees no others, and other agents don't see them. */
  ownContext?: boolean;
}

/** The element that a call names, and its Playwright code. */
export interface Aim {
  page: Page;
  locator: Locator;
  code: string;
}

/** Milliseconds. A page that hangs is listed with the last title seen. */
const TITLE_PATIENCE = 1_000;
/** Looks like a ref, so it is not tried as a selector. */
const LIKE_A_REF = /^(?:\[?ref=|[cpfe]\d+(?:[cpfe]\d+)*$)/;

export class Agent {
  readonly host: Host;
  /** Where its files are. */
  readonly workplace: Workplace;
  readonly stateless: boolean;
  readonly memory = new Memory();
  /** In the trail. */
  readonly name: string;
  readonly #ownContext: boolean;
  #current: Page | undefined;
  #toldPage: string | undefined;
  #began = 0;
  #beganBefore = 0;
  readonly #calls = new Queue();
  readonly #told = new Map<Page, Told>();
  readonly #unsubscribe: () => void;
  /** Ref → Playwright locator, of the elements that the current call has named. */
  #aims: Record<string, string> = {};

  constructor(host: Host, { stateless = false, ownContext = false }: AgentOptions = {}) {
    this.host = host;
    this.stateless = stateless;
    this.name = stateless ? 'stateless' : host.nextAgentName();
    this.#ownContext = ownContext;
    this.workplace = ownContext ? host.newWorkplace() : host.workplace;
    host.people.news.welcome(this);
    for (const page of this.pages()) this.#told.set(page, host.watch(page).told);
    this.#unsubscribe = host.on('page', (page) => {
      if (this.#sees(page.context)) this.#told.set(page, NOTHING_TOLD);
    });
  }

  /** The files that the agent may reach. */
  get files(): FileFence {
    return this.workplace.files;
  }

  /** Values that its answers never contain. */
  get secrets(): Secrets {
    return this.host.secrets;
  }

  /** A call begins. */
  begin(): void {
    this.#beganBefore = this.#began;
    this.#began = Date.now();
  }

  /** When the call before this one began: what has happened since may be its effect. A stateless client has none. */
  get since(): number {
    return this.stateless ? this.#began : this.#beganBefore;
  }

  /** Calls of one agent run one after another. */
  lock<T>(run: () => Promise<T>): Promise<T> {
    return this.#calls.run('The call', undefined, run);
  }

  browser(): Promise<Browser> {
    return this.host.browser();
  }

  /** The agent's open pages by context, oldest first. */
  pages(): Page[] {
    return this.contexts().flatMap((context) => context.pages());
  }

  contexts(): Context[] {
    return this.host.contexts().filter((context) => this.#sees(context));
  }

  /** The page of a call that names none: the last used, else its opener, else the newest. */
  get current(): Page | undefined {
    if (this.#current && this.#current.closed === undefined) return this.#current;
    const { opener } = this.#current ?? {};
    this.#current = opener && opener.closed === undefined ? opener : this.#likeliest();
    return this.#current;
  }

  /** The page of a failed call. For a stateless client, only a page that the call named. */
  get last(): Page | undefined {
    return this.stateless ? this.#current : this.current;
  }

  select(page: Page): void {
    this.#current = page;
    this.host.used(page);
  }

  /** The page of a call: the named one, else the last used, else a new one. */
  async page(handle?: string): Promise<Page> {
    const page = handle === undefined ? (this.#only() ?? (await this.newPage())) : this.pageAt(handle);
    this.select(page);
    return page;
  }

  /** An open page by its handle. */
  pageAt(handle: string): Page {
    const parsed = parsePageHandle(handle);
    if (!parsed.ok) throw new SightlineError('bad-argument', parsed.message);
    const page = this.#find(parsed.value);
    if (!page) this.#assertBrowser();
    if (!page)
      throw new SightlineError(
        'page-closed',
        `No page ${formatPageHandle(parsed.value)} is open. ${this.#openPages()}`,
      );
    return page;
  }

  async newPage(context?: Context): Promise<Page> {
    const page = await (context ?? (await this.#home())).newPage();
    this.select(page);
    return page;
  }

  async newContext(options: NewContextOptions = {}): Promise<Context> {
    const browser = await this.browser();
    if (!this.#ownContext) return browser.newContext(options);
    const downloadsFolder = await this.workplace.output.checked();
    const context = await browser.newContext({ downloadsFolder, ...options });
    this.host.keepFor(this, context);
    return context;
  }

  /** The code of a frame's document: `page`, or the locator of its iframe. Locators continue from it. */
  codeOf(frame: Frame, signal?: AbortSignal): Promise<string> {
    return codeOfFrame(frame, this.memory.shown(frame.page)?.json.root, signal);
  }

  /** The element of a ref or a selector. Fails if the ref is not on the page of `handle`. */
  async aim(target: string, handle?: string): Promise<Aim> {
    const ref = parseRef(target);
    if (ref.ok) {
      const page = handle === undefined ? this.#byAddress(ref.value, target) : this.pageAt(handle);
      const locator = page.locatorFromRef(target, this.memory.seen(page));
      this.select(page);
      const code = await codeOfElement(locator.frame, ref.value.element, this.memory.shown(page)?.json.root);
      this.#aims[target] = code;
      return { page, locator, code };
    }
    if (LIKE_A_REF.test(target.trim())) throw new SightlineError('bad-ref', ref.message);
    const page = await this.page(handle);
    const sight = this.memory.seen(page);
    if (isLocatorCode(target)) {
      const code = oneLine(target.trim())
        .replace(/^(?:page\s*\.\s*)?/, 'page.')
        .replace(/;$/, '');
      return { page, locator: (await locatorFromCode(target, page)).seenBy(sight), code };
    }
    return { page, locator: page.locator(target).seenBy(sight), code: `page.locator(${literal(target)})` };
  }

  /** The locators of the refs that were named since the last call of this. */
  takeAims(): Readonly<Record<string, string>> {
    const aims = this.#aims;
    this.#aims = {};
    return aims;
  }

  /** Returns whether the last answer that named a page named this one, with the same URL, title and status. */
  tellPage({ handle, url, title, status, failure }: PageLine): boolean {
    const said = JSON.stringify([handle, url, title, status, failure]);
    const told = said === this.#toldPage;
    this.#toldPage = said;
    return told;
  }

  watch(page: Page): PageWatch {
    return this.host.watch(page);
  }

  /**
   * Whether an answer about one page tells of another. Stateless clients share all pages, and are told of those in the
   * same context only: the others may belong to anybody.
   */
  tellsOf(page: Page, about: Page | undefined): boolean {
    return !this.stateless || about === undefined || page.context === about.context;
  }

  /** Events since the last answer. Closed pages are reported once. `listed`: the answer lists the open tabs. */
  takeNews(about: Page | undefined, listed: boolean): string[] {
    const news: string[] = [];
    for (const [page, told] of this.#told) {
      if (!this.tellsOf(page, about)) continue;
      const watch = this.watch(page);
      news.push(...watch.newsSince(told, listed));
      if (page.closed === undefined) this.#told.set(page, watch.told);
      else this.#told.delete(page);
    }
    return [...this.host.people.news.take(this).map(({ text }) => text), ...news];
  }

  tabs(about?: Page): Promise<TabLine[]> {
    const { current } = this;
    return Promise.all(
      this.pages()
        .flatMap((page, index) => (this.tellsOf(page, about) ? [{ page, index }] : []))
        .map(async ({ page, index }) => ({
          index,
          current: page === current,
          handle: page.handle,
          title: await this.#titleOf(page),
          url: page.url,
        })),
    );
  }

  /** Closes the agent's own contexts. The browser and shared contexts stay open. */
  async end(): Promise<void> {
    this.#unsubscribe();
    if (!this.stateless) this.host.people.news.leave(this);
    if (!this.stateless) for (const name of this.host.traces.of(this)) this.host.traces.drop(name);
    if (!this.#ownContext) return;
    await Promise.allSettled([...this.contexts().map((context) => context.close()), this.workplace.end()]);
  }

  #sees(context: Context): boolean {
    return this.host.ownerOf(context) === (this.#ownContext ? this : undefined);
  }

  /** The context in which new pages open by default. */
  async #home(): Promise<Context> {
    if (!this.#ownContext) return (await this.browser()).defaultContext;
    return this.contexts()[0] ?? this.newContext();
  }

  /** In a browser that a person uses, the front tab; else the newest page. */
  #likeliest(): Page | undefined {
    const pages = this.pages();
    return pages.findLast(({ driver }) => driver.inFront) ?? pages.at(-1);
  }

  /** The default page. A stateless client has none if several pages are open. */
  #only(): Page | undefined {
    const pages = this.stateless ? this.pages() : [];
    if (pages.length > 1)
      throw new SightlineError('bad-argument', `Several pages are open. ${this.#openPages()}`, {
        hint: 'Name one with the `page` argument.',
      });
    return this.current;
  }

  #byAddress(address: PageAddress, ref: string): Page {
    const page = this.#find(address);
    if (!page) this.#assertBrowser();
    if (!page)
      throw new SightlineError(
        'ref-not-found',
        `Ref not found. Capture a new snapshot. ${ref.trim()} belongs to page ${formatPageHandle(address)}, which is not open. ${this.#openPages()}`,
        this.pages().length === 0 ? { hint: 'Open a page first, with browser_navigate.' } : {},
      );
    return page;
  }

  /** A browser that died took this page along: what should follow on it must not begin in another browser. */
  assertNotLost(page: Page | undefined): void {
    if (page?.closed !== undefined) this.#assertBrowser();
  }

  #assertBrowser(): void {
    const { lost } = this.host;
    if (lost !== undefined)
      throw new SightlineError('browser-disconnected', `The browser is gone, and its pages with it: ${lost}`);
  }

  #find({ context, page }: PageAddress): Page | undefined {
    return this.pages().find((each) => each.context.index === context && each.index === page);
  }

  #openPages(): string {
    const pages = this.pages().map((page) => `${page.handle} (${quote(page.url, 100)})`);
    return pages.length === 0 ? 'No page is open.' : `Open pages: ${pages.join(', ')}.`;
  }

  async #titleOf(page: Page): Promise<string> {
    const last = this.memory.shown(page)?.json.title ?? '';
    if (page.dialog) return last;
    // If the page hangs or is closing, the last title is better than an error.
    return page.title({ timeout: TITLE_PATIENCE }).catch(() => last);
  }
}
