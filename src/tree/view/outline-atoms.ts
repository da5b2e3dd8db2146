/**
 * What an outline is made of, and which of it comes first. Atoms are what is shown as one: a control, a heading, a row,
 * a paragraph, and each named part of the page by itself, with nothing of what is in it.
 */

import { isText, type SnapshotChild, type SnapshotNode } from '../node.js';
import { computedFlag, isInteractiveRole } from '../text/flags.js';
import { isLeaf } from '../text/own-change.js';
import { isUnseen } from './unseen.js';

export interface Atom {
  item: SnapshotChild;
  /** `part`: a container that has a line of its own whatever is shown of what is in it. */
  kind: 'leaf' | 'group' | 'part' | 'known';
  /** The lower, the sooner it is shown. */
  score: number;
}

export interface Atoms {
  root: SnapshotNode;
  /** Of each, in document order: parts stand before what is in them. */
  all: readonly Atom[];
  /** The best first. */
  ranked: readonly Atom[];
  /** Where in `all` an element or text and what is in it are: from one to before the other. */
  ranges: ReadonlyMap<SnapshotChild, readonly [from: number, to: number]>;
  parents: ReadonlyMap<SnapshotChild, SnapshotNode>;
}

export interface AtomOptions {
  words?: readonly string[];
  isNew?: (node: SnapshotNode) => boolean;
  /** A part that the reader knows already: one line. */
  isKnown?: (node: SnapshotNode) => boolean;
}

/** Shown as one where they are small: what is in them belongs together. */
const ITEMS = new Set(['article', 'listitem', 'option', 'row', 'treeitem']);
const CARDS = new Set(['figure', 'generic', 'group']);
const MOST_PARTS = 12;
const MOST_CHARACTERS = 400;

/** Of a page, beside its main content. */
const FRAME = new Set(['banner', 'complementary', 'contentinfo', 'navigation']);
const DIALOGS = new Set(['alertdialog', 'dialog']);
const MESSAGES = new Set(['alert', 'alertdialog', 'dialog', 'status']);
const PARTS = new Set([
  ...FRAME,
  ...DIALOGS,
  'form',
  'grid',
  'iframe',
  'main',
  'menu',
  'menubar',
  'region',
  'search',
  'table',
  'tablist',
  'toolbar',
  'tree',
  'treegrid',
]);
const FIELDS = new Set([
  'checkbox',
  'combobox',
  'listbox',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'textbox',
]);

/** So many siblings of a role are a series: of each series the first few come before the rest of any. */
const SERIES = 6;
const FIRST_OF_SERIES = 4;
/** The first paragraphs of the main content say what it is about. */
const FIRST_PARAGRAPHS = 2;
const SHORTEST_PARAGRAPH = 60;
/** Of elements that say what the reader asked for. */
const MOST_MATCHES = 8;
const SHORTEST_WORD = 3;

const WORDS = /[\p{L}\p{N}]/u;

interface Place {
  node: SnapshotNode;
  /** 0: the main content, 1: beside it, 2: the frame of the page. */
  zone: 0 | 1 | 2;
  penalty: number;
  next: number;
  series: Series;
}

/** Without recursion: the tree may be deeper than the stack. */
export function chooseAtoms(root: SnapshotNode, options: AtomOptions): Atoms {
  const all: Atom[] = [];
  const ranges = new Map<SnapshotChild, [number, number]>();
  const parents = new Map<SnapshotChild, SnapshotNode>();
  const scoreOf = scoring(options);
  const levels: Place[] = [];
  const enter = (node: SnapshotChild, zone: Place['zone'], penalty: number, isOne = false) => {
    // A bar or a dot between links.
    if (isText(node) && !WORDS.test(node.text)) return;
    const kind = kindOf(node, node === root, isOne, options);
    ranges.set(node, [all.length, all.length + 1]);
    if (kind !== 'container') all.push({ item: node, kind, score: scoreOf(node, kind, zone, penalty) });
    if (isText(node) || kind === 'leaf' || kind === 'group' || kind === 'known') return;
    levels.push({ node, zone, penalty, next: 0, series: seriesIn(node) });
  };
  const hasMain = containsMain(root);
  enter(root, hasMain ? 1 : 0, 0);
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const { node } = level;
    const child = node.children[level.next++];
    if (!child) {
      levels.pop();
      const range = ranges.get(node);
      if (range) range[1] = all.length;
      continue;
    }
    parents.set(child, node);
    const own = level.series;
    const isOne = (own.totals.get(child.role) ?? 0) >= SERIES;
    enter(child, zoneOf(child, level.zone, hasMain), level.penalty + penaltyOf(own, child), isOne);
  }
  const ranked = all.map((atom, at) => ({ atom, at }));
  ranked.sort((a, b) => a.atom.score - b.atom.score || a.at - b.at);
  return { root, all, ranked: ranked.map(({ atom }) => atom), ranges, parents };
}

function containsMain(root: SnapshotNode): boolean {
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.role === 'main') return true;
    for (const child of node.children) if (!isText(child)) pending.push(child);
  }
  return false;
}

function zoneOf(node: SnapshotChild, zone: Place['zone'], hasMain: boolean): Place['zone'] {
  if (isText(node)) return zone;
  if (node.role === 'main' || DIALOGS.has(node.role)) return 0;
  if (FRAME.has(node.role)) return zone === 0 && hasMain ? 1 : 2;
  return zone;
}

