/**
 * A noise rule: it sees every node on the way down (`enter`) and, with its final children, on the way up (`exit`), and
 * decides the node's fate. No pass may lose an element that can be acted on, or text that a person can read.
 */
import type { ExposedNode } from '../exposed-node.js';

/** `flatten` replaces the node by its children; `drop` removes it with them. The root always stays. */
export type Verdict = 'flatten' | 'drop';

export interface Pass {
  name: string;
  enter?(node: ExposedNode): void;
  /** May rewrite `node.children`. The first pass with a verdict on the node decides. */
  exit?(node: ExposedNode): Verdict | undefined;
  /** Called after the last pass, whatever the verdict: undoes what `enter` did. */
  leave?(node: ExposedNode): void;
}
