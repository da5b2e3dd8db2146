/**
 * Whether another browser uses a profile. Both browsers leave a symbolic link in the folder whose target names
 * the owner: Chromium `SingletonLock → host-pid`, Firefox `lock → address:+pid`. Checked before the start,
 * because afterwards Chromium hands the request to the other browser and Firefox shows a dialog. Windows has no
 * such link; there the caller gets the browser's own refusal.
 */
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { SightlineError } from '../errors.js';
import { isAlive } from '../folder-owner.js';
import type { BrowserEngine } from './browser-name.js';

export async function refuseLockedProfile(engine: BrowserEngine, folder: string): Promise<void> {
  const lock = await (engine === 'chromium' ? chromiumLock(folder) : firefoxLock(folder));
  if (!lock) return;
  const here = lock.host === undefined || lock.host === hostname();
  if (here && !(await isBrowser(lock.pid, engine))) return;
  throw new SightlineError(
    'profile-locked',
    here
      ? `The profile ${folder} is in use by process ${lock.pid}.`
      : `The profile ${folder} is in use by process ${lock.pid} on the machine "${lock.host}".`,
    here
      ? { details: { pid: lock.pid } }
      : { hint: `If that machine is gone (an earlier container), remove ${join(folder, 'SingletonLock')}.` },
  );
}

interface Lock {
  pid: number;
  host?: string;
}

async function chromiumLock(folder: string): Promise<Lock | undefined> {
  const [, host, pid] = /^(.*)-(\d+)$/.exec(await linkTarget(join(folder, 'SingletonLock'))) ?? [];
  return host !== undefined && pid !== undefined ? { pid: Number(pid), host } : undefined;
}

async function firefoxLock(folder: string): Promise<Lock | undefined> {
  const [, pid] = /:\+?(\d+)$/.exec(await linkTarget(join(folder, 'lock'))) ?? [];
  return pid !== undefined ? { pid: Number(pid) } : undefined;
}

async function linkTarget(path: string): Promise<string> {
  return readlink(path).catch(() => ''); // no link: nobody holds the profile
}

/** A killed browser leaves its link behind and its pid may be reused: only a running browser counts. */
async function isBrowser(pid: number, engine: BrowserEngine): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  if (command === undefined) return true; // no /proc: only whether it is alive can be known
  const program = command.split('\0')[0] ?? '';
  return engine === 'firefox'
    ? /fox|gecko/i.test(program)
    : /chrom|edge|brave|opera|vivaldi|headless/i.test(program);
}
