/**
 * Where browsers are on each platform, best first. Pure: the caller passes in the environment. Linux browsers are
 * searched on PATH first, since distributions agree only on the name.
 */
import { posix, win32 } from 'node:path';
import type { BrowserName } from './browser-name.js';

export interface PlatformEnvironment {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  home: string;
}

type Product = 'chrome' | 'chromium' | 'msedge' | 'firefox';

interface ProductLocations {
  title: string;
  linux: { commands: string[]; paths: string[] };
  /** Bundle under /Applications and the program in it. */
  mac: [bundle: string, program: string][];
  /** Below Program Files or the user's local application data. */
  windows: string[];
}

const PRODUCTS: Record<Product, ProductLocations> = {
  chrome: {
    title: 'Google Chrome',
    linux: {
      commands: ['google-chrome-stable', 'google-chrome', 'chrome'],
      paths: ['/opt/google/chrome/chrome'],
    },
    mac: [['Google Chrome.app', 'Google Chrome']],
    windows: ['Google\\Chrome\\Application\\chrome.exe'],
  },
  chromium: {
    title: 'Chromium',
    linux: {
      commands: ['chromium', 'chromium-browser'],
      paths: [
        '/usr/lib/chromium/chromium',
        '/usr/lib64/chromium-browser/chromium-browser',
        '/snap/bin/chromium',
      ],
    },
    mac: [['Chromium.app', 'Chromium']],
    windows: ['Chromium\\Application\\chrome.exe'],
  },
  msedge: {
    title: 'Microsoft Edge',
    linux: {
      commands: ['microsoft-edge-stable', 'microsoft-edge'],
      paths: ['/opt/microsoft/msedge/msedge'],
    },
    mac: [['Microsoft Edge.app', 'Microsoft Edge']],
    windows: ['Microsoft\\Edge\\Application\\msedge.exe'],
  },
  firefox: {
    title: 'Firefox',
    linux: {
      commands: ['firefox', 'firefox-esr'],
      paths: [
        '/usr/lib/firefox/firefox',
        '/usr/lib/firefox-esr/firefox-esr',
        '/usr/lib64/firefox/firefox',
        '/opt/firefox/firefox',
        '/snap/bin/firefox',
      ],
    },
    mac: [
      ['Firefox.app', 'firefox'],
      ['Firefox Developer Edition.app', 'firefox'],
      ['Firefox Nightly.app', 'firefox'],
    ],
    windows: [
      'Mozilla Firefox\\firefox.exe',
      'Firefox Developer Edition\\firefox.exe',
      'Firefox Nightly\\firefox.exe',
    ],
  },
};

/** Any of its products will do for `chromium` as an engine, the most common one first. */
const PRODUCTS_OF: Record<BrowserName, Product[]> = {
  chromium: ['chrome', 'chromium', 'msedge'],
  chrome: ['chrome'],
  msedge: ['msedge'],
  firefox: ['firefox'],
};

export interface Candidate {
  title: string;
  path: string;
}

export function candidates(name: BrowserName, environment: PlatformEnvironment): Candidate[] {
  return PRODUCTS_OF[name].flatMap((product) => {
    const { title } = PRODUCTS[product];
    return pathsOf(PRODUCTS[product], environment).map((path) => ({ title, path }));
  });
}

function pathsOf(product: ProductLocations, environment: PlatformEnvironment): string[] {
  switch (environment.platform) {
    case 'darwin':
      return product.mac.flatMap(([bundle, program]) =>
        ['/Applications', posix.join(environment.home, 'Applications')].map((root) =>
          posix.join(root, bundle, 'Contents', 'MacOS', program),
        ),
      );
    case 'win32':
      return windowsRoots(environment).flatMap((root) =>
        product.windows.map((path) => win32.join(root, path)),
      );
    default:
      return [...onPath(product.linux.commands, environment), ...product.linux.paths];
  }
}

function onPath(commands: string[], { env }: PlatformEnvironment): string[] {
  // An empty PATH entry means the current folder: a browser is never taken from there.
  const folders = (env.PATH ?? '').split(':').filter((folder) => posix.isAbsolute(folder));
  return commands.flatMap((command) => folders.map((folder) => posix.join(folder, command)));
}

function windowsRoots({ env }: PlatformEnvironment): string[] {
  // Node's process.env ignores case on Windows; an injected one does not, hence the documented spellings.
  const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.ProgramW6432, env.LOCALAPPDATA];
  return [...new Set(roots.filter((root) => root !== undefined && root !== ''))] as string[];
}
