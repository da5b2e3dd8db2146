/** The tree of an outline: the atoms that were chosen, what is around them, and marks for what is left out. */

import { isText, type SnapshotChild, type SnapshotNode } from '../node.js';
import { clip } from '../quote.js';
import type { Gap } from '../text/gap.js';
import { isLeaf } from '../text/own-change.js';
import { type Atom, type Atoms, isActedOn } from './outline-atoms.js';
import { bare, leaf, shortened, spaced, tally } from './outline-items.js';
import { inDocumentOrder } from './shape.js';
import { isUnseen } from './unseen.js';

export interface OutlineTree {
  root: SnapshotNode;
  gaps: Map<SnapshotNode, Gap[]>;
}

const MAX_GLIMPSE = 60;
const MOST_ALONE = 3;
const SHORT_NAMES = 24;

/** So many children are shown at once without asking for a range of them. */
const FEW = 50;
/** The controls of so many headings are hardly what the page is for: they are counted. */
const MANY_HEADINGS = 4;

/** So many atoms that are left out have a mark of their own: where they are is worth knowing. */
const LARGE = 8;

/** Say nothing by themselves about what is in them. */
const WRAPPERS = new Set([
  'cell',
  'emphasis',
  'generic',
  'gridcell',
  'group',
  'list',
  'listitem',
  'paragraph',
  'row',
  'rowgroup',
  'strong',
]);

/** Atoms from one to before another that are left out, and where they are. */
interface Left {
  from: number;
  to: number;
  parent: SnapshotNode;
  /** Children of the parent; unknown where they are of several parents. */
  range?: readonly [at: number, count: number];
}

type Piece = SnapshotChild | { left: Left };

const isLeft = (piece: Piece): piece is { left: Left } => 'left' in piece;

export function buildOutline(atoms: Atoms, chosen: readonly Atom[]): OutlineTree {
  const { root, parents } = atoms;
  const shown = new Map<SnapshotChild, Atom>();
  const open = new Set<SnapshotNode>([root]);
  for (const atom of chosen) {
    shown.set(atom.item, atom);
    for (let node = parents.get(atom.item); node && !open.has(node); node = parents.get(node)) open.add(node);
    if (atom.kind === 'part' && !isText(atom.item) && !isLeaf(atom.item)) open.add(atom.item);
  }
  const gaps = new Map<SnapshotNode, Gap[]>();
  const isHeading = ({ item, kind }: Atom) => kind === 'group' && item.role === 'heading';
  const manyHeadings = atoms.all.filter(isHeading).length >= MANY_HEADINGS;
  const built = new Map<SnapshotNode, Piece[]>();
  const order = inDocumentOrder(root, (node) => open.has(node));
  // The deepest first, so that what is in a wrapper is known when the wrapper is left out.
  for (let index = order.length - 1; index >= 0; index--) {
    const node = order[index];
    if (!node || !open.has(node)) continue;
    const pieces = piecesOf(node, { atoms, shown, open, built, gaps, manyHeadings });
    const isKept = node === root || shown.has(node) || !isWrapper(node);
    built.set(node, isKept ? [assemble(node, pieces, atoms, gaps)] : pieces);
  }
  const [whole] = built.get(root) ?? [];
  return { root: whole && !isLeft(whole) && !isText(whole) ? whole : { ...root, children: [] }, gaps };
}

interface Building {
  atoms: Atoms;
  shown: ReadonlyMap<SnapshotChild, Atom>;
  open: ReadonlySet<SnapshotNode>;
  built: ReadonlyMap<SnapshotNode, Piece[]>;
  gaps: Map<SnapshotNode, Gap[]>;
  manyHeadings: boolean;
}

/** What is shown of the children of a node, wrappers replaced by what is in them; neighbors that are left out are one. */
function piecesOf(node: SnapshotNode, building: Building): Piece[] {
  const { atoms, shown, open, built } = building;
  const pieces: Piece[] = [];
  for (const [at, child] of node.children.entries()) {
    const atom = shown.get(child);
    if (!isText(child) && open.has(child)) {
      for (const piece of built.get(child) ?? []) add(pieces, piece, node);
    } else if (atom) pieces.push(shortened(atom, building));
    else {
      const [from, to] = atoms.ranges.get(child) ?? [0, 0];
      const last = pieces.at(-1);
      if (to === from) continue;
      // The next of a long series, as nearly all are: nothing new is made for it.
      if (last && isLeft(last) && last.left.parent === node && last.left.range) {
        last.left.to = to;
        last.left.range = [last.left.range[0], at + 1 - last.left.range[0]];
      } else add(pieces, { left: { from, to, parent: node, range: [at, 1] } }, node);
    }
  }
  return pieces;
}

