/**
 * A background session is a folder: who runs it, how to reach it. It is filled under another name and then
 * renamed, which the file system does for one of several at the same time; so there is never half a session,
 * and never two of one name. A folder whose process is gone is what a killed session left.
 */
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAbandoned, stampFolder } from '../../folder-owner.js';
import { UsageError } from '../command.js';
import { runtimeFolder } from './runtime-folder.js';

/** Values of flags, as they were typed. */
export type Options = Record<string, string | boolean | (string | boolean)[]>;

export interface SessionInfo {
  name: string;
  pid: number;
  version: string;
  /** Where it listens. */
  address: string;
  /** Proof that a request comes from somebody who can read this folder. */
  token: string;
  /** What it was started with. */
  options: Options;
  /** ISO 8601. */
  since: string;
}

export type FoundSession = { state: 'running'; info: SessionInfo } | { state: 'dead' | 'none' };

const INFO = 'session.json';

export function checkName(name: string): string {
  if (/^[a-z0-9][a-z0-9._-]{0,31}$/i.test(name)) return name;
  throw new UsageError(`A session's name is up to 32 letters, digits, "-", "_" and ".", not "${name}"`);
}

/** What is left of a dead session is removed, so that it is reported once. */
export async function findSession(name: string): Promise<FoundSession> {
  const folder = join(runtimeFolder(), name);
  const info = readInfo(folder);
  if (!info) return { state: 'none' };
  if (!(await isAbandoned(folder))) return { state: 'running', info };
  await removeAbandoned(folder);
  return { state: 'dead' };
}

export async function listSessions(): Promise<SessionInfo[]> {
  const sessions: SessionInfo[] = [];
  for (const name of readdirSync(runtimeFolder()).toSorted()) {
    if (name.startsWith('.')) continue;
    const found = await findSession(name);
    if (found.state === 'running') sessions.push(found.info);
  }
  return sessions;
}

/** A folder to listen in, under a name that is not a session's. Those of starts that failed are removed. */
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

/** Makes the folder the session's; false where a living session has the name. */
export async function claimName(prepared: string, info: SessionInfo): Promise<boolean> {
  writeFileSync(join(prepared, INFO), JSON.stringify(info), { mode: 0o600 });
  const folder = join(runtimeFolder(), info.name);
  for (;;) {
    try {
      renameSync(prepared, folder);
      return true;
    } catch (error) {
      if (readInfo(folder) === undefined) throw error; // Not because of another session.
      if (!(await isAbandoned(folder))) return false;
      await removeAbandoned(folder);
    }
  }
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Moved away first and looked at again there: in between, a new session may have taken the name. */
async function removeAbandoned(folder: string): Promise<void> {
  const aside = mkdtempSync(join(runtimeFolder(), '.old-'));
  try {
    renameSync(folder, join(aside, 'it'));
    if (!(await isAbandoned(join(aside, 'it')))) renameSync(join(aside, 'it'), folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error; // Else somebody else was faster.
  } finally {
    removeFolder(aside);
  }
}

function readInfo(folder: string): SessionInfo | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, INFO), 'utf8'));
  } catch {
    return undefined; // No session of this name.
  }
}
