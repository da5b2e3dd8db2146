/**
 * What siblings must share to be folded: the roles below them (their shape), and the states below them.
 * Both are numbers, equal where the siblings are equal, and can be written out for a reader.
 */
import { roleWord } from './line.js';
import { isText, type SnapshotNode } from './node.js';

export interface Shapes {
  /** The shape of a node: its role and the roles below it, repetitions counted once. */
  shape(node: SnapshotNode): number;
  /** The states below a node and its own; 0 for none. */
  state(node: SnapshotNode): number;
  /** Whether it holds more than one thing, be it inside wrappers. */
  branches(node: SnapshotNode): boolean;
  /** Whether it, or something in it, is filled in. */
  hasField(node: SnapshotNode): boolean;
  /** `row (cell ×3, button)`. */
  describe(node: SnapshotNode): string;
  /** `checked`, `invalid`. */
  statesOf(node: SnapshotNode): string[];
}

/** States that a person would look for among siblings. */
const TELLING = new Set([
  'active',
  'busy',
  'checked',
  'current',
  'disabled',
  'expanded',
  'invalid',
  'pressed',
  'readonly',
  'selected',
]);

/** Roles that a person fills in: filled among empty ones is a difference. */
const FIELDS = new Set(['combobox', 'searchbox', 'spinbutton', 'textbox']);

/** As many different parts as a mark names. */
const MAX_PARTS = 5;

const NO_STATES: readonly string[] = [];

/** One pass over the tree, the deepest nodes first. */
export function shapesOf(root: SnapshotNode): Shapes {
  const shapes = new Interned();
  const states = new Interned();
  const shapeOf = new Map<SnapshotNode, number>();
  /** Only of nodes that have some: most have none. */
  const stateOf = new Map<SnapshotNode, number>();
  const branching = new Set<SnapshotNode>();
  const withField = new Set<SnapshotNode>();
  const nodes = inDocumentOrder(root);
  for (let index = nodes.length - 1; index >= 0; index--) {
    const node = nodes[index];
    if (!node) continue;
    let shapeKey = node.role;
    let stateKey = ownStates(node).join(' ');
    let last = -1;
    let elements = 0;
    if (FIELDS.has(node.role)) withField.add(node);
    for (const child of node.children) {
      if (isText(child)) continue;
      if (++elements === 2 || branching.has(child)) branching.add(node);
      if (withField.has(child)) withField.add(node);
      const shape = shapeOf.get(child) ?? 0;
      if (shape !== last) shapeKey += ` ${shape}`;
      last = shape;
      const state = stateOf.get(child);
      if (state !== undefined) stateKey += `,${state}`;
    }
    shapeOf.set(node, shapes.number(shapeKey));
    if (stateKey !== '') stateOf.set(node, states.number(stateKey));
  }
  return {
    shape: (node) => shapeOf.get(node) ?? 0,
    state: (node) => stateOf.get(node) ?? 0,
    branches: (node) => branching.has(node),
    hasField: (node) => withField.has(node),
    describe,
    statesOf: (node) => [...new Set(inDocumentOrder(node).flatMap(ownStates))].map((state) => word(state)),
  };
}

/** Numbers for keys, from 1. */
class Interned {
  #numbers = new Map<string, number>();

  number(key: string): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#numbers.size + 1);
    return this.#numbers.size;
  }
}

export function inDocumentOrder(root: SnapshotNode): SnapshotNode[] {
  const nodes: SnapshotNode[] = [];
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    nodes.push(node);
    for (let index = node.children.length - 1; index >= 0; index--) {
      const child = node.children[index];
      if (child && !isText(child)) pending.push(child);
    }
  }
  return nodes;
}

function ownStates(node: SnapshotNode): readonly string[] {
  let own: string[] | undefined;
  for (const state in node.states) {
    const value = node.states[state];
    // Unknown states are those of the text's flags at most: not what siblings are told apart by.
    if (!value && state !== 'expanded' && state !== 'pressed') continue;
    if (!TELLING.has(state)) continue;
    own ??= [];
    own.push(value === true ? state : `${state}=${value}`);
  }
  if (node.value && FIELDS.has(node.role)) own = [...(own ?? []), 'filled'];
  if (node.cut) own = [...(own ?? []), 'cut'];
  if (node.frameError !== undefined) own = [...(own ?? []), 'unavailable'];
  if (own && own.length > 1) own.sort();
  return own ?? NO_STATES;
}

/** Only words that are ours go into a mark: the value of a state comes from the page. */
function word(state: string): string {
  return state.endsWith('=false') ? `not-${state.slice(0, -'=false'.length)}` : (state.split('=')[0] ?? '');
}

function describe(node: SnapshotNode): string {
  const counts = new Map<string, number>();
  for (const child of meaningful(node)) {
    const role = roleWord(child.role);
    counts.set(role, (counts.get(role) ?? 0) + 1);
  }
  if (counts.size === 0) return roleWord(node.role);
  const parts = [...counts].map(([role, count]) => (count === 1 ? role : `${role} ×${count}`));
  if (parts.length > MAX_PARTS) parts.splice(MAX_PARTS - 1, parts.length, '…');
  return `${roleWord(node.role)} (${parts.join(', ')})`;
}

/** The children, and those of wrappers that say nothing in their place. */
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

/** What is in a cell says more than the cell. */
function isWrapper({ role, name }: SnapshotNode): boolean {
  return role === 'cell' || role === 'gridcell' || (role === 'generic' && name === '');
}

export function elementsOf(node: SnapshotNode): SnapshotNode[] {
  return node.children.filter((child): child is SnapshotNode => !isText(child));
}
