/** Pictures of a page. */
import { SightlineError } from '../../../errors.js';
import { startClock } from '../../deadline.js';
import type { ScreenshotOptions } from '../../driver.js';
import type { Session } from '../connection.js';

export async function takeScreenshot(session: Session, options: ScreenshotOptions = {}): Promise<Uint8Array> {
  const { format = 'png', quality, fullPage = false, clip, ...scope } = options;
  const clock = startClock(scope);
  const area = clip ?? (fullPage ? await wholeDocument(session, clock.left()) : undefined);
  if (area) assertDrawable(area);
  const request = {
    format,
    ...(format === 'jpeg' && quality !== undefined && { quality }),
    ...(area && { clip: { ...area, scale: 1 }, captureBeyondViewport: true }),
  };
  const { data } = await nudged(() => session.send('Page.captureScreenshot', request, clock.left()));
  return Buffer.from(data, 'base64');
}

/** Firefox's limits, in pixels. Chromium has none: it works on a larger picture for a minute, and fails. */
const LONGEST_SIDE = 65_535;
const LARGEST_AREA = 472_907_776;

function assertDrawable({ width, height }: { width: number; height: number }): void {
  if (Math.max(width, height) > LONGEST_SIDE || width * height > LARGEST_AREA)
    throw new SightlineError('unsupported', `A picture of ${width} × ${height} pixels is too large`);
}

/** Milliseconds until an unanswered request for a picture is repeated. */
const NUDGE = 1_000;

/** The picture of a tab behind another may wait for a frame that never comes. A second request brings both. */
async function nudged<T>(ask: () => Promise<T>): Promise<T> {
  const first = ask();
  let timer: NodeJS.Timeout | undefined;
  const second = new Promise<T>((resolve, reject) => {
    timer = setTimeout(() => ask().then(resolve, reject), NUDGE);
  });
  try {
    return await Promise.race([first, second]);
  } finally {
    clearTimeout(timer);
    // Whichever comes later is not needed.
    first.catch(() => undefined);
    second.catch(() => undefined);
  }
}

async function wholeDocument(session: Session, scope: { timeout: number; signal?: AbortSignal }) {
  const { cssContentSize } = await session.send('Page.getLayoutMetrics', undefined, scope);
  const { width, height } = cssContentSize;
  return { x: 0, y: 0, width: Math.ceil(width), height: Math.ceil(height) };
}
