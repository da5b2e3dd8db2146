/** Starts a browser. With `join.ts` the composition root: the only place that connects browsers, drivers and model. */
import type { BrowserProcess } from '../browsers/browser-process.js';
import type { ContextOptions } from '../driver/context-settings.js';
import type { Driver, ProtocolName } from '../driver/driver.js';
import type { Browser } from '../page/browser.js';
import { DEFAULT_VIEWPORT } from '../page/device.js';
import { openPipe } from '../rpc/pipe.js';
import { actionsFor, createBrowser, createDriver, firstContext, loadDriver } from './assemble.js';
import type { LaunchOptions } from './options.js';
import { snapshotDefaults } from './snapshot-defaults.js';
import { endProcess, startProcess } from './start-process.js';

/** Starts a browser that ends with this process. */
export async function launch(options: LaunchOptions = {}): Promise<Browser> {
  return launchWith(options, startProcess);
}

/** `start` gives the process, which may have been started before. */
export async function launchWith(options: LaunchOptions, start: typeof startProcess): Promise<Browser> {
  const defaults = snapshotDefaults(options.snapshot);
  const protocol = await protocolOf(options);
  const { context, viewport } = firstContext(options, protocol);
  // Firefox takes its media settings from preferences and has no command to change them.
  if (protocol === 'bidi') delete context.media;
  // While the browser starts.
  const loaded = loadDriver(protocol);
  const started = await start(options);
  const { process, guarded } = started;
  try {
    await loaded;
    const driver = await attach(process, context);
    return await createBrowser(options, {
      driver,
      defaults,
      context,
      viewport: options.viewport === undefined ? (viewport ?? DEFAULT_VIEWPORT) : options.viewport,
      fresh: true,
      ...guarded,
      actions: actionsFor(options),
      ...(options.navigationTimeout !== undefined && { navigationTimeout: options.navigationTimeout }),
      async end() {
        await driver.close().catch(() => undefined); // it may have died; then it is closed
        await process.close();
        guarded?.fence.close();
      },
    });
  } catch (error) {
    await endProcess(started);
    throw error;
  }
}

async function protocolOf({ browser = 'chromium' }: LaunchOptions): Promise<ProtocolName> {
  const { engineOf, parseBrowserName } = await import('../browsers/browser-name.js');
  return engineOf(parseBrowserName(browser)) === 'firefox' ? 'bidi' : 'cdp';
}

async function attach(process: BrowserProcess, context: ContextOptions): Promise<Driver> {
  const { endpoint } = process;
  if (endpoint.kind === 'pipe')
    return createDriver('cdp', openPipe(endpoint.input, endpoint.output), { context });
  const { openWebSocket } = await import('../rpc/websocket.js');
  return createDriver('bidi', await openWebSocket(endpoint.url), { context });
}
