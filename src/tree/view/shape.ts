/**
 * What siblings must share to be folded: the roles below them (their shape), and the states below them. Both are
 * numbers, equal for equal siblings, and can be described to a reader. Computed on demand: most of a page is in
 * no long run of siblings.
 */

import { isText, type SnapshotNode } from '../node.js';
import { FIELD_ROLES } from '../roles.js';
import { TELLING_STATES } from '../text/flags.js';
import { plural, roleWord } from '../text/line.js';

export interface Shape {
  /** A number for its role and the roles below it, repetitions counted once. */
  shape: number;
  /** A number for its own states and those below it; 0 for none. */
  state: number;
  /** The approximate number of characters in the text. */
  size: number;
  /** The number of lines in the text. */
  lines: number;
  /** Whether it holds more than one thing, possibly inside wrappers; a line of text with links does not. */
  branches: boolean;
  /** Whether it, or something in it, is filled in. */
  hasField: boolean;
}

export interface Shapes {
  of(node: SnapshotNode): Shape;
}

/** The most different parts that a mark names. */
const MAX_PARTS = 5;

/** `- `, ` [ref=e1234]`, the line end. */
const LINE_SIZE = 15;
/** A longer URL or value is usually clipped or shortened. */
const MAX_ADDRESS = 80;

const NO_STATES: readonly string[] = [];

export function createShapes(): Shapes {
  const words = new Words();
  const shapes = new Sequences();
  const states = new Sequences();
  const known = new Map<SnapshotNode, Shape>();
  const look = (node: SnapshotNode): Shape => {
    let shape = shapes.after(0, words.number(node.role));
    let state = 0;
    for (const word of ownStates(node)) state = states.after(state, 2 * words.number(word));
    const own = FIELD_ROLES.has(node.role);
    const found: Shape = {
      shape: 0,
      state: 0,
      size: ownSize(node),
      lines: 1,
      branches: false,
      hasField: own,
    };
    let last = -1;
    let texts = 0;
    let elements = 0;
    let links = 0;
    for (const child of node.children) {
      if (isText(child)) {
        found.size += child.text.length + LINE_SIZE;
        found.lines++;
        texts++;
        continue;
      }
      const below = known.get(child);
      if (!below) continue;
      elements++;
      if (child.role === 'link') links++;
      if (below.branches) found.branches = true;
      if (below.hasField) found.hasField = true;
      // Each line below is indented by two more.
      found.size += below.size + 2 * below.lines;
      found.lines += below.lines;
      if (below.shape !== last) shape = shapes.after(shape, below.shape);
      last = below.shape;
      // Odd, so that it is not mistaken for a state of its own.
      if (below.state !== 0) state = states.after(state, 2 * below.state + 1);
    }
    if (texts === 0 ? elements > 1 : elements > links) found.branches = true;
    found.shape = shape;
    found.state = state;
    return found;
  };
  return {
    of(node) {
      const before = known.get(node);
      if (before) return before;
      // Deepest first, without recursion: the tree may be deeper than the stack.
      const below = inDocumentOrder(node);
      for (let index = below.length - 1; index >= 0; index--) {
        const each = below[index];
        if (each) known.set(each, look(each));
      }
      return known.get(node) ?? look(node);
    },
  };
}

/** Numbers for words, from 1. */
class Words {
  #numbers = new Map<string, number>();

  number(key: string): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#numbers.size + 1);
    return this.#numbers.size;
  }
}

/** Numbers for sequences of numbers, from 1; 0 is the empty one. */
class Sequences {
  #numbers = new Map<number, number>();

  /** The number of a sequence with one more part. */
  after(sequence: number, part: number): number {
    const key = sequence * MAX_PART + part;
    let known = this.#numbers.get(key);
    if (known === undefined) {
      known = this.#numbers.size + 1;
      this.#numbers.set(key, known);
    }
    return known;
  }
}

/** More than any tree has nodes; its square is still exact. */
const MAX_PART = 2 ** 26;

export function inDocumentOrder(
  root: SnapshotNode,
  include: (node: SnapshotNode) => boolean = () => true,
): SnapshotNode[] {
  const nodes: SnapshotNode[] = [];
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    nodes.push(node);
    for (let index = node.children.length - 1; index >= 0; index--) {
      const child = node.children[index];
      if (child && !isText(child) && include(child)) pending.push(child);
    }
  }
  return nodes;
}

function ownSize(node: SnapshotNode): number {
  const { role, name, text = '', value = '', url = '', description = '' } = node;
  const length = role.length + name.length + text.length + Math.min(value.length, MAX_ADDRESS);
  const more = description === '' ? 0 : description.length + LINE_SIZE;
  return LINE_SIZE + length + more + Math.min(url.length, MAX_ADDRESS);
}

function ownStates(node: SnapshotNode): readonly string[] {
  let own: string[] | undefined;
  for (const state in node.states) {
    const value = node.states[state];
    // Unknown states do not distinguish siblings; they are at most flags in the text.
    if (!value && state !== 'expanded' && state !== 'pressed') continue;
    if (!TELLING_STATES.has(state)) continue;
    own ??= [];
    own.push(value === true ? state : `${state}=${value}`);
  }
  if (node.value && FIELD_ROLES.has(node.role)) own = [...(own ?? []), 'filled'];
  if (node.cut) own = [...(own ?? []), 'cut'];
  if (node.frameError !== undefined) own = [...(own ?? []), 'unavailable'];
  if (own && own.length > 1) own.sort();
  return own ?? NO_STATES;
}

/** `checked`, `not-expanded`: states of the node and of what is below it. */
export function statesIn(node: SnapshotNode): string[] {
  return [...new Set(inDocumentOrder(node).flatMap(ownStates).map(word))];
}

/** Only our own words go into a mark: the value of a state comes from the page. */
function word(state: string): string {
  return state.endsWith('=false') ? `not-${state.slice(0, -'=false'.length)}` : (state.split('=')[0] ?? '');
}

/** `rows (cell ×3, button)`: what most of them consist of. */
export function describeShape(node: SnapshotNode): string {
  const counts = new Map<string, number>();
  for (const child of meaningful(node)) {
    const role = roleWord(child.role);
    counts.set(role, (counts.get(role) ?? 0) + 1);
  }
  const many = plural(roleWord(node.role));
  if (counts.size === 0) return many;
  const parts = [...counts].map(([role, count]) => (count === 1 ? role : `${role} ×${count}`));
  if (parts.length > MAX_PARTS) parts.splice(MAX_PARTS - 1, parts.length, '…');
  return `${many} (${parts.join(', ')})`;
}

/** The children, with meaningless wrappers replaced by their content. */
function meaningful(node: SnapshotNode): SnapshotNode[] {
  const found: SnapshotNode[] = [];
  const pending = elementsOf(node).reverse();
  for (let next = pending.pop(); next; next = pending.pop()) {
    const inside = isWrapper(next) ? elementsOf(next) : [];
    if (inside.length > 0) pending.push(...inside.reverse());
    else found.push(next);
  }
  return found;
}

/** The content of a cell says more than the cell. */
function isWrapper({ role, name }: SnapshotNode): boolean {
  return role === 'cell' || role === 'gridcell' || (role === 'generic' && name === '');
}

export function elementsOf(node: SnapshotNode): SnapshotNode[] {
  return node.children.filter((child): child is SnapshotNode => !isText(child));
}
