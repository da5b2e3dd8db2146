import { SightlineError } from '../../errors.js';
import type { CallLimits } from '../../page/deadline.js';
import type { Page } from '../../page/page.js';

/** Waits until no request is pending and none starts before the next animation frame. */
export async function untilNetworkQuiet(
  page: Page,
  { signal, timeout }: CallLimits & { timeout: number },
): Promise<void> {
  const { settled, notes } = await page.actions.untilNetworkQuiet({
    settleTimeout: timeout,
    ...(signal && { signal }),
  });
  page.assertUsable();
  if (!settled)
    throw new SightlineError('timeout', `The network was not quiet within ${timeout} ms. ${notes.join(' ')}`);
}
