/** The tree of an outline: the atoms that were chosen, what is around them, and marks for what is left out. */

import { isText, type SnapshotChild, type SnapshotNode } from '../node.js';
import { clip } from '../quote.js';
import type { Gap } from '../text/gap.js';
import { isLeaf, leafText } from '../text/own-change.js';
import { isBox } from './box.js';
import { calledByText } from './called-by-text.js';
import { type Atom, type Atoms, isActedOn, isNameless, NOT_TOLD } from './outline-atoms.js';
import { bare, controlAtomsIn, leaf, shortened, spaced, tally } from './outline-items.js';
import { inDocumentOrder } from './shape.js';
import { isUnseen } from './unseen.js';

export interface OutlineTree {
  root: SnapshotNode;
  gaps: Map<SnapshotNode, Gap[]>;
}

const MAX_GLIMPSE = 60;
const MOST_ALONE = 3;
const SHORT_NAMES = 24;
const MOST_CONTROLS = 4;

/** So many children are shown at once without asking for a range of them. */
const FEW = 50;
/** The controls of so many headings are hardly what the page is for: they are counted. */
const MANY_HEADINGS = 4;

/** So many headings without what is below them share a line. */
const FEWEST_CHAPTERS = 2;

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
  /** Below several headings, which are shown. */
  isUnderHeadings?: boolean;
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
    built.set(
      node,
      isKept ? [assemble(node, withHeadingsTogether(pieces, node, gaps), atoms, gaps)] : pieces,
    );
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
  /** In which children the last thing that is left out is. */
  let since = 0;
  const addLeft = (piece: Piece, at: number) => {
    const { length } = pieces;
    add(pieces, piece, { within: node, since, at, all: atoms.all });
    if (pieces.length > length) since = at;
  };
  for (const [at, child] of node.children.entries()) {
    const atom = shown.get(child);
    if (!isText(child) && open.has(child)) {
      for (const piece of built.get(child) ?? []) addLeft(piece, at);
    } else if (atom) pieces.push(shortened(atom, building));
    else {
      const [from, to] = atoms.ranges.get(child) ?? [0, 0];
      const last = pieces.at(-1);
      if (to === from) continue;
      // The next of a long series, as nearly all are: nothing new is made for it.
      if (last && isLeft(last) && last.left.parent === node && last.left.range) {
        last.left.to = to;
        last.left.range = [last.left.range[0], at + 1 - last.left.range[0]];
      } else addLeft({ left: { from, to, parent: node, range: [at, 1] } }, at);
    }
  }
  return pieces;
}

/** Where a piece comes from: a child of the node, and that of what was left out before it. */
interface Origin {
  within: SnapshotNode;
  since: number;
  at: number;
  all: readonly Atom[];
}

function add(pieces: Piece[], piece: Piece, { within, since, at, all }: Origin): void {
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
  } else if (Math.max(a.to - a.from, b.to - b.from) >= LARGE && !isOfSite(a, all) && !isOfSite(b, all))
    pieces.push(piece);
  else
    pieces[pieces.length - 1] = {
      left: { ...joined, parent: within, range: [since, at + 1 - since] },
    };
}

/** Of what the page before had, too, it matters less where it is. */
const isOfSite = ({ from, to }: Left, all: readonly Atom[]): boolean => isNeverTold(all.slice(from, to));

const isNeverTold = (atoms: readonly Atom[]): boolean => atoms.every(({ score }) => score === NOT_TOLD);

/** Of a page of chapters, whose content is left out, the headings are one line, and what is left out is another. */
function withHeadingsTogether(
  pieces: readonly Piece[],
  within: SnapshotNode,
  gaps: Map<SnapshotNode, Gap[]>,
): Piece[] {
  const together: Piece[] = [];
  for (let at = 0; at < pieces.length; ) {
    const end = endOfChapters(pieces, at);
    const run = pieces.slice(at, end);
    at = Math.max(end, at + 1);
    const left = run.filter(isLeft).map(({ left: each }) => each);
    const [first, last] = [left[0], left.at(-1)];
    if (left.length < FEWEST_CHAPTERS || !first || !last) {
      together.push(...pieces.slice(at - Math.max(run.length, 1), at));
      continue;
    }
    const headings = run.filter((piece): piece is SnapshotNode => !isLeft(piece) && !isText(piece));
    for (const heading of headings) gaps.delete(heading);
    const isOfOne = left.every(({ parent, range }) => parent === first.parent && range);
    const to = last.range ? last.range[0] + last.range[1] : 0;
    together.push(...headings, {
      left: {
        // With the first heading: its controls are left out, too.
        from: first.from - 1,
        to: last.to,
        isUnderHeadings: true,
        parent: isOfOne ? first.parent : within,
        ...(isOfOne && first.range && { range: [first.range[0], to - first.range[0]] as const }),
      },
    });
  }
  return together;
}

/** Headings with something left out after each of them. */
function endOfChapters(pieces: readonly Piece[], from: number): number {
  let at = from;
  for (; ; at += 2) {
    const [heading, left] = [pieces[at], pieces[at + 1]];
    if (!heading || isLeft(heading) || isText(heading) || heading.role !== 'heading') return at;
    if (heading.children.length > 0 || !left || !isLeft(left)) return at;
  }
}

