/**
 * Who made a folder: enough to tell later whether that process still lives. A process id alone is
 * reused, so its start time goes with it; and an id means something only on its own machine and in
 * its own pid namespace (containers often share a temporary folder).
 */
import { readFileSync, readlinkSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

export interface Owner {
  pid: number;
  place: string;
  /** The kernel's start time of the process; empty where the platform does not offer it cheaply. */
  started: string;
}

const STAMP = 'sightline-owner.json';

export async function stampFolder(folder: string): Promise<void> {
  const owner: Owner = { pid: process.pid, place: place(), started: startTime(process.pid) };
  await writeFile(join(folder, STAMP), JSON.stringify(owner));
}

/** True only where a stamp proves that the maker is gone: without one, a folder is somebody else's. */
export async function isAbandoned(folder: string): Promise<boolean> {
  const owner = await readStamp(folder);
  if (!owner || owner.place !== place()) return false;
  return !isAlive(owner.pid) || startTime(owner.pid) !== owner.started;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, under another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function readStamp(folder: string): Promise<Owner | undefined> {
  try {
    const owner: Partial<Owner> = JSON.parse(await readFile(join(folder, STAMP), 'utf8'));
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
  const stat = readOr('', () => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  // proc(5): the second field is the name in parentheses and may hold anything; starttime is field 22.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

function readOr(fallback: string, read: () => string): string {
  try {
    return read();
  } catch {
    return fallback; // No /proc on this platform, or the process is gone.
  }
}
