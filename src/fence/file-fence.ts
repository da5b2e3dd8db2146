/**
 * Which files an agent may reach: regular files in the folders it works in. Links and mount points below these are not
 * followed; `file:` URLs would be a way around and are refused. People are not restricted.
 */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import {
  access,
  chmod,
  mkdir,
  open,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { isSightlineError, SightlineError } from '../errors.js';
import { quote } from '../tree/quote.js';
import { Disk, writeFailure } from './disk.js';
import { linkOnPath } from './link-on-path.js';

/** An allowed folder. Links to `folder` are resolved; links in the steps `below` it are not, they may be planted. */
export type FencedFolder = string | { folder: string; below: string };

/**
 * A link that appeared since the path was checked is not followed, and a FIFO does not wait for a writer. Windows has
 * neither flag.
 */
const CONTENT = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export class FileFence {
  readonly #roots: () => readonly FencedFolder[] | undefined;
  readonly #disk: Disk;

  /**
   * Undefined: no restriction. The folders may change. Relative paths start at the first one, or at the working
   * directory.
   */
  constructor(roots: () => readonly FencedFolder[] | undefined, disk = new Disk()) {
    this.#roots = roots;
    this.#disk = disk;
  }

  /** The absolute paths of existing, readable files inside. */
  async readable(paths: readonly string[]): Promise<string[]> {
    const files: string[] = [];
    // One after another: a disk that does not answer blocks one thread, not one per path.
    for (const path of paths) files.push(await this.#ask(path, () => this.#readable(path)));
    return files;
  }

  /** The content of a file inside, of at most `most` bytes; `hint` is what to do with a larger one. */
  async read(path: string, most: number, hint?: string): Promise<Buffer> {
    return this.#ask(path, async () => {
      const content = await contentOf(await this.#readable(path), path, most);
      if (typeof content !== 'number') return content;
      const large = `${quote(path, 300)} has ${content} bytes, more than ${most}`;
      throw new SightlineError('bad-file', large, hint === undefined ? {} : { hint });
    });
  }

  /** Throws if a path cannot be written, without side effects: called before the content is produced. */
  async checkWritable(path: string): Promise<void> {
    await this.#ask(path, () => this.#free(path));
  }

  /** Writes a file, creates its folder, and returns its absolute path. An existing file is replaced. */
  async write(path: string, data: string | Uint8Array): Promise<string> {
    return this.#ask(path, async () => {
      const real = await this.#free(path);
      try {
        await mkdir(dirname(real), { recursive: true });
        await replaceContent(real, data);
      } catch (cause) {
        throw isSightlineError(cause) ? cause : notWritten(path, cause);
      }
      return real;
    });
  }

  /** Throws for a `file:` URL. */
  checkAddress(url: string): void {
    if (this.#roots() !== undefined && /^(?:view-source:)*file:/i.test(url.replace(IGNORED, '')))
      throw new SightlineError('file-blocked', `Access to file: URLs is blocked: ${quote(url, 200)}`, {
        hint: 'Serve the files over http://localhost, or ask for --allow-unrestricted-file-access.',
      });
  }

  #ask<T>(path: string, run: () => Promise<T>): Promise<T> {
    return this.#disk.ask(run, (late) => badFile(path, `cannot be reached: ${late}`));
  }

  async #readable(path: string): Promise<string> {
    const real = await this.#inside(path);
    const info = await stat(real).catch((cause: unknown) => {
      throw badFile(path, 'does not exist', cause);
    });
    if (info.isDirectory()) throw badFile(path, 'is a folder; give a file');
    if (!info.isFile()) throw badFile(path, NOT_REGULAR);
    await access(real, constants.R_OK).catch((cause: unknown) => {
      throw badFile(path, 'cannot be read', cause);
    });
    return real;
  }

  /** The target of a path where a file can be written, if need be in folders that do not exist yet. */
  async #free(path: string): Promise<string> {
    const real = await this.#inside(path);
    const info = await stat(real).catch(() => undefined);
    if (info?.isDirectory()) throw badFile(path, 'is a folder');
    if (info && !info.isFile()) throw badFile(path, NOT_REGULAR);
    const there = await nearestThatIsThere(dirname(real));
    if (!(await stat(there)).isDirectory()) throw badFile(path, 'has a file as its parent folder');
    for (const each of info ? [real, there] : [there])
      await access(each, constants.W_OK).catch((cause: unknown) => {
        throw notWritten(path, cause);
      });
    return real;
  }

  /** The target of a path, if it is inside. For paths outside, existence is not revealed. */
  async #inside(path: string): Promise<string> {
    if (path.includes('\0')) throw badFile(path, 'is not a path');
    const roots = this.#roots();
    const [first = ''] = roots?.map(pathOf) ?? [];
    const given = resolve(first, path);
    const real = await whereItLeads(given);
    if (roots === undefined) return real;
    const root = await rootOf(real, roots);
    if (root === undefined)
      throw new SightlineError(
        'file-blocked',
        `${quote(path, 300)} is outside ${roots.map((each) => quote(pathOf(each), 300)).join(', ')}`,
      );
    const link = await this.#link(given, real, root);
    if (link !== undefined)
      throw new SightlineError('file-blocked', `${quote(path, 300)} goes through ${quote(link, 300)}`, {
        hint: 'Links and mount points inside the workspace are not followed: give the file by its own path.',
      });
    return real;
  }

  /** Also of the place itself: a mount point is on the way there, whatever the given path looks like. */
  async #link(given: string, real: string, root: Root): Promise<string | undefined> {
    for (const [folder, path] of [
      [root.given, given],
      [root.real, given],
      [root.real, real],
    ] as const) {
      const link = isInside(folder, path) ? await linkOnPath(folder, path) : undefined;
      if (link !== undefined) return link;
    }
    return undefined;
  }
}

