/** A picture of a page. Each browser has its own limits for one that is larger than the viewport. */
import type { ScreenshotOptions } from '../driver/driver.js';
import { isSightlineError, SightlineError } from '../errors.js';
import type { Page } from './page.js';

export async function takePicture(page: Page, options: ScreenshotOptions): Promise<Uint8Array> {
  const { clip, fullPage = false } = options;
  try {
    return await page.mainFrame.answered(page.driver.screenshot(options));
  } catch (cause) {
    const isRefused = isSightlineError(cause, 'unsupported') || isSightlineError(cause, 'protocol-error');
    if (!isRefused || !(clip || fullPage)) throw cause;
    const area = clip ? `${Math.ceil(clip.width)} × ${Math.ceil(clip.height)} pixels` : 'the whole page';
    throw new SightlineError('unsupported', `The browser could not draw ${area} in one picture`, {
      hint: 'It may be too large: take the viewport, or a smaller element.',
      cause,
    });
  }
}
