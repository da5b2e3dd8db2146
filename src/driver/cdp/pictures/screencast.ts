/** Pictures of a page as it changes. Chromium sends the next one when the last has been acknowledged. */
import type { LivePicture, ScreencastOptions } from '../../driver.js';
import type { CdpEvent, Session } from '../connection.js';

/** Milliseconds between two pictures: an animation would send sixty a second. */
const PACE = 60;

export class Screencast {
  readonly #session: Session;
  #onPicture: ((picture: LivePicture) => void) | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  on(event: CdpEvent): void {
    if (event.method !== 'Page.screencastFrame') return;
    const { data, metadata, sessionId } = event.params;
    this.#onPicture?.({
      jpeg: Buffer.from(data, 'base64'),
      width: Math.round(metadata.deviceWidth),
      height: Math.round(metadata.deviceHeight),
    });
    // A page that is gone needs no answer.
    const next = () =>
      void this.#session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
    setTimeout(next, PACE).unref();
  }

  /** Returns what ends it. */
  async start(
    onPicture: (picture: LivePicture) => void,
    { quality }: ScreencastOptions,
  ): Promise<() => Promise<void>> {
    this.#onPicture = onPicture;
    await this.#session.send('Page.startScreencast', { format: 'jpeg', quality });
    return async () => {
      if (this.#onPicture !== onPicture) return;
      this.#onPicture = undefined;
      await this.#session.send('Page.stopScreencast');
    };
  }
}