interface Series {
  totals: Map<string, number>;
  seen: Map<string, number>;
}

function seriesIn({ children }: SnapshotNode): Series {
  const totals = new Map<string, number>();
  for (const { role } of children) totals.set(role, (totals.get(role) ?? 0) + 1);
  return { totals, seen: new Map() };
}

/** One for each doubling of what comes before it in its series. */
function penaltyOf({ totals, seen }: Series, { role }: SnapshotChild): number {
  if ((totals.get(role) ?? 0) < SERIES) return 0;
  const before = seen.get(role) ?? 0;
  seen.set(role, before + 1);
  return before < FIRST_OF_SERIES ? 0 : Math.floor(Math.log2(before / FIRST_OF_SERIES)) + 1;
}

/** `isOne`: of a series. */
function kindOf(
  node: SnapshotChild,
  isRoot: boolean,
  isOne: boolean,
  { isKnown }: AtomOptions,
): Atom['kind'] | 'container' {
  if (isText(node)) return 'leaf';
  if (isKnown?.(node)) return 'known';
  if (isLeaf(node)) return node.isFrame ? 'part' : 'leaf';
  if (isRoot) return 'container';
  if (isUnseen(node)) return 'group';
  if (node.role === 'combobox' || node.role === 'listbox') return 'group';
  if (isActedOn(node)) return isSmall(node) ? 'group' : 'part';
  const together = node.role === 'heading' || ITEMS.has(node.role) || (isOne && CARDS.has(node.role));
  if (together || isProse(node)) return isSmall(node) || isProse(node) ? 'group' : 'container';
  return PARTS.has(node.role) || node.name !== '' ? 'part' : 'container';
}

/** Acted on by itself, not only a sign for what is. */
export function isActedOn(node: SnapshotNode): boolean {
  if (isInteractiveRole(node.role) && !node.isFrame) return true;
  return computedFlag(node) !== undefined || node.states.editable === true;
}

/** Text with links in it, or with other elements that are part of a sentence. */
export function isProse(node: SnapshotNode): boolean {
  if (!node.children.some(isText) || node.isFrame) return false;
  return node.children.every(
    (child) => isText(child) || (child.role === 'link' && isSmall(child)) || isPhrase(child),
  );
}

function isPhrase(node: SnapshotNode): boolean {
  return isLeaf(node) && !isActedOn(node) && node.role !== 'heading';
}

function isSmall(node: SnapshotNode): boolean {
  let [parts, characters] = [0, 0];
  const pending = [node];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (PARTS.has(next.role) && next !== node) return false;
    for (const child of next.children) {
      characters += isText(child) ? child.text.length : (child.text ?? child.name).length;
      if (++parts > MOST_PARTS || characters > MOST_CHARACTERS) return false;
      if (!isText(child)) pending.push(child);
    }
  }
  return true;
}

function scoring({
  words = [],
  isNew,
}: AtomOptions): (node: SnapshotChild, kind: Atom['kind'], zone: Place['zone'], penalty: number) => number {
  const wanted = words
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word.length >= SHORTEST_WORD);
  let [matches, paragraphs] = [0, 0];
  return (node, kind, zone, penalty) => {
    const own = baseOf(node, kind);
    let base = own + (isSignpost(node, kind) ? 0 : 2 * zone);
    const isKnown = !isText(node) && isNew?.(node) === false;
    if (zone === 0 && base > 5 && paragraphs < FIRST_PARAGRAPHS && isParagraph(node) && !isKnown) {
      paragraphs++;
      base = 3;
    }
    if (isText(node)) return base + penalty;
    const fresh = isNew?.(node) === true ? base - 3 + Math.min(2, penalty) : base + penalty;
    if (zone === 2 || matches >= MOST_MATCHES || kind === 'part') return fresh;
    const said = `${node.name}\n${node.text ?? ''}`.toLowerCase();
    if (!wanted.some((word) => said.includes(word))) return fresh;
    matches++;
    return -1;
  };
}

/** Wherever it is: each part of the page, and what the page is searched with. */
function isSignpost(node: SnapshotChild, kind: Atom['kind']): boolean {
  return (
    kind === 'known' ||
    node.role === 'searchbox' ||
    node.role === 'search' ||
    (kind === 'part' && FRAME.has(node.role))
  );
}

function isParagraph(node: SnapshotChild): boolean {
  if (isText(node)) return node.text.length >= SHORTEST_PARAGRAPH;
  const words = [node.text ?? '', ...node.children.map((child) => (isText(child) ? child.text : ''))];
  return words.join(' ').length >= SHORTEST_PARAGRAPH;
}

function baseOf(node: SnapshotChild, kind: Atom['kind']): number {
  if (isText(node)) return 7;
  const { role, states } = node;
  if (isUnseen(node)) return 9;
  if (MESSAGES.has(role)) return 0;
  if (states.active || states.invalid) return 1;
  if (role === 'heading') return typeof states.level === 'number' && states.level > 1 ? states.level : 1;
  if (kind === 'known') return 1;
  if (FIELDS.has(role) || states.editable === true || role === 'form') return 2;
  if (kind === 'part') return 3;
  if (role === 'link') return 4;
  if (isInteractiveRole(role)) return 3;
  if (ITEMS.has(role)) return 5;
  if (isActedOn(node)) return 5;
  if (CARDS.has(role) && kind === 'group' && !isProse(node)) return 5;
  return kind === 'group' ? 6 : 7;
}
