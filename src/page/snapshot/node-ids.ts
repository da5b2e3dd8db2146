/** The browser's own ids of all elements of a capture. */
import { SightlineError } from '../../errors.js';
import { isText, type SnapshotNode } from '../../tree/node.js';
import type { RefStyle } from '../../tree/ref.js';
import type { WireElement } from '../../wire/rows.js';
import type { Deadline } from '../deadline.js';
import type { FrameCapture } from './capture-frame.js';

/** Every ref of the capture gets the browser's own id, or the snapshot fails: a partial map would be a trap. */
export async function addNodeIds(
  capture: FrameCapture,
  root: SnapshotNode,
  style: RefStyle,
  deadline: Deadline,
): Promise<void> {
  const ids = new Map<string, { backendNodeId?: number; sharedId?: string }>();
  const collect = async ({ frame, reply, children }: FrameCapture): Promise<void> => {
    const elements = reply.rows
      .filter((row): row is WireElement => typeof row[1] === 'number')
      .map((row) => row[1]);
    const [found] = await Promise.all([
      frame.nodeIds(elements, { signal: deadline.signal }),
      ...[...children.values()].map((child) => (child.ok === true ? collect(child.capture) : undefined)),
    ]);
    found.forEach((id, at) => {
      const element = elements[at];
      if (element === undefined || id.kind !== 'node')
        throw new SightlineError(
          'snapshot-failed',
          'Failed to generate snapshot: an element went away before its node id was read',
        );
      const { kind: _, ...rest } = id;
      ids.set(frame.refOf(element, style), rest);
    });
  };
  await collect(capture);
  eachNode(root, (node) => {
    const id = ids.get(node.ref);
    if (!id)
      throw new SightlineError('snapshot-failed', `Failed to generate snapshot: no node id for ${node.ref}`);
    Object.assign(node, id);
  });
}

function eachNode(root: SnapshotNode, visit: (node: SnapshotNode) => void): void {
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    visit(node);
    for (let at = node.children.length - 1; at >= 0; at--) {
      const child = node.children[at];
      if (child && !isText(child)) pending.push(child);
    }
  }
}
