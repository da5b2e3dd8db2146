/**
 * The folder for files without a given name, and its size limit. The folder may be a person's downloads, so only
 * finished files that Sightline made are removed: those written since the start, and those with a name it generates.
 */
import { existsSync, realpathSync } from 'node:fs';
import { lstat, readdir, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { reasonOf } from '../../errors.js';

/** Names made by `stampedName`. */
const STAMPED = /^[a-z-]+-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.\w+$/;

interface OutputFile {
  path: string;
  size: number;
  time: number;
}

export class OutputFolder {
  readonly path: string;
  /** Bytes. */
  readonly #maxSize: number;
  readonly #made = new Set<string>();
  /** Made since the last `trim`. Kept, because the next answer names them. */
  readonly #fresh = new Set<string>();

  constructor(path: string, maxSize = Number.POSITIVE_INFINITY) {
    this.path = resolve(path);
    this.#maxSize = maxSize;
  }

  /** `…/page-2026-01-31T12-00-00-000Z.pdf` */
  stampedName(what: string, extension: string): string {
    return join(this.path, `${what}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.${extension}`);
  }

  /** Records a finished file; one outside this folder is ignored. Symbolic links in the path may be resolved. */
  made(path: string): void {
    const folder = dirname(resolve(path));
    if (folder !== this.path && !(existsSync(this.path) && folder === realpathSync(this.path))) return;
    const file = join(this.path, basename(path));
    this.#made.add(file);
    this.#fresh.add(file);
  }

  /** Removes the oldest files until the rest fits the size limit. */
  async trim(): Promise<void> {
    if (this.#maxSize === Number.POSITIVE_INFINITY || this.#fresh.size === 0) return;
    const kept = new Set(this.#fresh);
    this.#fresh.clear();
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
