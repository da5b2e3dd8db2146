/**
 * The texts of the parts of a tree, kept for the next tree: a part that stayed is the same object there (see
 * `inflate.ts`), and need not be written anew.
 */
import { isText, type SnapshotNode } from '../node.js';

/** A part has so many nodes at most: where one of them changes, all of them are written anew. */
const MAX_NODES = 200;

interface Known {
  indent: string;
  origin: string | undefined;
  text: string;
}

export class KnownTexts {
  readonly #texts = new WeakMap<SnapshotNode, Known>();

  /** Undefined where it is not known as it is written here: set in like this, in a document of this origin. */
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