function isWrapper(node: SnapshotNode): boolean {
  if (node.name !== '' || node.cut || node.isFrame) return false;
  return (WRAPPERS.has(node.role) && !isActedOn(node)) || isBox(node);
}

/** The node with its pieces; those that are left out are marks between the others. */
function assemble(
  node: SnapshotNode,
  pieces: readonly Piece[],
  atoms: Atoms,
  gaps: Map<SnapshotNode, Gap[]>,
): SnapshotNode {
  const children: SnapshotChild[] = [];
  const marks: Gap[] = [];
  for (const piece of pieces) {
    const few = isLeft(piece)
      ? fewIn(piece.left, atoms.all, pieces.length === 1 ? node : undefined)
      : [piece];
    children.push(...few);
    if (few.length > 0 || !isLeft(piece)) continue;
    const mark = markFor(piece.left, atoms);
    if (!mark) continue;
    const { line, gap } = mark;
    if (line) children.push(line);
    if (line && gap) gaps.set(line, [gap]);
    else if (gap) marks.push({ ...gap, at: children.length });
  }
  const { text: _, ...rest } = node;
  const copy: SnapshotNode = { ...bare(rest), children: calledByText(children) };
  if (marks.length > 0) gaps.set(copy, marks);
  return copy;
}

/** `line`: where one part of the page is left out, the part. None for what nobody sees: it is counted at the top. */
function markFor(
  { from, to, parent, range, isUnderHeadings = false }: Left,
  { all, root }: Atoms,
): { gap?: Gap; line?: SnapshotNode } | undefined {
  const left = isUnderHeadings ? underHeadings(all.slice(from, to)) : all.slice(from, to);
  // Links to skip to the content, say, or bars between buttons.
  if (left.every(({ item }) => isUnseen(item) || (!isText(item) && isNameless(item)))) return undefined;
  const [at = 0, count = 0] = range ?? [];
  const child = count === 1 ? parent.children[at] : undefined;
  const only = child && !isText(child) ? child : undefined;
  const isKnown = left.every(({ kind }) => kind === 'known');
  const isRange = range && (parent === root || !isMost(parent, count));
  const gap: Gap = {
    kind: isKnown ? 'same' : 'outline',
    at: 0,
    count: 0,
    shape: tally(left.filter(({ kind }) => kind !== 'part')),
    where: only ? { ref: only.ref } : { ref: parent.ref, ...(isRange && { range }) },
    ...(isUnderHeadings && { isUnderHeadings }),
    ...(isKnown && left.some(({ known }) => known?.leadsElsewhere) && { leadsElsewhere: true }),
  };
  if (!only || !isContainer(only, all[from]) || isWrapper(only)) return { gap };
  const line: SnapshotNode = { ...bare(only), children: fewControls(only, left) };
  delete line.text;
  return line.children.length > 0 ? { line } : { gap, line };
}

/** The controls of a small part: they are hardly longer than a mark, and to look for one of them is a call. */
function fewControls({ role }: SnapshotNode, atoms: readonly Atom[]): SnapshotChild[] {
  if (role === 'contentinfo' || atoms.some(({ kind }) => kind === 'known')) return [];
  const items = atoms.flatMap(({ item, kind }) => (kind === 'part' ? [] : [item]));
  const isShort = (item: SnapshotChild) => {
    if (isText(item)) return item.text.length <= SHORT_NAMES;
    const words = item.name || leafText(item);
    return isLeaf(item) && !isUnseen(item) && words !== '' && words.length <= SHORT_NAMES;
  };
  if (items.length > MOST_CONTROLS || !items.every(isShort)) return [];
  return items.map((item) => (isText(item) ? item : leaf(item)));
}

/** Then there is little else to see in it. */
const isMost = ({ children }: SnapshotNode, count: number): boolean =>
  children.length <= FEW && count >= 0.6 * children.length;

/** Headings are shown, without their controls. */
function underHeadings(atoms: readonly Atom[]): Atom[] {
  return atoms.flatMap((atom) => (atom.item.role === 'heading' ? controlAtomsIn(atom) : [atom]));
}

function isContainer(node: SnapshotNode, first: Atom | undefined): boolean {
  return !isLeaf(node) && (first?.item !== node || first.kind === 'part' || first.kind === 'known');
}

/** A few short things are hardly longer than a mark for them. */
function fewIn(
  { from, to, isUnderHeadings }: Left,
  all: readonly Atom[],
  part?: SnapshotNode,
): SnapshotChild[] {
  const controls = part && !isUnderHeadings ? fewControls(part, all.slice(from, to)) : [];
  if (controls.length > 0) return controls;
  if (to - from > MOST_ALONE || isUnderHeadings) return [];
  const atoms = all.slice(from, to);
  const isPlain = ({ item, kind }: Atom) =>
    kind === 'leaf' && !isUnseen(item) && (isText(item) || !isNameless(item));
  if (!atoms.every(isPlain) || isNeverTold(atoms)) return [];
  const items = atoms.map(({ item }): SnapshotChild => {
    if (isText(item)) return { role: 'text', text: clip(spaced(item.text), MAX_GLIMPSE) };
    return { ...leaf(item, MAX_GLIMPSE), name: clip(item.name, MAX_GLIMPSE) };
  });
  const length = items.reduce((sum, item) => sum + (isText(item) ? item.text : item.name).length, 0);
  return items.length === 1 || length <= SHORT_NAMES ? items : [];
}
