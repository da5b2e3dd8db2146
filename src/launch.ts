/**
 * The composition root: the only place that knows drivers, browsers and the model, and connects them. Each
 * protocol is loaded on demand, so a process pays only for what it uses.
 */
import type { BrowserEngine, BrowserName } from './browsers/browser-name.js';
import type { BrowserProcess } from './browsers/browser-process.js';
import { type ContextOptions, contextOptionsIn, type ProxySettings } from './driver/context-settings.js';
import type { Driver, DriverOptions, ProtocolName } from './driver/driver.js';
import { isSightlineError, reasonOf, SightlineError } from './errors.js';
import { type NetworkFence, openNetworkFence } from './fence/network-fence.js';
import { type OriginLists, OriginRules } from './fence/origin-rules.js';
import { actionsWith } from './interact/actions.js';
import { recordSend } from './interact/debug.js';
import type { ActionsFactory } from './page/actions.js';
import { Browser, type BrowserParts } from './page/browser.js';
import type { Viewport } from './page/device.js';
import { DEFAULT_VIEWPORT, deviceSettings } from './page/device.js';
import type { SnapshotDefaults } from './page/snapshot/snapshot-options.js';
import { readStorageFile, writeStorageFile } from './page/storage/storage-file.js';
import type { StorageState } from './page/storage/storage-state.js';
import { openPipe } from './rpc/pipe.js';
import type { Transport } from './rpc/transport.js';
import { MAX_RATIO } from './tree/diff/answer.js';
import { checkLimits, checkThreshold, DEFAULT_LIMITS, readSnapshotEnvironment } from './tree/limit.js';

export interface SharedOptions extends Omit<ContextOptions, 'proxy'> {
  /**
   * The size, pixel density, user agent and touch support of a named device (`iPhone 15`); individual settings
   * override it.
   */
  device?: string;
  /**
   * Viewport size of every page in CSS pixels; null leaves it to the browser's windows. Default: 1280 × 720 for a browser
   * that Sightline starts, null for others.
   */
  viewport?: Viewport | null;
  /** Cookies and local storage to start with. */
  storageState?: StorageState;
  /**
   * Cookies and local storage of the default context are read from this file if it exists, and written to it when the
   * browser is closed. Only the owner can read it.
   */
  storageFile?: string;
  /** Milliseconds for the browser to answer. */
  timeout?: number;
  signal?: AbortSignal;
  /** Uploaded and dropped files must be in one of these folders; without it, any readable file is allowed. */
  fileRoots?: string[];
  /** The origins that may or may not be contacted; see docs/security.md. */
  origins?: OriginLists;
  /**
   * Milliseconds that an action waits for its element to be ready, unless the call says otherwise. Default 5000;
   * 0: no limit.
   */
  actionTimeout?: number;
  /** Milliseconds that a navigation may take, unless the call says otherwise. Default 60000; 0: no limit. */
  navigationTimeout?: number;
  /** The most milliseconds that an action waits for the page to settle. */
  settleTimeout?: number;
  /** Defaults for snapshots, unless a call says otherwise; override the `SNAPSHOT_*` environment variables. */
  snapshot?: Partial<SnapshotDefaults>;
}

export interface LaunchOptions extends SharedOptions {
  /** Default `chromium`: Chrome, Chromium or Edge, whichever is installed. */
  browser?: BrowserName;
  /** Use this program and no other. */
  executablePath?: string;
  /** Default true. */
  headless?: boolean;
  args?: readonly string[];
  /** Arguments of Sightline's own to leave out. */
  withoutArgs?: readonly string[];
  /** Variables for the browser's process, added to those of this one. */
  env?: Readonly<Record<string, string>>;
  /** Preferences (about:config) for Firefox, in a fresh profile only. They win over our own. */
  firefoxUserPrefs?: Readonly<Record<string, string | number | boolean>>;
  /** A profile folder to keep; without it a fresh one is created, and removed at the end. */
  userDataDir?: string;
  /** Start with a copy of an installed browser's profile: its name (`Default`), or the path of its folder. */
  profileCopy?: string;
  proxy?: ProxySettings;
  /** The browser's own sandbox. Default: on, except for Chromium as root, which cannot start with it. */
  sandbox?: boolean;
  /** Let pages see in `navigator.webdriver` that they are automated. Default: false; Firefox always does. */
  webdriver?: boolean;
  /** Download a browser if none is installed: default true. It never changes the system. */
  provision?: boolean;
  onProgress?: (line: string) => void;
}