/** What browsers strip from a URL. */
const IGNORED = /[\t\n\r]|^[\0- ]+/g;

/** As many as operating systems follow. */
const MAX_LINKS = 40;

/** With all links resolved, even one to a missing file: writing would create it. */
async function whereItLeads(path: string, links = 0): Promise<string> {
  if (links > MAX_LINKS) throw badFile(path, 'is a circular link');
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined) return real;
  const parent = dirname(path);
  if (parent === path) return path;
  const here = join(await whereItLeads(parent, links), basename(path));
  const target = await readlink(here).catch(() => undefined);
  return target === undefined ? here : whereItLeads(resolve(dirname(here), target), links + 1);
}

async function nearestThatIsThere(folder: string): Promise<string> {
  const there = await stat(folder).catch(() => undefined);
  return there || dirname(folder) === folder ? folder : nearestThatIsThere(dirname(folder));
}

/** An allowed folder as it was given, and where it is. */
interface Root {
  given: string;
  real: string;
}

/** The allowed folder that a file is in. */
async function rootOf(file: string, roots: readonly FencedFolder[]): Promise<Root | undefined> {
  for (const root of roots) {
    const { folder, below } = typeof root === 'string' ? { folder: root, below: '' } : root;
    const real = join(await whereItLeads(resolve(folder)), below);
    if (isInside(real, file)) return { given: resolve(pathOf(root)), real };
  }
  return undefined;
}

function isInside(folder: string, file: string): boolean {
  const way = relative(folder, file);
  return way !== '' && way !== '..' && !way.startsWith('../') && !way.startsWith('..\\') && !isAbsolute(way);
}

const pathOf = (root: FencedFolder): string =>
  typeof root === 'string' ? root : join(root.folder, root.below);

/** The size of a file with more than `most` bytes. */
async function contentOf(real: string, path: string, most: number): Promise<Buffer | number> {
  const file = await open(real, CONTENT);
  try {
    const info = await file.stat();
    if (!info.isFile()) throw badFile(path, NOT_REGULAR);
    return info.size > most ? info.size : await file.readFile();
  } finally {
    await file.close();
  }
}

/**
 * All or nothing: on a full disk the file stays as it was. A rename replaces what was planted at the path since it was
 * checked, where opening it would follow it. A hard link leads elsewhere, too, and is cut.
 */
async function replaceContent(path: string, data: string | Uint8Array): Promise<void> {
  const before = await stat(path).catch(() => undefined); // New.
  const draft = join(dirname(path), `.${randomUUID()}.draft`);
  try {
    await writeFile(draft, data, { flag: 'wx', mode: 0o666 });
    if (before) await chmod(draft, before.mode);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined); // The disk may be gone.
    throw error;
  }
}

/** A FIFO waits forever for its other end, and a device is not a regular file. */
const NOT_REGULAR = 'is not a regular file';

function notWritten(path: string, cause: unknown): SightlineError {
  const why = writeFailure(cause as NodeJS.ErrnoException); // only calls of the file system fail here
  return new SightlineError('bad-file', `${quote(path, 300)} cannot be written: ${why}`, {
    hint: 'Give a path that can be written, or free some disk space.',
    cause,
  });
}

function badFile(path: string, why: string, cause?: unknown): SightlineError {
  return new SightlineError('bad-file', `${quote(path, 300)} ${why}`, {
    ...(cause !== undefined && { cause }),
  });
}
