/** The tools of one browser, served to clients before the code behind their requests has been loaded. */
import type { ClientKind, Endpoint, EndpointClient } from './endpoint.js';
import { type AboutServer, createServer } from './server.js';
import type { Serving } from './serving.js';

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
    return {
      createServer: () => {
        const server = createServer(this.#options, async () => (await admit()).calls);
        // The client has its answer to `initialize`: load while it thinks. Its next request reports a failure.
        server.oninitialized = () => void admit().catch(() => undefined);
        return server;
      },
      end: async () => (await admitted)?.end(),
    };
  }

  async end(): Promise<void> {
    await (await this.#serving)?.end();
  }
}
