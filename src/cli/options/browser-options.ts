/** Opens a browser as the settings say: starts one, or connects to a running one. */
import type { WebDriverEndpoint } from '../../connect/webdriver.js';
import { isSightlineError, reasonOf } from '../../errors.js';
import { OriginRules } from '../../fence/origin-rules.js';
import type { LaunchOptions, SharedOptions } from '../../launch/options.js';
import type { Browser } from '../../page/browser.js';
import { DEFAULT_VIEWPORT, deviceNamed } from '../../page/device.js';
import { storageStateOf } from '../../page/storage/storage-state.js';
import { UsageError } from '../command.js';
import { isRecord } from '../settings/kind.js';
import { readText } from '../settings/read-text.js';
import type { Settings } from '../settings/table.js';
import { storageFileNamed } from '../storage-folder.js';
import { ProcessAhead } from './process-ahead.js';

export interface OpenBrowser {
  (onProgress: (line: string) => void, downloadsFolder: string): Promise<Browser>;
  /**
   * Starts the process of the first browser before it is asked for; resolves as soon as it runs. The returned function
   * ends it, unless the browser has been asked for by then. Absent for browsers that run already and for kept profiles,
   * which must not be used for nothing.
   */
  ahead?(): Promise<() => void>;
}

/** Reads all files that the settings name, so that errors show before anything starts. */
export function browserOpener(settings: Settings): OpenBrowser {
  check(settings);
  const shared = sharedOptions(settings);
  const endpoint = webdriverEndpoint(settings) ?? settings.cdpEndpoint ?? settings.endpoint;
  if (endpoint !== undefined) {
    if (shared.origins) process.stderr.write(`${FOREIGN}\n`);
    const options = {
      ...shared,
      ...given({ headers: connectionHeaders(settings), timeout: settings.cdpTimeout }),
    };
    return async (_, downloadsFolder) =>
      (await import('../../connect/connect.js')).connect(endpoint, { ...options, downloadsFolder });
  }
  return launcher({ ...shared, ...launchOptions(settings) });
}

function launcher(options: LaunchOptions): OpenBrowser {
  const first = new ProcessAhead(options);
  const open = async (onProgress: (line: string) => void, downloadsFolder: string): Promise<Browser> => {
    const { launchWith } = await import('../../launch/launch.js');
    return launchWith(
      {
        ...options,
        downloadsFolder,
        onProgress(line) {
          process.stderr.write(`${line}\n`);
          onProgress(line);
        },
      },
      first.start,
    );
  };
  return Object.assign(open, options.userDataDir === undefined && { ahead: () => first.begin() });
}

/** Both flags name the headers of one request: there is one endpoint. */
function connectionHeaders({ cdpHeaders, remoteHeaders }: Settings): Record<string, string> | undefined {
  return cdpHeaders || remoteHeaders ? { ...remoteHeaders, ...cdpHeaders } : undefined;
}

/** A running browser can't get the proxy that enforces the origin rules. */
const FOREIGN =
  'Origin rules are incomplete over an endpoint: they do not cover WebSockets in Chromium, WebRTC, or tabs that Sightline has not attached to yet. Let Sightline start the browser to enforce them fully.';

/**
 * Clients share the context of a kept profile or a running browser: they want its logins and tabs. A WebDriver endpoint
 * starts a new browser.
 */
export function hasContextToShare({ userDataDir, cdpEndpoint, endpoint }: Settings): boolean {
  return userDataDir !== undefined || cdpEndpoint !== undefined || endpoint !== undefined;
}

/** Whether the settings connect to a running browser. */
export function joinsBrowser({ cdpEndpoint, endpoint, webdriverEndpoint: webdriver }: Settings): boolean {
  return cdpEndpoint !== undefined || endpoint !== undefined || webdriver !== undefined;
}

function webdriverEndpoint(settings: Settings): WebDriverEndpoint | undefined {
  const { webdriverEndpoint: webdriver, webdriverCapabilities: file } = settings;
  if (webdriver === undefined) return undefined;
  const flag = '--webdriver-capabilities';
  return {
    webdriver,
    ...(file !== undefined && { capabilities: parsed(flag, read(flag, file), file) }),
  };
}

export function isHeaded({ headed, headless }: Settings): boolean {
  return headed === true || headless === false;
}

function check(settings: Settings): void {
  if (settings.headless === true && settings.headed === true)
    throw new UsageError('Give either --headless or --headed');
  if (settings.isolated === true && settings.userDataDir !== undefined)
    throw new UsageError('--isolated keeps no profile, so it excludes --user-data-dir');
  if (settings.sessionName !== undefined && !/^[\w.-]{1,64}$/.test(settings.sessionName))
    throw new UsageError('--session-name is up to 64 letters, digits, "-", "_" and "."');
  if (settings.sessionName !== undefined && settings.storageState !== undefined)
    throw new UsageError('Give --session-name or --storage-state, not both');
  if (settings.profileCopy !== undefined && settings.userDataDir !== undefined)
    throw new UsageError('Give --profile-copy or --user-data-dir, not both');
  if (settings.mobile === true && settings.device !== undefined)
    throw new UsageError('--mobile chooses a device, so it excludes --device');
  const { device, allowedOrigins = [], blockedOrigins = [] } = settings;
  if (device !== undefined) checked('--device', () => deviceNamed(device));
  checked('--allowed-origins', () => new OriginRules({ allowed: allowedOrigins }));
  checked('--blocked-origins', () => new OriginRules({ blocked: blockedOrigins }));
  if (settings.proxyBypass !== undefined && settings.proxyServer === undefined)
    throw new UsageError('--proxy-bypass needs --proxy-server');
}

