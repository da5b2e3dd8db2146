/**
 * The folder in a workspace that one server writes to. It is claimed before anything is written, so two servers
 * never share one; a reader never sees half a file; no symbolic link is followed; and at the end what was written
 * goes, and nothing else.
 */
import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { claimFolder, STAMP } from '../../owner.js';
import { DIFF_NAME } from './diff-name.js';
import type { Workspace } from './workspace.js';

const BASE = ['.sightline', 'browser-state'];
/** Servers that may share a workspace without an arrangement. */
const MAX_INSTANCES = 1000;
const TEXTS = ['dom.html', 'accessibility-tree.yaml'];
const DRAFT = /^\.[\w.-]+\.draft$/;
const HANDLE = /^c\d+p\d+$/;

/** Why nothing was written, in the words of the answer. */
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
        throw new NotWritten(`the workspace ${folder} can not be opened`, { cause });
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

  /** Still there, and still ours. Otherwise it has to be claimed anew. */
  async isOurs(): Promise<boolean> {
    const stamp = await lstat(join(this.#workspace, this.name, STAMP)).catch(() => undefined);
    return stamp !== undefined && stamp.ino === this.#stamp;
  }

  async has(name: string): Promise<boolean> {
    const stat = await lstat(this.#path(name)).catch(() => undefined);
    return stat?.isFile() ?? false;
  }

  /**
   * All of them, or none: each is complete before the first takes its place, and the last one takes its place after
   * the others. What can be done at the same time is: most of the time goes into waiting for the file system.
   */
  async write(files: readonly StateFile[]): Promise<void> {
    const moves = files.map(({ name, text }) => {
      const path = this.#path(name);
      return { name, text, path, draft: join(dirname(path), `.${basename(name)}.draft`) };
    });
    const place = async ({ name, path, draft }: (typeof moves)[number]) => {
      await rename(draft, path);
      this.#written.add(name);
    };
    try {
      await explained(async () => {
        const folders = new Set(files.map(({ name }) => dirname(`${this.name}/${name}`)));
        await all([...folders].map((folder) => openWay(this.#workspace, folder)));
        await all(moves.map(({ draft, text }) => writeNew(draft, text)));
        await all(moves.slice(0, -1).map(place));
        await all(moves.slice(-1).map(place));
      });
    } catch (error) {
      // What could not be removed either is known by its name at the next start.
      for (const { draft } of moves) await rm(draft, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  /** Removes what was written under these names, and folders that it leaves empty. */
  async remove(names: readonly string[]): Promise<void> {
    const folders = new Set<string>();
    for (const name of names) {
      if (!this.#written.delete(name)) continue;
      await rm(this.#path(name), { force: true }).catch(() => undefined); // Gone with its folder, or not ours to remove.
      for (let folder = dirname(name); folder !== '.'; folder = dirname(folder)) folders.add(folder);
    }
    // The innermost first.
    for (const folder of [...folders].sort((a, b) => b.length - a.length))
      await removeIfEmpty(this.#path(folder));
  }

  written(): string[] {
    return [...this.#written];
  }

  async end(): Promise<void> {
    if (!(await this.isOurs())) return;
    await this.remove(this.written());
    await rm(this.#path(STAMP), { force: true }).catch(() => undefined); // It names a process that is about to be gone.
    for (let name = this.name; name !== '.'; name = dirname(name)) {
      if (!(await removeIfEmpty(join(this.#workspace, name)))) break;
    }
  }

  #path(name: string): string {
    return join(this.#workspace, this.name, ...name.split('/'));
  }
}

/** None for the first server without an instance id; `inst-2`, or `inst-1-2` where that was taken. */
function instanceFolder(instance: string | undefined, count: number): string[] {
  if (count === 1) return instance === undefined ? [] : [instance];
  return [`${instance ?? 'inst'}-${count}`];
}

/** Waits for all of them, whatever becomes of one: what is under way must not go on behind a failure. */
async function all(running: Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(running))
    if (result.status === 'rejected') throw result.reason;
}

/** A way that is its own real path has no symbolic link in it: one question instead of one for each step. */
async function openWay(workspace: string, name: string): Promise<void> {
  const path = join(workspace, name);
  const real = await realpath(path).catch(ignore('ENOENT'));
  if (real !== path) await makeFolders(workspace, name);
}

/** Every step is a folder of its own: a symbolic link would lead out of the workspace. */
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
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  // The flag does not exist on Windows, where making a link takes a privilege.
  const create = () => open(path, O_WRONLY | O_CREAT | O_EXCL | (O_NOFOLLOW ?? 0), 0o666);
  const file = await create().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    await rm(path, { force: true });
    return create();
  });
  try {
    await file.writeFile(text);
  } finally {
    await file.close();
  }
}

/** What a server that is gone had written: known by its names. */
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

/** None where the folder is missing, or is a link. */
async function entries(folder: string) {
  const stat = await lstat(folder).catch(() => undefined);
  return stat?.isDirectory() ? readdir(folder, { withFileTypes: true }) : [];
}

async function removeIfEmpty(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch {
    return false; // Somebody else has something in it.
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

/** Failures of the file system in words. */
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
