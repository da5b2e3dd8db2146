/**
 * Which files an agent may reach: those in the folders it works in. Links are resolved first, so none leads out;
 * `file:` URLs would be a way around and are refused. People are not restricted.
 */
import { constants } from 'node:fs';
import { access, mkdir, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { SightlineError } from '../errors.js';
import { quote } from '../tree/quote.js';

export class FileFence {
  readonly #roots: () => readonly string[] | undefined;

  /**
   * Undefined: no restriction. The folders may change. Relative paths start at the first one, or at the working
   * directory.
   */
  constructor(roots: () => readonly string[] | undefined) {
    this.#roots = roots;
  }

  /** The absolute paths of existing, readable files inside. */
  readable(paths: readonly string[]): Promise<string[]> {
    return Promise.all(paths.map((path) => this.#readable(path)));
  }

  /** Throws if a path cannot be written, without side effects: called before the content is produced. */
  async checkWritable(path: string): Promise<void> {
    await this.#free(path);
  }

  /**
   * The absolute path of a file that may be written; its folder is created. Nothing is written through a link.
   */
  async writable(path: string): Promise<string> {
    const real = await this.#free(path);
    await mkdir(dirname(real), { recursive: true }).catch((cause: unknown) => {
      throw badFile(path, 'cannot be written', cause);
    });
    return real;
  }

  /** Throws for a `file:` URL. */
  checkAddress(url: string): void {
    if (this.#roots() !== undefined && /^(?:view-source:)*file:/i.test(url.replace(IGNORED, '')))
      throw new SightlineError('file-blocked', `Access to file: URLs is blocked: ${quote(url, 200)}`, {
        hint: 'Serve the files over http://localhost, or ask for --allow-unrestricted-file-access.',
      });
  }

  async #readable(path: string): Promise<string> {
    const real = await this.#inside(path);
    const info = await stat(real).catch((cause: unknown) => {
      throw badFile(path, 'does not exist', cause);
    });
    if (info.isDirectory()) throw badFile(path, 'is a folder; give a file');
    if (!info.isFile()) throw badFile(path, 'is not a file');
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
    const there = info ? real : await nearestThatIsThere(dirname(real));
    if (!info && !(await stat(there)).isDirectory()) throw badFile(path, 'has a file as its parent folder');
    await access(there, constants.W_OK).catch((cause: unknown) => {
      throw badFile(path, 'cannot be written', cause);
    });
    return real;
  }

  /** The target of a path, if it is inside. For paths outside, existence is not revealed. */
  async #inside(path: string): Promise<string> {
    if (path.includes('\0')) throw badFile(path, 'is not a path');
    const roots = this.#roots();
    const real = await whereItLeads(resolve(roots?.[0] ?? '', path));
    if (roots === undefined || (await isBelow(real, roots))) return real;
    throw new SightlineError(
      'file-blocked',
      `${quote(path, 300)} is outside ${roots.map((root) => quote(root, 300)).join(', ')}`,
    );
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

async function isBelow(file: string, roots: readonly string[]): Promise<boolean> {
  for (const root of roots) {
    const way = relative(await whereItLeads(resolve(root)), file);
    if (way !== '' && way !== '..' && !way.startsWith('../') && !way.startsWith('..\\') && !isAbsolute(way))
      return true;
  }
  return false;
}

function badFile(path: string, why: string, cause?: unknown): SightlineError {
  return new SightlineError('bad-file', `${quote(path, 300)} ${why}`, {
    ...(cause !== undefined && { cause }),
  });
}
