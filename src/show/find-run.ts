/** Finds the run to show: the folder of a run, or the newest run of a workspace, or of another that is newer. */
import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { TRAIL_FILE } from '../agent/trail/record.js';
import { RUN_NAME } from '../agent/trail/trail-folder.js';
import { SightlineError } from '../errors.js';
import { quote } from '../tree/quote.js';

/** Below a workspace, in `.sightline`, and in the folder of all trails. */
const PLACES = [['.sightline', 'trail'], ['trail'], []];

export async function findRun(given: string, other?: string): Promise<string> {
  const folder = resolve(given);
  if (await isFile(join(folder, TRAIL_FILE))) return folder;
  if (basename(folder) === TRAIL_FILE && (await isFile(folder))) return resolve(folder, '..');
  const found = await Promise.all([folder, ...(other === undefined ? [] : [other])].map(newestIn));
  const newest = found
    .filter((run) => run !== undefined)
    .toSorted((a, b) => (basename(a) < basename(b) ? -1 : 1))
    .at(-1);
  if (newest !== undefined) return newest;
  throw new SightlineError('bad-file', `There is no trail in ${quote(folder, 300)}`, {
    hint: 'Name a workspace or a folder in its .sightline/trail. A server with a workspace writes one unless --trail is off.',
  });
}

async function newestIn(folder: string): Promise<string | undefined> {
  for (const place of PLACES) {
    const runs = await runsIn(join(folder, ...place));
    const newest = runs.at(-1);
    if (newest !== undefined) return newest;
  }
  return undefined;
}

/** Oldest first: their names start with the time. */
async function runsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const runs = names.filter((name) => RUN_NAME.test(name)).toSorted();
  const found: string[] = [];
  for (const name of runs) if (await isFile(join(folder, name, TRAIL_FILE))) found.push(join(folder, name));
  return found;
}

async function isFile(path: string): Promise<boolean> {
  const info = await stat(path).catch(() => undefined); // Missing, or not readable.
  return info?.isFile() ?? false;
}
