/**
 * What an outline is made of, and which of it comes first. Atoms are what is shown as one: a control, a heading, a row,
 * a paragraph, and each named part of the page by itself, with nothing of what is in it.
 */

import { isText, type SnapshotChild, type SnapshotNode } from '../node.js';
import { ENTERED_ROLES } from '../roles.js';
import { computedFlag, isInteractiveRole, shownStates } from '../text/flags.js';
import type { Gap } from '../text/gap.js';
import { isLeaf, leafText } from '../text/own-change.js';
import { isBox } from './box.js';
import { isUnseen } from './unseen.js';

export interface Atom {
  item: SnapshotChild;
  /** `part`: a container that has a line of its own whatever is shown of what is in it. */
  kind: 'leaf' | 'group' | 'part' | 'known';
  /** The lower, the sooner it is shown. */
  score: number;
  /** Of a part that the reader knows. */
  known?: Gap;
}

export interface Atoms {
  root: SnapshotNode;
  /** Of each, in document order: parts stand before what is in them. */
  all: readonly Atom[];
  /** The best first, without those that are never shown. */
  ranked: readonly Atom[];
  /** Where in `all` an element or text and what is in it are: from one to before the other. */
  ranges: ReadonlyMap<SnapshotChild, readonly [from: number, to: number]>;
  parents: ReadonlyMap<SnapshotChild, SnapshotNode>;
}

export interface AtomOptions {
  words?: readonly string[];
  isNew?: (node: SnapshotNode) => boolean;
  /** Whether the document before had the same: beside the main content it is not shown again. */
  isOld?: (node: SnapshotNode) => boolean;
  /** The line of a part that the reader knows already. */
  known?: (node: SnapshotNode) => Gap | undefined;
}

/** Shown as one where they are small: what is in them belongs together. */
const ITEMS = new Set(['article', 'listitem', 'option', 'row', 'treeitem']);
const CARDS = new Set(['figure', 'generic', 'group']);
const MOST_PARTS = 24;
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

/** So many siblings of a role are a series: of each series the first few come before the rest of any. */
const SERIES = 6;
const FIRST_OF_SERIES = 4;
/** The first paragraphs of the main content say what it is about. */
const FIRST_PARAGRAPHS = 2;
const SHORTEST_PARAGRAPH = 60;
const MOST_ENDS = 8;
/** Of elements that say what the reader asked for. */
const MOST_MATCHES = 8;
const SHORTEST_WORD = 3;
/** After everything that a person can see. Only controls are shown, not headings or skip links. */
const UNSEEN = 12;
export const NOT_TOLD = Number.POSITIVE_INFINITY;

/** What has none is a bar or a dot between others. */
export const WORDS = /[\p{L}\p{N}]/u;

/** Where an element stands. */
interface Standing {
  /** 0: the main content, 1: beside it, 2: the frame of the page. */
  zone: 0 | 1 | 2;
  penalty: number;
  /** In a footer or a long list of the frame: said once for a site. */
  isAside: boolean;
}

interface Place extends Standing {
  node: SnapshotNode;
  next: number;
  series: Series;
}

/** Without recursion: the tree may be deeper than the stack. */
export function chooseAtoms(root: SnapshotNode, options: AtomOptions): Atoms {
  const all: Atom[] = [];
  const ranges = new Map<SnapshotChild, [number, number]>();
  const parents = new Map<SnapshotChild, SnapshotNode>();
  const scoreOf = scoring(options);
  const { hasMain, fields } = surveyed(root);
  /** A bar or a dot between links, the label of a field, whose name it is, and what is drawn in or over a field. */
  const saysNothing = (child: SnapshotChild, before: SnapshotChild | undefined): boolean =>
    isText(child)
      ? !WORDS.test(child.text)
      : (isLabel(child) && fields.has(leafText(child).trim())) || isOfField(child, before);
  const levels: Place[] = [];
  const enter = (node: SnapshotChild, standing: Standing, isOne = false, previous?: SnapshotChild) => {
    if (saysNothing(node, previous)) return;
    const kind = kindOf(node, node === root, isOne, options);
    ranges.set(node, [all.length, all.length + 1]);
    const known = kind === 'known' && !isText(node) && options.known?.(node);
    if (kind !== 'container')
      all.push({ item: node, kind, score: scoreOf(node, kind, standing), ...(known && { known }) });
    if (isText(node) || kind === 'leaf' || kind === 'group' || kind === 'known') return;
    levels.push({ node, ...standing, next: 0, series: seriesIn(node) });
  };
  enter(root, { zone: hasMain ? 1 : 0, penalty: 0, isAside: false });
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
    const isOne = (own.totals.get(seriesOf(child)) ?? 0) >= SERIES;
    const zone = zoneOf(child, level.zone, hasMain);
    const isAside = zone > 0 && (level.isAside || isOne || child.role === 'contentinfo');
    const penalty = level.penalty + penaltyOf(own, child);
    enter(child, { zone, penalty, isAside }, isOne, node.children[level.next - 2]);
  }
  // Of the same score, in document order.
  const ranked = all.filter(({ score }) => score < NOT_TOLD).sort((a, b) => a.score - b.score);
  return { root, all, ranked, ranges, parents };
}

