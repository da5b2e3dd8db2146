/**
 * The folder in a workspace that one server writes to. It is claimed before the first write, so two servers never share
 * one. Files are replaced atomically, symbolic links are not followed, and at the end only written files are removed.
 * Nothing here is synchronous: a disk that does not answer would block the whole server.
 */
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { Disk } from '../../fence/disk.js';
import { claimFolder, STAMP } from '../../folder-owner.js';
import { DIFF_NAME } from './diff-name.js';
import type { Workspace } from './workspace.js';

const BASE = ['.sightline', 'browser-state'];
/** Servers without an instance id that can share a workspace. */
const MAX_INSTANCES = 1000;
const TEXTS = ['dom.html', 'accessibility-tree.yaml'];
const DRAFT = /^\.[\w.-]+\.draft$/;
const HANDLE = /^c\d+p\d+$/;

/** Why nothing was written; the message is shown in the answer. */
export class NotWritten extends Error {
  override readonly name = 'NotWritten';
}

export interface StateFile {
  /** Inside the folder, with `/`: `pages/c0p1/dom.html`. */
  name: string;
  text: string;
}

export class StateFolder {
  /** Inside the workspace, with `/`. */
  readonly name: string;
  readonly #workspace: string;
  readonly #stamp: number;
  readonly #disk: Disk;
  readonly #written = new Set<string>();

  private constructor(workspace: string, name: string, stamp: number, disk: Disk) {
    this.#workspace = workspace;
    this.name = name;
    this.#stamp = stamp;
    this.#disk = disk;
  }

  static claim({ folder, instance }: Workspace, disk = new Disk()): Promise<StateFolder> {
    return explained(disk, async () => {
      const workspace = await realpath(folder).catch((cause: unknown) => {
        throw new NotWritten(`the workspace ${folder} cannot be opened`, { cause });
      });
      for (let count = 1; count <= MAX_INSTANCES; count++) {
        const name = [...BASE, ...instanceFolder(instance, count)].join('/');
        await makeFolders(workspace, name);
        const path = join(workspace, name);
        const claim = await claimFolder(path);
        if (claim === 'taken') continue;
        if (claim === 'abandoned') await removeLeftovers(path);
        const { ino } = await lstat(join(path, STAMP));
        return new StateFolder(workspace, name, ino, disk);
      }
      throw new NotWritten(`${MAX_INSTANCES} other servers write to ${folder}`);
    });
  }

