/**
 * The private folder in which background sessions are found: nobody else may enter it, since whoever reaches a
 * session's socket drives its browser.
 */
import { lstatSync, mkdirSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { SightlineError } from '../../errors.js';

/** Made if it has to be. */
export function runtimeFolder(): string {
  const folder = locate();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stat = lstatSync(folder);
  const { getuid } = process;
  // Windows has neither owners nor modes here; the folder is in the user's own profile.
  const foreign = getuid !== undefined && (stat.uid !== getuid() || (stat.mode & 0o077) !== 0);
  if (!stat.isDirectory() || foreign)
    throw new SightlineError('session-failed', `${folder} is not a folder that only you can enter`, {
      hint: 'Remove it, or name another one in SIGHTLINE_RUNTIME.',
    });
  return folder;
}

function locate(): string {
  const { SIGHTLINE_RUNTIME: given, XDG_RUNTIME_DIR: xdg, LOCALAPPDATA: local } = process.env;
  if (given) return given;
  if (process.platform === 'win32')
    return join(local ?? join(homedir(), 'AppData', 'Local'), 'sightline', 'run');
  // XDG base directories: a relative value is to be ignored.
  if (xdg && isAbsolute(xdg)) return join(xdg, 'sightline');
  // Paths of sockets are short (104 bytes): not below the home folder.
  return join(tmpdir(), `sightline-${userInfo().uid}`);
}
