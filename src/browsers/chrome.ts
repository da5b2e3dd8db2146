/** Starts Chrome, Chromium or Edge with its protocol on a pipe: no port that other programs could reach. */
import { statfsSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import type { BrowserProcess, ChromeEndpoint } from './browser-process.js';
import type { BrowserLaunchOptions } from './launch-options.js';
import type { Profile } from './profile.js';
import { chromeProxyArguments } from './proxy.js';
import { startBrowser } from './start.js';

export interface ChromeLaunchOptions extends BrowserLaunchOptions {
  /** The first window's size in CSS pixels. */
  windowSize?: { width: number; height: number } | undefined;
}

export async function launchChrome(options: ChromeLaunchOptions): Promise<BrowserProcess<ChromeEndpoint>> {
  return startBrowser(options, {
    pipes: true,
    prepare: async (profile) => ({ args: chromeArguments(options, profile), env: {} }),
    async ready({ child }) {
      // Both exist and have these directions: it was spawned with two more pipes.
      const input = child.stdio[3] as Writable;
      const output = child.stdio[4] as Readable;
      // A browser that dies closes the pipe during a write; its exit reports the end.
      input.on('error', () => undefined);
      return { kind: 'pipe', input, output, product: await askProduct(input, output) };
    },
  });
}

/** Chromium refuses to run its sandbox as root. */
export function chromeSandbox(wanted: boolean | undefined): boolean {
  return wanted ?? !(process.platform === 'linux' && process.getuid?.() === 0);
}

/** Features that contact servers, ask questions or change a page's appearance by themselves. */
const DISABLED_FEATURES = [
  'Translate',
  'OptimizationHints',
  'MediaRouter',
  'DialMediaRouteProvider',
  'AutofillServerCommunication',
  'CertificateTransparencyComponentUpdater',
  'NetworkTimeServiceQuerying',
  // Typing a plain-http address must load that address, not probe https first.
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  // Pages behind the address bar, loaded for each window, which cost more than most pages themselves: two thirds of
  // the processor time of a short run.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  // The first-run choice of a search engine covers the page.
  'ChromeWhatsNewUI',
  // Otherwise everything that a page does after a click would wait for the next frame: a person does not notice,
  // an agent does.
  'DeferRendererTasksAfterInput',
];

/** Headless Chromium reports no mouse to pages (`hover: none`); we have one. */
const MOUSE =
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4';

export function chromeArguments(options: ChromeLaunchOptions, profile: Profile): string[] {
  const { headless = true, port, windowSize } = options;
  const args = [
    `--user-data-dir=${profile.folder}`,
    '--remote-debugging-pipe',
    '--no-first-run',
    '--no-default-browser-check',
    '--no-service-autorun',
    '--disable-search-engine-choice-screen',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-component-extensions-with-background-pages',
    '--allow-browser-signin=false',
    '--disable-client-side-phishing-detection',
    '--disable-default-apps',
    '--disable-domain-reliability',
    '--disable-sync',
    '--disable-quic',
    '--disable-breakpad',
    '--disable-crash-reporter',
    '--metrics-recording-only',
    // Background pages behave like foreground pages: an agent works in several at once.
    '--disable-background-timer-throttling',
    '--disable-backgrounding-occluded-windows',
    '--disable-renderer-backgrounding',
    // No browser UI over or next to the page.
    '--disable-infobars',
    '--disable-popup-blocking',
    '--disable-prompt-on-repost',
    '--disable-hang-monitor',
    '--disable-save-password-bubble',
    '--force-color-profile=srgb',
  ];
  // Cookies of a person's profile are encrypted with the key of their system.
  if (options.profileCopy === undefined) args.push('--password-store=basic', '--use-mock-keychain');
  // Pages recognize an automated browser by `navigator.webdriver`.
  if (!options.webdriver) args.push('--disable-blink-features=AutomationControlled');
  if (options.webMcp) args.push('--enable-blink-features=WebMCP');
  if (headless) args.push('--headless', '--disable-gpu', '--hide-scrollbars', '--mute-audio', MOUSE);
  if (!chromeSandbox(options.sandbox)) args.push('--no-sandbox');
  if (!hasSharedMemory()) args.push('--disable-dev-shm-usage');
  if (port) args.push(`--remote-debugging-port=${port}`);
  if (windowSize) args.push(`--window-size=${windowSize.width},${windowSize.height}`);
  const given = options.args ?? [];
  const way = options.proxy ? chromeProxyArguments(options.proxy, given) : [];
  // A blank first page: otherwise the distribution's start page is loaded.
  const ours = withoutThese(args, options.withoutArgs);
  return [...withFeatures([...ours, ...given, ...way]), 'about:blank'];
}

/** What the browser can't be controlled without. */
const NEEDED = /^--(?:remote-debugging-pipe|user-data-dir)\b/;

function withoutThese(args: string[], unwanted: readonly string[] = []): string[] {
  const isUnwanted = (arg: string) => unwanted.includes(arg) || unwanted.includes(arg.replace(/=.*/s, ''));
  return args.filter((arg) => NEEDED.test(arg) || !isUnwanted(arg));
}

/** Chromium uses only the last of each of these flags: the caller's are merged with ours. */
function withFeatures(args: string[]): string[] {
  return merged(merged(args, '--disable-blink-features='), '--disable-features=', DISABLED_FEATURES);
}

function merged(args: string[], flag: string, ours: readonly string[] = []): string[] {
  const given = args
    .filter((arg) => arg.startsWith(flag))
    .flatMap((arg) => arg.slice(flag.length).split(','));
  const all = [...new Set([...ours, ...given])];
  const rest = args.filter((arg) => !arg.startsWith(flag));
  return all.length === 0 ? rest : [...rest, `${flag}${all.join(',')}`];
}

/** Containers often have 64 MB of /dev/shm, too little for one large page; Chromium then uses files. */
function hasSharedMemory(): boolean {
  if (process.platform !== 'linux') return true;
  try {
    const { bsize, blocks } = statfsSync('/dev/shm');
    return bsize * blocks >= 256 * 2 ** 20;
  } catch {
    return false; // not mounted
  }
}

/**
 * The first command on the pipe. Only a browser answers it, so any other program is detected, and the pipe is
 * known to work. The output is left as if nothing had been read.
 */
function askProduct(input: Writable, output: Readable): Promise<string> {
  input.write(`${JSON.stringify({ id: 0, method: 'Browser.getVersion' })}\0`);
  return new Promise((resolve) => {
    let answer = Buffer.alloc(0);
    // 'readable', not 'data': removing it leaves the stream neither flowing nor paused, so that the next reader
    // gets what follows, and nothing is lost in between.
    const take = () => {
      for (let chunk: Buffer | null = output.read(); chunk !== null; chunk = output.read()) {
        answer = Buffer.concat([answer, chunk]);
        const end = answer.indexOf(0);
        if (end === -1) continue;
        output.off('readable', take);
        if (end + 1 < answer.length) output.unshift(answer.subarray(end + 1));
        resolve(productIn(answer.toString('utf8', 0, end)));
        return;
      }
    };
    output.on('readable', take);
  });
}

/** Empty if the reply is something else; the protocol layer will report that. */
function productIn(answer: string): string {
  try {
    const message: { result?: { product?: string } } = JSON.parse(answer);
    return message.result?.product ?? '';
  } catch {
    return '';
  }
}
