/** The contexts of a browser: their settings and their state. */
import type { Session } from 'webdriver-bidi-protocol';
import {
  type ContextOptions,
  changed,
  checkSettings,
  type ProxySettings,
  type SettingsChange,
} from '../context-settings.js';
import type { ContextId, Driver, DriverPage } from '../driver.js';
import { KnownContexts } from '../known-contexts.js';
import type { Connection } from './connection.js';
import { addInitScript, applySettings, assertPossible, prepareSettings } from './emulation.js';
import { deleteCookies, getCookies, setCookies } from './network/cookies.js';
import { allowDownloads } from './network/downloads.js';
import { Permissions } from './permissions.js';

/** The user context that every Firefox starts with. */
export const DEFAULT_CONTEXT = 'default';
/** Dialogs stay open until they are answered. File choosers are cancelled and reported. */
export const PROMPTS: Session.UserPromptHandler = { default: 'ignore', file: 'dismiss' };

export class Contexts {
  readonly known: KnownContexts;
  readonly permissions: Permissions;
  readonly #connection: Connection;
  readonly #browser: string;
  readonly #pages: () => DriverPage[];

  constructor(
    connection: Connection,
    /** Its name and version. */
    browser: string,
    defaults: ContextOptions,
    pages: () => DriverPage[],
  ) {
    this.#connection = connection;
    this.#browser = browser;
    this.#pages = pages;
    this.known = new KnownContexts(DEFAULT_CONTEXT, defaults);
    this.permissions = new Permissions(connection);
  }

  async prepareDefault(): Promise<void> {
    const options = this.known.optionsOf(DEFAULT_CONTEXT);
    this.#check(options);
    // A user's own browser keeps its download settings unless a folder was given.
    const downloads =
      options.downloadsFolder !== undefined && allowDownloads(this.#connection, DEFAULT_CONTEXT, options);
    await Promise.all([downloads, this.#prepare(DEFAULT_CONTEXT, options)]);
  }

  async create(options: ContextOptions): Promise<ContextId> {
    this.#check(options);
    const { userContext } = await this.#connection.send('browser.createUserContext', {
      unhandledPromptBehavior: PROMPTS,
      ...(options.ignoreHttpsErrors && { acceptInsecureCerts: true }),
      ...(options.proxy && { proxy: proxyOf(options.proxy) }),
    });
    this.known.set(userContext, options);
    try {
      await Promise.all([
        allowDownloads(this.#connection, userContext, options),
        this.#prepare(userContext, options),
      ]);
    } catch (error) {
      await this.remove(userContext);
      throw error;
    }
    return userContext;
  }

  async remove(context: ContextId): Promise<void> {
    this.known.remove(context);
    await this.#connection.send('browser.removeUserContext', { userContext: context });
  }

  async configure(context: ContextId, changes: SettingsChange): Promise<void> {
    checkSettings(changes);
    const now = changed(this.known.optionsOf(context), changes);
    assertPossible(now, this.#browser);
    const names = new Set(Object.keys(changes) as (keyof SettingsChange)[]); // it has no other keys
    await applySettings(this.#connection, context, now, names);
    this.known.set(context, now);
    if (!names.has('permissions')) return;
    await this.permissions.grantEverywhere(context, now.permissions);
    const frames = this.#pages().flatMap((page) => (page.context === context ? page.frames() : []));
    await Promise.all(frames.map(({ url }) => this.permissions.ensure(context, url)));
  }

  readonly addInitScript: Driver['addInitScript'] = (context, source) =>
    addInitScript(this.#connection, context, source);

  readonly cookies: Driver['cookies'] = (context) => getCookies(this.#connection, context);

  readonly setCookies: Driver['setCookies'] = (context, cookies) =>
    setCookies(this.#connection, context, cookies);

  readonly deleteCookies: Driver['deleteCookies'] = (context, cookies) =>
    deleteCookies(this.#connection, context, cookies);

  readonly setPermission: Driver['setPermission'] = (context, ...permission) =>
    this.permissions.set(context, ...permission);

  /** Before anything is changed. */
  #check(options: ContextOptions): void {
    checkSettings(options);
    assertPossible(options, this.#browser);
  }

  async #prepare(context: ContextId, options: ContextOptions): Promise<void> {
    await Promise.all([
      prepareSettings(this.#connection, context, options),
      this.permissions.grantEverywhere(context, options.permissions),
    ]);
  }
}

function proxyOf({ server, bypass = '' }: ProxySettings): Session.ManualProxyConfiguration {
  const [, scheme = 'http', address = server] = /^(\w+):\/\/(.*?)\/?$/.exec(server) ?? [];
  const noProxy = bypass
    .split(/[,;]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const socks = /^socks(\d?)/.exec(scheme);
  return {
    proxyType: 'manual',
    ...(socks
      ? { socksProxy: address, socksVersion: Number(socks[1] || 5) }
      : { httpProxy: address, sslProxy: address }),
    ...(noProxy.length > 0 && { noProxy }),
  };
}