/** Validates a setting now with the code that uses it later, so that errors show before the browser starts. */
function checked<T>(flag: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    throw isSightlineError(error) ? new UsageError(`${flag}: ${error.message}. ${error.hint}`) : error;
  }
}

function launchOptions(settings: Settings): LaunchOptions {
  const { proxyServer: server, proxyBypass: bypass, ignoreDefaultArgs } = settings;
  return {
    headless: !isHeaded(settings),
    ...given({
      browser: settings.browser === 'firefox' ? settings.browser : (settings.channel ?? settings.browser),
      executablePath: settings.executablePath,
      userDataDir: settings.userDataDir,
      profileCopy: settings.profileCopy,
      sandbox: settings.sandbox,
      webdriver: settings.webdriver,
      webMcp: (settings.webmcp ?? settings.caps?.includes('webmcp')) || undefined,
      args: settings.args,
      env: settings.env,
      firefoxUserPrefs: settings.firefoxUserPrefs,
      withoutArgs: Array.isArray(ignoreDefaultArgs) ? ignoreDefaultArgs : undefined,
      timeout: settings.launchTimeout,
      proxy: server === undefined ? undefined : { server, ...given({ bypass }) },
    }),
  };
}

function login(username: string | undefined, password = '', origin?: string) {
  return username === undefined ? undefined : { username, password, ...given({ origin }) };
}

function media(settings: Settings): SharedOptions['media'] {
  const { colorScheme, reducedMotion, forcedColors, contrast } = settings;
  const wanted = given({ colorScheme, reducedMotion, forcedColors, contrast });
  return Object.keys(wanted).length > 0 ? wanted : undefined;
}

function sharedOptions(settings: Settings): SharedOptions {
  const { testIdAttribute } = settings;
  return {
    snapshot: given({
      refs: settings.refs,
      refsCheck: settings.strictRefs ? 'strict' : settings.refsCheck,
      fold: settings.fold,
      diffThreshold: settings.diffThreshold,
      maxTokens: settings.maxTokens,
      maxDepth: settings.maxDepth,
      maxNodes: settings.maxNodes,
      timeBudget: settings.timeBudget,
      maxTextLength: settings.maxTextLength,
      testIdAttributes: testIdAttribute === undefined ? undefined : [testIdAttribute],
    }),
    ...given({
      viewport: viewport(settings),
      device: settings.mobile ? 'Pixel 8' : settings.device,
      userAgent: settings.userAgent,
      locale: settings.locale,
      timezone: settings.timezone,
      geolocation: settings.geolocation,
      ...chromiumOnly(settings),
      media: media(settings),
      permissions: settings.permissions,
      extraHeaders: settings.extraHeaders,
      offline: settings.offline,
      ignoreHttpsErrors: settings.ignoreHttpsErrors,
      httpCredentials: login(settings.httpUsername, settings.httpPassword, settings.httpOrigin),
      proxyCredentials: login(settings.proxyUsername, settings.proxyPassword),
      blockServiceWorkers: settings.blockServiceWorkers,
      origins: origins(settings),
      actionTimeout: settings.timeoutAction,
      navigationTimeout: settings.timeoutNavigation,
      settleTimeout: settings.timeoutSettle,
      initScripts: settings.initScripts?.map((file) => read('--init-script', file)),
      storageFile: settings.sessionName === undefined ? undefined : storageFileNamed(settings.sessionName),
      storageState: settings.storageState === undefined ? undefined : storageState(settings.storageState),
    }),
  };
}

/** A density without a size is that of the usual viewport. */
function viewport({ viewport: size, deviceScaleFactor }: Settings): SharedOptions['viewport'] {
  if (deviceScaleFactor === undefined || size === null) return size;
  return { ...(size ?? DEFAULT_VIEWPORT), deviceScaleFactor };
}

/** A configuration for Chromium should not keep Firefox from starting. */
function chromiumOnly({ browser, touch, mobileLayout: mobile, bypassCsp, javaScript }: Settings) {
  const wanted = given({ touch, mobile, bypassCsp, javaScript });
  if (browser !== 'firefox') return wanted;
  const refused = Object.entries(wanted).filter(([name, on]) => on === (name !== 'javaScript'));
  for (const [name, value] of refused)
    process.stderr.write(`${name}: ${value} has no effect: Firefox has no such command in WebDriver BiDi\n`);
  return {};
}

function origins({ allowedOrigins: allowed, blockedOrigins: blocked }: Settings): SharedOptions['origins'] {
  return allowed || blocked ? given({ allowed, blocked }) : undefined;
}

function storageState(file: string): NonNullable<SharedOptions['storageState']> {
  const text = read('--storage-state', file);
  return checked(`--storage-state ${file}`, () => storageStateOf(parsed('--storage-state', text, file)));
}

function parsed(flag: string, text: string, file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch (cause) {
    throw new UsageError(`${flag} ${file} is not JSON: ${reasonOf(cause)}`, { cause });
  }
}

export function read(flag: string, file: string): string {
  try {
    return readText(file);
  } catch (cause) {
    throw new UsageError(`${flag} cannot be read: ${reasonOf(cause)}`, { cause });
  }
}

/** Removes undefined values: options distinguish absent from undefined. */
function given<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // Only keys with a value are left.
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
