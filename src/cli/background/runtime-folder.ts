/**
 * The private folder of the background sessions. No other user may enter it, because a session's socket gives control
 * over its browser.
 */
import { lstatSync, mkdirSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { SightlineError } from '../../errors.js';

/** Creates the folder if needed. */
export function runtimeFolder(): string {
  const folder = locate();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stat = lstatSync(folder);
  const { getuid } = process;
  // Windows has no such owners and modes; the folder is in the user's profile.
  const foreign = getuid !== undefined && (stat.uid !== getuid() || (stat.mode & 0o077) !== 0);
  if (!stat.isDirectory() || foreign)
    throw new SightlineError('session-failed', `${folder} is not a folder that only you can access`, {
      hint: 'Remove it, or set SIGHTLINE_RUNTIME to another folder.',
    });
  return folder;
}

function locate(): string {
  const { SIGHTLINE_RUNTIME: given, XDG_RUNTIME_DIR: xdg, LOCALAPPDATA: local } = process.env;
  if (given) return given;
  if (process.platform === 'win32')
    return join(local ?? join(homedir(), 'AppData', 'Local'), 'sightline', 'run');
  // The XDG specification says to ignore relative paths.
  if (xdg && isAbsolute(xdg)) return join(xdg, 'sightline');
  // Socket paths are limited to about 104 bytes, so the home folder may be too deep.
  return join(tmpdir(), `sightline-${userInfo().uid}`);
}
