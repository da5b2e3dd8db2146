/** A hidden page that encodes video. */
import type { DriverPage } from '../../driver/driver.js';
import { inPage } from '../../driver/in-page.js';
import type { Browser } from '../../page/browser.js';
import type { VideoChunk } from './webm.js';

/** Encoders are for documents from a trusted origin. The browser is given this one; nothing is asked of the network. */
const ORIGIN = 'http://localhost/';
const EMPTY = { action: 'fulfill', status: 200, headers: { 'content-type': 'text/html' }, body: '' } as const;
/** Milliseconds. */
const PATIENCE = 10_000;

export class VideoPage {
  readonly #page: DriverPage;

  private constructor(page: DriverPage) {
    this.#page = page;
  }

  static async open(browser: Browser, width: number, height: number): Promise<VideoPage> {
    const context = browser.defaultContext;
    const page = await browser.openHidden(context);
    try {
      const stop = await browser.driver.intercept(
        (request) => (request.page === page.id ? EMPTY : undefined),
        context.id,
      );
      await page.navigate({ url: ORIGIN }, { timeout: PATIENCE }).finally(stop);
      await page.evaluate(page.mainFrame, inPage('startVideo'), [width, height], { timeout: PATIENCE });
      return new VideoPage(page);
    } catch (error) {
      await page.close().catch(() => undefined);
      throw error;
    }
  }

  /** Returns what has been encoded by now; `isLast`: everything. */
  async encode(jpeg: Uint8Array, time: number, isLast: boolean): Promise<VideoChunk[]> {
    const args = [Buffer.from(jpeg).toString('base64'), time, isLast];
    const { mainFrame } = this.#page;
    const chunks = await this.#page.evaluate(mainFrame, inPage('encodeVideo'), args, { timeout: PATIENCE });
    // Our own code made them, in a page of ours.
    return (chunks as { data: string; time: number; isKey: boolean }[]).map(({ data, ...chunk }) => ({
      ...chunk,
      data: Buffer.from(data, 'base64'),
    }));
  }

  async close(): Promise<void> {
    await this.#page.close();
  }
}
