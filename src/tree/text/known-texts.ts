/**
 * The rendered texts of parts of a tree, cached for the next tree: an unchanged part is the same object there
 * (see `inflate.ts`) and need not be rendered again.
 */
import { isText, type SnapshotNode } from '../node.js';

/** The most nodes in a part: if one of them changes, all are rendered again. */
const MAX_NODES = 200;

interface Known {
  indent: string;
  origin: string | undefined;
  text: string;
}

export class KnownTexts {
  readonly #texts = new WeakMap<SnapshotNode, Known>();

  /** Undefined if it is not cached with this indentation and origin. */
  find(node: SnapshotNode, indent: string, origin: string | undefined): string | undefined {
    const known = this.#texts.get(node);
    return known && known.indent === indent && known.origin === origin ? known.text : undefined;
  }

  keep(node: SnapshotNode, known: Known): void {
    this.#texts.set(node, known);
  }
}

export function isPart(node: SnapshotNode): boolean {
  const pending = [node];
  let count = 1;
  for (let next = pending.pop(); next; next = pending.pop()) {
    count += next.children.length;
    if (count > MAX_NODES) return false;
    for (const child of next.children) if (!isText(child)) pending.push(child);
  }
  return true;
}
