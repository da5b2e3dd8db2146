/** What the clients of one browser share. */

import { Agent } from '../agent/agent.js';
import type { Host } from '../agent/host.js';
import { CallLog } from './call-log.js';
import { callsOf } from './calls.js';
import type { ClientKind } from './endpoint.js';
import { IdleClock, idleWithout } from './idle.js';
import type { Calls } from './server.js';

export interface ServeOptions {
  host: Host;
  /** Each HTTP session gets its own context. */
  ownContexts?: boolean;
  /** Milliseconds without a call until the browser is closed and idle clients are dropped; 0: never. */
  idleTimeout?: number;
  images?: 'allow' | 'omit' | 'only';
  /** Writes a log of calls and answers to the output folder. */
  log?: boolean;
}

export class Serving {
  readonly host: Host;
  readonly images: 'allow' | 'omit' | 'only';
  readonly log: CallLog | undefined;
  /** Runs while no call is running. */
  readonly idle: IdleClock;
  readonly #ownContexts: boolean;
  #rootsOf: Agent | undefined;

  constructor(options: ServeOptions) {
    const { host, idleTimeout = 0, ownContexts = false } = options;
    this.host = host;
    this.images = options.images ?? 'allow';
    this.log = options.log ? new CallLog(() => host.workplace.output) : undefined;
    this.#ownContexts = ownContexts;
    this.idle = new IdleClock(idleTimeout, () => {
      // If closing fails, the browser is dead; the next call starts another.
      host.closeBrowser().catch(() => undefined);
    });
    idleWithout(this.idle, host);
  }

  /** What a client may do, and what to call when it has disconnected. */
  admit(client: ClientKind): { calls: Calls; end(): Promise<void> } {
    const agent = new Agent(this.host, {
      ownContext: client === 'session' && this.#ownContexts,
      stateless: client === 'stateless',
    });
    return { calls: callsOf(this, agent), end: () => agent.end() };
  }

  /** A shared workplace follows the roots of the first client that has any. */
  async takeRoots(agent: Agent, roots: readonly string[]): Promise<void> {
    const { workplace } = agent;
    if (workplace === this.host.workplace) {
      this.#rootsOf ??= agent;
      if (this.#rootsOf !== agent) return;
    }
    await workplace.state.setRoots(roots);
  }

  async end(): Promise<void> {
    this.idle.stop();
    await Promise.all([this.host.end(), this.log?.end()]);
  }
}
