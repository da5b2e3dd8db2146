/**
 * Waits until what an action did to the document has quieted down. A document in which nothing changed is
 * quiet after a short turn; one that changed gets a frame to draw it and a turn for what comes of that.
 */
import { addListener, removeListener } from './dom/effects.js';
import { type Changes, frame, shortTurn } from './turns.js';

export interface QuietResult {
  changed: boolean;
  /** False when it still changed when time was up. */
  quiet: boolean;
}

/** Frames without a scroll event that end a scroll: a wheel turns smoothly, and not at once. */
const STILL_FRAMES = 2;

/** Waits until nothing scrolls any more. */
export async function scrolledOut(cap: number): Promise<void> {
  const until = performance.now() + cap;
  let scrolls = 0;
  const count = (): void => {
    scrolls++;
  };
  addListener(window, 'scroll', count, { capture: true });
  for (let still = 0, seen = 0; still < STILL_FRAMES && performance.now() < until; still++) {
    await frame(until);
    if (scrolls > seen) still = -1;
    seen = scrolls;
  }
  removeListener(window, 'scroll', count, { capture: true });
}

export async function quiet(
  changes: Changes,
  cap: number,
  first: 'draw' | 'scroll' | undefined,
): Promise<QuietResult> {
  const until = performance.now() + cap;
  let changed = false;
  if (first === 'draw') await frame(until);
  if (first === 'scroll') await scrolledOut(cap);
  for (;;) {
    if (!changes.take()) {
      await shortTurn();
      if (!changes.take()) return { changed, quiet: true };
    }
    changed = true;
    if (performance.now() >= until) return { changed, quiet: false };
    await frame(until);
  }
}
