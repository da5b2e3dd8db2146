/**
 * The text of a diff: YAML like a snapshot, one item per change.
 *
 *     - <changed> textbox "Email" [invalid] [ref=e5]: x
 *     - <added in list e3 after e7>:
 *       - listitem [ref=e20]: Milk
 *     - <removed> button "Pay" [ref=e9]
 *
 * If the shown refs are given, a change elsewhere says `not shown before` and where that is. The grammar is in
 * docs/snapshot-format.md; page content is quoted as in a snapshot.
 */

import { isText, type SnapshotChild, type SnapshotNode } from '../node.js';
import { clip, quote, yamlScalar } from '../quote.js';
import { cutMark, MARK } from '../text/cut.js';
import { flag, isInteractiveRole, shownStates } from '../text/flags.js';
import { asideFlag, type Gap, type Gaps, gapMark } from '../text/gap.js';
import { nameLine, nodeLine, plural, prefixed, roleWord } from '../text/line.js';
import { isLeaf, leafText } from '../text/own-change.js';
import { entryOf, type ItemsOptions, type Named, originInside, writeItems } from '../text/render.js';
import { TextBuilder } from '../text/text-builder.js';
import { estimateTokens } from '../text/tokens.js';
import { originOf } from '../url.js';
import { denseEach, denseItems, withoutAsides } from '../view/dense.js';
import { foldTree, visibleChildren } from '../view/fold.js';
import { outlineOfItems } from '../view/outline.js';
import { partGap } from '../view/outline-items.js';
import { inDocumentOrder } from '../view/shape.js';
import type { Change, Changed, Diff, Path, Slot } from './diff.js';
import { called, hiddenAt, placeOf, withoutTrifles } from './place.js';
import { type Replaced, withoutNoise } from './without-noise.js';

export interface DiffTextOptions {
  /** The document's URL. */
  url?: string;
  /** Refs that the reader has seen; if absent, all. */
  shown?: ReadonlySet<string>;
  /** Whether runs of added siblings are folded and changes in places never shown are counted; default true. */
  fold?: boolean;
  /** For a reader, who does not rebuild the tree from it: only what says something, in dense form. */
  dense?: Dense | undefined;
}

export interface Dense {
  before: SnapshotNode;
  /** The element that the last action was on. */
  acted?: string | undefined;
  /** What the reader asked for last. */
  words?: readonly string[];
  /** Of added elements that take more tokens than these in each place, an outline is shown. */
  maxTokens?: number;
}

/** How many changes are shown in a place never shown before, or removals from one parent. */
const SHOWN_OF_A_KIND = 3;
/** Of what something was called or held before. */
const MAX_WAS = 60;
/** Elements in one that was replaced are shown again if they are so few. */
const FEW = 4;

type Told = Change | Replaced;

export function renderDiff(diff: Diff, options: DiffTextOptions = {}): string {
  const { fold = true, shown, dense } = options;
  const { moved, back } = diff;
  const named: Named = new Map([
    // What the reader has never seen is shown, wherever it was.
    ...Array.from(moved)
      .filter((ref) => !shown || shown.has(ref))
      .map((ref) => [ref, 'moved'] as const),
    ...Array.from(back, (ref) => [ref, 'back'] as const),
  ]);
  const all: readonly Told[] = dense
    ? withoutTrifles(withoutNoise(diff, dense.before, dense.acted, options.url).changes, shown)
    : diff.changes;
  const written = writtenIn(all, named);
  const changes = all.filter((change) => !written.has(change.node.ref));
  const alike = dense ? alikeIn(changes) : new Map<Told, Changed[]>();
  const lines = new TextBuilder();
  const hidden = new Map<SnapshotNode, Told[]>();
  const removals = removalsByParent(changes, shown);
  for (const change of changes) {
    const likewise = alike.get(change);
    if (likewise) {
      if (likewise[0] === change) writeAlike(lines, likewise, options);
      continue;
    }
    const place = hiddenAt(change, shown);
    if (place) {
      const group = hidden.get(place);
      if (group) group.push(change);
      else hidden.set(place, [change]);
      continue;
    }
    const group = change.kind === 'removed' ? (removals.get(change.node) ?? []) : [];
    if (group.length <= SHOWN_OF_A_KIND) write(lines, change, '', named, options);
    else if (change === group[0]) lines.add(`- <removed from ${called(change.node)}>: ${refList(group)}`);
  }
  for (const [place, group] of hidden) writeHidden(lines, place, group, named, { ...options, fold });
  return `${lines}`;
}

