/** Pictures of a page. */
import { SightlineError } from '../../../errors.js';
import type { FrameId, ScreenshotOptions } from '../../driver.js';
import type { Connection } from '../connection.js';

export async function takeScreenshot(
  connection: Connection,
  main: FrameId,
  options: ScreenshotOptions = {},
): Promise<Uint8Array> {
  const { format = 'png', quality, fullPage = false, clip, ...scope } = options;
  const { data } = await connection.send(
    'browsingContext.captureScreenshot',
    {
      context: main,
      origin: fullPage || clip ? 'document' : 'viewport',
      format: {
        type: `image/${format}`,
        ...(format === 'jpeg' && quality !== undefined && { quality: quality / 100 }),
      },
      ...(clip && { clip: { type: 'box', ...clip } }),
    },
    { ...scope, endsWith: main },
  );
  return Buffer.from(data, 'base64');
}

/** Firefox finds the page without a size. */
export function isOfNothing(error: unknown): boolean {
  return error instanceof SightlineError && error.message.includes('got width: 0 and height: 0');
}