/** A line to a browser that somebody else started. */
export interface Line {
  protocol: ProtocolName;
  transport: Transport;
  /** What errors call the other side. */
  endpoint: string;
  /** Milliseconds for the browser to answer on it. */
  timeout: number;
  /** Opens it again after it was lost. */
  reopen?: () => Promise<Transport>;
  /** Asked when calls go unanswered for long: why nobody will answer them, if that is so. */
  whyGone?: () => Promise<string | undefined>;
  /** The one context that is ours to use, when not all of them are. */
  home?: string;
  /** The WebDriver session that the line belongs to: what the browser calls itself. */
  session?: { browser: string };
  /** Runs when the line is given up. */
  end?: () => Promise<void>;
}

/** Starts a browser that ends with this process. */
export async function launch(options: LaunchOptions = {}): Promise<Browser> {
  const defaults = snapshotDefaults(options.snapshot);
  const protocol = await protocolOf(options);
  const { context, viewport } = settings(options, protocol);
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
    return await withState(options, {
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

/** Uses a browser at the other end of a line. Closing it leaves the browser running. */
export async function join(line: Line, options: SharedOptions = {}): Promise<Browser> {
  const { protocol, transport, endpoint } = line;
  const { defaults, origins, context, viewport = null } = checked(options, line);
  // Requests of service workers cannot be intercepted.
  if (!origins.empty) context.blockServiceWorkers = true;
  const driver = await answered(
    line,
    createDriver(protocol, transport, { ...lineOptions(line), context }),
  ).catch((cause: unknown) => {
    transport.close();
    if (isSightlineError(cause, 'bad-argument') || isSightlineError(cause, 'unsupported')) throw cause;
    throw new SightlineError(
      'connect-failed',
      `${endpoint} does not answer in ${protocol === 'cdp' ? 'CDP' : 'WebDriver BiDi'}: ${reasonOf(cause)}`,
      { cause },
    );
  });
  // Before any other handler. docs/security.md lists what no protocol can hold back.
  if (!origins.empty)
    await driver.intercept(({ url }) =>
      origins.refusal(url) === undefined ? undefined : { action: 'abort' },
    );
  const end = async () => {
    driver.disconnect();
    await line.end?.();
  };
  return withState(options, {
    driver,
    defaults,
    context,
    viewport: options.viewport === undefined ? viewport : options.viewport,
    fresh: false,
    ...(!origins.empty && { origins }),
    actions: actionsFor(options),
    ...(options.navigationTimeout !== undefined && { navigationTimeout: options.navigationTimeout }),
    end,
  }).catch(async (error: unknown) => {
    await end();
    throw error;
  });
}

/** What the options mean. A line that they are no good for is not kept. */
function checked(options: SharedOptions, { protocol, transport }: Line) {
  try {
    return {
      defaults: snapshotDefaults(options.snapshot),
      origins: new OriginRules(options.origins ?? {}),
      ...settings(options, protocol),
    };
  } catch (error) {
    transport.close();
    throw error;
  }
}

/** Something that takes the connection and then says nothing must not be waited for. */
function answered<T>({ timeout, endpoint }: Line, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new SightlineError('timeout', `${endpoint} was silent for ${timeout} ms`)),
      timeout,
    );
  });
  return Promise.race([answer, silence]).finally(() => clearTimeout(timer));
}

function lineOptions({ reopen, whyGone, home, session }: Line): Omit<DriverOptions, 'bundle'> {
  return {
    foreign: true,
    ...(reopen && { reopen }),
    ...(whyGone && { whyGone }),
    ...(home && { home }),
    ...(session && { session }),
  };
}

async function withState(options: SharedOptions, parts: BrowserParts): Promise<Browser> {
  const { storageFile } = options;
  const kept = storageFile === undefined ? undefined : await readStorageFile(storageFile);
  const storageState = options.storageState ?? kept;
  const browser = new Browser({
    ...parts,
    ...(storageState && { storageState }),
    ...(storageFile !== undefined && {
      beforeEnd: async ({ defaultContext }) =>
        writeStorageFile(storageFile, await defaultContext.storageState()),
    }),
  });
  if (storageState) await browser.defaultContext.setStorageState(storageState);
  return browser;
}

