/** Searches the DOM as text for `browser_find`, for agents without access to the state files. */
import { SightlineError } from '../../errors.js';
import type { Page } from '../../page/page.js';
import type { FindQuery } from '../../tree/find/find.js';
import { findLines } from '../../tree/find/find-lines.js';
import { isText, type SnapshotNode } from '../../tree/node.js';
import { parseRef } from '../../tree/ref.js';

const LEFT_OUT =
  'Not searched: style, event handlers, and the geometry and paint of SVG. Search them with attributes: "all"';

export interface DomSearch {
  attributes: 'all' | undefined;
  /** Undefined: find the line of the target. */
  query: FindQuery | undefined;
  /** A ref. */
  target: string | undefined;
  /** A frame handle. */
  frame: string | undefined;
  context: number | undefined;
  limit: number | undefined;
  signal: AbortSignal | undefined;
}

export async function findInDom(page: Page, search: DomSearch): Promise<{ total: number; lines: string[] }> {
  const { target, frame, context, limit, signal } = search;
  const query = search.query ?? { text: `ref="${refOf(page, target ?? '')}"` };
  const domAttributes = search.attributes === 'all' ? 'all' : 'data';
  const { dom, root } = await page.texts({ domAttributes, ...(signal && { signal }) });
  const found = findLines(dom, query, {
    ...(context !== undefined && { context }),
    ...(limit !== undefined && { limit }),
    ...(frame !== undefined && { iframe: iframeOf(page, root, frame) }),
  });
  if (!found.ok) throw new SightlineError('bad-argument', found.message);
  if (found.total > 0 || domAttributes === 'all') return found;
  return { ...found, lines: [...found.lines, LEFT_OUT] };
}

/** The ref as the DOM text prints it. */
function refOf(page: Page, target: string): string {
  const ref = parseRef(target);
  if (!ref.ok) throw new SightlineError('bad-ref', ref.message);
  return page.locatorFromRef(target).frame.refOf(ref.value.element);
}

/** The ref of a frame's iframe element. */
function iframeOf(page: Page, root: SnapshotNode, handle: string): string {
  const wanted = page.frame(handle).handle;
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.frame === wanted) return node.ref;
    for (const child of node.children) if (!isText(child)) pending.push(child);
  }
  throw new SightlineError('frame-gone', `No iframe on the page contains frame ${wanted}`);
}
