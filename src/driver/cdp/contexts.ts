/** The contexts of a browser: what each was told, and what it keeps. */
import { SightlineError } from '../../errors.js';
import {
  type ContextOptions,
  type Cookie,
  changed,
  checkSettings,
  type NewCookie,
  type SettingsChange,
} from '../context-settings.js';
import type { ContextId, PermissionState } from '../driver.js';
import type { Session } from './connection.js';
import { deleteCookies, getCookies, setCookies } from './cookies.js';
import type { Downloads } from './downloads.js';
import type { CdpPage } from './page.js';
import { grantEverywhere, setPermission } from './permissions.js';

export class Contexts {
  readonly #browser: Session;
  readonly #downloads: Downloads;
  readonly #pages: (context: ContextId) => CdpPage[];
  readonly #default: ContextId;
  readonly #options: Map<ContextId, ContextOptions>;

  constructor(
    browser: Session,
    downloads: Downloads,
    defaults: { context: ContextId; options: ContextOptions },
    pages: (context: ContextId) => CdpPage[],
  ) {
    this.#browser = browser;
    this.#downloads = downloads;
    this.#pages = pages;
    this.#default = defaults.context;
    this.#options = new Map([[defaults.context, defaults.options]]);
  }

  /** Throws when there is no such context. */
  optionsOf(context: ContextId): ContextOptions {
    const options = this.#options.get(context);
    if (options) return options;
    throw new SightlineError(
      'context-closed',
      `There is no context ${context}: it was closed, or never opened`,
    );
  }

  /** A foreign browser has contexts that we did not make. */
  find(context: ContextId): ContextOptions {
    return this.#options.get(context) ?? {};
  }

  /** The default context is the one that is not named: the headless shell does not know it by its id. */
  #named(context: ContextId): ContextId {
    return context === this.#default ? '' : context;
  }

  async prepareDefault(): Promise<void> {
    const options = this.optionsOf(this.#default);
    checkSettings(options);
    await Promise.all([
      // The user's own browser keeps its way with downloads unless a folder was given.
      options.downloadsFolder !== undefined && this.#downloads.allow(this.#browser, '', options),
      ...grantEverywhere(this.#browser, '', options.permissions),
    ]);
  }

  async create(options: ContextOptions): Promise<ContextId> {
    checkSettings(options);
    const { proxy } = options;
    const { browserContextId: context } = await this.#browser.send('Target.createBrowserContext', {
      // A context of ours ends with the line to the browser, whoever started that.
      disposeOnDetach: true,
      ...(proxy && { proxyServer: proxy.server }),
      ...(proxy?.bypass !== undefined && { proxyBypassList: proxy.bypass }),
    });
    this.#options.set(context, options);
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
    if (context === this.#default)
      throw new SightlineError('bad-argument', 'The default context can’t be closed', {
        hint: 'Close its pages, or the browser.',
      });
    this.optionsOf(context);
    this.#options.delete(context);
    await this.#browser.send('Target.disposeBrowserContext', { browserContextId: context });
  }

  async configure(context: ContextId, changes: SettingsChange): Promise<void> {
    checkSettings(changes);
    const before = this.optionsOf(context);
    const now = changed(before, changes);
    this.#options.set(context, now);
    const names = new Set(Object.keys(changes) as (keyof SettingsChange)[]); // It has no other keys.
    const lost = (before.permissions ?? []).filter((each) => !now.permissions?.includes(each));
    await Promise.all([
      ...(names.has('permissions')
        ? grantEverywhere(this.#browser, this.#named(context), now.permissions, lost)
        : []),
      ...this.#pages(context).map((page) => page.apply(names)),
    ]);
  }

  async addInitScript(context: ContextId, source: string): Promise<void> {
    const options = this.optionsOf(context);
    this.#options.set(context, { ...options, initScripts: [...(options.initScripts ?? []), source] });
    await Promise.all(this.#pages(context).map((page) => page.addInitScript(source)));
  }

  async cookies(context: ContextId): Promise<Cookie[]> {
    this.optionsOf(context);
    return getCookies(this.#browser, this.#named(context));
  }

  async setCookies(context: ContextId, cookies: NewCookie[]): Promise<void> {
    this.optionsOf(context);
    await setCookies(this.#browser, this.#named(context), cookies);
  }

  async deleteCookies(
    context: ContextId,
    cookies?: Pick<Cookie, 'name' | 'domain' | 'path'>[],
  ): Promise<void> {
    this.optionsOf(context);
    await deleteCookies(this.#browser, this.#named(context), cookies);
  }

  async setPermission(
    context: ContextId,
    origin: string,
    name: string,
    state: PermissionState,
  ): Promise<void> {
    this.optionsOf(context);
    await setPermission(this.#browser, this.#named(context), origin, name, state);
  }
}
