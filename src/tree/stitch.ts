/**
 * Puts the trees of child frames into the iframe nodes of their parents. No frame is lost silently: an iframe
 * without content says why, and content without an iframe is returned.
 */
import { isText, type SnapshotNode } from './node.js';

/** What became of the frame inside an iframe element. */
export type FrameContent =
  | {
      ok: true;
      root: SnapshotNode;
      /** Handle: `f1`, `c0p1f2`. */
      frame: string;
      /** The URL of the captured document, which may differ from `src`. */
      url: string;
      crossOrigin: boolean;
    }
  | {
      ok: false;
      /** A few words, shown as `[frame unavailable: reason]`. */
      reason: string;
      /** If known. */
      frame?: string;
      url?: string;
      crossOrigin?: boolean;
    }
  /** Left out on purpose: it can be requested by its handle. */
  | { ok: 'boundary'; frame: string; url?: string; crossOrigin?: boolean };

export interface Stitched {
  root: SnapshotNode;
  /** Every iframe of the whole tree, in document order. */
  iframeRefs: string[];
  /** Keys of `contents` without an iframe in the tree. */
  unplaced: string[];
}

/**
 * Modifies the given trees. `contents` is keyed by the ref of the iframe element, for iframes at every level:
 * refs are unique across frames.
 */
export function stitch(main: SnapshotNode, contents: ReadonlyMap<string, FrameContent>): Stitched {
  const iframeRefs: string[] = [];
  const unplaced = new Set(contents.keys());
  const pending: SnapshotNode[] = [main];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.isFrame) {
      iframeRefs.push(node.ref);
      // Used once: a second iframe with this ref would put one tree in two places.
      fill(node, unplaced.delete(node.ref) ? contents.get(node.ref) : undefined);
    }
    for (let index = node.children.length - 1; index >= 0; index--) {
      const child = node.children[index];
      if (child && !isText(child)) pending.push(child);
    }
  }
  return { root: main, iframeRefs, unplaced: [...unplaced] };
}

function fill(iframe: SnapshotNode, content: FrameContent | undefined): void {
  if (!content) {
    iframe.frameError = 'no frame was found for this element';
    return;
  }
  if (content.frame !== undefined) iframe.frame = content.frame;
  if (content.url !== undefined) iframe.frameUrl = content.url;
  if (content.crossOrigin !== undefined) iframe.crossOrigin = content.crossOrigin;
  if (content.ok === true) iframe.children = [content.root];
  else if (content.ok === false) iframe.frameError = content.reason;
}
