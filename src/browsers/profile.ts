/**
 * The folder that holds a browser's state. Unless one is given, every start gets a fresh folder that is removed
 * when the browser ends; leftovers are removed at the next start.
 */
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { reasonOf, SightlineError } from '../errors.js';
import { isAbandoned, stampFolder } from '../folder-owner.js';
import type { BrowserEngine } from './browser-name.js';

export interface Profile {
  folder: string;
  /** Ours: removed with the browser. A given folder is never removed. */
  temporary: boolean;
}

const PREFIX = 'sightline-profile-';

export async function openProfile(given: string | undefined, root: string): Promise<Profile> {
  try {
    if (given !== undefined) {
      const folder = resolve(given);
      await makeFolder(folder);
      return { folder, temporary: false };
    }
    await mkdir(root, { recursive: true });
    const folder = await mkdtemp(join(root, PREFIX));
    await stampFolder(folder);
    return { folder, temporary: true };
  } catch (error) {
    throw new SightlineError(
      'browser-start-failed',
      `The profile folder could not be created in ${given ?? root}: ${reasonOf(error)}`,
      { hint: 'Give a writable folder, or free some disk space.', cause: error },
    );
  }
}

/** Node's recursive `mkdir` never ends where a file system allows no folders, as in /proc. */
async function makeFolder(folder: string): Promise<void> {
  if ((await stat(folder).catch(() => undefined))?.isDirectory()) return;
  const parent = dirname(folder);
  if (parent !== folder) await makeFolder(parent);
  await mkdir(folder);
}

export async function removeProfile(profile: Profile): Promise<void> {
  if (!profile.temporary) return;
  // Helper processes of the browser may write for a moment after its end: ENOTEMPTY, EBUSY.
  await rm(profile.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

/** Removes the folders whose creator is gone. A failure does not prevent the start: the next one tries again. */
export async function sweepProfiles(root: string): Promise<void> {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
  const ours = entries.filter((entry) => entry.isDirectory() && entry.name.startsWith(PREFIX));
  await Promise.all(
    ours.map(async ({ name }) => {
      const folder = join(root, name);
      if (await isAbandoned(folder))
        await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    }),
  );
}

/** A snap has a different /tmp; its own folder in the user's home is visible to both. */
export function profileRoot(engine: BrowserEngine, executable: string): string {
  return executable.startsWith('/snap/') ? join(homedir(), 'snap', engine, 'common') : tmpdir();
}
