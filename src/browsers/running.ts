/**
 * A browser that a person started, found by its product. A Chromium that allows remote debugging writes
 * `DevToolsActivePort` into its profile folder: the port, and the path of its WebSocket. Chrome's own switch for it
 * (chrome://inspect/#remote-debugging, since Chrome 144) answers nothing else, so the file is the way in.
 */
import { readFile } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import { SightlineError } from '../errors.js';
import { machineEnvironment } from './find.js';
import type { PlatformEnvironment } from './locations.js';

interface ProfileFolders {
  title: string;
  linux: string[];
  mac: string;
  windows?: string;
}

const CHANNELS: Record<string, ProfileFolders> = {
  chrome: {
    title: 'Google Chrome',
    linux: ['google-chrome'],
    mac: 'Google/Chrome',
    windows: 'Google\\Chrome',
  },
  'chrome-beta': {
    title: 'Google Chrome Beta',
    linux: ['google-chrome-beta'],
    mac: 'Google/Chrome Beta',
    windows: 'Google\\Chrome Beta',
  },
  'chrome-dev': {
    title: 'Google Chrome Dev',
    linux: ['google-chrome-unstable'],
    mac: 'Google/Chrome Dev',
    windows: 'Google\\Chrome Dev',
  },
  'chrome-canary': {
    title: 'Google Chrome Canary',
    linux: ['google-chrome-canary'],
    mac: 'Google/Chrome Canary',
    windows: 'Google\\Chrome SxS',
  },
  chromium: { title: 'Chromium', linux: ['chromium'], mac: 'Chromium', windows: 'Chromium' },
  msedge: {
    title: 'Microsoft Edge',
    linux: ['microsoft-edge'],
    mac: 'Microsoft Edge',
    windows: 'Microsoft\\Edge',
  },
  'msedge-beta': {
    title: 'Microsoft Edge Beta',
    linux: ['microsoft-edge-beta'],
    mac: 'Microsoft Edge Beta',
    windows: 'Microsoft\\Edge Beta',
  },
  'msedge-dev': {
    title: 'Microsoft Edge Dev',
    linux: ['microsoft-edge-dev'],
    mac: 'Microsoft Edge Dev',
    windows: 'Microsoft\\Edge Dev',
  },
  'msedge-canary': {
    title: 'Microsoft Edge Canary',
    linux: ['microsoft-edge-canary'],
    mac: 'Microsoft Edge Canary',
    windows: 'Microsoft\\Edge SxS',
  },
  brave: {
    title: 'Brave',
    linux: ['BraveSoftware/Brave-Browser'],
    mac: 'BraveSoftware/Brave-Browser',
    windows: 'BraveSoftware\\Brave-Browser',
  },
};

const SHORT: Record<string, string> = {
  edge: 'msedge',
  beta: 'chrome-beta',
  dev: 'chrome-dev',
  canary: 'chrome-canary',
};

export const CHANNEL_NAMES: readonly string[] = Object.keys(CHANNELS);

/** `chrome`, `edge`, `beta`, …: the name of a channel; undefined for anything else. */
export function channelNamed(text: string): string | undefined {
  const name = text.trim().toLowerCase();
  const channel = SHORT[name] ?? name;
  return Object.hasOwn(CHANNELS, channel) ? channel : undefined;
}

export interface RunningBrowser {
  title: string;
  /** Of its WebSocket. */
  url: string;
  /** The file that names it. */
  file: string;
}

/** The browser of a channel, or of one profile folder, from its file. It may have ended since. */
export async function runningBrowser(
  place: { channel: string } | { folder: string },
  environment: PlatformEnvironment = machineEnvironment,
): Promise<RunningBrowser> {
  const title = 'channel' in place ? (CHANNELS[place.channel]?.title ?? place.channel) : 'The browser';
  const folders = 'channel' in place ? profileFolders(place.channel, environment) : [place.folder];
  const { join } = environment.platform === 'win32' ? win32 : posix;
  const files = folders.map((folder) => join(folder, 'DevToolsActivePort'));
  for (const file of files) {
    const text = await readFile(file, 'utf8').catch(() => undefined); // Not there: the next folder may have it.
    const [port, path] = (text ?? '').split('\n').map((line) => line.trim());
    if (port !== undefined && /^\d{1,5}$/.test(port) && path?.startsWith('/'))
      return { title, url: `ws://127.0.0.1:${port}${path}`, file };
  }
  throw new SightlineError(
    'connect-failed',
    `${title} does not allow remote debugging: no ${files.join(' or ')}`,
    {
      hint: SWITCH_IT_ON,
    },
  );
}

/** The hint when remote debugging is off. */
export const SWITCH_IT_ON =
  'Start the browser, open chrome://inspect/#remote-debugging in it and turn on "Allow remote debugging for this browser instance"; or start it with --remote-debugging-port=9222 --user-data-dir=FOLDER and connect to http://127.0.0.1:9222.';

export function profileFolders(channel: string, { platform, env, home }: PlatformEnvironment): string[] {
  const folders = CHANNELS[channel];
  if (!folders) return [];
  if (platform === 'win32') {
    const root = env.LOCALAPPDATA ?? win32.join(home, 'AppData', 'Local');
    return folders.windows === undefined ? [] : [win32.join(root, folders.windows, 'User Data')];
  }
  if (platform === 'darwin') return [posix.join(home, 'Library', 'Application Support', folders.mac)];
  const root = env.CHROME_CONFIG_HOME || env.XDG_CONFIG_HOME || posix.join(home, '.config');
  const snap = channel === 'chromium' ? [posix.join(home, 'snap', 'chromium', 'common', 'chromium')] : [];
  return [...folders.linux.map((folder) => posix.join(root, folder)), ...snap];
}