  /** False if the folder was removed or claimed by another server. */
  isOurs(): Promise<boolean> {
    return explained(this.#disk, () => this.#hasOurStamp());
  }

  has(name: string): Promise<boolean> {
    return explained(this.#disk, async () => (await statOf(this.#path(name)))?.isFile() ?? false);
  }

  /**
   * Writes all files or none: all drafts are complete before the first is renamed. Renames happen in order.
   */
  write(files: readonly StateFile[]): Promise<void> {
    const moves = files.map(({ name, text }) => {
      const path = this.#path(name);
      return { name, text, path, draft: join(dirname(path), `.${basename(name)}.draft`) };
    });
    return explained(this.#disk, async () => {
      try {
        const folders = new Set(files.map(({ name }) => dirname(`${this.name}/${name}`)));
        for (const folder of folders)
          if (!(await isOpenWay(this.#workspace, folder))) await makeFolders(this.#workspace, folder);
        for (const { draft, text } of moves) await writeNew(draft, text);
        for (const { name, path, draft } of moves) {
          await rename(draft, path);
          this.#written.add(name);
        }
      } catch (error) {
        // A draft that can't be removed is recognized by its name at the next start.
        for (const { draft } of moves) await rm(draft, { force: true }).catch(() => undefined);
        throw error;
      }
    });
  }

  /** Removes the files written under these names, and folders that are empty afterwards. */
  remove(names: readonly string[]): Promise<void> {
    return explained(this.#disk, () => this.#remove(names));
  }

  written(): string[] {
    return [...this.#written];
  }

  end(): Promise<void> {
    return explained(this.#disk, async () => {
      if (!(await this.#hasOurStamp())) return;
      await this.#remove(this.written());
      await rm(this.#path(STAMP), { force: true }).catch(() => undefined); // A leftover stamp is harmless: its process is about to end.
      for (let name = this.name; name !== '.'; name = dirname(name)) {
        if (!(await removeIfEmpty(join(this.#workspace, name)))) break;
      }
    });
  }

  async #hasOurStamp(): Promise<boolean> {
    return (await statOf(this.#path(STAMP)))?.ino === this.#stamp;
  }

  async #remove(names: readonly string[]): Promise<void> {
    const folders = new Set<string>();
    for (const name of names) {
      if (!this.#written.delete(name)) continue;
      await rm(this.#path(name), { force: true }).catch(() => undefined); // Already gone, or not permitted.
      for (let folder = dirname(name); folder !== '.'; folder = dirname(folder)) folders.add(folder);
    }
    // Innermost first.
    for (const folder of [...folders].sort((a, b) => b.length - a.length))
      await removeIfEmpty(this.#path(folder));
  }

  #path(name: string): string {
    return join(this.#workspace, this.name, ...name.split('/'));
  }
}

/** None for the first server without an instance id, then `inst-2`. With id `inst-1`: `inst-1`, then `inst-1-2`. */
function instanceFolder(instance: string | undefined, count: number): string[] {
  if (count === 1) return instance === undefined ? [] : [instance];
  return [`${instance ?? 'inst'}-${count}`];
}

/** Undefined if there is no file, or it can't be read. */
const statOf = (path: string) => lstat(path).catch(() => undefined);

/** Exists, and contains no symbolic link: a path equal to its real path. One call instead of one per folder. */
async function isOpenWay(workspace: string, name: string): Promise<boolean> {
  const path = join(workspace, name);
  return (await realpath(path).catch(ignore('ENOENT'))) === path;
}

/** Refuses symbolic links: they could lead out of the workspace. */
async function makeFolders(workspace: string, name: string): Promise<void> {
  let path = workspace;
  for (const step of ['', ...name.split('/')]) {
    path = join(path, step);
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

async function writeNew(path: string, text: string): Promise<void> {
  const file = await createNew(path);
  try {
    await file.writeFile(text);
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

/** Removes the files of a server that died, recognized by their names. */
async function removeLeftovers(folder: string): Promise<void> {
  const files: string[] = [];
  const collect = async (path: string) => {
    for (const { name } of await entries(path))
      if (TEXTS.includes(name) || DRAFT.test(name)) files.push(join(path, name));
    for (const { name } of await entries(join(path, 'diffs')))
      if (DIFF_NAME.test(name) || DRAFT.test(name)) files.push(join(path, 'diffs', name));
  };
  await collect(folder);
  const pages = (await entries(join(folder, 'pages'))).filter(({ name }) => HANDLE.test(name));
  for (const { name } of pages) await collect(join(folder, 'pages', name));
  for (const file of files) await rm(file, { force: true });
  for (const { name } of pages) {
    await removeIfEmpty(join(folder, 'pages', name, 'diffs'));
    await removeIfEmpty(join(folder, 'pages', name));
  }
  await removeIfEmpty(join(folder, 'pages'));
  await removeIfEmpty(join(folder, 'diffs'));
}

/** Empty if the folder is missing or a symbolic link. */
async function entries(folder: string) {
  const stat = await lstat(folder).catch(() => undefined);
  return stat?.isDirectory() ? readdir(folder, { withFileTypes: true }) : [];
}

async function removeIfEmpty(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch {
    return false; // Not empty.
  }
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

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EACCES: 'there is no permission to write there',
  EPERM: 'there is no permission to write there',
  ENOENT: 'the folder is gone',
};

/** Runs in bounded time, and translates file system errors into sentences. */
async function explained<T>(disk: Disk, run: () => Promise<T>): Promise<T> {
  try {
    return await disk.ask(run, (reason) => new NotWritten(reason));
  } catch (error) {
    if (error instanceof NotWritten) throw error;
    const { code = '' } = error as NodeJS.ErrnoException;
    const reason = REASONS[code];
    throw new NotWritten(reason ? `${reason} (${code})` : code || 'the file system failed', { cause: error });
  }
}
