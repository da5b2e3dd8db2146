/** What a transport serves: a server for each client, however many and however they come. */
import type { Server } from '@modelcontextprotocol/server';

export interface Endpoint {
  /** Milliseconds until a client that is gone without a word is forgotten; 0: never. */
  readonly idleTimeout: number;
  /** For the one client of the process, for one of several, or for one that comes for a single request. */
  open(client: 'sole' | 'session' | 'stateless'): EndpointClient;
}

export interface EndpointClient {
  /** May be asked for again: a connection can turn out to be of another revision. */
  createServer(): Server;
  /** The client has left. */
  end(): Promise<void>;
}
