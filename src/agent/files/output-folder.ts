/**
 * The folder for files that nobody gave a name, and how much it may hold. Only finished files of Sightline's making are
 * removed: what was written since the start, and what bears a name that it gives. The folder may be somebody's downloads.
 */
import { existsSync, realpathSync } from 'node:fs';
import { lstat, readdir, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { reasonOf } from '../../errors.js';

/** As `stampedName` makes them. */
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
  /** Since it was last looked after: an answer names them. */
  readonly #fresh = new Set<string>();

  constructor(path: string, maxSize = Number.POSITIVE_INFINITY) {
    this.path = resolve(path);
    this.#maxSize = maxSize;
  }

  /** `…/page-2026-01-31T12-00-00-000Z.pdf` */
  stampedName(what: string, extension: string): string {
    return join(this.path, `${what}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.${extension}`);
  }

  /** A file was finished, be it here or elsewhere; its path may have all links followed. */
  made(path: string): void {
    const folder = dirname(resolve(path));
    if (folder !== this.path && !(existsSync(this.path) && folder === realpathSync(this.path))) return;
    const file = join(this.path, basename(path));
    this.#made.add(file);
    this.#fresh.add(file);
  }

  /** Removes the oldest files until the rest is no more than it may be. */
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
    // A folder that is not there has no files.
    for (const name of await readdir(this.path).catch(() => [])) {
      const path = join(this.path, name);
      if (!STAMPED.test(name) && !this.#made.has(path)) continue;
      const info = await lstat(path).catch(() => undefined);
      if (info?.isFile()) files.push({ path, size: info.size, time: info.mtimeMs });
    }
    return files;
  }
}
