/** One video file: pictures in, bytes on the disk as soon as they are encoded. */
import type { FileHandle } from 'node:fs/promises';
import type { VideoPage } from './video-page.js';
import { type VideoChunk, WebM } from './webm.js';

export class VideoFile {
  readonly path: string;
  readonly #page: VideoPage;
  readonly #file: FileHandle;
  readonly #webm: WebM;
  readonly #began = performance.now();
  #last: Uint8Array = new Uint8Array();

  private constructor(page: VideoPage, file: FileHandle, path: string, webm: WebM) {
    this.#page = page;
    this.#file = file;
    this.path = path;
    this.#webm = webm;
  }

  static async start(
    page: VideoPage,
    file: FileHandle,
    path: string,
    size: { width: number; height: number },
  ): Promise<VideoFile> {
    const webm = new WebM(size);
    await file.appendFile(webm.head);
    return new VideoFile(page, file, path, webm);
  }

  async add(jpeg: Uint8Array): Promise<void> {
    this.#last = jpeg;
    await this.#write(await this.#page.encode(jpeg, this.#now(), false));
  }

  /** A browser that is gone has no more to give; what is written stays. */
  async end(): Promise<void> {
    const now = this.#now();
    // The last picture again, so that the video shows it for as long as it was there.
    const rest = await this.#page.encode(this.#last, now, true).catch((): VideoChunk[] => []);
    await this.#write(rest);
    await this.#page.close().catch(() => undefined);
    await this.#file.write(this.#webm.duration(now), 0, undefined, this.#webm.durationAt);
    await this.#file.close();
  }

  #now(): number {
    return Math.round(performance.now() - this.#began);
  }

  async #write(chunks: readonly VideoChunk[]): Promise<void> {
    for (const chunk of chunks) await this.#file.appendFile(this.#webm.chunk(chunk));
  }
}
