/** Reads the folder of a run: its records, also as they come, and the files beside them. */
import { type FileHandle, lstat, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { TRAIL_FILE } from '../agent/trail/record.js';
import { STEP_FILE } from '../agent/trail/trail-folder.js';
import { SightlineError } from '../errors.js';
import { quote } from '../tree/quote.js';
import { type ParsedRecords, parseRecords } from './parse-records.js';

/** Bytes read at once. */
const CHUNK = 1_000_000;
/** Bytes of an unpacked text: a small file may unpack to gigabytes. */
const MAX_TEXT = 100_000_000;
const NEW_LINE = 10;

export class TrailReader {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** All records that the file has now. */
  async records(): Promise<ParsedRecords> {
    const all: ParsedRecords = { records: [], broken: 0 };
    const follower = this.follow();
    try {
      for (let more = await follower.next(); more; more = await follower.next()) {
        all.records.push(...more.records);
        all.broken += more.broken;
      }
      if (follower.hasHalfLine) all.broken++;
    } finally {
      await follower.end();
    }
    return all;
  }

  /** Reads on from where it was: `next` returns undefined when there is nothing new. */
  follow(): Follower {
    return new Follower(join(this.folder, TRAIL_FILE));
  }

  /** A file that a record names; undefined if it was removed to keep within the limits. */
  async file(name: string): Promise<Uint8Array | undefined> {
    if (!STEP_FILE.test(name)) return undefined;
    const path = join(this.folder, name);
    const info = await lstat(path).catch(() => undefined); // Removed.
    return info?.isFile() ? readFile(path) : undefined;
  }

  async text(name: string): Promise<string | undefined> {
    const packed = await this.file(name);
    if (!packed) return undefined;
    try {
      const bytes = await promisify(gunzip)(packed, { maxOutputLength: MAX_TEXT });
      return bytes.toString('utf8');
    } catch {
      return undefined; // Damaged.
    }
  }
}

class Follower {
  readonly #path: string;
  #file: FileHandle | undefined;
  #position = 0;
  #rest: Buffer = Buffer.alloc(0);

  constructor(path: string) {
    this.#path = path;
  }

  /** The file ends in the middle of a record: its writer was stopped, or is writing it. */
  get hasHalfLine(): boolean {
    return this.#rest.length > 0;
  }

  async next(): Promise<ParsedRecords | undefined> {
    this.#file ??= await open(this.#path).catch((cause: unknown) => {
      throw new SightlineError('bad-file', `The trail ${quote(this.#path, 300)} can't be read`, { cause });
    });
    const { bytesRead, buffer } = await this.#file.read(Buffer.alloc(CHUNK), 0, CHUNK, this.#position);
    if (bytesRead === 0) return undefined;
    this.#position += bytesRead;
    const bytes = Buffer.concat([this.#rest, buffer.subarray(0, bytesRead)]);
    const end = bytes.lastIndexOf(NEW_LINE) + 1;
    this.#rest = Buffer.from(bytes.subarray(end));
    return parseRecords(bytes.subarray(0, end).toString('utf8'));
  }

  async end(): Promise<void> {
    await this.#file?.close();
  }
}
