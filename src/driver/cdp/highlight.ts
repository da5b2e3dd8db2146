/** Draws a box around a node in the browser's own overlay: the page cannot see it. */
import type { Protocol } from 'devtools-protocol';
import type { RemoteHandle } from '../driver.js';
import type { Session } from './connection.js';
import type { FrameTree } from './frames.js';

const LOOK: Protocol.Overlay.HighlightConfig = {
  showInfo: true,
  contentColor: { r: 111, g: 168, b: 220, a: 0.5 },
  paddingColor: { r: 147, g: 196, b: 125, a: 0.4 },
  borderColor: { r: 255, g: 0, b: 0, a: 0.8 },
};

export class Highlight {
  readonly #frames: FrameTree;
  #shownIn: Session | undefined;

  constructor(frames: FrameTree) {
    this.#frames = frames;
  }

  async show(handle: RemoteHandle | null): Promise<void> {
    const before = this.#shownIn;
    this.#shownIn = undefined;
    const session = handle ? this.#frames.get(handle.frame).session : undefined;
    if (before?.alive && before !== session) await before.send('Overlay.hideHighlight');
    if (!handle || !session) return;
    this.#shownIn = session;
    await Promise.all([
      session.send('DOM.enable', {}),
      session.send('Overlay.enable'),
      session.send('Overlay.highlightNode', { highlightConfig: LOOK, objectId: handle.id }),
    ]);
  }
}
