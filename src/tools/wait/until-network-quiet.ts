/** Waits until no request is pending and none starts before the next animation frame. */
import { ENDLESS } from '../../interact/settle/activity.js';
import { acrossDocuments } from '../../page/across-documents.js';
import { type CallLimits, withDeadline } from '../../page/deadline.js';
import type { NetworkEntry } from '../../page/log.js';
import type { Page } from '../../page/page.js';

/** Animation frames to wait for response bodies. The end of one is not reported if the page stops reading it. */
const READING_FRAMES = 30;

export function untilNetworkQuiet(page: Page, limits: CallLimits & { timeout: number }): Promise<void> {
  return withDeadline('waiting for the network', limits, limits.timeout, async (deadline) => {
    for (let frames = 0; ; frames++) {
      await untilAnswered(page, deadline.signal);
      const cap = deadline.left();
      await acrossDocuments(deadline, () =>
        page.mainFrame.call('settle', { cap, first: 'draw' }, { signal: deadline.signal, timeout: cap }),
      );
      const running = page.log.network.filter(isRunning);
      if (running.length === 0 || (frames >= READING_FRAMES && !running.some(isUnanswered))) return;
    }
  });
}

function untilAnswered(page: Page, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = () => {
      if (page.log.network.some(isUnanswered)) return;
      end();
      resolve();
    };
    const stop = [page.on('event', check), page.on('closed', check)];
    const abort = () => {
      end();
      reject(signal.reason);
    };
    const end = () => {
      for (const each of stop) each();
      signal.removeEventListener('abort', abort);
    };
    signal.addEventListener('abort', abort, { once: true });
    check();
  });
}

function isRunning({ request, error }: NetworkEntry): boolean {
  return error === undefined && !ENDLESS.has(request.resourceType);
}

function isUnanswered(entry: NetworkEntry): boolean {
  return isRunning(entry) && entry.response === undefined;
}
