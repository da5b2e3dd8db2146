/**
 * A copy of a person's profile as a start: their logins without their lock, and nothing that is done in it reaches them.
 * Caches, locks and open tabs stay behind.
 */
import { cp, lstat, mkdir, readdir } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { reasonOf, SightlineError } from '../errors.js';
import { type FoundBrowser, machineEnvironment } from './find.js';
import type { Profile } from './profile.js';
import { profileFolders } from './running.js';

const LEFT_BEHIND = new Set([
  ...['Cache', 'Code Cache', 'GPUCache', 'DawnCache', 'DawnGraphiteCache', 'DawnWebGPUCache', 'ShaderCache'],
  ...['CacheStorage', 'Sessions', 'LOCK', 'lockfile', 'SingletonLock', 'SingletonCookie', 'SingletonSocket'],
  ...['cache2', 'startupCache', 'sessionstore-backups', 'sessionstore.jsonlz4', 'crashes', 'minidumps'],
  ...['lock', '.parentlock', 'parent.lock', 'DevToolsActivePort', 'user.js'],
]);

const CHANNELS: Record<string, string> = {
  'Google Chrome': 'chrome',
  Chromium: 'chromium',
  'Microsoft Edge': 'msedge',
};

/** `wanted`: the name of a profile (`Default`, `Profile 1`), or the path of its folder. */
export async function copyProfile(browser: FoundBrowser, wanted: string, into: Profile): Promise<void> {
  const source = isAbsolute(wanted) ? wanted : await folderOf(browser, wanted);
  const firefox = browser.engine === 'firefox';
  try {
    const target = firefox ? into.folder : join(into.folder, 'Default');
    await mkdir(target, { recursive: true });
    await cp(source, target, { recursive: true, force: true, filter: belongs });
    // It says how cookies are encrypted, and stands beside the profiles.
    if (!firefox)
      await cp(join(dirname(source), 'Local State'), join(into.folder, 'Local State')).catch(noState);
  } catch (cause) {
    throw new SightlineError(
      'browser-start-failed',
      `The profile ${source} can't be copied: ${reasonOf(cause)}`,
      {
        hint: 'Give the name of a profile, as Default, or the path of its folder.',
        cause,
      },
    );
  }
}

/** A profile that was copied once, or made by another program, has none. */
function noState(cause: unknown): void {
  if (!(cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')) throw cause;
}

/** Links and sockets lead out of the profile. */
async function belongs(path: string): Promise<boolean> {
  if (LEFT_BEHIND.has(basename(path))) return false;
  const stats = await lstat(path);
  return stats.isFile() || stats.isDirectory();
}

async function folderOf({ engine, title }: FoundBrowser, wanted: string): Promise<string> {
  const roots =
    engine === 'firefox' ? firefoxRoots() : profileFolders(CHANNELS[title] ?? 'chromium', machineEnvironment);
  for (const root of roots) {
    const names = await readdir(root).catch(() => []);
    // Firefox puts random letters before the name.
    const found = names.find(
      (name) => name === wanted || (engine === 'firefox' && name.endsWith(`.${wanted}`)),
    );
    if (found !== undefined) return join(root, found);
  }
  throw new SightlineError(
    'browser-start-failed',
    `${title} has no profile "${wanted}" in ${roots.join(' or ')}`,
    {
      hint: 'Look at chrome://version or about:profiles for its name, or give the path of its folder.',
    },
  );
}

function firefoxRoots(): string[] {
  const { platform, env, home } = machineEnvironment;
  if (platform === 'win32')
    return [join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Mozilla', 'Firefox', 'Profiles')];
  if (platform === 'darwin') return [join(home, 'Library', 'Application Support', 'Firefox', 'Profiles')];
  return [join(home, '.mozilla', 'firefox'), join(home, 'snap', 'firefox', 'common', '.mozilla', 'firefox')];
}
