/** Pictures of a page. */
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
