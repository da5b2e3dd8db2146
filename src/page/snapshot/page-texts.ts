/** A page as texts, as the state files have it. */
import type { SnapshotNode } from '../../tree/node.js';
import { renderTree } from '../../tree/text/render.js';
import type { DomAttributes } from '../../wire/rows.js';
import type { CallLimits } from '../deadline.js';
import { takeSnapshot } from './capture.js';
import type { CapturedFrame } from './captured-frame.js';

export interface PageTexts {
  /** The DOM with refs. */
  dom: string;
  /** The unfolded tree. */
  tree: string;
  root: SnapshotNode;
}

export async function pageTexts(
  frame: CapturedFrame,
  options: CallLimits & { domAttributes?: DomAttributes },
): Promise<PageTexts> {
  const { dom = '', json } = await takeSnapshot(frame, true, { ...options, dom: true, unseen: true });
  return { dom, tree: `${renderTree(json.root, { url: json.url })}\n`, root: json.root };
}
