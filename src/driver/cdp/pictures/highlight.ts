/** Draws a box around a node in the browser's own overlay: the page cannot see it. */
import type { Protocol } from 'devtools-protocol';
import { startClock } from '../../deadline.js';
import type { FrameId, RemoteHandle } from '../../driver.js';
import type { Session } from '../connection.js';
import type { FrameTree } from '../frames.js';
import { untilDrawn } from '../until-drawn.js';
import type { WorldTable } from '../worlds/world-table.js';

const LOOK: Protocol.Overlay.HighlightConfig = {
  showInfo: true,
  contentColor: { r: 111, g: 168, b: 220, a: 0.5 },
  paddingColor: { r: 147, g: 196, b: 125, a: 0.4 },
  borderColor: { r: 255, g: 0, b: 0, a: 0.8 },
};

export class Highlight {
  readonly #frames: FrameTree;
  readonly #worlds: WorldTable;
  #shown: { session: Session; frame: FrameId } | undefined;

  constructor(frames: FrameTree, worlds: WorldTable) {
    this.#frames = frames;
    this.#worlds = worlds;
  }

  /** A picture taken afterwards shows the box, or no longer shows it. */
  async show(handle: RemoteHandle | null): Promise<void> {
    const before = this.#shown;
    this.#shown = undefined;
    const session = handle ? this.#frames.get(handle.frame).session : undefined;
    if (before?.session.alive && before.session !== session) {
      await before.session.send('Overlay.hideHighlight');
      await this.#untilDrawn(before.frame);
    }
    if (!handle || !session) return;
    this.#shown = { session, frame: handle.frame };
    await Promise.all([
      session.send('DOM.enable', {}),
      session.send('Overlay.enable'),
      session.send('Overlay.highlightNode', { highlightConfig: LOOK, objectId: handle.id }),
    ]);
    await this.#untilDrawn(handle.frame);
  }

  /** A frame that is gone by then shows no box. */
  #untilDrawn(frame: FrameId): Promise<void> {
    return untilDrawn(this.#worlds, frame, startClock({ timeout: 2_000 })).catch(() => undefined);
  }
}
