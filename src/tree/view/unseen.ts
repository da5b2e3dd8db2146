import { isText, type SnapshotChild, type SnapshotNode } from '../node.js';

/** A person can't see it, nor anything in it. */
export const isUnseen = (child: SnapshotChild): boolean =>
  !isText(child) && child.states.unseen !== undefined && !child.computed.visible;

/** Without texts that can't be seen although something beside them can. The same tree if there are none. */
export function withoutUnseenTexts(node: SnapshotNode): SnapshotNode {
  const isPart = node.states.unseen !== undefined && node.computed.visible;
  const seen = isPart ? node.children.filter((child) => !isText(child)) : node.children;
  const children = seen.map((child) => (isText(child) ? child : withoutUnseenTexts(child)));
  return !isPart && children.every((child, at) => child === seen[at]) ? node : { ...node, children };
}
