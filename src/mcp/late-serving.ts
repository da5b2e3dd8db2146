/** The tools of one browser, served to clients before the code behind their requests has been loaded. */
import type { ClientKind, Endpoint, EndpointClient } from './endpoint.js';
import { type AboutServer, createServer } from './server.js';
import type { Serving } from './serving.js';

/**
 * Milliseconds without a request after which a client thinks. One that calls at once must not wait for code to be loaded
 * before what it calls for can begin.
 */
const THINKS_AFTER = 25;

export interface LateServingOptions extends AboutServer {
  /** Milliseconds without a request until a client is dropped; 0: never. */
  idleTimeout: number;
  load(): Promise<Serving>;
}

export class LateServing implements Endpoint {
  readonly idleTimeout: number;
  readonly #options: LateServingOptions;
  #serving: Promise<Serving> | undefined;

  constructor(options: LateServingOptions) {
    this.#options = options;
    this.idleTimeout = options.idleTimeout;
  }

  serving(): Promise<Serving> {
    this.#serving ??= this.#options.load();
    return this.#serving;
  }

  open(client: ClientKind): EndpointClient {
    let admitted: Promise<ReturnType<Serving['admit']>> | undefined;
    const admit = () => {
      admitted ??= this.serving().then((serving) => serving.admit(client));
      return admitted;
    };
    let thinks: NodeJS.Timeout | undefined;
    const ahead = (tool: string) => {
      clearTimeout(thinks);
      return this.#options.ahead?.(tool);
    };
    return {
      createServer: () => {
        const server = createServer({ ...this.#options, ahead }, async () => (await admit()).calls);
        // The client has its answer to `initialize`: load while it thinks. Its next request reports a failure.
        server.oninitialized = () => {
          thinks = setTimeout(() => void admit().catch(() => undefined), THINKS_AFTER).unref();
        };
        return server;
      },
      end: async () => (await admitted)?.end(),
    };
  }

  async end(): Promise<void> {
    await (await this.#serving)?.end();
  }
}
