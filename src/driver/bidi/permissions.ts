/**
 * Permissions, by the names of the Permissions API. Firefox sets them for one origin at a time: permissions for
 * every origin of a context are set as soon as a page is on its way to one.
 */

import { isSightlineError, SightlineError } from '../../errors.js';
import { quote } from '../../tree/quote.js';
import type { ContextId, PermissionState } from '../driver.js';
import type { Connection } from './connection.js';

interface Everywhere {
  names: string[];
  /** Origins for which they have been set. */
  readonly told: Set<string>;
}

export class Permissions {
  readonly #connection: Connection;
  readonly #everywhere = new Map<ContextId, Everywhere>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Replaces the permissions of every origin of a context. */
  async grantEverywhere(context: ContextId, names: string[] = []): Promise<void> {
    const before = this.#everywhere.get(context) ?? { names: [], told: new Set() };
    if (names.length === 0 && before.names.length === 0) return;
    this.#everywhere.set(context, { names, told: before.told });
    const lost = before.names.filter((name) => !names.includes(name));
    await Promise.all(
      [...before.told].flatMap((origin) => [
        ...lost.map((name) => this.set(context, origin, name, 'prompt')),
        ...names.map((name) => this.set(context, origin, name, 'granted')),
      ]),
    );
  }

  /** A page of the context is on its way to this URL. */
  async ensure(context: ContextId, url: string): Promise<void> {
    const everywhere = this.#everywhere.get(context);
    if (!everywhere || !/^https?:/.test(url) || !URL.canParse(url)) return;
    const { origin } = new URL(url);
    if (everywhere.told.has(origin)) return;
    everywhere.told.add(origin);
    await Promise.all(everywhere.names.map((name) => this.set(context, origin, name, 'granted')));
  }

  async set(context: ContextId, origin: string, name: string, state: PermissionState): Promise<void> {
    try {
      await this.#connection.send('permissions.setPermission', {
        descriptor: { name },
        state,
        origin,
        userContext: context,
      });
    } catch (cause) {
      if (!isSightlineError(cause, 'protocol-error')) throw cause;
      throw new SightlineError('bad-argument', `The browser has no permission ${quote(name, 200)} to set`, {
        hint: 'Use a name of the Permissions API that it knows: geolocation, notifications, camera, …',
        cause,
      });
    }
  }
}