/** Whether there is a main content, and what the fields of the page are called. */
function surveyed(root: SnapshotNode): { hasMain: boolean; fields: Set<string> } {
  const fields = new Set<string>();
  let hasMain = false;
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    hasMain ||= node.role === 'main';
    if (ENTERED_ROLES.has(node.role) && node.name !== '') fields.add(node.name.trim());
    for (const child of node.children) if (!isText(child)) pending.push(child);
  }
  return { hasMain, fields };
}

function isLabel(node: SnapshotNode): boolean {
  return node.role === 'generic' && isLeaf(node) && !node.states.active && !node.states.invalid;
}

const TICKED = new Set(['checkbox', 'radio', 'switch']);

/** A box or picture without words after a field: its check mark, or a magnifying glass that does nothing. */
function isOfField(node: SnapshotNode, before: SnapshotChild | undefined): boolean {
  if (node.role !== 'generic' || !isLeaf(node) || node.name !== '' || leafText(node) !== '') return false;
  if (before === undefined || node.states.active) return false;
  return TICKED.has(before.role) || (ENTERED_ROLES.has(before.role) && !isActedOn(node));
}

function zoneOf(node: SnapshotChild, zone: Place['zone'], hasMain: boolean): Place['zone'] {
  if (isText(node)) return zone;
  if (node.role === 'main' || DIALOGS.has(node.role)) return 0;
  if (FRAME.has(node.role)) return zone === 0 && hasMain ? 1 : 2;
  // The search of the site, as on its other pages.
  if (node.role === 'search' && zone === 1) return 2;
  return zone;
}

interface Series {
  totals: Map<string, number>;
  seen: Map<string, number>;
}

const NO_SERIES: Series = { totals: new Map(), seen: new Map() };

function seriesIn({ children }: SnapshotNode): Series {
  if (children.length < SERIES) return NO_SERIES;
  const totals = new Map<string, number>();
  for (const child of children) totals.set(seriesOf(child), (totals.get(seriesOf(child)) ?? 0) + 1);
  return { totals, seen: new Map() };
}

/** The headings of chapters come before those of what is in them. */
function seriesOf(child: SnapshotChild): string {
  return isText(child) || child.role !== 'heading' ? child.role : `heading ${child.states.level}`;
}

/** One for each doubling of what comes before it in its series, half of it for headings. */
function penaltyOf({ totals, seen }: Series, child: SnapshotChild): number {
  const series = seriesOf(child);
  if ((totals.get(series) ?? 0) < SERIES) return 0;
  const before = seen.get(series) ?? 0;
  seen.set(series, before + 1);
  const doublings = before < FIRST_OF_SERIES ? 0 : Math.floor(Math.log2(before / FIRST_OF_SERIES)) + 1;
  return child.role === 'heading' ? doublings / 2 : doublings;
}

