/**
 * A video of what agents do: the page that was used last, as it changes. Each browser that is started has a file of its
 * own. No call waits for it, and a failure is reported once.
 */
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isSightlineError, reasonOf } from '../../errors.js';
import type { Browser } from '../../page/browser.js';
import type { LivePicture } from '../../page/live-pictures.js';
import type { Page } from '../../page/page.js';
import type { SharedPictures } from '../shared-pictures.js';
import { VideoFile } from './video-file.js';
import { VideoPage } from './video-page.js';

export interface VideoOptions {
  /** Pixels; else those of the first picture. */
  size?: { width: number; height: number } | undefined;
  /** For the person who started the server. */
  tell(line: string): void;
}

interface VideoParts extends VideoOptions {
  pictures: SharedPictures;
  newFile(): Promise<string>;
  onMade(path: string): void;
  /** The page holds what a person typed: nothing is recorded. */
  isPrivate(page: Page): boolean;
}

/** Milliseconds between two pictures. */
const PACE = 100;
/** Percent. */
const QUALITY = 60;
/** Milliseconds at the end of the server. */
const LAST_PATIENCE = 2_000;

export class Video {
  readonly #parts: VideoParts;
  #page: Page | undefined;
  #unwatch: (() => void) | undefined;
  #browser: Browser | undefined;
  #file: Promise<VideoFile> | undefined;
  /** The newest picture that has not been encoded. */
  #next: LivePicture | undefined;
  #encoding: Promise<void> | undefined;
  #hasFailed = false;

  constructor(parts: VideoParts) {
    this.#parts = parts;
  }

  /** An agent uses this page now. */
  show(page: Page): void {
    if (this.#hasFailed) return;
    if (this.#page === page) {
      this.#parts.pictures.nudge(page);
      return;
    }
    this.#unwatch?.();
    this.#page = page;
    this.#unwatch = this.#parts.pictures.watch(page, (picture) => this.#onPicture(page, picture));
  }

  async end(): Promise<void> {
    this.#unwatch?.();
    if (this.#page) await this.#lookOnceMore(this.#page);
    this.#page = undefined;
    await this.#encoding;
    await this.#finish();
  }

  /** How the page ended up belongs into the video, however short it was there. */
  async #lookOnceMore(page: Page): Promise<void> {
    const { viewport } = page;
    if (!viewport || page.closed !== undefined) return;
    // A page that hangs has no picture.
    const jpeg = await page
      .screenshot({ format: 'jpeg', quality: QUALITY, timeout: LAST_PATIENCE })
      .catch(() => undefined);
    if (jpeg) this.#onPicture(page, { jpeg, ...viewport });
  }

  #onPicture(page: Page, picture: LivePicture): void {
    if (this.#page !== page || this.#hasFailed || this.#parts.isPrivate(page)) return;
    this.#next = picture;
    this.#encoding ??= this.#encodeAll(page.context.browser).finally(() => {
      this.#encoding = undefined;
    });
  }

  async #encodeAll(browser: Browser): Promise<void> {
    try {
      if (this.#browser !== browser) await this.#finish();
      this.#browser = browser;
      for (let picture = this.#take(); picture; picture = this.#take()) {
        this.#file ??= this.#open(browser, picture);
        await (await this.#file).add(picture.jpeg);
        await new Promise((resolve) => setTimeout(resolve, PACE));
      }
    } catch (error) {
      // A browser that is closed ends its file; the next one has its own.
      if (browser.disconnected === undefined && !isSightlineError(error, 'page-closed')) this.#fail(error);
      this.#browser = undefined;
    }
  }

  #take(): LivePicture | undefined {
    const picture = this.#next;
    this.#next = undefined;
    return picture;
  }

  async #open(browser: Browser, picture: LivePicture): Promise<VideoFile> {
    const { width, height } = this.#parts.size ?? picture;
    const [even, evenHeight] = [width, height].map((pixels) => Math.max(2, pixels - (pixels % 2))) as [
      number,
      number,
    ];
    const page = await VideoPage.open(browser, even, evenHeight);
    const path = await this.#parts.newFile();
    await mkdir(dirname(path), { recursive: true });
    return VideoFile.start(page, await open(path, 'wx'), path, { width: even, height: evenHeight });
  }

  async #finish(): Promise<void> {
    const file = await this.#file?.catch(() => undefined);
    this.#file = undefined;
    if (!file) return;
    await file.end();
    this.#parts.onMade(file.path);
    this.#parts.tell(`Video: ${file.path}`);
  }

  #fail(error: unknown): void {
    this.#hasFailed = true;
    this.#unwatch?.();
    this.#parts.tell(`The video ends here: ${reasonOf(error)}`);
  }
}
