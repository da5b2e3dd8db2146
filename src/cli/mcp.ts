/** `sightline mcp`: the MCP server. On stdio, only protocol messages go to stdout. */

import { Host } from '../agent/host.js';
import { startContextsAt } from '../page/context.js';
import { packageVersion } from '../version.js';
import { hasContextToShare, isHeaded } from './browser-options.js';
import { chosenTools } from './chosen-tools.js';
import { EXIT } from './command.js';
import { hostOptions } from './host-options.js';
import { checkReach, serveEndpoint } from './serve-endpoint.js';
import { settingsHelp } from './settings/help.js';
import { readSettings } from './settings/read.js';

const AN_HOUR = 3_600_000;

export const help = settingsHelp;

export async function run(args: string[]): Promise<number> {
  const { settings, notes } = readSettings(args);
  checkReach(settings);
  const tools = await chosenTools(settings);
  const options = hostOptions(settings);
  startContextsAt(settings.firstContext ?? 0, settings.contextCount);
  for (const note of notes) process.stderr.write(`${note}\n`);
  const { Serving } = await import('../mcp/serving.js');
  const serving = new Serving({
    host: new Host({ ...options, tools }),
    version: packageVersion(),
    ownContexts: !settings.sharedBrowserContext && !hasContextToShare(settings),
    idleTimeout: settings.idleTimeout ?? (isHeaded(settings) ? 0 : AN_HOUR),
    ...(settings.imageResponses && { images: settings.imageResponses }),
    ...(settings.saveSession && { log: true }),
  });
  try {
    await serveEndpoint(serving, settings);
  } finally {
    await serving.end();
  }
  return EXIT.ok;
}
