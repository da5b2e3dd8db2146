/** The contexts of a browser: what each was told, and what it keeps. */
import type { Session } from 'webdriver-bidi-protocol';
import { SightlineError } from '../../errors.js';
import {
  type ContextOptions,
  type Cookie,
  changed,
  checkSettings,
  type NewCookie,
  type ProxySettings,
  type SettingsChange,
} from '../context-settings.js';
import type { ContextId, DriverPage, PermissionState } from '../driver.js';
import type { Connection } from './connection.js';
import { deleteCookies, getCookies, setCookies } from './cookies.js';
import { allowDownloads } from './downloads.js';
import { addInitScript, applySettings, prepareSettings } from './emulation.js';
import { Permissions } from './permissions.js';

/** The user context that every Firefox starts with. */
export const DEFAULT_CONTEXT = 'default';
/** Dialogs stay open until they are answered. Choosers of files are cancelled, and told. */
export const PROMPTS: Session.UserPromptHandler = { default: 'ignore', file: 'dismiss' };

export class Contexts {
  readonly permissions: Permissions;
  readonly #connection: Connection;
  readonly #pages: () => DriverPage[];
  readonly #options: Map<ContextId, ContextOptions>;

  constructor(connection: Connection, defaults: ContextOptions, pages: () => DriverPage[]) {
    this.#connection = connection;
    this.#pages = pages;
    this.#options = new Map([[DEFAULT_CONTEXT, defaults]]);
    this.permissions = new Permissions(connection);
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

  async prepareDefault(): Promise<void> {
    const options = this.optionsOf(DEFAULT_CONTEXT);
    checkSettings(options);
    // The user's own browser keeps its way with downloads unless a folder was given.
    const downloads =
      options.downloadsFolder !== undefined && allowDownloads(this.#connection, DEFAULT_CONTEXT, options);
    await Promise.all([downloads, this.#prepare(DEFAULT_CONTEXT, options)]);
  }

  async create(options: ContextOptions): Promise<ContextId> {
    checkSettings(options);
    const { userContext } = await this.#connection.send('browser.createUserContext', {
      unhandledPromptBehavior: PROMPTS,
      ...(options.ignoreHttpsErrors && { acceptInsecureCerts: true }),
      ...(options.proxy && { proxy: proxyOf(options.proxy) }),
    });
    this.#options.set(userContext, options);
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
    if (context === DEFAULT_CONTEXT)
      throw new SightlineError('bad-argument', 'The default context can’t be closed', {
        hint: 'Close its pages, or the browser.',
      });
    this.optionsOf(context);
    this.#options.delete(context);
    await this.#connection.send('browser.removeUserContext', { userContext: context });
  }

  async configure(context: ContextId, changes: SettingsChange): Promise<void> {
    checkSettings(changes);
    const now = changed(this.optionsOf(context), changes);
    const names = new Set(Object.keys(changes) as (keyof SettingsChange)[]); // It has no other keys.
    await applySettings(this.#connection, context, now, names);
    this.#options.set(context, now);
    if (!names.has('permissions')) return;
    await this.permissions.grantEverywhere(context, now.permissions);
    const frames = this.#pages().flatMap((page) => (page.context === context ? page.frames() : []));
    await Promise.all(frames.map(({ url }) => this.permissions.ensure(context, url)));
  }

  async addInitScript(context: ContextId, source: string): Promise<void> {
    this.optionsOf(context);
    await addInitScript(this.#connection, context, source);
  }

  async cookies(context: ContextId): Promise<Cookie[]> {
    this.optionsOf(context);
    return getCookies(this.#connection, context);
  }

  async setCookies(context: ContextId, cookies: NewCookie[]): Promise<void> {
    this.optionsOf(context);
    await setCookies(this.#connection, context, cookies);
  }

  async deleteCookies(
    context: ContextId,
    cookies?: Pick<Cookie, 'name' | 'domain' | 'path'>[],
  ): Promise<void> {
    this.optionsOf(context);
    await deleteCookies(this.#connection, context, cookies);
  }

  async setPermission(
    context: ContextId,
    origin: string,
    name: string,
    state: PermissionState,
  ): Promise<void> {
    this.optionsOf(context);
    await this.permissions.set(context, origin, name, state);
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
