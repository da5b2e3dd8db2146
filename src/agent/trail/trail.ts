/**
 * The trail of one run in one workspace. Steps are written in the background, one after another; a step that can't be
 * written is counted, and the next one that can be is preceded by a note. A failure never reaches an agent.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { reasonOf } from '../../errors.js';
import type { Page } from '../../page/page.js';
import { NotWritten } from '../files/workspace-files.js';
import { type Picture, Pictures } from './pictures.js';
import { type StepRecord, TRAIL_FORMAT, type TrailRecord } from './record.js';
import { TrailFolder, type TrailLimits } from './trail-folder.js';

export interface TrailOptions extends Partial<TrailLimits> {
  /** Part of the folder's name: `mcp`, or the name of a session. */
  name: string;
  /** Version of Sightline. */
  version: string;
  /** Whether pictures are taken. */
  pictures: boolean;
  /** Written even without a workspace, in the folder that the agent works in. */
  anywhere?: boolean;
  /** Written here where there is no workspace. */
  home?: string;
}

export interface Step {
  record: Omit<StepRecord, 'kind' | 'step' | 'tree' | 'dom'>;
  page?: Page | undefined;
  /** The page after the call, as last captured. */
  texts?: Texts | undefined;
  /** Take a picture, with the boxes of these elements. */
  picture?: (() => readonly string[]) | undefined;
  /** What the page shows is not for the trail now. */
  isPrivate?: (() => boolean) | undefined;
}

export interface Texts {
  tree: string;
  dom: string;
}

type File = { text: string; name: string };

const TRAIL_LIMITS: TrailLimits = { maxSize: 500_000_000, maxDays: 14 };
/** Steps that may wait to be written. A disk that does not answer must not fill the memory. */
const MOST_WAITING = 100;
/** Fast rather than small: it runs beside the agent's calls. */
const compress = (text: string): Promise<Uint8Array> => promisify(gzip)(text, { level: 1 });

export class Trail {
  readonly #workspace: string;
  readonly #options: TrailOptions;
  readonly #pictures: Pictures;
  readonly #onBegin: (folder: string) => void;
  #folder: Promise<TrailFolder> | undefined;
  #written: Promise<void> = Promise.resolve();
  #waiting = 0;
  #steps = 0;
  /** Steps that were not written, and why. */
  #lost = { count: 0, reason: '' };
  #isFull = false;
  #hasEnded = false;
  readonly #files = new WeakMap<Page, Partial<Record<keyof Texts, File>>>();

  constructor(workspace: string, options: TrailOptions, onBegin: (folder: string) => void = () => undefined) {
    this.#workspace = workspace;
    this.#options = options;
    this.#onBegin = onBegin;
    this.#pictures = new Pictures((picture) => this.#next(() => this.#addPicture(picture)));
  }

  /** A call that outlives its client has no trail to be in. */
  add(step: Step): void {
    if (this.#hasEnded) return;
    const number = ++this.#steps;
    const { page, picture, isPrivate } = step;
    if (this.#waiting >= MOST_WAITING) this.#lose(new NotWritten('the disk is too slow'));
    else this.#next(() => this.#addStep(number, step));
    if (page && picture && this.#options.pictures)
      this.#pictures.want(page, { step: number, refs: picture, isPrivate });
  }

  /** Waits for what is under way. */
  async end(): Promise<void> {
    if (this.#hasEnded) return this.#written;
    this.#hasEnded = true;
    await this.#pictures.end();
    this.#next(async () => {
      const folder = await this.#folder?.catch(() => undefined);
      if (!folder) return;
      await this.#admitLoss(folder);
      await folder.append({ kind: 'end', time: new Date().toISOString() });
      await folder.end();
    });
    await this.#written;
  }

  #next(write: () => Promise<void>): void {
    this.#waiting++;
    this.#written = this.#written
      .then(write)
      .catch((error: unknown) => this.#lose(error))
      .finally(() => this.#waiting--);
  }

  #lose(error: unknown): void {
    const reason = reasonOf(error);
    // Once for each reason: a full disk stays full for a while.
    if (this.#lost.reason !== reason) process.stderr.write(`The trail is not written: ${reason}\n`);
    this.#lost = { count: this.#lost.count + 1, reason };
  }

  async #addStep(step: number, { record, page, texts }: Step): Promise<void> {
    const folder = await this.#opened();
    const files = page && texts ? await this.#attachTexts(folder, step, page, texts) : {};
    await this.#admitLoss(folder);
    await this.#append(folder, { kind: 'step', step, ...record, ...files });
  }

  async #addPicture({ record, jpeg }: Picture): Promise<void> {
    const folder = await this.#opened();
    const file = `${numbered(record.step)}.jpg`;
    if (jpeg) await folder.attach(file, jpeg);
    await this.#append(folder, { ...record, ...(jpeg && { file }) });
  }

  async #append(folder: TrailFolder, record: TrailRecord): Promise<void> {
    if ((await folder.append(record)) || this.#isFull) return;
    this.#isFull = true;
    await this.#note(folder, 'The trail has reached its size limit: later steps are missing');
  }

  async #admitLoss(folder: TrailFolder): Promise<void> {
    const { count, reason } = this.#lost;
    if (count === 0) return;
    await this.#note(folder, `${count} ${count === 1 ? 'record is' : 'records are'} missing here: ${reason}`);
    this.#lost = { count: 0, reason: '' };
  }

  async #note(folder: TrailFolder, text: string): Promise<void> {
    await folder.append({ kind: 'note', time: new Date().toISOString(), text });
  }

  /** Texts that are as they were are not written again. */
  async #attachTexts(
    folder: TrailFolder,
    step: number,
    page: Page,
    texts: Texts,
  ): Promise<{ tree: string; dom: string }> {
    const known = this.#files.get(page) ?? {};
    this.#files.set(page, known);
    const attached = async (kind: keyof Texts, extension: string): Promise<string> => {
      const last = known[kind];
      const text = texts[kind];
      if (last && last.text === text && folder.has(last.name)) return last.name;
      const name = `${numbered(step)}.${kind}.${extension}.gz`;
      await folder.attach(name, await compress(text));
      known[kind] = { text, name };
      return name;
    };
    return { tree: await attached('tree', 'yaml'), dom: await attached('dom', 'html') };
  }

  /** Created with the first step: a server that is never called leaves nothing. */
  #opened(): Promise<TrailFolder> {
    if (!this.#folder) {
      const opening = this.#create();
      this.#folder = opening;
      // Tried again with the next step.
      opening.catch(() => {
        this.#folder = undefined;
      });
    }
    return this.#folder;
  }

  async #create(): Promise<TrailFolder> {
    const { name, version, maxSize, maxDays } = this.#options;
    const start = new Date();
    const folder = await TrailFolder.create(this.#workspace, name, start, {
      maxSize: maxSize ?? TRAIL_LIMITS.maxSize,
      maxDays: maxDays ?? TRAIL_LIMITS.maxDays,
    });
    await folder.append({
      kind: 'run',
      format: TRAIL_FORMAT,
      sightline: version,
      name,
      start: start.toISOString(),
    });
    this.#onBegin(folder.path);
    return folder;
  }
}

const numbered = (step: number): string => String(step).padStart(4, '0');
