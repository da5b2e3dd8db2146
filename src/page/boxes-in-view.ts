/** Where the elements of a snapshot are in the page's viewport, all frames included. */
import type { CallScope } from '../driver/driver.js';
import type { Box } from '../tree/node.js';
import { type FrameAddress, formatFrameHandle, parseRef } from '../tree/ref.js';
import type { Frame } from './frame.js';
import type { Page } from './page.js';

export interface BoxesInView {
  viewport: { width: number; height: number };
  /** By ref. */
  boxes: Map<string, Box>;
}

interface Corner {
  x: number;
  y: number;
}

/** One call into each frame that has any of the refs. Elements that are gone or out of view are left out. */
export async function boxesInView(
  page: Page,
  refs: Iterable<string>,
  scope: CallScope,
): Promise<BoxesInView> {
  const boxes = new Map<string, Box>();
  const addBoxes = async (frame: Frame, elements: ReadonlyMap<number, string>): Promise<void> => {
    const [corner, reply] = await Promise.all([
      cornerInPage(frame, scope),
      frame.call('boxes', { elements: [...elements.keys()] }, scope),
    ]);
    for (const [element, x, y, width, height] of reply.boxes) {
      const ref = elements.get(element);
      if (ref !== undefined) boxes.set(ref, { x: x + corner.x, y: y + corner.y, width, height });
    }
  };
  const frames = [...refsByFrame(page, refs)];
  const [{ viewport }] = await Promise.all([
    page.mainFrame.call('boxes', { elements: [] }, scope),
    // A frame that is going away has no boxes.
    ...frames.map(([frame, elements]) => addBoxes(frame, elements).catch(() => undefined)),
  ]);
  return { viewport, boxes };
}

/** The position of a frame's viewport in its parent's viewport. */
export async function cornerInParent(frame: Frame, scope: CallScope): Promise<Corner> {
  const { parent, element } = await frame.ownerElement(scope);
  return parent.call('frameCorner', { element }, scope);
}

export async function cornerInPage(frame: Frame, scope: CallScope): Promise<Corner> {
  const { parent } = frame;
  if (!parent) return { x: 0, y: 0 };
  const [outer, inner] = await Promise.all([cornerInPage(parent, scope), cornerInParent(frame, scope)]);
  return { x: outer.x + inner.x, y: outer.y + inner.y };
}

/** Element number → ref, for each frame that is still there. */
function refsByFrame(page: Page, refs: Iterable<string>): Map<Frame, Map<number, string>> {
  const known = new Map<number, Frame | undefined>();
  const found = new Map<Frame, Map<number, string>>();
  for (const ref of refs) {
    const parsed = parseRef(ref);
    if (!parsed.ok) continue;
    const { frame: index, element } = parsed.value;
    if (!known.has(index)) known.set(index, frameOf(page, parsed.value));
    const frame = known.get(index);
    if (!frame) continue;
    const elements = found.get(frame) ?? new Map<number, string>();
    found.set(frame, elements.set(element, ref));
  }
  return found;
}

function frameOf(page: Page, address: FrameAddress): Frame | undefined {
  try {
    return page.frame(formatFrameHandle(address));
  } catch {
    return undefined; // It was removed from the page.
  }
}
