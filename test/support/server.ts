/** A tiny fixture server. One port, two names: to a browser `127.0.0.1` and `localhost` are two sites. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Route = string | ((request: IncomingMessage, response: ServerResponse) => void);

export interface FixtureServer {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** `http://localhost:PORT`: the same server as another site. */
  readonly otherOrigin: string;
  readonly port: number;
  /** Adds or replaces routes: a path with its HTML or its handler. */
  serve(routes: Record<string, Route>): void;
  close(): Promise<void>;
}

export async function startServer(routes: Record<string, Route> = {}): Promise<FixtureServer> {
  const table = new Map(Object.entries(routes));
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://fixture').pathname;
    const route = table.get(path);
    response.setHeader('cache-control', 'no-store');
    if (typeof route === 'function') {
      route(request, response);
      return;
    }
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.statusCode = route === undefined ? 404 : 200;
    response.end(route ?? `no route for ${path}`);
  });
  // No host: both names work, over IPv4 and IPv6, whichever `localhost` means here.
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    otherOrigin: `http://localhost:${port}`,
    port,
    serve(more) {
      for (const [path, route] of Object.entries(more)) table.set(path, route);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
