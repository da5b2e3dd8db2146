/**
 * The last snapshots of a page, by id: a caller that names the snapshot it has seen gets the changes since. A few
 * are enough: a caller further behind gets the whole view.
 */
import { refsIn } from '../../tree/diff/answer.js';
import { diffTrees, type Former } from '../../tree/diff/diff.js';
import { gonePartsAfter } from '../../tree/diff/gone-parts.js';
import type { Snapshot } from '../../tree/node.js';

export interface Kept {
  snapshot: Snapshot;
  /** What it covers: only snapshots of the same scope can be compared. */
  scope: string;
  /** Refs that a caller of this snapshot has seen, including those of the one it continued from. */
  shown(): ReadonlySet<string>;
  /** What that caller had seen before and was no longer there. */
  former: Former;
}

/** What a caller had seen before a snapshot, of the same document. */
export interface Before {
  shown: ReadonlySet<string>;
  former: Former;
}

/** A tree of 10,000 elements takes about 5 MB. Trees of one document share what has not changed. */
const MOST_KEPT = 8;
/** Of earlier documents: what is compared with them is which parts of the site were seen. */
const MOST_OF_OTHERS = 2;

export class SnapshotHistory {
  readonly #kept = new Map<number, Kept>();

  /** `before`: what had been seen already, if the snapshot continues from another. */
  keep(snapshot: Snapshot, scope: string, before?: Before): void {
    const { shown, former = new Map() } = before ?? {};
    const kept = { snapshot, scope, shown: shownIn(snapshot, shown), former };
    this.#kept.set(snapshot.json.snapshotId, kept);
    for (const id of this.#kept.keys()) if (this.#kept.size > MOST_KEPT) this.#kept.delete(id);
    const others = [...this.#kept].filter(
      ([, { snapshot: each }]) => each.json.root.ref !== snapshot.json.root.ref,
    );
    for (const [id] of others.slice(0, -MOST_OF_OTHERS)) this.#kept.delete(id);
  }

  /** A caller that was given a whole view had seen an earlier snapshot. */
  continue(id: number, from: number): void {
    const [kept, base] = [this.#kept.get(id), this.#kept.get(from)];
    const [now, before] = [kept?.snapshot.json.root, base?.snapshot.json.root];
    if (!kept || !base || !now || !before || kept.scope !== base.scope || now.ref !== before.ref) return;
    const former = gonePartsAfter(base.former, diffTrees(before, now), base.shown);
    if (former.size === 0) return;
    const shown = new Set([...base.shown(), ...kept.shown()]);
    this.#kept.set(id, { ...kept, shown: () => shown, former });
  }

  /** A caller that was given a snapshot has seen this text too. */
  see(id: number, text: string): void {
    const kept = this.#kept.get(id);
    if (!kept) return;
    const shown = new Set([...kept.shown(), ...refsIn(text)]);
    this.#kept.set(id, { ...kept, shown: () => shown });
  }

  /** What a caller of this snapshot had seen before and was no longer there. */
  formerOf(id: number): Former | undefined {
    return this.#kept.get(id)?.former;
  }

  find(id: number, scope: string): Kept | undefined {
    const kept = this.#kept.get(id);
    if (!kept || kept.scope !== scope) return undefined;
    // It was used: it is dropped last.
    this.#kept.delete(id);
    this.#kept.set(id, kept);
    return kept;
  }
}

/** The text of a whole view is rendered only if needed; later snapshots hold no reference to earlier ones. */
function shownIn(snapshot: Snapshot, before: ReadonlySet<string> | undefined): () => ReadonlySet<string> {
  let refs = before && new Set([...before, ...refsIn(snapshot.text)]);
  return () => {
    refs ??= refsIn(snapshot.text);
    return refs;
  };
}
