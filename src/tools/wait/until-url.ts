/** Waits until the URL of a page matches. */
import { SightlineError } from '../../errors.js';
import { type CallLimits, withDeadline } from '../../page/deadline.js';
import type { Page } from '../../page/page.js';
import { quote } from '../../tree/quote.js';

/** `wanted` is a part of the URL, or a pattern for the whole URL with `*` for anything. */
export function matchesUrl(url: string, wanted: string): boolean {
  if (!wanted.includes('*')) return url.includes(wanted);
  const source = wanted
    .split(/\*+/)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${source}$`, 's').test(url);
}

export function untilUrl(
  page: Page,
  wanted: string,
  limits: CallLimits & { timeout: number },
): Promise<void> {
  return withDeadline(
    `waiting for the URL ${quote(wanted, 200)}`,
    limits,
    limits.timeout,
    async (deadline) => {
      const stop: (() => void)[] = [];
      const arrived = new Promise<void>((resolve, reject) => {
        const look = () => matchesUrl(page.url, wanted) && resolve();
        stop.push(
          page.on('event', look),
          page.on('closed', (reason) =>
            reject(new SightlineError('page-closed', `Page ${page.handle} was closed: ${reason}`)),
          ),
        );
        look();
      });
      try {
        await deadline.race(page.unlessDialog(arrived));
      } finally {
        for (const end of stop) end();
      }
    },
  );
}
