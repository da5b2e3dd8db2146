/** `sightline mcp`: the MCP server. On stdio, only protocol messages go to stdout. */

import { setFlagsFromString } from 'node:v8';
import { LateServing } from '../../mcp/late-serving.js';
import type { Serving } from '../../mcp/serving.js';
import { startContextsAt } from '../../page/context.js';
import { packageVersion } from '../../version.js';
import { EXIT } from '../command.js';
import { hasContextToShare, isHeaded } from '../options/browser-options.js';
import { checkToolChoice, chosenTools, offersPageTools } from '../options/chosen-tools.js';
import { hostOptions } from '../options/host-options.js';
import { checkReach, serveEndpoint } from '../serve/serve-endpoint.js';
import { Window } from '../serve/window.js';
import { settingsHelp } from '../settings/help.js';
import { readSettings } from '../settings/read.js';
import type { Settings } from '../settings/table.js';

const AN_HOUR = 3_600_000;

export const help = settingsHelp;

export async function run(args: string[]): Promise<number> {
  const { settings, notes } = readSettings(args);
  checkReach(settings);
  await checkToolChoice(settings);
  const options = hostOptions({ ...settings, webmcp: await offersPageTools(settings) });
  const idleTimeout = settings.idleTimeout ?? (isHeaded(settings) ? 0 : AN_HOUR);
  startContextsAt(settings.firstContext ?? 0, settings.contextCount);
  for (const note of notes) process.stderr.write(`${note}\n`);
  const serving = new LateServing({
    version: packageVersion(),
    fencesPageText: options.fencesPageText ?? false,
    idleTimeout,
    ahead: (tool) => (tool === 'browser_navigate' ? options.open.ahead?.() : undefined),
    load: async () => {
      const loaded = await load(settings, options, idleTimeout);
      window.offer(loaded.host);
      return loaded;
    },
  });
  const window = new Window(async () => (await serving.serving()).host);
  try {
    await serveEndpoint(serving, settings, window);
  } finally {
    await window.end().finally(() => serving.end());
  }
  return EXIT.ok;
}

async function load(
  settings: Settings,
  options: ReturnType<typeof hostOptions>,
  idleTimeout: number,
): Promise<Serving> {
  keepYoungHeapSmall();
  const [{ Serving }, { Host }, tools] = await Promise.all([
    import('../../mcp/serving.js'),
    import('../../agent/host.js'),
    chosenTools(settings),
    // For the first call, which opens the browser.
    import('../../launch/launch.js'),
  ]);
  return new Serving({
    host: new Host({ ...options, tools }),
    ownContexts: !settings.sharedBrowserContext && !hasContextToShare(settings),
    idleTimeout,
    ...(settings.imageResponses && { images: settings.imageResponses }),
    ...(settings.saveSession && { log: true }),
  });
}

/**
 * V8 lets the space for new objects grow to 32 MiB with the first large page and keeps it. By now, with the command line
 * loaded, it has 8 MiB: measured, pages of up to 50,000 elements take no more processor time with that, and 20 MiB less.
 */
function keepYoungHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
