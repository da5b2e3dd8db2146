/**
 * One pass over the composed tree with an explicit stack: a page may be ten thousand levels deep, which no
 * recursion survives. Sinks decide what to make of the elements. Every sink sees every element in the same order,
 * so one walk can feed several.
 */
import type { Cut } from '../../tree/node.js';
import type { Aria } from '../aria/aria.js';
import type { TextChild } from '../dom/composed.js';
import { method } from '../dom/intrinsics.js';
import type { DomRecord, DomRecorder } from './dom-text/record.js';

export interface Sink {
  /** False: nothing inside is of interest to this sink. `record`: the DOM text's record, if one is written. */
  enter(element: Element, record: DomRecord | undefined): boolean;
  text(text: TextChild, parent: Element): void;
  leave(element: Element): void;
  /** The walk stopped before it had visited all children of an entered element. */
  cut(element: Element, cut: Cut): void;
}

export interface WalkLimits {
  /** Checked before each element: true ends the walk. */
  full(): boolean;
  /** Milliseconds. */
  timeBudget: number;
}

/**
 * The clock is read once per this many elements: in one of the browsers a read costs as much as a style lookup.
 */
const CLOCK_STRIDE = 32;

type Child = ReturnType<Aria['composedChildren']>[number];

interface Level {
  element: Element;
  children: readonly Child[];
  next: number;
}

/** Returns why the walk ended early, if it did. */
export function walk(
  root: Element,
  aria: Aria,
  sink: Sink,
  limits: WalkLimits,
  dom?: DomRecorder,
): Cut['reason'] | undefined {
  const deadline = performance.now() + limits.timeBudget;
  const stack: Level[] = [];
  let visited = 0;
  let stopped: Cut['reason'] | undefined;

  const leave = (element: Element): void => {
    sink.leave(element);
    dom?.leave();
  };
  const open = (element: Element): void => {
    if (sink.enter(element, dom?.enter(element))) {
      const children = aria.composedChildren(element);
      if (children.length > 0) {
        stack.push({ element, children, next: 0 });
        return;
      }
    } else dom?.inside();
    leave(element);
  };

  open(root);
  for (let level = stack.at(-1); level; level = stack.at(-1)) {
    const child = level.children[level.next];
    if (child === undefined) {
      stack.pop();
      leave(level.element);
      continue;
    }
    if (child.element === null) {
      level.next++;
      sink.text(child, level.element);
      dom?.text(child);
      continue;
    }
    if (limits.full()) stopped = 'nodes';
    else if (++visited % CLOCK_STRIDE === 0 && performance.now() > deadline) stopped = 'time';
    if (stopped) break;
    level.next++;
    open(child.element);
  }

  for (let level = stack.pop(); level; level = stack.pop()) {
    const count = countElements(level.children, level.next);
    if (count > 0) {
      const cut: Cut = { reason: stopped ?? 'nodes', count };
      sink.cut(level.element, cut);
      dom?.cut(cut);
    }
    leave(level.element);
  }
  return stopped;
}

const descendants = method(Element.prototype, 'getElementsByTagName');

/** The elements from `start` on with their descendants (shadow trees are not counted). */
function countElements(children: readonly Child[], start: number): number {
  let count = 0;
  for (let i = start; i < children.length; i++) {
    const child = children[i]?.element;
    if (child) count += 1 + descendants(child, '*').length;
  }
  return count;
}
