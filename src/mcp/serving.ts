/** What a server serves, however its clients reach it. */
import type { Host } from '../session/host.js';
import { Session } from '../session/session.js';
import { IdleClock } from './idle.js';

export interface ServeOptions {
  host: Host;
  version: string;
  /** Clients of an HTTP server each work in a context of their own. */
  ownContexts?: boolean;
  /** Milliseconds without a call until the browser is closed, and a client that is gone is forgotten; 0: never. */
  idleTimeout?: number;
  images?: 'allow' | 'omit' | 'only';
}

export class Serving {
  readonly host: Host;
  readonly version: string;
  readonly images: 'allow' | 'omit' | 'only';
  readonly idleTimeout: number;
  /** Runs while no call does. */
  readonly idle: IdleClock;
  readonly #ownContexts: boolean;

  constructor({ host, version, ownContexts = false, idleTimeout = 0, images = 'allow' }: ServeOptions) {
    this.host = host;
    this.version = version;
    this.images = images;
    this.idleTimeout = idleTimeout;
    this.#ownContexts = ownContexts;
    this.idle = new IdleClock(idleTimeout, () => {
      // One that can't be closed is dead or will be replaced; the next call starts another.
      host.closeBrowser().catch(() => undefined);
    });
  }

  /** For the one client of a process, which has the browser to itself. */
  soleSession(): Session {
    return new Session(this.host);
  }

  /** For one of several clients. */
  session(): Session {
    return new Session(this.host, { ownContext: this.#ownContexts });
  }

  /** For a client that comes for one request and is not known again. */
  statelessSession(): Session {
    return new Session(this.host, { stateless: true });
  }

  async end(): Promise<void> {
    this.idle.stop();
    await this.host.end();
  }
}
