import { setTimeout as sleep } from 'node:timers/promises';
import { isSightlineError, reasonOf, SightlineError } from '../../errors.js';
import { type CallLimits, withDeadline } from '../../page/deadline.js';
import type { Page } from '../../page/page.js';

/** Milliseconds between two calls. A page can't tell when a script's condition changes. */
const INTERVAL = 100;

/**
 * Waits until a script of the caller returns something true. It may throw until then: what it asks for is often not
 * there yet, and a document may be replaced.
 */
export async function untilTrue(
  page: Page,
  script: string,
  limits: CallLimits & { timeout: number },
): Promise<void> {
  let reason = '';
  try {
    await withDeadline('waiting for the function', limits, limits.timeout, async (deadline) => {
      for (;;) {
        const { ok, why } = await deadline.race(isTrue(page, script, deadline.signal));
        if (ok) return;
        reason = why;
        await deadline.race(sleep(INTERVAL, undefined, { signal: deadline.signal }));
      }
    });
  } catch (error) {
    if (!isSightlineError(error, 'timeout')) throw error;
    throw new SightlineError('timeout', `The function ${reason} for ${limits.timeout} ms`, { cause: error });
  }
}

async function isTrue(
  page: Page,
  script: string,
  signal: AbortSignal,
): Promise<{ ok: boolean; why: string }> {
  try {
    const value = await page.evaluate(script, [], { signal });
    return { ok: Boolean(value), why: `returned ${JSON.stringify(value) ?? 'undefined'}` };
  } catch (error) {
    if (!isSightlineError(error, 'script-error') && !isSightlineError(error, 'document-gone')) throw error;
    return { ok: false, why: `threw (${reasonOf(error)})` };
  }
}
