/** The frame of a page in which an element is visible now. */
import { isSightlineError } from '../../errors.js';
import type { Frame } from '../../page/frame.js';
import type { Locator } from '../../page/locator/locator.js';
import type { Page } from '../../page/page.js';

export async function frameShowing(
  page: Page,
  find: (frame: Frame) => Locator,
  signal: AbortSignal | undefined,
): Promise<Frame | undefined> {
  page.assertUsable();
  for (const frame of page.frames()) {
    try {
      if (await find(frame).anyVisible({ signal })) return frame;
    } catch (error) {
      // A child frame that is gone shows nothing. The main frame must answer.
      const left = isSightlineError(error, 'frame-gone') || isSightlineError(error, 'document-gone');
      if (!left || !frame.parent) throw error;
    }
  }
  return undefined;
}
