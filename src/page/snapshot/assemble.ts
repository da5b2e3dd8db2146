/** One tree and one DOM text from the captures of all frames of a page. */

import type { SnapshotNode, UidEntry } from '../../tree/node.js';
import { type RefStyle, refPrefix } from '../../tree/ref.js';
import { type FrameContent, stitch } from '../../tree/stitch.js';
import type { DomFrame } from '../../tree/text/stitch-dom.js';
import { inflate } from '../../wire/inflate.js';
import type { ChildCapture, FrameCapture } from './capture-frame.js';

/** Frames get their numbers here, depth first in document order, whatever the order of their replies. */
export function assemble(
  capture: FrameCapture,
  style: RefStyle,
  shares: boolean,
): { root: SnapshotNode; iframeRefs: string[]; uidMap: UidEntry[] } {
  const contents = new Map<string, FrameContent>();
  const uidMap: UidEntry[] = [];
  const build = ({ frame, reply, children }: FrameCapture): SnapshotNode => {
    const address = { context: frame.page.context.index, page: frame.page.index, frame: frame.index };
    const tree = inflate(reply.rows, address, style, shares ? frame.memory.tree : undefined);
    if (shares) frame.memory.tree = tree;
    uidMap.push(...tree.uidMap);
    tree.frames.forEach((iframe, at) => {
      const child = children.get(reply.frames[at] ?? -1);
      if (child) contents.set(iframe.ref, contentOf(child, iframe, style, build));
    });
    return tree.root;
  };
  const root = build(capture);
  if (contents.size === 0) return { root, iframeRefs: [], uidMap };
  const stitched = stitch(root, contents);
  return { root, iframeRefs: stitched.iframeRefs, uidMap };
}

/** The DOM texts of all frames, which have their numbers by now. */
export function domOf({ frame, reply, children }: FrameCapture, style: RefStyle): DomFrame {
  const address = { context: frame.page.context.index, page: frame.page.index, frame: frame.index };
  const frames = new Map<number, DomFrame | { missing: string }>();
  for (const [element, child] of children) {
    if (child.ok === true) frames.set(element, domOf(child.capture, style));
    else frames.set(element, { missing: child.ok === false ? child.reason : 'left out' });
  }
  return { text: reply.dom, prefix: refPrefix(address, style), frames };
}

function contentOf(
  child: ChildCapture,
  iframe: SnapshotNode,
  style: RefStyle,
  build: (capture: FrameCapture) => SnapshotNode,
): FrameContent {
  const frame = child.ok === true ? child.capture.frame : child.frame;
  const crossOrigin = iframe.crossOrigin ?? false;
  if (child.ok === true)
    return {
      ok: true,
      root: build(child.capture),
      frame: child.capture.frame.handleAs(style),
      url: child.capture.reply.url,
      crossOrigin,
    };
  if (child.ok === false)
    return {
      ok: false,
      reason: child.reason,
      ...(frame && { frame: frame.handleAs(style), crossOrigin }),
      ...(child.url !== undefined && { url: child.url }),
    };
  return { ok: 'boundary', frame: child.frame.handleAs(style), url: child.frame.url, crossOrigin };
}

export function isTruncated({ reply, children }: FrameCapture): boolean {
  return (
    reply.truncated || [...children.values()].some((child) => child.ok === true && isTruncated(child.capture))
  );
}

/** When each frame was read, by its number. */
export function momentsOf(capture: FrameCapture, into = new Map<number, number>()): Map<number, number> {
  into.set(capture.frame.index, capture.reply.moment);
  for (const child of capture.children.values()) if (child.ok === true) momentsOf(child.capture, into);
  return into;
}