function add(pieces: Piece[], piece: Piece, within: SnapshotNode): void {
  const last = pieces.at(-1);
  if (!last || !isLeft(last) || !isLeft(piece)) {
    pieces.push(piece);
    return;
  }
  const [a, b] = [last.left, piece.left];
  const joined = { from: a.from, to: b.to };
  if (a.parent === b.parent && a.range && b.range) {
    const range = [a.range[0], b.range[0] + b.range[1] - a.range[0]] as const;
    pieces[pieces.length - 1] = { left: { ...joined, parent: a.parent, range } };
  } else if (Math.max(a.to - a.from, b.to - b.from) >= LARGE) pieces.push(piece);
  else pieces[pieces.length - 1] = { left: { ...joined, parent: within } };
}

function isWrapper(node: SnapshotNode): boolean {
  if (node.name !== '' || node.cut || node.isFrame) return false;
  return WRAPPERS.has(node.role) && !isActedOn(node);
}

/** The node with its pieces; those that are left out are marks between the others. */
function assemble(
  node: SnapshotNode,
  pieces: readonly Piece[],
  { all }: Atoms,
  gaps: Map<SnapshotNode, Gap[]>,
): SnapshotNode {
  const children: SnapshotChild[] = [];
  const marks: Gap[] = [];
  for (const piece of pieces) {
    const few = isLeft(piece) ? fewIn(piece.left, all) : [piece];
    children.push(...few);
    if (few.length === 0 && isLeft(piece)) {
      const { from, to, parent, range } = piece.left;
      const left = all.slice(from, to);
      // Links to skip to the content, say: counted at the top, like everything.
      if (left.every(({ item }) => isUnseen(item))) continue;
      const [at = 0, count = 0] = range ?? [];
      const only = count === 1 ? parent.children[at] : undefined;
      const shape = tally(left.filter(({ kind }) => kind !== 'part'));
      if (only && !isText(only) && isContainer(only, all[from]) && !isWrapper(only)) {
        const line: SnapshotNode = { ...bare(only), children: [] };
        delete line.text;
        gaps.set(line, [{ kind: 'outline', at: 0, count: 0, shape, where: { ref: only.ref } }]);
        children.push(line);
        continue;
      }
      const where =
        only && !isText(only)
          ? { ref: only.ref }
          : { ref: parent.ref, ...(range && !isMost(parent, count) && { range: [at, count] as const }) };
      marks.push({
        kind: 'outline',
        at: children.length,
        count: 0,
        shape,
        where,
      });
    }
  }
  const { text: _, ...rest } = node;
  const copy: SnapshotNode = { ...bare(rest), children };
  if (marks.length > 0) gaps.set(copy, marks);
  return copy;
}

/** Then there is little else to see in it. */
const isMost = ({ children }: SnapshotNode, count: number): boolean =>
  children.length <= FEW && count >= 0.6 * children.length;

function isContainer(node: SnapshotNode, first: Atom | undefined): boolean {
  return !isLeaf(node) && (first?.item !== node || first.kind === 'part');
}

/** A few short things are hardly longer than a mark for them. */
function fewIn({ from, to }: Left, all: readonly Atom[]): SnapshotChild[] {
  if (to - from > MOST_ALONE) return [];
  const atoms = all.slice(from, to);
  const isPlain = ({ item, kind }: Atom) => kind === 'leaf' && !isUnseen(item);
  if (!atoms.every(isPlain)) return [];
  const items = atoms.map(({ item }): SnapshotChild => {
    if (isText(item)) return { role: 'text', text: clip(spaced(item.text), MAX_GLIMPSE) };
    return { ...leaf(item, MAX_GLIMPSE), name: clip(item.name, MAX_GLIMPSE) };
  });
  const length = items.reduce((sum, item) => sum + (isText(item) ? item.text : item.name).length, 0);
  return items.length === 1 || length <= SHORT_NAMES ? items : [];
}