function actionsFor({ fileRoots, actionTimeout, settleTimeout }: SharedOptions): ActionsFactory {
  return actionsWith({
    ...(fileRoots && { fileRoots }),
    ...(actionTimeout !== undefined && { actionTimeout }),
    ...(settleTimeout !== undefined && { settleTimeout }),
  });
}

async function start(options: LaunchOptions, fence: NetworkFence | undefined): Promise<BrowserProcess> {
  const { engineOf, parseBrowserName } = await import('./browsers/browser-name.js');
  const { findBrowser } = await import('./browsers/find.js');
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
    const { launchFirefox } = await import('./browsers/firefox.js');
    return launchFirefox({ ...launchOptions, media: options.media, preferences: options.firefoxUserPrefs });
  }
  const { launchChrome } = await import('./browsers/chrome.js');
  return launchChrome(launchOptions);
}

async function provision(name: BrowserName, options: LaunchOptions) {
  if (options.provision === false)
    throw new SightlineError('browser-not-found', `No ${name} is installed on this machine`);
  const { provisionBrowser } = await import('./browsers/provision.js');
  return provisionBrowser(name, {
    allowSystem: false,
    onProgress: options.onProgress,
    signal: options.signal,
  });
}

async function protocolOf({ browser = 'chromium' }: LaunchOptions): Promise<ProtocolName> {
  const { engineOf, parseBrowserName } = await import('./browsers/browser-name.js');
  return engineOf(parseBrowserName(browser)) === 'firefox' ? 'bidi' : 'cdp';
}

/** The settings of the first context, and the viewport of a named device. */
function settings(
  options: SharedOptions,
  protocol: ProtocolName,
): { context: ContextOptions; viewport?: Viewport } {
  const { proxy: _, ...given } = contextOptionsIn(options); // the browser is started with it
  if (options.device === undefined) return { context: given };
  const device = deviceSettings(options.device, protocol);
  return { context: { ...device.context, ...given }, viewport: device.viewport };
}

async function attach(process: BrowserProcess, context: ContextOptions): Promise<Driver> {
  const { endpoint } = process;
  if (endpoint.kind === 'pipe')
    return createDriver('cdp', openPipe(endpoint.input, endpoint.output), { context });
  const { openWebSocket } = await import('./rpc/websocket.js');
  return createDriver('bidi', await openWebSocket(endpoint.url), { context });
}

async function createDriver(
  protocol: ProtocolName,
  transport: Transport,
  { context: defaultContext, ...more }: Omit<DriverOptions, 'bundle'> & { context: ContextOptions },
): Promise<Driver> {
  const { bundle, create } = await loadDriver(protocol);
  return create(transport, {
    ...more,
    bundle,
    defaultContext,
    ...(recordSend && { onSend: recordSend }),
  });
}

async function loadDriver(protocol: ProtocolName) {
  const [{ bundle }, create] = await Promise.all([
    import('./injected/bundle.js'),
    protocol === 'cdp'
      ? import('./driver/cdp/driver.js').then(({ createCdpDriver }) => createCdpDriver)
      : import('./driver/bidi/driver.js').then(({ createBidiDriver }) => createBidiDriver),
  ]);
  return { bundle, create };
}

function snapshotDefaults(given: Partial<SnapshotDefaults> = {}): SnapshotDefaults {
  const { settings, problems } = readSnapshotEnvironment(process.env);
  problems.push(...checkLimits(given));
  if (given.diffThreshold !== undefined)
    problems.push(...checkThreshold('diffThreshold', given.diffThreshold));
  if (problems.length > 0) throw new SightlineError('bad-argument', problems.join('; '));
  const idAttributes = ['id', 'data-testid', 'data-test-id'];
  return {
    ...DEFAULT_LIMITS,
    refs: 'short',
    idAttributes,
    testIdAttributes: idAttributes.filter((name) => name !== 'id'),
    xpath: true,
    sameOriginFrames: true,
    fold: true,
    diffThreshold: MAX_RATIO,
    refsCheck: 'strict',
    ...settings,
    ...given,
  };
}

export type { BrowserEngine, BrowserName };
