/** Removes what an agent does not need, with the given passes. */

import { append, type ExposedChild, type ExposedNode, isTextRun, NO_CHILDREN } from '../exposed-node.js';
import type { Pass, Verdict } from './pass.js';

interface Level {
  node: ExposedNode;
  next: number;
  kept: ExposedChild[];
}

/**
 * Loops by index: this runs for every node and pass, and in unoptimized code an iterator allocates at each step.
 */
export function prune(root: ExposedNode, passes: readonly (() => Pass)[]): void {
  const active = passes.map((create) => create());
  const entering = active.filter((pass) => pass.enter);
  const exiting = active.filter((pass) => pass.exit);
  const leaving = active.filter((pass) => pass.leave);
  const stack: Level[] = [];
  const enter = (node: ExposedNode): void => {
    for (let at = 0; at < entering.length; at++) entering[at]?.enter?.(node);
  };
  /** With the children that were kept; `parent`: where the node goes. */
  const leave = (node: ExposedNode, parent: Level | undefined): void => {
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

function judge(node: ExposedNode, passes: readonly Pass[], isRoot: boolean): Verdict | undefined {
  for (let at = 0; at < passes.length; at++) {
    const verdict = passes[at]?.exit?.(node);
    if (verdict && !isRoot) return verdict;
  }
  return undefined;
}

function settle(node: ExposedNode, verdict: Verdict | undefined, into: Level): void {
  if (verdict === 'drop') return;
  if (!verdict) {
    into.kept = append(into.kept, node);
    return;
  }
  const { children } = node;
  for (let at = 0; at < children.length; at++) into.kept = append(into.kept, children[at] as ExposedChild); // within its length
}
