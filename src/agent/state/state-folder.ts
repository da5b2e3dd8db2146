/**
 * The folder in a workspace that one server writes to. It is claimed before the first write, so two servers never share
 * one. Files are replaced atomically, symbolic links are not followed, and at the end only written files are removed.
 * Nothing here is synchronous: a disk that does not answer would block the whole server.
 */
import { lstat, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Disk } from '../../fence/disk.js';
import { claimFolder, STAMP } from '../../folder-owner.js';
import { explained, isOpenWay, makeFolders, NotWritten, writeNew } from '../files/workspace-files.js';
import { DIFF_NAME } from './diff-name.js';
import type { Workspace } from './workspace.js';

const BASE = ['.sightline', 'browser-state'];
/** Servers without an instance id that can share a workspace. */
const MAX_INSTANCES = 1000;
const TEXTS = ['dom.html', 'accessibility-tree.yaml'];
const DRAFT = /^\.[\w.-]+\.draft$/;
const HANDLE = /^c\d+p\d+$/;

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
