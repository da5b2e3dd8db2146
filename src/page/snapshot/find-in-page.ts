/** A search of a page: in its whole tree, with all frames and folded parts. */
import { SightlineError } from '../../errors.js';
import { type FindQuery, type FoundText, findInTree } from '../../tree/find/find.js';
import type { Snapshot } from '../../tree/node.js';
import type { CallLimits } from '../deadline.js';
import { takeSnapshot } from './capture.js';
import type { CapturedFrame } from './captured-frame.js';

export type FoundInPage = FoundText & Pick<Snapshot, 'moments'>;

export async function findInPage(
  frame: CapturedFrame,
  query: FindQuery,
  { limit, ...limits }: CallLimits & { limit?: number },
): Promise<FoundInPage> {
  const { json, moments } = await takeSnapshot(frame, true, { ...limits, unseen: true });
  const found = findInTree(json.root, query, { url: json.url, ...(limit !== undefined && { limit }) });
  if (!found.ok) throw new SightlineError('bad-argument', found.message);
  return { ...found, ...(moments && { moments }) };
}