/** Refs of everything that the slots show in full. */
function writtenIn(changes: readonly Told[], named: Named): Set<string> {
  const written = new Set<string>();
  for (const change of changes) {
    if (change.kind !== 'slot') continue;
    for (const item of change.items)
      if (!isText(item) && !named.has(item.ref))
        for (const node of inDocumentOrder(item, ({ ref }) => !named.has(ref))) written.add(node.ref);
  }
  return written;
}

/** Changes of the same kind on many elements, as when a list of switches is turned off. */
function alikeIn(changes: readonly Told[]): Map<Told, Changed[]> {
  const groups = new Map<string, Changed[]>();
  for (const change of changes) {
    if (change.kind !== 'changed') continue;
    const { ref: _, ...node } = change.node;
    const { head } = nodeLine({ ...node, ref: '' }, undefined);
    const key = `${wasOf(change.before, change.node)}\n${head}\n${isLeaf(change.node) ? leafText(change.node) : ''}`;
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  const alike = new Map<Told, Changed[]>();
  for (const group of groups.values())
    if (group.length > SHOWN_OF_A_KIND) for (const change of group) alike.set(change, group);
  return alike;
}

/** The first of them, and the refs of those that the reader knows. */
function writeAlike(lines: TextBuilder, group: readonly Changed[], options: DiffTextOptions): void {
  const [first, ...others] = group;
  if (!first) return;
  writeChanged(lines, first, '', options);
  const known = others.filter((change) => !hiddenAt(change, options.shown)).map(({ node }) => node.ref);
  const count = `${others.length} ${others.length === 1 ? '' : 'more '}${plural(roleWord(first.node.role))}`;
  lines.add(`- <changed alike, ${count}>${known.length === 0 ? '' : `: ${known.join(' ')}`}`);
}

function writeHidden(
  lines: TextBuilder,
  place: SnapshotNode,
  group: readonly Told[],
  named: Named,
  options: DiffTextOptions,
): void {
  const few = !options.fold || group.length < 2 * SHOWN_OF_A_KIND;
  if (!few && options.shown) writeSurfaced(lines, place, group, options.shown, options);
  // Removals of what was never shown are only counted.
  if (!few && group.every(({ kind }) => kind === 'removed')) {
    lines.add(`- ${MARK} ${group.length} removed, not shown before, in ${called(place)}`);
    return;
  }
  const note = `, not shown before, in ${called(place)}`;
  // What is there now says more than what is gone.
  const isGone = ({ kind }: Told) => kind === 'removed';
  const told = few ? group : group.filter((change) => !isGone(change)).slice(0, SHOWN_OF_A_KIND);
  for (const change of told) write(lines, change, note, named, options);
  if (few) return;
  const removed = group.filter(isGone).length;
  const more = group.length - told.length - removed;
  const counts = [
    ...(more > 0 ? [`${more} more changes`] : []),
    ...(removed > 0 ? [`${removed} removed`] : []),
  ];
  if (counts.length > 0)
    lines.add(
      `- ${MARK} ${counts.join(', ')}, not shown before, in ${called(place)}${more > 0 ? `: snapshot target=${place.ref}` : ''}`,
    );
}

/**
 * What comes out of the fold when a long folded list shrinks: it was never shown before, and is what a filter
 * left. For a client that rebuilds the tree it is no change.
 */
function writeSurfaced(
  lines: TextBuilder,
  place: SnapshotNode,
  group: readonly Told[],
  shown: ReadonlySet<string>,
  options: DiffTextOptions,
): void {
  const removed = group.find((change) => change.kind === 'removed' && change.node.ref === place.ref);
  if (!removed) return;
  const gaps = foldTree(place);
  const given = new Set(group.flatMap((change) => (change.kind === 'slot' ? change.items : [])));
  const surfaced = visibleChildren(place, gaps.get(place)).filter(
    (child) => !isText(child) && !shown.has(child.ref) && !given.has(child),
  );
  if (surfaced.length === 0) return;
  lines.add(`- <shown now in ${called(place)}>:`);
  writeItems(lines, surfaced, {
    origin: originAt([...removed.path, place], options.url),
    indent: '  ',
    gaps,
  });
}

function removalsByParent(
  changes: readonly Told[],
  shown: ReadonlySet<string> | undefined,
): Map<SnapshotNode, Told[]> {
  const groups = new Map<SnapshotNode, Told[]>();
  for (const change of changes) {
    if (change.kind !== 'removed' || hiddenAt(change, shown)) continue;
    const group = groups.get(change.node);
    if (group) group.push(change);
    else groups.set(change.node, [change]);
  }
  return groups;
}

function refList(group: readonly Told[]): string {
  return group.map((change) => (change.kind === 'removed' ? change.removed.ref : '')).join(' ');
}

function write(lines: TextBuilder, change: Told, note: string, named: Named, options: DiffTextOptions): void {
  if (change.kind === 'removed') writeRemoved(lines, change.removed, note, options);
  else if (change.kind === 'changed') writeChanged(lines, change, note, options);
  else if (change.kind === 'replaced') writeReplaced(lines, change, options);
  else writeSlot(lines, change, note, named, options);
}

function writeRemoved(
  lines: TextBuilder,
  removed: SnapshotNode,
  note: string,
  { dense }: DiffTextOptions,
): void {
  const line = `- ${prefixed(`<removed${note}>`, nameLine(removed))}`;
  const words = dense && removed.name === '' ? firstWords(removed) : '';
  lines.add(words === '' ? line : `${line}: ${yamlScalar(clip(words, MAX_WAS))}`);
}

/** What a reader may know it by that has no name. */
function firstWords(node: SnapshotNode): string {
  const wordsOf = (each: SnapshotNode) => each.name || each.text || (each.children.find(isText)?.text ?? '');
  const said = inDocumentOrder(node).filter((each) => wordsOf(each) !== '');
  // A row is known by its data, not by the checkbox before it.
  const first = said.find(({ role }) => !isInteractiveRole(role)) ?? said[0];
  return first ? wordsOf(first) : '';
}

function writeChanged(
  lines: TextBuilder,
  { before, node, path }: Changed,
  note: string,
  options: DiffTextOptions,
): void {
  const leaf = isLeaf(before) && isLeaf(node);
  const origin = originAt(path, options.url);
  const told = options.dense ? withoutAsides(node, options.url) : node;
  const { text: _, ...bare } = told;
  const { head, inline, details } = entryOf(leaf ? told : bare, origin, node.cut !== undefined, !leaf);
  const start = `- ${prefixed(`<changed${note}${wasOf(before, node)}>`, head)}`;
  if (inline !== undefined) lines.add(`${start}: ${yamlScalar(inline)}`);
  else lines.add(details.length > 0 || node.cut ? `${start}:` : start);
  for (const line of details) lines.add(`  - ${line}`);
  if (node.cut) lines.add(`  - ${cutMark(node.cut, node.ref, path.length === 0)}`);
}

/** `<replaced e31> button "Save" [ref=e77]`: it looks the same, apart from the changes that follow. */
function writeReplaced(lines: TextBuilder, change: Replaced, options: DiffTextOptions): void {
  const { was, now, differing, path, node } = change;
  const isSmall = inDocumentOrder(now).length - 1 <= FEW;
  const { url: _, ...bare } = now;
  const more = isSmall ? undefined : asideFlag(partGap(now, 0, 'outline'));
  const { head } = nodeLine(bare, undefined, more);
  const start = `- ${prefixed(`<replaced ${was.ref}>`, head)}`;
  const { items } = denseEach([now], { gaps: new Map(), url: options.url, isNamed: () => false });
  const inside = isSmall && !isLeaf(now) ? items.flatMap((item) => (isText(item) ? [] : item.children)) : [];
  if (inside.length === 0) {
    const text = isLeaf(now) ? leafText(now) : '';
    lines.add(text === '' ? start : `${start}: ${yamlScalar(clip(text, MAX_WAS))}`);
    for (const each of differing) writeChanged(lines, each, '', options);
    return;
  }
  lines.add(`${start}:`);
  writeItems(lines, inside, { origin: originAt([...path, node], options.url), indent: '  ', runs: true });
}

/** `, was "1,000.33", disabled`: what the line of a node said before and does not say now. */
function wasOf(before: SnapshotNode, node: SnapshotNode): string {
  const words: string[] = [];
  const said = (old: string | undefined, now: string | undefined) => {
    if (old && old !== now) words.push(quote(old, MAX_WAS));
  };
  said(before.name, node.name);
  said(before.value, node.value);
  if (isLeaf(before) && isLeaf(node)) said(leafText(before), leafText(node));
  // The new focus implies the old one, and a switch that is on was off.
  for (const [state, value] of shownStates(before.role, before.states))
    if (state !== 'active' && value !== false && node.states[state] !== value)
      words.push(flag(state, typeof value === 'string' ? clip(value, MAX_WAS) : value).slice(1, -1));
  return words.length === 0 ? '' : `, was ${words.join(', ')}`;
}

function writeSlot(
  lines: TextBuilder,
  slot: Slot,
  note: string,
  named: Named,
  options: DiffTextOptions,
): void {
  const { node, items, replaces, path, offset } = slot;
  const { url, fold = true, shown, dense } = options;
  // What was added cannot have been shown before.
  const place = dense ? placeOf(slot, shown) : `${placeOf(slot, undefined)}${note}`;
  if (items.length === 0) {
    const was = slot.was === '' ? '' : `, was ${quote(slot.was, MAX_WAS)}`;
    lines.add(`- <now ${place}>: ${yamlScalar(`nothing${was}`)}`);
    return;
  }
  const onlyNamed = items.every((item) => 'ref' in item && named.has(item.ref));
  lines.add(`- <${replaces || onlyNamed ? 'now' : 'added'} ${place}>:`);
  const whole: SnapshotNode = { ...node, children: items };
  const origin = originAt([...path, node], url);
  const folded: Gaps = fold ? foldTree(whole) : new Map<SnapshotNode, Gap[]>();
  const form = dense ? denseForm(whole, folded, named, url) : { items, own: folded.get(whole), gaps: folded };
  const writing = { origin, indent: '  ', named, shown, runs: dense !== undefined };
  const text = written(node, form, offset, writing);
  const most = dense?.maxTokens ?? 0;
  if (!dense || most === 0 || estimateTokens(text) <= most) {
    lines.add(text);
    return;
  }
  const { root, gaps } = outlineOfItems(whole, { maxTokens: most, words: dense.words ?? [], url: url ?? '' });
  lines.add(written(node, { items: root.children, own: gaps.get(root), gaps }, 0, writing));
}

/** Children of a node in some form, and what is left out among them and in them. */
interface Form {
  items: readonly SnapshotChild[];
  own: readonly Gap[] | undefined;
  gaps: Gaps;
}

function denseForm(whole: SnapshotNode, folded: Gaps, named: Named, url: string | undefined): Form {
  const own = folded.get(whole);
  const form = own ? denseEach : denseItems;
  const dense = form(whole.children, { gaps: folded, url, isNamed: (ref) => named.has(ref) });
  return { ...dense, own };
}

function written(
  { ref }: SnapshotNode,
  { items, own = [], gaps }: Form,
  offset: number,
  writing: ItemsOptions,
): string {
  const lines = new TextBuilder();
  let next = 0;
  for (const gap of own) {
    writeItems(lines, items.slice(next, gap.at), { ...writing, gaps });
    lines.add(`  - ${gapMark(gap, ref, offset)}`);
    next = gap.at + gap.count;
  }
  writeItems(lines, items.slice(next), { ...writing, gaps });
  return `${lines}`;
}

function originAt(path: Path, url = ''): string | undefined {
  return path.reduce((origin, node) => (node.isFrame ? originInside(node, origin) : origin), originOf(url));
}
