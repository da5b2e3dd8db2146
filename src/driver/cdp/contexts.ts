/** The contexts of a browser: their settings and their state. */
import { type ContextOptions, changed, checkSettings, type SettingsChange } from '../context-settings.js';
import type { ContextId, Driver } from '../driver.js';
import { KnownContexts } from '../known-contexts.js';
import type { Session } from './connection.js';
import { deleteCookies, getCookies, setCookies } from './network/cookies.js';
import type { Downloads } from './network/downloads.js';
import type { CdpPage } from './page.js';
import { grantEverywhere, setPermission } from './permissions.js';

export class Contexts {
  readonly known: KnownContexts;
  readonly #browser: Session;
  readonly #downloads: Downloads;
  readonly #pages: (context: ContextId) => CdpPage[];
  /** It is not the browser's own default context. */
  readonly #defaultIsNamed: boolean;

  constructor(
    browser: Session,
    downloads: Downloads,
    defaults: { context: ContextId; options: ContextOptions; named: boolean },
    pages: (context: ContextId) => CdpPage[],
  ) {
    this.#browser = browser;
    this.#downloads = downloads;
    this.#pages = pages;
    this.#defaultIsNamed = defaults.named;
    this.known = new KnownContexts(defaults.context, defaults.options);
  }

  /** The default context is passed without an id: the headless shell does not know its id. */
  #named(context: ContextId): ContextId {
    return context === this.known.default && !this.#defaultIsNamed ? '' : context;
  }

  async prepareDefault(): Promise<void> {
    const options = this.known.optionsOf(this.known.default);
    checkSettings(options);
    const name = this.#named(this.known.default);
    await Promise.all([
      // A user's own browser keeps its download settings unless a folder was given.
      options.downloadsFolder !== undefined && this.#downloads.allow(this.#browser, name, options),
      ...grantEverywhere(this.#browser, name, options.permissions),
    ]);
  }

  async create(options: ContextOptions): Promise<ContextId> {
    checkSettings(options);
    const { proxy } = options;
    const { browserContextId: context } = await this.#browser.send('Target.createBrowserContext', {
      // Our contexts end with the connection, also in a browser that we did not start.
      disposeOnDetach: true,
      ...(proxy && { proxyServer: proxy.server }),
      ...(proxy?.bypass !== undefined && { proxyBypassList: proxy.bypass }),
    });
    this.known.set(context, options);
    try {
      await Promise.all([
        this.#downloads.allow(this.#browser, context, options),
        ...grantEverywhere(this.#browser, context, options.permissions),
      ]);
    } catch (error) {
      await this.remove(context);
      throw error;
    }
    return context;
  }

  async remove(context: ContextId): Promise<void> {
    this.known.remove(context);
    await this.#browser.send('Target.disposeBrowserContext', { browserContextId: context });
  }

  async configure(context: ContextId, changes: SettingsChange): Promise<void> {
    checkSettings(changes);
    const before = this.known.optionsOf(context);
    const now = changed(before, changes);
    this.known.set(context, now);
    const names = new Set(Object.keys(changes) as (keyof SettingsChange)[]); // it has no other keys
    const lost = (before.permissions ?? []).filter((each) => !now.permissions?.includes(each));
    await Promise.all([
      ...(names.has('permissions')
        ? grantEverywhere(this.#browser, this.#named(context), now.permissions, lost)
        : []),
      ...this.#pages(context).map((page) => page.apply(names)),
    ]);
  }

  async addInitScript(context: ContextId, source: string): Promise<void> {
    const options = this.known.optionsOf(context);
    this.known.set(context, { ...options, initScripts: [...(options.initScripts ?? []), source] });
    await Promise.all(this.#pages(context).map((page) => page.addInitScript(source)));
  }

  readonly cookies: Driver['cookies'] = (context) => getCookies(this.#browser, this.#named(context));

  readonly setCookies: Driver['setCookies'] = (context, cookies) =>
    setCookies(this.#browser, this.#named(context), cookies);

  readonly deleteCookies: Driver['deleteCookies'] = (context, cookies) =>
    deleteCookies(this.#browser, this.#named(context), cookies);

  readonly setPermission: Driver['setPermission'] = (context, ...permission) =>
    setPermission(this.#browser, this.#named(context), ...permission);
}
