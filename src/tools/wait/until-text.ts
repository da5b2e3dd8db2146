/** Waits for text in any frame of a page, including frames added while waiting. */
import { isSightlineError } from '../../errors.js';
import { type CallLimits, withDeadline } from '../../page/deadline.js';
import type { Frame } from '../../page/frame.js';
import type { Page } from '../../page/page.js';
import { quote } from '../../tree/quote.js';

export function untilText(page: Page, text: string, limits: CallLimits & { timeout: number }): Promise<void> {
  return withDeadline(`waiting for ${quote(text, 200)}`, limits, limits.timeout, async (deadline) => {
    const found = new AbortController();
    const signal = AbortSignal.any([deadline.signal, found.signal]);
    let stop: (() => void) | undefined;
    const appeared = new Promise<void>((resolve, reject) => {
      const watched = new Set<Frame>();
      const watch = (frame: Frame) => {
        if (watched.has(frame)) return;
        watched.add(frame);
        frame
          .getByText(text)
          .first()
          .waitFor({ signal, timeout: deadline.left() })
          .then(resolve, (error: unknown) => {
            // Other frames may still show the text, and the deadline reports a timeout.
            if (frame.parent || isSightlineError(error, 'timeout')) return;
            reject(error);
          });
      };
      stop = page.on('event', (event) => {
        if (event.type === 'frame-attached') page.frames().forEach(watch);
      });
      page.frames().forEach(watch);
    });
    try {
      await deadline.race(appeared);
    } finally {
      stop?.();
      found.abort();
    }
  });
}

export function untilTextGone(
  page: Page,
  text: string,
  limits: CallLimits & { timeout: number },
): Promise<void> {
  return withDeadline(
    `waiting for ${quote(text, 200)} to disappear`,
    limits,
    limits.timeout,
    async (deadline) => {
      // Repeat until one pass finds it in no frame: it may reappear in a frame already checked.
      for (let shown = true; shown; ) {
        shown = false;
        for (const frame of page.frames()) {
          const match = frame.getByText(text).first();
          try {
            if (await isHidden(match)) continue;
            shown = true;
            await match.waitFor({ state: 'hidden', signal: deadline.signal, timeout: deadline.left() });
          } catch (error) {
            const gone = isSightlineError(error, 'frame-gone') || isSightlineError(error, 'document-gone');
            if (!gone) throw deadline.signal.aborted ? deadline.error() : error;
          }
        }
        deadline.check();
      }
    },
  );

  async function isHidden(match: ReturnType<Frame['getByText']>): Promise<boolean> {
    try {
      return !(await match.describe({ signal: limits.signal })).visible;
    } catch (error) {
      if (isSightlineError(error, 'no-match')) return true;
      throw error;
    }
  }
}
