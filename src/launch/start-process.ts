/** Starts the process of a browser. Loads little, so that a browser starts while the rest of the code is loaded. */
import type { BrowserName } from '../browsers/browser-name.js';
import type { BrowserProcess } from '../browsers/browser-process.js';
import { SightlineError } from '../errors.js';
import type { NetworkFence } from '../fence/network-fence.js';
import type { OriginRules } from '../fence/origin-rules.js';
import type { LaunchOptions } from './options.js';

/** A process, and what enforces the origin rules for it. */
export interface StartedProcess {
  process: BrowserProcess;
  guarded?: { origins: OriginRules; fence: NetworkFence };
}

/** `onSpawn`: the system runs the process; it has not answered yet. */
export async function startProcess(options: LaunchOptions, onSpawn?: () => void): Promise<StartedProcess> {
  const guarded = await guard(options);
  try {
    return { process: await start(options, guarded?.fence, onSpawn), ...(guarded && { guarded }) };
  } catch (error) {
    guarded?.fence.close();
    throw error;
  }
}

export async function endProcess({ process, guarded }: StartedProcess): Promise<void> {
  await process.kill();
  guarded?.fence.close();
}

async function guard({ origins: lists, proxy }: LaunchOptions): Promise<StartedProcess['guarded']> {
  if (!lists) return undefined;
  const [{ OriginRules }, { openNetworkFence }] = await Promise.all([
    import('../fence/origin-rules.js'),
    import('../fence/network-fence.js'),
  ]);
  const origins = new OriginRules(lists);
  return origins.empty ? undefined : { origins, fence: await openNetworkFence(origins, proxy) };
}

async function start(
  options: LaunchOptions,
  fence: NetworkFence | undefined,
  onSpawn: (() => void) | undefined,
): Promise<BrowserProcess> {
  const [{ engineOf, parseBrowserName }, { findBrowser }] = await Promise.all([
    import('../browsers/browser-name.js'),
    import('../browsers/find.js'),
  ]);
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
    onSpawn,
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
