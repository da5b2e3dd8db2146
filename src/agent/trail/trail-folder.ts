/**
 * The folder of one run: `.sightline/trail/<start>-<name>/`. Records are appended, each with one write; files beside
 * them are complete before a record names them. Old runs, and the oldest files of a long run, are removed to keep
 * within the limits.
 */
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Disk } from '../../fence/disk.js';
import { isAbandoned, STAMP, stampFolder } from '../../folder-owner.js';
import { explained, makeFolders, NotWritten, writeNew } from '../files/workspace-files.js';
import { TRAIL_FILE, type TrailRecord } from './record.js';

export interface TrailLimits {
  /** Bytes of all runs in the workspace. */
  maxSize: number;
  /** Days after which a run is removed. */
  maxDays: number;
}

const BASE = ['.sightline', 'trail'];
/** `2026-01-31T12-00-00-000Z-mcp`, with a number if several start in one millisecond. */
export const RUN_NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-[\w.-]{1,64}$/;
/** Files beside the records: `0007.jpg`, `0007.tree.yaml.gz`. */
export const STEP_FILE = /^\d{4,}\.(?:jpg|tree\.yaml\.gz|dom\.html\.gz)$/;
const A_DAY = 86_400_000;
/** The share of the limit up to which the records of one run may grow; the rest is for files. */
const RECORDS_SHARE = 0.5;

export class TrailFolder {
  readonly path: string;
  readonly #log: FileHandle;
  readonly #disk: Disk;
  readonly #maxSize: number;
  #recordBytes = 0;
  /** Sizes of the files, oldest first. */
  readonly #files = new Map<string, number>();
  #fileBytes = 0;
  #isFull = false;

  private constructor(path: string, log: FileHandle, disk: Disk, maxSize: number) {
    this.path = path;
    this.#log = log;
    this.#disk = disk;
    this.#maxSize = maxSize;
  }

  static create(
    workspace: string,
    name: string,
    start: Date,
    { maxSize, maxDays }: TrailLimits,
    disk = new Disk(),
  ): Promise<TrailFolder> {
    return explained(disk, async () => {
      const real = await realpath(workspace).catch((cause: unknown) => {
        throw new NotWritten(`the workspace ${workspace} cannot be opened`, { cause });
      });
      await makeFolders(real, BASE.join('/'));
      const base = join(real, ...BASE);
      await prune(base, maxSize, start.getTime() - maxDays * A_DAY);
      const path = await newFolder(base, `${start.toISOString().replaceAll(/[:.]/g, '-')}-${name}`);
      await stampFolder(path);
      const { O_WRONLY, O_APPEND, O_CREAT, O_EXCL } = constants;
      const log = await open(join(path, TRAIL_FILE), O_WRONLY | O_APPEND | O_CREAT | O_EXCL, 0o600);
      return new TrailFolder(path, log, disk, maxSize);
    });
  }

  /** False once the records have reached their limit: this one is not written. */
  append(record: TrailRecord): Promise<boolean> {
    return explained(this.#disk, async () => {
      const line = Buffer.from(`${JSON.stringify(record)}\n`);
      this.#isFull ||= this.#recordBytes + line.length > this.#maxSize * RECORDS_SHARE;
      if (this.#isFull && record.kind !== 'note' && record.kind !== 'end') return false;
      await this.#log.appendFile(line);
      this.#recordBytes += line.length;
      await this.#trim();
      return true;
    });
  }

  /** Writes a file that no record names yet. */
  attach(name: string, content: Uint8Array): Promise<void> {
    return explained(this.#disk, async () => {
      const draft = join(this.path, `.${name}.draft`);
      try {
        await writeNew(draft, content);
        await rename(draft, join(this.path, name));
      } catch (error) {
        // A draft that can't be removed goes with its folder.
        await rm(draft, { force: true }).catch(() => undefined);
        throw error;
      }
      this.#files.set(name, content.length);
      this.#fileBytes += content.length;
      await this.#trim();
    });
  }

  has(name: string): boolean {
    return this.#files.has(name);
  }

  end(): Promise<void> {
    return explained(this.#disk, async () => {
      await this.#log.close();
      await rm(join(this.path, STAMP), { force: true });
    });
  }

  /** A run that is longer than the limit keeps its newest files. */
  async #trim(): Promise<void> {
    for (const [name, size] of this.#files) {
      if (this.#recordBytes + this.#fileBytes <= this.#maxSize) return;
      await rm(join(this.path, name), { force: true });
      this.#files.delete(name);
      this.#fileBytes -= size;
    }
  }
}

async function newFolder(base: string, name: string): Promise<string> {
  for (let count = 1; ; count++) {
    const path = join(base, count === 1 ? name : `${name}-${count}`);
    try {
      await mkdir(path, { mode: 0o700 });
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

interface Run {
  path: string;
  size: number;
  time: number;
}

/** Removes runs that are too old, then the oldest until the rest leaves half of the limit to the new one. */
async function prune(base: string, maxSize: number, oldest: number): Promise<void> {
  const runs = (await finishedRuns(base)).toSorted((one, other) => one.time - other.time);
  let total = runs.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size, time } of runs) {
    if (time >= oldest && total <= maxSize / 2) continue;
    await rm(path, { recursive: true, force: true });
    total -= size;
  }
}

/** Runs whose server has ended. Everything else in the folder is left alone. */
async function finishedRuns(base: string): Promise<Run[]> {
  const runs: Run[] = [];
  for (const entry of await readdir(base, { withFileTypes: true })) {
    const path = join(base, entry.name);
    if (!entry.isDirectory() || !RUN_NAME.test(entry.name)) continue;
    const stamp = await lstat(join(path, STAMP)).catch(() => undefined);
    if (stamp && !(await isAbandoned(path))) continue;
    let [size, time] = [0, 0];
    for (const name of await readdir(path)) {
      const info = await lstat(join(path, name)).catch(() => undefined); // Removed meanwhile.
      size += info?.size ?? 0;
      time = Math.max(time, info?.mtimeMs ?? 0);
    }
    runs.push({ path, size, time });
  }
  return runs;
}
