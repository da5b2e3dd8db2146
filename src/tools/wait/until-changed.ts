/** Waits for an element to look different from what an agent was shown; without that, from what it is now. */

import type { Aim } from '../../agent/agent.js';
import { isSightlineError } from '../../errors.js';
import { type CallLimits, withDeadline } from '../../page/deadline.js';
import type { Page } from '../../page/page.js';
import { isText, type SnapshotNode } from '../../tree/node.js';
import { renderTree } from '../../tree/text/render.js';

export function untilChanged(
  { page, locator }: Aim,
  shown: SnapshotNode | undefined,
  limits: CallLimits & { timeout: number },
): Promise<void> {
  return withDeadline(`waiting for ${locator} to change`, limits, limits.timeout, async (deadline) => {
    const before = shown && renderTree(shown);
    for (;;) {
      const found = new AbortController();
      const signal = AbortSignal.any([deadline.signal, found.signal]);
      // Listening begins before looking, so that nothing falls in between.
      const change = locator.waitFor({ state: 'changed', signal, timeout: deadline.left() });
      change.catch(() => undefined); // Awaited below, unless a look was enough.
      try {
        if (before !== undefined && (await looks(page, shown?.ref, signal)) !== before) return;
        await change;
        if (before === undefined) return;
      } catch (error) {
        if (isSightlineError(error, 'ref-stale') || isSightlineError(error, 'ref-not-found')) return;
        throw error;
      } finally {
        found.abort();
      }
    }
  });
}

/** An element of the tree that was shown. */
export function nodeAt(root: SnapshotNode, ref: string): SnapshotNode | undefined {
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.ref === ref) return node;
    for (const child of node.children) if (!isText(child)) pending.push(child);
  }
  return undefined;
}

/** Taken from the whole page, as what was shown was: a view of one element alone keeps more of it. */
async function looks(page: Page, ref: string | undefined, signal: AbortSignal): Promise<string> {
  const { json } = await page.ariaSnapshotWithFrames({ signal });
  const node = ref === undefined ? undefined : nodeAt(json.root, ref);
  return node ? renderTree(node) : '';
}
