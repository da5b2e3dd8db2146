/** Pictures of a page. */
import { startClock } from '../deadline.js';
import type { ScreenshotOptions } from '../driver.js';
import type { Session } from './connection.js';

export async function takeScreenshot(session: Session, options: ScreenshotOptions = {}): Promise<Uint8Array> {
  const { format = 'png', quality, fullPage = false, clip, ...scope } = options;
  const clock = startClock(scope);
  const area = clip ?? (fullPage ? await wholeDocument(session, clock.left()) : undefined);
  const { data } = await session.send(
    'Page.captureScreenshot',
    {
      format,
      ...(format === 'jpeg' && quality !== undefined && { quality }),
      ...(area && { clip: { ...area, scale: 1 }, captureBeyondViewport: true }),
    },
    clock.left(),
  );
  return Buffer.from(data, 'base64');
}

async function wholeDocument(session: Session, scope: { timeout: number; signal?: AbortSignal }) {
  const { cssContentSize } = await session.send('Page.getLayoutMetrics', undefined, scope);
  const { width, height } = cssContentSize;
  return { x: 0, y: 0, width: Math.ceil(width), height: Math.ceil(height) };
}
