/**
 * The folder of a background session: which process runs it and how to reach it. It is filled under a temporary name and
 * then renamed. Renaming is atomic, so a session is never half visible and no two have one name. A folder without a
 * living process belongs to a killed session.
 */
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAbandoned, stampFolder } from '../../folder-owner.js';
import { UsageError } from '../command.js';
import { runtimeFolder } from './runtime-folder.js';

/** Flag values as typed. */
export type Options = Record<string, string | boolean | (string | boolean)[]>;

export interface BackgroundInfo {
  name: string;
  pid: number;
  version: string;
  /** Its socket or pipe. */
  address: string;
  /** Proves that a request comes from someone who can read this folder. */
  token: string;
  /** The flags it was started with. */
  options: Options;
  /** ISO 8601. */
  since: string;
}

export type FoundBackground = { state: 'running'; info: BackgroundInfo } | { state: 'dead' | 'none' };

const INFO = 'session.json';

export function checkName(name: string): string {
  if (/^[a-z0-9][a-z0-9._-]{0,31}$/i.test(name)) return name;
  throw new UsageError(`A session name must have 1 to 32 letters, digits, "-", "_" or ".", not "${name}"`);
}

/** Removes the folder of a dead session, so that it is reported only once. */
export async function findBackground(name: string): Promise<FoundBackground> {
  const folder = join(runtimeFolder(), name);
  const info = readInfo(folder);
  if (!info) return { state: 'none' };
  if (!(await isAbandoned(folder))) return { state: 'running', info };
  await removeAbandoned(folder);
  return { state: 'dead' };
}

export async function listBackgrounds(): Promise<BackgroundInfo[]> {
  const sessions: BackgroundInfo[] = [];
  for (const name of readdirSync(runtimeFolder()).toSorted()) {
    if (name.startsWith('.')) continue;
    const found = await findBackground(name);
    if (found.state === 'running') sessions.push(found.info);
  }
  return sessions;
}

/** Creates a folder under a temporary name. Removes those of failed starts. */
export async function prepareFolder(): Promise<string> {
  const runtime = runtimeFolder();
  for (const name of readdirSync(runtime)) {
    const failed = join(runtime, name);
    if (name.startsWith('.new-') && (await isAbandoned(failed))) removeFolder(failed);
  }
  const folder = mkdtempSync(join(runtime, '.new-'));
  await stampFolder(folder);
  return folder;
}

/** Gives the folder the session's name. False if a running session has it. */
export async function claimName(prepared: string, info: BackgroundInfo): Promise<boolean> {
  writeFileSync(join(prepared, INFO), JSON.stringify(info), { mode: 0o600 });
  const folder = join(runtimeFolder(), info.name);
  for (;;) {
    try {
      renameSync(prepared, folder);
      return true;
    } catch (error) {
      if (readInfo(folder) === undefined) throw error; // Not because of an existing session.
      if (!(await isAbandoned(folder))) return false;
      await removeAbandoned(folder);
    }
  }
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Moves the folder away and checks it again: a new session may have taken the name in between. */
async function removeAbandoned(folder: string): Promise<void> {
  const aside = mkdtempSync(join(runtimeFolder(), '.old-'));
  try {
    renameSync(folder, join(aside, 'it'));
    if (!(await isAbandoned(join(aside, 'it')))) renameSync(join(aside, 'it'), folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error; // ENOENT: another process removed it first.
  } finally {
    removeFolder(aside);
  }
}

function readInfo(folder: string): BackgroundInfo | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, INFO), 'utf8'));
  } catch {
    return undefined; // No session has this name.
  }
}
