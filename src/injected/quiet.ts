/**
 * Waits until what an action did to the document has quieted down. A document in which nothing changed is
 * quiet after one turn; one that changed gets a frame to draw it and a turn for what comes of that.
 */
import { type Changes, frame, turn } from './turns.js';

export interface QuietResult {
  changed: boolean;
  /** False when it still changed when time was up. */
  quiet: boolean;
}

export async function quiet(changes: Changes, cap: number, drawFirst: boolean): Promise<QuietResult> {
  const until = performance.now() + cap;
  let changed = false;
  if (drawFirst) await frame(until);
  for (;;) {
    if (!changes.take()) {
      await turn();
      if (!changes.take()) return { changed, quiet: true };
    }
    changed = true;
    if (performance.now() >= until) return { changed, quiet: false };
    await frame(until);
  }
}