/** `isOne`: of a series. */
function kindOf(
  node: SnapshotChild,
  isRoot: boolean,
  isOne: boolean,
  { known }: AtomOptions,
): Atom['kind'] | 'container' {
  if (isText(node)) return 'leaf';
  if (known?.(node)) return 'known';
  if (isLeaf(node)) return node.isFrame ? 'part' : 'leaf';
  if (isRoot) return 'container';
  if (isUnseen(node)) return 'group';
  if (node.role === 'combobox' || node.role === 'listbox') return 'group';
  if (isBox(node)) return 'container';
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

function scoring(options: AtomOptions): (node: SnapshotChild, kind: Atom['kind'], place: Standing) => number {
  const { words = [], isNew, isOld } = options;
  const wanted = words
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word.length >= SHORTEST_WORD);
  let [matches, paragraphs] = [0, 0];
  const endsForm = formEnds();
  return (node, kind, place) => {
    const { zone, penalty } = place;
    if (isToldBefore(node, kind, place, options)) return NOT_TOLD;
    if (isUnseen(node))
      return isInteractiveRole(node.role) && node.role !== 'link' ? UNSEEN + penalty : NOT_TOLD;
    let base = baseOf(node, kind) + (isSignpost(node, kind) ? 0 : 2 * zone);
    if (zone === 0 && endsForm(node)) base -= 0.5;
    const isKnown = !isText(node) && isNew?.(node) === false;
    if (zone === 0 && base > 5 && paragraphs < FIRST_PARAGRAPHS && isParagraph(node) && !isKnown) {
      paragraphs++;
      base = 3;
    }
    if (isText(node)) return base + penalty;
    const isFresh = isNew?.(node) === true && !(isOld && zone === 2);
    const fresh = isFresh ? base - 3 + Math.min(2, penalty) : base + penalty;
    if (zone === 2 || matches >= MOST_MATCHES || kind === 'part') return fresh;
    const said = `${node.name}\n${node.text ?? ''}`.toLowerCase();
    if (!wanted.some((word) => said.includes(word))) return fresh;
    matches++;
    return -1;
  };
}

/** Whether an element is one of the first buttons after a field: what was entered is sent with one of them. */
function formEnds(): (node: SnapshotChild) => boolean {
  let hasField = false;
  let buttons = 0;
  return ({ role }) => {
    hasField ||= ENTERED_ROLES.has(role);
    return role === 'button' && hasField && buttons++ < MOST_ENDS;
  };
}

/** Of the frame of a site, whose document before had it, too. */
function isToldBefore(
  node: SnapshotChild,
  kind: Atom['kind'],
  { zone, isAside }: Standing,
  { isNew, isOld }: AtomOptions,
): boolean {
  if (!isOld || isText(node)) return false;
  if (zone > 0 && (kind === 'known' || (isNew?.(node) === false && isOfSite(node, zone)))) return true;
  return isAside && isOld(node) && !isSignpost(node, kind);
}

/** Messages and fields may be about this page. */
function isOfSite(node: SnapshotNode, zone: Standing['zone']): boolean {
  if (MESSAGES.has(node.role) || node.states.active || node.states.invalid) return false;
  return zone === 2 || !(isInteractiveRole(node.role) && node.role !== 'link');
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
  const words = node.children.map((child) => (isText(child) ? child.text : child.name || child.text));
  return isProse(node) || isLeaf(node)
    ? [node.text ?? '', ...words].join(' ').length >= SHORTEST_PARAGRAPH
    : false;
}

/** A box to click on that says nothing of what it is for. */
export function isNameless(node: SnapshotNode): boolean {
  if (node.role !== 'generic' || !isLeaf(node) || node.name !== '' || leafText(node) !== '') return false;
  return shownStates(node.role, node.states).length === 0;
}

/** A field with its label and buttons. */
function holdsField(node: SnapshotNode): boolean {
  return node.children.some(
    (child) => !isText(child) && (ENTERED_ROLES.has(child.role) || holdsField(child)),
  );
}

function baseOf(node: SnapshotChild, kind: Atom['kind']): number {
  if (isText(node)) return 7;
  const { role, states } = node;
  if (MESSAGES.has(role)) return 0;
  if (states.active || states.invalid) return 1;
  if (role === 'heading') return typeof states.level === 'number' && states.level > 1 ? states.level : 1;
  if (kind === 'known') return 1;
  if (ENTERED_ROLES.has(role) || states.editable === true || role === 'form') return 2;
  // What there is beside what is shown: their line is short.
  if (role === 'tab' || role === 'tablist') return 1.5;
  if (kind === 'part') return 3;
  if (role === 'link') return 4;
  if (isInteractiveRole(role)) return 3;
  if (ITEMS.has(role)) return 5;
  if (isNameless(node)) return 8;
  if (isActedOn(node)) return 5;
  if (CARDS.has(role) && kind === 'group' && !isProse(node)) return holdsField(node) ? 2 : 5;
  return kind === 'group' ? 6 : 7;
}
