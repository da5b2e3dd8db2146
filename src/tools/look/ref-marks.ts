/** The refs of interactive elements and their boxes in the main document, to be drawn on a screenshot. */

import { cornerInParent } from '../../page/boxes-in-view.js';
import type { Page } from '../../page/page.js';
import { type Box, isText, type SnapshotNode } from '../../tree/node.js';
import { type Point, scrollOf } from './box-in-document.js';

export interface RefMark {
  label: string;
  box: Box;
}

export async function refMarks(page: Page, signal: AbortSignal | undefined): Promise<RefMark[]> {
  const [{ json }, scroll] = await Promise.all([
    page.ariaSnapshotWithFrames({ boxes: true, signal }),
    scrollOf(page, signal),
  ]);
  const marks: RefMark[] = [];
  await mark(json.root, scroll);
  return marks;

  async function mark(node: SnapshotNode, corner: Point): Promise<void> {
    const { box, ref } = node;
    const shows = box !== undefined && box.width > 0 && box.height > 0;
    if (shows && node.computed.visible && (node.computed.interactive || node.computed.focusable))
      marks.push({ label: ref, box: { ...box, x: box.x + corner.x, y: box.y + corner.y } });
    const inside = node.isFrame && shows ? await within(node, corner) : corner;
    for (const child of node.children) if (!isText(child)) await mark(child, inside);
  }

  async function within({ frame }: SnapshotNode, corner: Point): Promise<Point> {
    if (frame === undefined) return corner;
    const place = await cornerInParent(page.frame(frame), { signal });
    return { x: corner.x + place.x, y: corner.y + place.y };
  }
}
