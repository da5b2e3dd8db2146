/**
 * Which files an agent may reach: those below the folders it works in. Links are followed before that is looked at,
 * so that none leads out; a `file:` address is a way around and refused. People are not fenced in.
 */
import { constants } from 'node:fs';
import { access, mkdir, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { SightlineError } from '../errors.js';
import { quote } from '../tree/quote.js';

export class FileFence {
  readonly #roots: () => readonly string[] | undefined;

  /** Undefined: no fence. The folders may change. Relative paths start at the first, or at the working directory. */
  constructor(roots: () => readonly string[] | undefined) {
    this.#roots = roots;
  }

  /** Absolute paths of files that are there, may be read and lie inside. */
  readable(paths: readonly string[]): Promise<string[]> {
    return Promise.all(paths.map((path) => this.#readable(path)));
  }

  /** Throws for a path that can't be written, without a trace: to be asked before what would be written is made. */
  async checkWritable(path: string): Promise<void> {
    await this.#free(path);
  }

  /** The absolute path of a file that may be written; its folder is made. Nothing is written through a link. */
  async writable(path: string): Promise<string> {
    const real = await this.#free(path);
    await mkdir(dirname(real), { recursive: true }).catch((cause: unknown) => {
      throw badFile(path, 'can not be written', cause);
    });
    return real;
  }

  /** Throws for an address of the machine's own files. */
  checkAddress(url: string): void {
    if (this.#roots() !== undefined && /^(?:view-source:)*file:/i.test(url.replace(IGNORED, '')))
      throw new SightlineError('file-blocked', `Access to file: addresses is blocked: ${quote(url, 200)}`, {
        hint: 'Serve the files over http://localhost, or ask for --allow-unrestricted-file-access.',
      });
  }

  async #readable(path: string): Promise<string> {
    const real = await this.#inside(path);
    const info = await stat(real).catch((cause: unknown) => {
      throw badFile(path, 'does not exist', cause);
    });
    if (info.isDirectory()) throw badFile(path, 'is a folder, and only files can be given');
    if (!info.isFile()) throw badFile(path, 'is not a file');
    await access(real, constants.R_OK).catch((cause: unknown) => {
      throw badFile(path, 'can not be read', cause);
    });
    return real;
  }

  /** Where a path leads, when a file can be written there, if need be with folders that are not there yet. */
  async #free(path: string): Promise<string> {
    const real = await this.#inside(path);
    const info = await stat(real).catch(() => undefined);
    if (info?.isDirectory()) throw badFile(path, 'is a folder');
    const there = info ? real : await nearestThatIsThere(dirname(real));
    if (!info && !(await stat(there)).isDirectory()) throw badFile(path, 'lies below a file');
    await access(there, constants.W_OK).catch((cause: unknown) => {
      throw badFile(path, 'can not be written', cause);
    });
    return real;
  }

  /** Where a path leads, when that is inside. Whether something is there is not told of what is outside. */
  async #inside(path: string): Promise<string> {
    if (path.includes('\0')) throw badFile(path, 'is not a path');
    const roots = this.#roots();
    const real = await whereItLeads(resolve(roots?.[0] ?? '', path));
    if (roots === undefined || (await isBelow(real, roots))) return real;
    throw new SightlineError(
      'file-blocked',
      `${quote(path, 300)} is outside of ${roots.map((root) => quote(root, 300)).join(', ')}`,
    );
  }
}

/** What browsers leave out of an address. */
const IGNORED = /[\t\n\r]|^[\0- ]+/g;

/** As many as systems follow. */
const MAX_LINKS = 40;

/** With all links followed, also one to a file that is not there: writing would make it. */
async function whereItLeads(path: string, links = 0): Promise<string> {
  if (links > MAX_LINKS) throw badFile(path, 'is a link that leads in a circle');
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
