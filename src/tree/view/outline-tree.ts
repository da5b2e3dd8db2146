/** The tree of an outline: the atoms that were chosen, what is around them, and marks for what is left out. */

import { isText, type SnapshotChild, type SnapshotNode } from '../node.js';
import { clip } from '../quote.js';
import { hasValue } from '../text/flags.js';
import type { Gap } from '../text/gap.js';
import { plural, roleWord } from '../text/line.js';
import { isLeaf } from '../text/own-change.js';
import { type Atom, type Atoms, isActedOn, isProse } from './outline-atoms.js';
import { inDocumentOrder } from './shape.js';
import { isUnseen } from './unseen.js';

export interface OutlineTree {
  root: SnapshotNode;
  gaps: Map<SnapshotNode, Gap[]>;
}

/** Names are for telling things apart, texts for a first impression. */
const MAX_NAME = 100;
const MAX_TEXT = 160;
const MAX_DETAIL = 80;
const MAX_GLIMPSE = 60;
const MAX_STATE = 40;
/** So many kinds of things are told apart in a mark. */
const MOST_KINDS = 4;

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
  const built = new Map<SnapshotNode, Piece[]>();
  const order = inDocumentOrder(root, (node) => open.has(node));
  // The deepest first, so that what is in a wrapper is known when the wrapper is left out.
  for (let index = order.length - 1; index >= 0; index--) {
    const node = order[index];
    if (!node || !open.has(node)) continue;
    const pieces = piecesOf(node, { atoms, shown, open, built, gaps });
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
}

