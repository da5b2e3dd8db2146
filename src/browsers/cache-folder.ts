import { posix, win32 } from 'node:path';
import type { PlatformEnvironment } from './locations.js';

/** Where downloaded browsers are kept: `SIGHTLINE_CACHE`, or the platform's cache folder. */
export function cacheFolder({ platform, env, home }: PlatformEnvironment): string {
  const { join, isAbsolute } = platform === 'win32' ? win32 : posix;
  if (env.SIGHTLINE_CACHE) return env.SIGHTLINE_CACHE;
  switch (platform) {
    case 'win32':
      return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'sightline', 'browsers');
    case 'darwin':
      return join(home, 'Library', 'Caches', 'sightline', 'browsers');
    default: {
      // XDG base directories: a relative value must be ignored.
      const xdg = env.XDG_CACHE_HOME;
      return join(xdg && isAbsolute(xdg) ? xdg : join(home, '.cache'), 'sightline', 'browsers');
    }
  }
}
