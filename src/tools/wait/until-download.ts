import type { Download, PageWatch } from '../../agent/page-watch.js';
import { SightlineError } from '../../errors.js';
import { type CallLimits, withDeadline } from '../../page/deadline.js';
import type { Page } from '../../page/page.js';

/** Waits until a download has ended: the running one, one that ended since then, or the next. */
export function untilDownload(
  page: Page,
  watch: PageWatch,
  since: number,
  limits: CallLimits & { timeout: number },
): Promise<Download> {
  return withDeadline('waiting for a download', limits, limits.timeout, async (deadline) => {
    const stop: (() => void)[] = [];
    const ended = new Promise<Download>((resolve, reject) => {
      const look = () => {
        const last = watch.lastDownload;
        if (last && last.endedAt >= since) resolve(last);
      };
      stop.push(
        page.on('event', ({ type }) => type === 'download-ended' && look()),
        page.on('closed', (reason) =>
          reject(new SightlineError('page-closed', `Page ${page.handle} was closed: ${reason}`)),
        ),
      );
      look();
    });
    try {
      return await deadline.race(ended);
    } finally {
      for (const end of stop) end();
    }
  });
}