/** What is shown of the children of a node, wrappers replaced by what is in them; neighbors that are left out are one. */
function piecesOf(node: SnapshotNode, building: Building): Piece[] {
  const { atoms, shown, open, built, gaps } = building;
  const pieces: Piece[] = [];
  for (const [at, child] of node.children.entries()) {
    const atom = shown.get(child);
    if (!isText(child) && open.has(child)) {
      for (const piece of built.get(child) ?? []) add(pieces, piece, node);
    } else if (atom) pieces.push(shortened(atom, building, gaps));
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
    const alone = isLeft(piece) ? aloneIn(piece.left, all) : piece;
    if (alone) children.push(alone);
    else if (isLeft(piece)) {
      const { from, to, parent, range } = piece.left;
      const [at = 0, count = 0] = range ?? [];
      const only = count === 1 ? parent.children[at] : undefined;
      const shape = tally(all.slice(from, to).filter(({ kind }) => kind !== 'part'));
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
          : { ref: parent.ref, ...(range && { range: [at, count] as const }) };
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

function isContainer(node: SnapshotNode, first: Atom | undefined): boolean {
  return !isLeaf(node) && (first?.item !== node || first.kind === 'part');
}

/** One thing alone is hardly longer than a mark for it. */
function aloneIn({ from, to }: Left, all: readonly Atom[]): SnapshotChild | undefined {
  const { item, kind } = all[from] ?? {};
  if (!item || kind !== 'leaf' || to - from > 1) return undefined;
  if (isText(item)) return { role: 'text', text: clip(spaced(item.text), MAX_GLIMPSE) };
  const short = leaf(item, MAX_GLIMPSE);
  return { ...short, name: clip(item.name, MAX_GLIMPSE) };
}

/** `24 links, 3 buttons, 12 texts`. */
function tally(atoms: readonly Atom[]): string {
  const counts = new Map<string, number>();
  const count = (item: SnapshotChild) => {
    const word = isText(item) || TEXTS.has(item.role) ? 'text' : roleWord(item.role);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  };
  for (const { item, kind } of atoms) {
    count(item);
    if (kind === 'group' && !isText(item) && TEXTS.has(item.role)) controlsIn(item).forEach(count);
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const named = sorted.slice(0, sorted.length > MOST_KINDS ? MOST_KINDS - 1 : MOST_KINDS);
  const rest = sorted.slice(named.length).reduce((sum, [, count]) => sum + count, 0);
  const words = named.map(([role, count]) => `${count} ${count === 1 ? role : plural(role)}`);
  return [...words, ...(rest > 0 ? [`${rest} more`] : [])].join(', ') || 'nothing more';
}

const TEXTS = new Set([
  'blockquote',
  'cell',
  'code',
  'definition',
  'emphasis',
  'generic',
  'gridcell',
  'group',
  'listitem',
  'paragraph',
  'strong',
  'term',
  'time',
]);

/** Without addresses, and nothing longer than a line. */
function bare(node: SnapshotNode): SnapshotNode {
  const { url: _, description, text, value, placeholder, frameUrl, states, ...rest } = node;
  const short = Object.entries(states).map(([state, each]) => [
    state,
    typeof each === 'string' ? clip(each, MAX_STATE) : each,
  ]);
  return {
    ...rest,
    states: Object.fromEntries(short),
    ...(frameUrl !== undefined && { frameUrl: clip(frameUrl, MAX_NAME) }),
    name: clip(node.name, MAX_NAME),
    // What a field is for; of a link or a picture it is an aside.
    ...(description && hasValue(node.role) && { description: clip(description, MAX_DETAIL) }),
    ...(placeholder && { placeholder: clip(placeholder, MAX_DETAIL) }),
    ...(text && { text: clip(spaced(text), MAX_TEXT) }),
    ...(value && { value: clip(value, MAX_TEXT) }),
  };
}

function shortened({ item, kind }: Atom, building: Building, gaps: Map<SnapshotNode, Gap[]>): SnapshotChild {
  if (isText(item)) return { role: 'text', text: clip(spaced(item.text), MAX_TEXT) };
  if (kind === 'known') return knownPart(item, building, gaps);
  if (kind !== 'group') return leaf(item);
  if (item.role === 'combobox' || item.role === 'listbox' || isUnseen(item)) return closed(item, gaps);
  if (item.role === 'heading') return heading(item);
  if (isActedOn(item)) {
    const controls = item.name === '' ? inOneLine(item) : controlsIn(item);
    const [only] = controls;
    // A tab around a link of the same name is clicked like the link.
    const isTwice = only && !isText(only) && controls.length === 1 && only.name === clip(item.name, MAX_NAME);
    return { ...bare(item), children: isTwice ? [] : controls };
  }
  return isProse(item) ? prose(item, gaps) : { ...bare(item), children: inOneLine(item) };
}

/** A heading that is all link is the link. */
function heading(node: SnapshotNode): SnapshotNode {
  const controls = controlsIn(node);
  const [only] = controls;
  if (only && controls.length === 1 && only.name === clip(node.name, MAX_NAME)) return only;
  return { ...bare(node), children: controls };
}

function leaf(node: SnapshotNode, most = MAX_TEXT): SnapshotNode {
  const children = node.children.map((child) =>
    isText(child) ? { ...child, text: clip(spaced(child.text), most) } : child,
  );
  return { ...bare(node), ...(node.text && { text: clip(spaced(node.text), most) }), children };
}

/** A list without its options (its value is told), or what can't be seen. */
function closed(node: SnapshotNode, gaps: Map<SnapshotNode, Gap[]>): SnapshotNode {
  const copy: SnapshotNode = { ...bare(node), children: [] };
  const inside = inDocumentOrder(node).slice(1);
  const atoms = inside.filter(isLeaf).map(asAtom);
  if (atoms.length > 0)
    gaps.set(copy, [{ kind: 'outline', at: 0, count: 0, shape: tally(atoms), where: { ref: node.ref } }]);
  return copy;
}

function knownPart(node: SnapshotNode, _: Building, gaps: Map<SnapshotNode, Gap[]>): SnapshotNode {
  const copy: SnapshotNode = { ...bare(node), children: [] };
  gaps.set(copy, [partGap(node, 0, 'same')]);
  return copy;
}

/** For a part that has one line: what it consists of. */
export function partGap(node: SnapshotNode, count: number, kind: 'same' | 'outline'): Gap {
  const inside = inDocumentOrder(node).slice(1);
  const atoms = inside.filter((each) => isLeaf(each) || isActedOn(each)).map(asAtom);
  return { kind, at: 0, count, shape: tally(atoms), where: { ref: node.ref } };
}

function controlsIn(node: SnapshotNode): SnapshotNode[] {
  const found: SnapshotNode[] = [];
  const pending = [...node.children].reverse();
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (isText(next)) continue;
    if (isActedOn(next)) found.push({ ...bare(next), children: controlsIn(next) });
    else pending.push(...[...next.children].reverse());
  }
  return found;
}

/** Long prose is its beginning; what is short keeps its links. */
function prose(node: SnapshotNode, gaps: Map<SnapshotNode, Gap[]>): SnapshotNode {
  const words = node.children.map((child) => (isText(child) ? child.text : child.name || child.text || ''));
  const text = spaced(words.join(' '));
  if (text.length <= MAX_TEXT) {
    const children = node.children.map((child) => (isText(child) ? child : { ...bare(child), children: [] }));
    return { ...bare(node), children };
  }
  const copy: SnapshotNode = { ...bare(node), text: clip(text, MAX_TEXT), children: [] };
  const controls = controlsIn(node).map(asAtom);
  if (controls.length > 0)
    gaps.set(copy, [{ kind: 'outline', at: 0, count: 0, shape: tally(controls), where: { ref: node.ref } }]);
  return copy;
}

const asAtom = (item: SnapshotNode): Atom => ({ item, kind: 'leaf', score: 0 });

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The controls of a row or a card in their order, and what is said between them as one text each. */
function inOneLine(node: SnapshotNode): SnapshotChild[] {
  const children: SnapshotChild[] = [];
  let said: string[] = node.text ? [node.text] : [];
  const speak = () => {
    if (said.length > 0) children.push({ role: 'text', text: clip(said.join(' | '), MAX_TEXT) });
    said = [];
  };
  const pending = [...node.children].reverse();
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (isText(next)) said.push(next.text);
    else if (isActedOn(next)) {
      speak();
      children.push({ ...bare(next), children: controlsIn(next) });
    } else {
      if (isLeaf(next) || next.children.length === 0) {
        const own = [next.name, next.text, next.value].find((each) => each) ?? '';
        const [only] = next.children;
        const words = own || (only && isText(only) ? only.text : '');
        if (words) said.push(words);
      } else pending.push(...[...next.children].reverse());
    }
  }
  speak();
  return children;
}
