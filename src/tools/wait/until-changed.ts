/** Waits until an element differs from what the agent was shown, or from now if it was shown nothing. */

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
      // Listen before looking, so that no change is missed.
      const change = locator.waitFor({ state: 'changed', signal, timeout: deadline.left() });
      change.catch(() => undefined); // Awaited below, unless the look already found a change.
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

/** Finds an element in a tree by its ref. */
export function nodeAt(root: SnapshotNode, ref: string): SnapshotNode | undefined {
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.ref === ref) return node;
    for (const child of node.children) if (!isText(child)) pending.push(child);
  }
  return undefined;
}

/** Captures the whole page, as the snapshot did: a capture of one element would keep more detail. */
async function looks(page: Page, ref: string | undefined, signal: AbortSignal): Promise<string> {
  const { json } = await page.ariaSnapshotWithFrames({ signal });
  const node = ref === undefined ? undefined : nodeAt(json.root, ref);
  return node ? renderTree(node) : '';
}
