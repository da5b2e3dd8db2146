/** Whether an element is visible now in any frame of a page. */
import { isSightlineError } from '../../errors.js';
import type { Frame } from '../../page/frame.js';
import type { Locator } from '../../page/locator/locator.js';
import type { Page } from '../../page/page.js';

export async function isShown(
  page: Page,
  find: (frame: Frame) => Locator,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  page.assertUsable();
  for (const frame of page.frames()) {
    try {
      if (await find(frame).anyVisible({ signal })) return true;
    } catch (error) {
      // A child frame that is gone shows nothing. The main frame must answer.
      const left = isSightlineError(error, 'frame-gone') || isSightlineError(error, 'document-gone');
      if (!left || !frame.parent) throw error;
    }
  }
  return false;
}
