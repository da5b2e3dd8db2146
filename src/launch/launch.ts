/** Starts a browser. With `join.ts` the composition root: the only place that connects browsers, drivers and model. */
import type { BrowserName } from '../browsers/browser-name.js';
import type { BrowserProcess } from '../browsers/browser-process.js';
import type { ContextOptions } from '../driver/context-settings.js';
import type { Driver, ProtocolName } from '../driver/driver.js';
import { SightlineError } from '../errors.js';
import { type NetworkFence, openNetworkFence } from '../fence/network-fence.js';
import { OriginRules } from '../fence/origin-rules.js';
import type { Browser } from '../page/browser.js';
import { DEFAULT_VIEWPORT } from '../page/device.js';
import { openPipe } from '../rpc/pipe.js';
import { actionsFor, createBrowser, createDriver, firstContext, loadDriver } from './assemble.js';
import type { LaunchOptions } from './options.js';
import { snapshotDefaults } from './snapshot-defaults.js';

/** Starts a browser that ends with this process. */
export async function launch(options: LaunchOptions = {}): Promise<Browser> {
  const defaults = snapshotDefaults(options.snapshot);
  const protocol = await protocolOf(options);
  const { context, viewport } = firstContext(options, protocol);
  // Firefox takes its media settings from preferences and has no command to change them.
  if (protocol === 'bidi') delete context.media;
  const origins = new OriginRules(options.origins ?? {});
  const fence = origins.empty ? undefined : await openNetworkFence(origins, options.proxy);
  // While the browser starts.
  const loaded = loadDriver(protocol);
  const process = await start(options, fence).catch((error: unknown) => {
    fence?.close();
    throw error;
  });
  try {
    await loaded;
    const driver = await attach(process, context);
    return await createBrowser(options, {
      driver,
      defaults,
      context,
      viewport: options.viewport === undefined ? (viewport ?? DEFAULT_VIEWPORT) : options.viewport,
      fresh: true,
      ...(fence && { origins, fence }),
      actions: actionsFor(options),
      ...(options.navigationTimeout !== undefined && { navigationTimeout: options.navigationTimeout }),
      async end() {
        await driver.close().catch(() => undefined); // it may have died; then it is closed
        await process.close();
        fence?.close();
      },
    });
  } catch (error) {
    await process.kill();
    fence?.close();
    throw error;
  }
}

async function start(options: LaunchOptions, fence: NetworkFence | undefined): Promise<BrowserProcess> {
  const { engineOf, parseBrowserName } = await import('../browsers/browser-name.js');
  const { findBrowser } = await import('../browsers/find.js');
  const name = parseBrowserName(options.browser ?? 'chromium');
  const browser =
    findBrowser(name, { executable: options.executablePath }) ?? (await provision(name, options));
  const launchOptions = {
    browser,
    headless: options.headless,
    args: options.args,
    withoutArgs: options.withoutArgs,
    env: options.env,
    profile: options.userDataDir,
    profileCopy: options.profileCopy,
    sandbox: options.sandbox,
    webdriver: options.webdriver,
    webMcp: options.webMcp,
    proxy: fence ? { ...fence.proxy, only: true } : options.proxy,
    timeoutMs: options.timeout,
    signal: options.signal,
  };
  if (engineOf(name) === 'firefox') {
    const { launchFirefox } = await import('../browsers/firefox.js');
    return launchFirefox({ ...launchOptions, media: options.media, preferences: options.firefoxUserPrefs });
  }
  const { launchChrome } = await import('../browsers/chrome.js');
  return launchChrome(launchOptions);
}

async function provision(name: BrowserName, options: LaunchOptions) {
  if (options.provision === false)
    throw new SightlineError('browser-not-found', `No ${name} is installed on this machine`);
  const { provisionBrowser } = await import('../browsers/provision.js');
  return provisionBrowser(name, {
    allowSystem: false,
    onProgress: options.onProgress,
    signal: options.signal,
  });
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
