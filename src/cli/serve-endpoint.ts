/** Serves clients as the settings say: over standard input and output, or over HTTP. Returns when it is over. */
import type { Endpoint } from '../mcp/endpoint.js';
import { isLoopback } from '../mcp/host-check.js';
import { UsageError } from './command.js';
import type { Settings } from './settings/table.js';

export async function serveEndpoint(endpoint: Endpoint, settings: Settings): Promise<void> {
  await (settings.port === undefined ? overStdio(endpoint) : overHttp(endpoint, settings, settings.port));
}

async function overStdio(endpoint: Endpoint): Promise<void> {
  const { serveOverStdio } = await import('../mcp/stdio.js');
  await serveOverStdio(endpoint);
}

async function overHttp(endpoint: Endpoint, settings: Settings, port: number): Promise<void> {
  const { host, allowedHosts, token } = settings;
  const [{ listen }, { untilToldToEnd }] = await Promise.all([
    import('../mcp/http.js'),
    import('../mcp/stdio.js'),
  ]);
  const handle = await listen(endpoint, {
    port,
    ...(host !== undefined && { host }),
    ...(allowedHosts && { allowedHosts }),
    ...(token !== undefined && { token }),
  });
  process.stderr.write(`${announcement(handle.url, token !== undefined)}\n`);
  await untilToldToEnd();
  await handle.close();
}

/** To be asked before anything starts. */
export function checkReach({ port, host = 'localhost', token }: Settings): void {
  if (port === undefined || isLoopback(host) || token !== undefined) return;
  throw new UsageError(
    `Others can reach ${host}: a token is needed. Set SIGHTLINE_TOKEN to a long random text.`,
  );
}

/** What to put into a client's configuration. */
function announcement(url: string, token: boolean): string {
  const headers = token ? { headers: { Authorization: 'Bearer <token>' } } : {};
  const config = { mcpServers: { sightline: { type: 'http', url, ...headers } } };
  return `Listening on ${url}\nPut this into your client's configuration:\n${JSON.stringify(config, null, 2)}`;
}
