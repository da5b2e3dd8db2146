/** Serves clients over stdio or HTTP, as the settings say. Returns when the server ends. */
import type { Endpoint } from '../../mcp/endpoint.js';
import { isLoopback } from '../../tree/loopback.js';
import { UsageError } from '../command.js';
import type { Settings } from '../settings/table.js';
import type { Window } from './window.js';

/** `window`: where people can watch, if they can. */
export async function serveEndpoint(endpoint: Endpoint, settings: Settings, window?: Window): Promise<void> {
  const { port } = settings;
  await (port === undefined ? overStdio(endpoint) : overHttp(endpoint, settings, port, window));
}

async function overStdio(endpoint: Endpoint): Promise<void> {
  const { serveOverStdio } = await import('../../mcp/stdio.js');
  await serveOverStdio(endpoint);
}

async function overHttp(
  endpoint: Endpoint,
  settings: Settings,
  port: number,
  window: Window | undefined,
): Promise<void> {
  const { host, allowedHosts, token, pingTimeout } = settings;
  const [{ listen }, { untilToldToEnd }] = await Promise.all([
    import('../../mcp/http.js'),
    import('../../mcp/stdio.js'),
  ]);
  const handle = await listen(endpoint, {
    port,
    ...(host !== undefined && { host }),
    ...(allowedHosts && { allowedHosts }),
    ...(token !== undefined && { token }),
    ...(pingTimeout !== undefined && { pingTimeout }),
    ...(window && { window: (request, response, path) => window.answer(request, response, path) }),
  });
  const forPeople = window && handle.url.replace(/mcp$/, `window/${window.token}/`);
  if (forPeople !== undefined) window?.servedAt(forPeople);
  process.stderr.write(`${announcement(handle.url, token !== undefined)}\n`);
  if (forPeople !== undefined) process.stderr.write(`Live view, for people: ${forPeople}\n`);
  await untilToldToEnd();
  await handle.close();
}

/** Call before anything starts. */
export function checkReach({ port, host = 'localhost', token }: Settings): void {
  if (port === undefined || isLoopback(host) || token !== undefined) return;
  throw new UsageError(
    `Other machines can reach ${host}, so a token is required. Set SIGHTLINE_TOKEN to a long random string.`,
  );
}

/** The URL, and the configuration for a client. */
function announcement(url: string, token: boolean): string {
  const headers = token ? { headers: { Authorization: 'Bearer <token>' } } : {};
  const config = { mcpServers: { sightline: { type: 'http', url, ...headers } } };
  return `Listening on ${url}\nConfiguration for your client:\n${JSON.stringify(config, null, 2)}`;
}
