/** Writing into a workspace: through no symbolic link or mount point, in bounded time, with failures as sentences. */
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, realpath, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { type Disk, writeFailure } from '../../fence/disk.js';
import { mountPoints } from '../../fence/link-on-path.js';

/** Why nothing was written; the message is shown in the answer. */
export class NotWritten extends Error {
  override readonly name = 'NotWritten';
}

/** Exists, and contains no symbolic link: a path equal to its real path. One call instead of one per folder. */
export async function isOpenWay(workspace: string, name: string): Promise<boolean> {
  const path = join(workspace, name);
  return (await realpath(path).catch(ignore('ENOENT'))) === path;
}

/** Refuses symbolic links and mount points: they could lead out of the workspace. */
export async function makeFolders(workspace: string, name: string): Promise<void> {
  const mounts = await mountPoints();
  let path = workspace;
  for (const step of ['', ...name.split('/')]) {
    path = join(path, step);
    if (step !== '' && mounts.has(path)) throw new NotWritten(`${shown(path, workspace)} is a mount point`);
    let stat = await lstat(path).catch(ignore('ENOENT'));
    if (!stat) {
      if (step === '') throw new NotWritten(`the workspace ${workspace} is gone`);
      await mkdir(path).catch(ignore('EEXIST'));
      stat = await lstat(path);
    }
    if (stat.isSymbolicLink()) throw new NotWritten(`${shown(path, workspace)} is a symbolic link`);
    if (!stat.isDirectory()) throw new NotWritten(`${shown(path, workspace)} is not a folder`);
  }
}

export async function writeNew(path: string, content: string | Uint8Array): Promise<void> {
  const file = await createNew(path);
  try {
    await file.writeFile(content);
  } finally {
    await file.close();
  }
}

/** An existing file is replaced, never opened: it may be a symbolic link. */
async function createNew(path: string): Promise<FileHandle> {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  // Windows has no O_NOFOLLOW, but there only privileged users can make symbolic links.
  const create = () => open(path, O_WRONLY | O_CREAT | O_EXCL | (O_NOFOLLOW ?? 0), 0o666);
  const file = await create().catch(ignore('EEXIST'));
  if (file) return file;
  await rm(path, { force: true });
  return create();
}

const ignore =
  (code: string) =>
  (error: NodeJS.ErrnoException): undefined => {
    if (error.code !== code) throw error;
  };

const shown = (path: string, workspace: string): string =>
  path === workspace
    ? path
    : path
        .slice(workspace.length + 1)
        .split(sep)
        .join('/');

/** Runs in bounded time, and translates file system errors into sentences. */
export async function explained<T>(disk: Disk, run: () => Promise<T>): Promise<T> {
  try {
    return await disk.ask(run, (reason) => new NotWritten(reason));
  } catch (error) {
    if (error instanceof NotWritten) throw error;
    throw new NotWritten(writeFailure(error as NodeJS.ErrnoException), { cause: error });
  }
}
