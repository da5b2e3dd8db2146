/** Storage state in a file that only its owner can read: it holds logins. */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { reasonOf, SightlineError } from '../../errors.js';
import { type StorageState, storageStateOf } from './storage-state.js';

/** Undefined if there is no such file yet. */
export async function readStorageFile(file: string): Promise<StorageState | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw new SightlineError('bad-file', `${file} can't be read: ${reasonOf(cause)}`, { cause });
  }
  try {
    return storageStateOf(JSON.parse(text));
  } catch (cause) {
    throw new SightlineError('bad-file', `${file} is not a storage state: ${reasonOf(cause)}`, {
      hint: 'Remove the file to start without logins.',
      cause,
    });
  }
}

/** As a whole or not at all. */
export async function writeStorageFile(file: string, state: StorageState): Promise<void> {
  const half = `${file}.${process.pid}.new`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(half, JSON.stringify(state, null, 2), { mode: 0o600 });
    await rename(half, file);
  } catch (cause) {
    await rm(half, { force: true });
    throw new SightlineError('bad-file', `The storage could not be saved to ${file}: ${reasonOf(cause)}`, {
      hint: 'Give a folder that can be written to.',
      cause,
    });
  }
}
