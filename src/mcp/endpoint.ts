/** What a transport serves: it creates an MCP server for each client. */
import type { Server } from '@modelcontextprotocol/server';

export interface Endpoint {
  /** Milliseconds without a request until a client is dropped; 0: never. */
  readonly idleTimeout: number;
  open(client: ClientKind): EndpointClient;
}

/** `sole`: the only client of the process. `session`: one of several. `stateless`: a single request. */
export type ClientKind = 'sole' | 'session' | 'stateless';

export interface EndpointClient {
  /** May be called again if the connection turns out to use another protocol revision. */
  createServer(): Server;
  /** Call when the client has disconnected. */
  end(): Promise<void>;
}
