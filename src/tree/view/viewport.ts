/**
 * What is scrolled out of view. Boxes are in the viewport of their own frame; of an inner frame, only the part
 * visible in its parent frame counts. An element without a box (an option of a closed list) is in view if its
 * parent is.
 */

import { type Box, isText, type SnapshotNode } from '../node.js';
import type { Gap, Gaps } from '../text/gap.js';
import { inDocumentOrder } from './shape.js';

export interface Size {
  width: number;
  height: number;
}

export function gapsOutside(root: SnapshotNode, viewport: Size): Gaps {
  const nodes = inDocumentOrder(root);
  const inSight = sightOf(nodes, rectsOf(nodes, { x: 0, y: 0, ...viewport }));
  const gaps = new Map<SnapshotNode, Gap[]>();
  for (const node of nodes) {
    const own = hiddenIn(node, inSight);
    if (own.length > 0) gaps.set(node, own);
  }
  return gaps;
}

/** The visible part of each frame, by the nodes in it, in the frame's coordinates. */
function rectsOf(nodes: readonly SnapshotNode[], viewport: Box): Map<SnapshotNode, Box> {
  const rects = new Map<SnapshotNode, Box>();
  const [root] = nodes;
  if (root) rects.set(root, viewport);
  for (const node of nodes) {
    const rect = rects.get(node) ?? viewport;
    const inside = node.isFrame && node.box ? within(rect, node.box) : rect;
    for (const child of node.children) if (!isText(child)) rects.set(child, inside);
  }
  return rects;
}

/** The part of `rect` that shows in `frame`, in the frame's coordinates. */
function within(rect: Box, frame: Box): Box {
  const x = Math.max(rect.x, frame.x);
  const y = Math.max(rect.y, frame.y);
  const right = Math.min(rect.x + rect.width, frame.x + frame.width);
  const bottom = Math.min(rect.y + rect.height, frame.y + frame.height);
  return { x: x - frame.x, y: y - frame.y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) };
}

/** True or false if the boxes say so; absent nodes follow their parent. */
function sightOf(
  nodes: readonly SnapshotNode[],
  rects: ReadonlyMap<SnapshotNode, Box>,
): Map<SnapshotNode, boolean> {
  const inSight = new Map<SnapshotNode, boolean>();
  for (let index = nodes.length - 1; index >= 0; index--) {
    const node = nodes[index];
    if (!node) continue;
    const rect = rects.get(node);
    const { box } = node;
    let seen = box && rect && box.width > 0 && box.height > 0 ? meets(box, rect) : undefined;
    // Some of its content may overflow it.
    for (const child of node.children) {
      const below = isText(child) ? undefined : inSight.get(child);
      if (below !== undefined) seen = seen === true || below;
    }
    if (seen !== undefined) inSight.set(node, seen);
  }
  return inSight;
}

function meets(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function hiddenIn(node: SnapshotNode, inSight: ReadonlyMap<SnapshotNode, boolean>): Gap[] {
  const gaps: Gap[] = [];
  const hidden = node.children.map((child) => !isText(child) && inSight.get(child) === false);
  if (!hidden.includes(true)) return gaps;
  // Text has no box: it is where its neighbors are.
  for (const [index, child] of node.children.entries())
    if (isText(child))
      hidden[index] = (hidden[index - 1] ?? true) && (hiddenAfter(node, index, hidden) ?? true);
  for (let at = 0; at < hidden.length; at++) {
    if (!hidden[at]) continue;
    const last = gaps.at(-1);
    if (last && last.at + last.count === at) last.count++;
    else gaps.push({ kind: 'viewport', at, count: 1 });
  }
  return gaps;
}

function hiddenAfter(node: SnapshotNode, index: number, hidden: readonly boolean[]): boolean | undefined {
  const next = node.children.findIndex((child, at) => at > index && !isText(child));
  return next < 0 ? undefined : hidden[next];
}
