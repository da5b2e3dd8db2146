/**
 * The folder in a workspace that one server writes to. It is claimed before the first write, so two servers never share
 * one. Files are replaced atomically, symbolic links are not followed, and at the end only written files are removed.
 *
 * Every call uses synchronous file operations: a dozen of a few microseconds each, which would take about a hundred
 * each through Node's thread pool.
 */
import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { lstat, mkdir, readdir, realpath, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
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
  readonly #written = new Set<string>();

  private constructor(workspace: string, name: string, stamp: number) {
    this.#workspace = workspace;
    this.name = name;
    this.#stamp = stamp;
  }

  static claim({ folder, instance }: Workspace): Promise<StateFolder> {
    return explained(async () => {
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
        return new StateFolder(workspace, name, ino);
      }
      throw new NotWritten(`${MAX_INSTANCES} other servers write to ${folder}`);
    });
  }

  /** False if the folder was removed or claimed by another server. */
  isOurs(): boolean {
    return statOf(join(this.#workspace, this.name, STAMP))?.ino === this.#stamp;
  }

  has(name: string): boolean {
    return statOf(this.#path(name))?.isFile() ?? false;
  }

  /**
   * Writes all files or none: all drafts are complete before the first is renamed. Renames happen in order.
   */
  async write(files: readonly StateFile[]): Promise<void> {
    const moves = files.map(({ name, text }) => {
      const path = this.#path(name);
      return { name, text, path, draft: join(dirname(path), `.${basename(name)}.draft`) };
    });
    try {
      await explained(async () => {
        const folders = new Set(files.map(({ name }) => dirname(`${this.name}/${name}`)));
        for (const folder of folders)
          if (!isOpenWay(this.#workspace, folder)) await makeFolders(this.#workspace, folder);
        for (const { draft, text } of moves) writeNew(draft, text);
        for (const { name, path, draft } of moves) {
          renameSync(draft, path);
          this.#written.add(name);
        }
      });
    } catch (error) {
      // A draft that can't be removed is recognized by its name at the next start.
      for (const { draft } of moves) await rm(draft, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  /** Removes the files written under these names, and folders that are empty afterwards. */
  async remove(names: readonly string[]): Promise<void> {
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

  written(): string[] {
    return [...this.#written];
  }

  async end(): Promise<void> {
    if (!this.isOurs()) return;
    await this.remove(this.written());
    await rm(this.#path(STAMP), { force: true }).catch(() => undefined); // A leftover stamp is harmless: its process is about to end.
    for (let name = this.name; name !== '.'; name = dirname(name)) {
      if (!(await removeIfEmpty(join(this.#workspace, name)))) break;
    }
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
function statOf(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // A parent is not a folder, or not readable.
  }
}

/** Exists, and contains no symbolic link: a path equal to its real path. One call instead of one per folder. */
function isOpenWay(workspace: string, name: string): boolean {
  const path = join(workspace, name);
  try {
    return realpathSync.native(path) === path;
  } catch (error) {
    ignore('ENOENT')(error as NodeJS.ErrnoException); // the type of every file system error
    return false;
  }
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

function writeNew(path: string, text: string): void {
  const file = createNew(path);
  try {
    writeFileSync(file, text);
  } finally {
    closeSync(file);
  }
}

/** An existing file is replaced, never opened: it may be a symbolic link. */
function createNew(path: string): number {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  // Windows has no O_NOFOLLOW, but there only privileged users can make symbolic links.
  const create = () => openSync(path, O_WRONLY | O_CREAT | O_EXCL | (O_NOFOLLOW ?? 0), 0o666);
  try {
    return create();
  } catch (error) {
    ignore('EEXIST')(error as NodeJS.ErrnoException); // the type of every file system error
    rmSync(path, { force: true });
    return create();
  }
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

const ignore = (code: string) => (error: NodeJS.ErrnoException) => {
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

/** Translates file system errors into sentences. */
async function explained<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof NotWritten) throw error;
    const { code = '' } = error as NodeJS.ErrnoException;
    const reason = REASONS[code];
    throw new NotWritten(reason ? `${reason} (${code})` : code || 'the file system failed', { cause: error });
  }
}
