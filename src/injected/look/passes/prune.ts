/**
 * Takes out what tells an agent nothing. A noise rule is one pass: it sees every node on the way down
 * (`enter`) and, with its final children, on the way up (`exit`), and says what becomes of the node.
 * No pass may lose an element that can be acted on, or text that a person can read.
 */

import { append, isTextRun, NO_CHILDREN, type ViewChild, type ViewNode } from '../view-node.js';
import { PASSES } from './passes.js';

/** `flatten` puts the children in the node's place; `drop` takes all of it. The root always stays. */
export type Verdict = 'flatten' | 'drop';

export interface Pass {
  name: string;
  enter?(node: ViewNode): void;
  /** May rewrite `node.children`. The first pass with a verdict about the node itself decides. */
  exit?(node: ViewNode): Verdict | undefined;
  /** After the last pass, whatever the verdict: undoes what `enter` did. */
  leave?(node: ViewNode): void;
}

interface Level {
  node: ViewNode;
  next: number;
  kept: ViewChild[];
}

/** Loops by index: this is run for every node and pass, and before code is optimised an iterator allocates at each step. */
export function prune(root: ViewNode, passes: readonly (() => Pass)[] = PASSES): void {
  const active = passes.map((create) => create());
  const entering = active.filter((pass) => pass.enter);
  const exiting = active.filter((pass) => pass.exit);
  const leaving = active.filter((pass) => pass.leave);
  const stack: Level[] = [];
  const enter = (node: ViewNode): void => {
    for (let at = 0; at < entering.length; at++) entering[at]?.enter?.(node);
  };
  /** With the children that were kept; `parent` is where the node itself goes. */
  const leave = (node: ViewNode, parent: Level | undefined): void => {
    const verdict = judge(node, exiting, parent === undefined);
    for (let at = 0; at < leaving.length; at++) leaving[at]?.leave?.(node);
    if (parent) settle(node, verdict, parent);
  };

  enter(root);
  stack.push({ node: root, next: 0, kept: NO_CHILDREN });
  for (let level = stack[0]; level; level = stack[stack.length - 1]) {
    const child = level.node.children[level.next++];
    if (child === undefined) {
      stack.pop();
      level.node.children = level.kept;
      leave(level.node, stack[stack.length - 1]);
    } else if (isTextRun(child)) {
      level.kept = append(level.kept, child);
    } else {
      enter(child);
      if (child.children.length > 0) stack.push({ node: child, next: 0, kept: NO_CHILDREN });
      else leave(child, level);
    }
  }
}

function judge(node: ViewNode, passes: readonly Pass[], isRoot: boolean): Verdict | undefined {
  for (let at = 0; at < passes.length; at++) {
    const verdict = passes[at]?.exit?.(node);
    if (verdict && !isRoot) return verdict;
  }
  return undefined;
}

function settle(node: ViewNode, verdict: Verdict | undefined, into: Level): void {
  if (verdict === 'drop') return;
  if (!verdict) {
    into.kept = append(into.kept, node);
    return;
  }
  const { children } = node;
  for (let at = 0; at < children.length; at++) into.kept = append(into.kept, children[at] as ViewChild); // within its length
}
