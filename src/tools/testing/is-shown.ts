/** Whether an element is visible now in any frame of a page. */
import { isSightlineError } from '../../errors.js';
import type { Frame } from '../../page/frame.js';
import type { Locator } from '../../page/locator.js';
import type { Page } from '../../page/page.js';

/** The number of matches to check. */
const MAX_MATCHES = 100;

export async function isShown(
  page: Page,
  find: (frame: Frame) => Locator,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  page.assertUsable();
  for (const frame of page.frames()) {
    try {
      if (await anyVisible(find(frame), signal)) return true;
    } catch (error) {
      // A child frame that is gone shows nothing. The main frame must answer.
      const left = isSightlineError(error, 'frame-gone') || isSightlineError(error, 'document-gone');
      if (!left || !frame.parent) throw error;
    }
  }
  return false;
}

export async function anyVisible(matches: Locator, signal: AbortSignal | undefined): Promise<boolean> {
  const count = Math.min(await matches.count({ signal }), MAX_MATCHES);
  for (let at = 0; at < count; at++) if ((await matches.nth(at).describe({ signal })).visible) return true;
  return false;
}
