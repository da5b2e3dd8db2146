/**
 * Firefox compiles its own scripts at the first start in a profile. A fresh profile gets them from an earlier start
 * of the same build, which saves a third of the work. Nothing in them comes from a page. Whatever fails here only
 * costs time.
 */
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from './cache-folder.js';
import { machineEnvironment } from './find.js';
import type { Profile } from './profile.js';

/** The latter says which build made the former: Firefox trusts no other. */
const PARTS = ['startupCache', 'compatibility.ini'];
const BUILD = 'build';

export async function bringStartCache(executable: string, profile: Profile): Promise<void> {
  const kept = await folderFor(executable);
  try {
    if ((await readFile(join(kept, BUILD), 'utf8')) !== (await buildOf(executable))) return;
    for (const part of PARTS) await cp(join(kept, part), join(profile.folder, part), { recursive: true });
  } catch {
    for (const part of PARTS) await rm(join(profile.folder, part), FORCED).catch(() => undefined);
  }
}

/** After the browser has ended. */
export async function keepStartCache(executable: string, profile: Profile): Promise<void> {
  const kept = await folderFor(executable);
  const fresh = `${kept}-${process.pid}-${Date.now()}`;
  try {
    const build = await buildOf(executable);
    if ((await readFile(join(kept, BUILD), 'utf8').catch(() => '')) === build) return;
    await mkdir(fresh, { recursive: true, mode: 0o700 });
    for (const part of PARTS) await cp(join(profile.folder, part), join(fresh, part), { recursive: true });
    await writeFile(join(fresh, BUILD), build);
    await rm(kept, FORCED);
    await rename(fresh, kept);
  } catch {
    await rm(fresh, FORCED).catch(() => undefined);
  }
}

const FORCED = { recursive: true, force: true } as const;

/** A link and its target are one browser. */
async function folderFor(executable: string): Promise<string> {
  const path = await realpath(executable).catch(() => executable);
  const name = createHash('sha256').update(path).digest('hex').slice(0, 16);
  return join(cacheFolder(machineEnvironment), 'firefox-start', name);
}

async function buildOf(executable: string): Promise<string> {
  const { mtimeMs, size } = await stat(executable);
  return `${mtimeMs} ${size}`;
}
