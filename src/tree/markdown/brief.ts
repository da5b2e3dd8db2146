/**
 * What an agent reads of a page: addresses of its own origin are paths, and what is beside the main content on every
 * page of a site (navigation, header, footer, side bar) is only counted.
 */
import { isText, type SnapshotChild, type SnapshotNode } from '../node.js';
import { originOf, shortUrl } from '../url.js';
import { countedIn } from '../view/outline-items.js';
import { inDocumentOrder } from '../view/shape.js';

const BESIDE = new Set(['banner', 'complementary', 'contentinfo', 'navigation', 'search']);

export interface Brief {
  root: SnapshotNode;
  /** `24 links, 3 texts`; empty if nothing is left out. */
  left: string;
}

export function briefOf(root: SnapshotNode, main: SnapshotNode | undefined, url: string): Brief {
  const inside = new Set(main ? inDocumentOrder(main) : []);
  const left: SnapshotNode[] = [];
  const nodes = inDocumentOrder(root, (node) => {
    if (!main || !BESIDE.has(node.role) || inside.has(node) || inDocumentOrder(node).includes(main))
      return true;
    left.push(node);
    return false;
  });
  const copies = new Map<SnapshotChild, SnapshotNode>();
  // The deepest first, without recursion: the tree may be deeper than the stack.
  for (const node of nodes.toReversed()) {
    const children = node.children.flatMap((child) => (isText(child) ? child : (copies.get(child) ?? [])));
    copies.set(node, { ...node, children, ...(node.url !== undefined && { url: pathOf(node.url, url) }) });
  }
  return { root: copies.get(root) ?? root, left: left.length === 0 ? '' : countedIn(left) };
}

/** `#Course` in the page itself, `/wiki/Course` on its site. */
function pathOf(url: string, page: string): string {
  const at = url.indexOf('#');
  if (at > 0 && url.slice(0, at) === page.replace(/#.*/s, '')) return url.slice(at);
  return shortUrl(url, originOf(page));
}
