/**
 * The folder that a browser keeps its state in. Without a given one, every start gets a fresh folder
 * that is removed when the browser ends; one that was left behind is removed at the next start.
 */
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
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
      await mkdir(folder, { recursive: true });
      return { folder, temporary: false };
    }
    await mkdir(root, { recursive: true });
    const folder = await mkdtemp(join(root, PREFIX));
    await stampFolder(folder);
    return { folder, temporary: true };
  } catch (error) {
    throw new SightlineError(
      'browser-start-failed',
      `The profile folder could not be made in ${given ?? root}: ${reasonOf(error)}`,
      { hint: 'Give a folder that can be written to, or free some space.', cause: error },
    );
  }
}

export async function removeProfile(profile: Profile): Promise<void> {
  if (!profile.temporary) return;
  // Helper processes of the browser may write for a moment after its end: ENOTEMPTY, EBUSY.
  await rm(profile.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

/** Removes the folders whose maker is gone. Failing to is no reason not to start: the next start tries again. */
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

/** A snap sees another /tmp than we do; its own folder in the user's home is visible to both. */
export function profileRoot(engine: BrowserEngine, executable: string): string {
  return executable.startsWith('/snap/') ? join(homedir(), 'snap', engine, 'common') : tmpdir();
}
