/**
 * The folder for files without a given name, and its size limit. The folder may be a person's downloads, so only
 * finished files that Sightline made are removed: those written since the start, and those with a name it generates.
 *
 * A folder that a person names may be reached through links. The default folder is in the workspace, where a
 * repository can plant a link: then nothing is saved. Nor through a mount point there.
 */
import { lstat, readdir, realpath, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { reasonOf, SightlineError } from '../../errors.js';
import { Disk } from '../../fence/disk.js';
import type { FencedFolder } from '../../fence/file-fence.js';
import { mountPoints } from '../../fence/link-on-path.js';
import { quote } from '../../tree/quote.js';

/** Names made by `newFile`. */
const STAMPED = /^[a-z-]+-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.\w+$/;

/** In the workspace. */
const DEFAULT = ['.sightline', 'output'];

interface OutputFile {
  path: string;
  size: number;
  time: number;
}

export class OutputFolder {
  readonly path: string;
  /** As the fence around files takes it. */
  readonly fenced: FencedFolder;
  /** Bytes. */
  readonly #maxSize: number;
  readonly #disk: Disk;
  readonly #made = new Set<string>();
  /** Made since the last `trim`. Kept, because the next answer names them. */
  readonly #fresh = new Set<string>();

  constructor(folder: FencedFolder, maxSize = Number.POSITIVE_INFINITY, disk = new Disk()) {
    this.#disk = disk;
    this.fenced = folder;
    this.path = resolve(typeof folder === 'string' ? folder : join(folder.folder, folder.below));
    this.#maxSize = maxSize;
  }

  static in(workspace: string, maxSize?: number): OutputFolder {
    return new OutputFolder({ folder: workspace, below: join(...DEFAULT) }, maxSize);
  }

  /** The path, once nothing on the way to it is a link. */
  async checked(): Promise<string> {
    await this.#check(
      () => false,
      (late) =>
        new SightlineError('bad-file', `${quote(this.path, 300)} cannot be reached: ${late}`, {
          hint: 'Work without files, or ask for another folder with --output-dir.',
        }),
    );
    return this.path;
  }

  /**
   * Fails if a link leads out of the workspace: the browser saves downloads here by itself. On a disk that does not answer
   * it can save nothing.
   */
  async refuseLeavingWorkspace(): Promise<void> {
    const silent = new Error();
    try {
      await this.#check(isWithin, () => silent);
    } catch (error) {
      if (error !== silent) throw error;
    }
  }

  async #check(
    isAllowed: (link: string, folder: string) => boolean | Promise<boolean>,
    late: (reason: string) => Error,
  ): Promise<void> {
    const { fenced } = this;
    if (typeof fenced === 'string') return;
    await this.#disk.ask(() => checkSteps(fenced.folder, fenced.below, isAllowed), late);
  }

  /** `…/page-2026-01-31T12-00-00-000Z.pdf` */
  async newFile(what: string, extension: string): Promise<string> {
    await this.checked();
    return join(this.path, `${what}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.${extension}`);
  }

  /** Records a finished file; one outside this folder is ignored. Symbolic links in the path may be resolved. */
  async made(path: string): Promise<void> {
    const folder = dirname(resolve(path));
    if (folder !== this.path && folder !== (await this.#realPath())) return;
    const file = join(this.path, basename(path));
    this.#made.add(file);
    this.#fresh.add(file);
  }

  /** The finished files, oldest first. */
  get files(): readonly string[] {
    return [...this.#made];
  }

  /** Removes the oldest files until the rest fits the size limit. */
  async trim(): Promise<void> {
    if (this.#maxSize === Number.POSITIVE_INFINITY || this.#fresh.size === 0) return;
    const kept = new Set(this.#fresh);
    this.#fresh.clear();
    try {
      await this.#disk.ask(() => this.#removeAllBut(kept), Error);
    } catch (error) {
      process.stderr.write(`--output-max-size: ${reasonOf(error)}\n`);
    }
  }

  async #removeAllBut(kept: ReadonlySet<string>): Promise<void> {
    const files = await this.#files();
    let total = files.reduce((sum, { size }) => sum + size, 0);
    for (const { path, size } of files.toSorted((a, b) => a.time - b.time)) {
      if (total <= this.#maxSize) return;
      if (kept.has(path)) continue;
      try {
        await unlink(path);
        this.#made.delete(path);
        total -= size;
      } catch (error) {
        process.stderr.write(`--output-max-size: ${reasonOf(error)}\n`);
      }
    }
  }

  /** Undefined if it does not exist, or its disk does not answer. */
  async #realPath(): Promise<string | undefined> {
    return this.#disk.ask(() => realpath(this.path), Error).catch(() => undefined);
  }

  async #files(): Promise<OutputFile[]> {
    const files: OutputFile[] = [];
    // A missing folder has no files.
    for (const name of await readdir(this.path).catch(() => [])) {
      const path = join(this.path, name);
      if (!STAMPED.test(name) && !this.#made.has(path)) continue;
      const info = await lstat(path).catch(() => undefined);
      if (info?.isFile()) files.push({ path, size: info.size, time: info.mtimeMs });
    }
    return files;
  }
}

async function checkSteps(
  folder: string,
  below: string,
  isAllowed: (link: string, folder: string) => boolean | Promise<boolean>,
): Promise<void> {
  const mounts = await mountPoints();
  // As the system lists mount points.
  let path = await realpath(folder).catch(() => folder);
  for (const step of below.split(sep)) {
    path = join(path, step);
    const what = mounts.has(path)
      ? 'a mount point'
      : await obstacleAt(path, (link) => isAllowed(link, folder));
    if (what === undefined) continue;
    throw new SightlineError(
      'bad-file',
      `${quote(path, 300)} is ${what}, and files would be saved below it`,
      {
        hint: 'Remove it, or name another folder with --output-dir.',
      },
    );
  }
}

async function obstacleAt(
  path: string,
  isAllowed: (link: string) => boolean | Promise<boolean>,
): Promise<string | undefined> {
  const info = await lstat(path).catch(() => undefined); // Not there yet.
  if (!info || info.isDirectory()) return undefined;
  if (!info.isSymbolicLink()) return 'not a folder';
  return (await isAllowed(path)) ? undefined : 'a symbolic link';
}

/** A link to something that does not exist leads nowhere. */
async function isWithin(link: string, folder: string): Promise<boolean> {
  const [target, around] = await Promise.all([realpath(link).catch(() => ''), realpath(folder)]);
  return target.startsWith(around + sep);
}
