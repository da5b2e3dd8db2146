/** `sightline mcp`: the MCP server. Over standard input and output nothing else is written to stdout. */
import { isLoopback } from '../mcp/http-guard.js';
import { startContextsAt } from '../page/context.js';
import { CAPS } from '../session/caps.js';
import { Host } from '../session/host.js';
import { hasContextToShare, isHeaded } from './browser-options.js';
import { EXIT, UsageError } from './command.js';
import { hostOptions } from './host-options.js';
import { settingsHelp } from './settings/help.js';
import { readSettings } from './settings/read.js';
import type { Settings } from './settings/table.js';
import { packageVersion } from './version.js';

const AN_HOUR = 3_600_000;

export const help = settingsHelp;

export async function run(args: string[]): Promise<number> {
  const { settings, notes } = readSettings(args);
  const caps = chosenCaps(settings.caps ?? []);
  checkReach(settings);
  const options = hostOptions(settings);
  startContextsAt(settings.firstContext ?? 0, settings.contextCount);
  for (const note of notes) process.stderr.write(`${note}\n`);
  const { TOOLS } = await import('../tools/index.js');
  const { Serving } = await import('../mcp/serving.js');
  const serving = new Serving({
    host: new Host({
      ...options,
      tools: TOOLS.filter(({ cap }) => cap === undefined || caps.has(cap)),
    }),
    version: packageVersion(),
    ownContexts: !settings.sharedBrowserContext && !hasContextToShare(settings),
    idleTimeout: settings.idleTimeout ?? (isHeaded(settings) ? 0 : AN_HOUR),
    ...(settings.imageResponses && { images: settings.imageResponses }),
  });
  try {
    await (settings.port === undefined ? overStdio(serving) : overHttp(serving, settings, settings.port));
  } finally {
    await serving.end();
  }
  return EXIT.ok;
}

type Serving = import('../mcp/serving.js').Serving;

async function overStdio(serving: Serving): Promise<void> {
  const { serveOverStdio } = await import('../mcp/stdio.js');
  await serveOverStdio(serving);
}

async function overHttp(serving: Serving, settings: Settings, port: number): Promise<void> {
  const { host, allowedHosts, token } = settings;
  const [{ listen }, { untilToldToEnd }] = await Promise.all([
    import('../mcp/http.js'),
    import('../mcp/stdio.js'),
  ]);
  const handle = await listen(serving, {
    port,
    ...(host !== undefined && { host }),
    ...(allowedHosts && { allowedHosts }),
    ...(token !== undefined && { token }),
  });
  process.stderr.write(`${announcement(handle.url, token !== undefined)}\n`);
  await untilToldToEnd();
  await handle.close();
}

function checkReach({ port, host = 'localhost', token }: Settings): void {
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

/** Names of Playwright MCP for what is always on are fine, too. */
function chosenCaps(names: string[]): Set<string> {
  const unknown = names.find(
    (name) => !CAPS.some((cap) => cap === name) && !/^(?:core(?:-\w+)?|config)$/.test(name),
  );
  if (unknown !== undefined)
    throw new UsageError(`--caps is of ${CAPS.join(', ')}; there is no ${JSON.stringify(unknown)}`);
  return new Set(names);
}
