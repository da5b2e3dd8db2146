/**
 * Who made a folder: enough to tell later whether that process still lives. A process id alone is
 * reused, so its start time goes with it; and an id means something only on its own machine and in
 * its own pid namespace (containers often share a temporary folder).
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { link, lstat, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

export interface Owner {
  pid: number;
  place: string;
  /** The kernel's start time of the process; empty where the platform does not offer it cheaply. */
  started: string;
}

export const STAMP = 'sightline-owner.json';

export async function stampFolder(folder: string): Promise<void> {
  await writeFile(join(folder, STAMP), ownStamp());
}

const ownStamp = (): string => {
  const owner: Owner = { pid: process.pid, place: place(), started: startTime(process.pid) };
  return JSON.stringify(owner);
};

/** File systems without hard links answer with one of these. */
const NO_LINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP']);

/**
 * Makes a folder ours alone. `taken`: somebody has it who lives, or of whom nothing is known. `abandoned`: it is
 * ours now, with what a process left in it that is gone.
 */
export async function claimFolder(folder: string): Promise<'fresh' | 'abandoned' | 'taken'> {
  if (await stampIfNone(folder)) return 'fresh';
  if (!(await isAbandoned(folder))) return 'taken';
  const stamp = join(folder, STAMP);
  const aside = `${stamp}.${randomUUID()}`;
  // Of several that see it abandoned, one gets to move the stamp away.
  if (!(await succeeds(rename(stamp, aside), 'ENOENT'))) return 'taken';
  const taken = !(await isAbandoned(folder, aside));
  // Somebody was faster, and this is the stamp of a process that lives: it goes back.
  if (taken) await succeeds(link(aside, stamp), 'EEXIST');
  await rm(aside, { force: true });
  return !taken && (await stampIfNone(folder)) ? 'abandoned' : 'taken';
}

/** Whole or not at all, where the file system can: nobody sees half a stamp. */
async function stampIfNone(folder: string): Promise<boolean> {
  const stamp = join(folder, STAMP);
  const draft = `${stamp}.${randomUUID()}`;
  await writeFile(draft, ownStamp(), { flag: 'wx' });
  try {
    return await succeeds(link(draft, stamp), 'EEXIST');
  } catch (error) {
    if (!NO_LINKS.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return await succeeds(writeFile(stamp, ownStamp(), { flag: 'wx' }), 'EEXIST');
  } finally {
    await rm(draft, { force: true });
  }
}

async function succeeds(action: Promise<unknown>, refusal: string): Promise<boolean> {
  try {
    await action;
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === refusal) return false;
    throw error;
  }
}

/** True only where a stamp proves that the maker is gone: without one, a folder is somebody else's. */
export async function isAbandoned(folder: string, stamp = join(folder, STAMP)): Promise<boolean> {
  const owner = await readStamp(stamp);
  if (!owner || owner.place !== place()) return false;
  return !isAlive(owner.pid) || startTime(owner.pid) !== owner.started;
}

/** The process that made a folder, if it lives on this machine. */
export async function livingOwner(folder: string): Promise<number | undefined> {
  const owner = await readStamp(join(folder, STAMP));
  return owner?.place === place() && !(await isAbandoned(folder)) ? owner.pid : undefined;
}

export function isAlive(pid: number): boolean {
  // One that has ended and whose parent does not ask for it stays in the list, as in containers without an init.
  if (/^[ZX]$/.test(statFields(pid)[0] ?? '')) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, under another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function readStamp(stamp: string): Promise<Owner | undefined> {
  try {
    // Whatever is not a file of ours is no stamp: a FIFO would never end.
    if (!(await lstat(stamp)).isFile()) return undefined;
    const owner: Partial<Owner> = JSON.parse(await readFile(stamp, 'utf8'));
    const { pid, place: where, started } = owner;
    if (typeof pid !== 'number' || typeof where !== 'string' || typeof started !== 'string') return undefined;
    return { pid, place: where, started };
  } catch {
    return undefined; // No stamp, or a half-written one: nothing is proven.
  }
}

function place(): string {
  return `${hostname()} ${readOr('', () => readlinkSync('/proc/self/ns/pid'))}`.trim();
}

function startTime(pid: number): string {
  return statFields(pid)[19] ?? '';
}

/** proc(5) from field 3, the state, on; starttime is field 22. The second is the name in parentheses and may hold anything. */
function statFields(pid: number): string[] {
  const stat = readOr('', () => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function readOr(fallback: string, read: () => string): string {
  try {
    return read();
  } catch {
    return fallback; // No /proc on this platform, or the process is gone.
  }
}
