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

import { isText, type SnapshotNode } from '../node.js';
import { clip, quote, yamlScalar } from '../quote.js';
import { cutMark, MARK } from '../text/cut.js';
import { flag, shownStates } from '../text/flags.js';
import { type Gap, type Gaps, gapMark } from '../text/gap.js';
import { nameLine, prefixed, roleWord } from '../text/line.js';
import { isLeaf, leafText } from '../text/own-change.js';
import { entryOf, type Named, originInside, writeItems } from '../text/render.js';
import { TextBuilder } from '../text/text-builder.js';
import { originOf } from '../url.js';
import { foldTree, visibleChildren } from '../view/fold.js';
import type { Change, Changed, Diff, Path, Slot } from './diff.js';

export interface DiffTextOptions {
  /** The document's URL. */
  url?: string;
  /** Refs that the reader has seen; if absent, all. */
  shown?: ReadonlySet<string>;
  /** Whether runs of added siblings are folded and changes in places never shown are counted; default true. */
  fold?: boolean;
}

/** How many changes are shown in a place never shown before, or removals from one parent. */
const SHOWN_OF_A_KIND = 3;
/** Of what something was called or held before. */
const MAX_WAS = 60;

export function renderDiff({ changes, moved, back }: Diff, options: DiffTextOptions = {}): string {
  const { fold = true, shown } = options;
  const named: Named = new Map([
    // What the reader has never seen is shown, wherever it was.
    ...Array.from(moved)
      .filter((ref) => !shown || shown.has(ref))
      .map((ref) => [ref, 'moved'] as const),
    ...Array.from(back, (ref) => [ref, 'back'] as const),
  ]);
  const lines = new TextBuilder();
  const hidden = new Map<SnapshotNode, Change[]>();
  const removals = removalsByParent(changes, shown);
  for (const change of changes) {
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
  for (const [place, group] of hidden) {
    const few = !fold || group.length < 2 * SHOWN_OF_A_KIND;
    if (!few && shown) writeSurfaced(lines, place, group, shown, options);
    // Removals that nobody saw are only counted.
    if (!few && group.every(({ kind }) => kind === 'removed')) {
      lines.add(`- ${MARK} ${group.length} removed, not shown before, in ${called(place)}`);
      continue;
    }
    const note = `, not shown before, in ${called(place)}`;
    for (const change of few ? group : group.slice(0, SHOWN_OF_A_KIND))
      write(lines, change, note, named, options);
    if (!few)
      lines.add(
        `- ${MARK} ${group.length - SHOWN_OF_A_KIND} more changes, not shown before, in ${called(place)}: snapshot target=${place.ref}`,
      );
  }
  return `${lines}`;
}

/**
 * What comes out of the fold when a long folded list shrinks: it was never shown before, and is what a filter
 * left. For a client that rebuilds the tree it is no change.
 */
function writeSurfaced(
  lines: TextBuilder,
  place: SnapshotNode,
  group: readonly Change[],
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

/** The nearest shown ancestor of the change, if its own place was not shown. */
function hiddenAt(change: Change, shown: ReadonlySet<string> | undefined): SnapshotNode | undefined {
  if (!shown) return undefined;
  const subject =
    change.kind === 'removed'
      ? change.removed
      : change.kind === 'slot'
        ? (change.after ?? change.node)
        : change.node;
  if (shown.has(subject.ref)) return undefined;
  const around = change.kind === 'changed' ? change.path : [...change.path, change.node];
  return around.findLast(({ ref }) => shown.has(ref)) ?? around[0] ?? change.node;
}

function removalsByParent(
  changes: readonly Change[],
  shown: ReadonlySet<string> | undefined,
): Map<SnapshotNode, Change[]> {
  const groups = new Map<SnapshotNode, Change[]>();
  for (const change of changes) {
    if (change.kind !== 'removed' || hiddenAt(change, shown)) continue;
    const group = groups.get(change.node);
    if (group) group.push(change);
    else groups.set(change.node, [change]);
  }
  return groups;
}

function refList(group: readonly Change[]): string {
  return group.map((change) => (change.kind === 'removed' ? change.removed.ref : '')).join(' ');
}

function write(
  lines: TextBuilder,
  change: Change,
  note: string,
  named: Named,
  options: DiffTextOptions,
): void {
  if (change.kind === 'removed') lines.add(`- ${prefixed(`<removed${note}>`, nameLine(change.removed))}`);
  else if (change.kind === 'changed') writeChanged(lines, change, note, options);
  else writeSlot(lines, change, note, named, options);
}

function writeChanged(
  lines: TextBuilder,
  { before, node, path }: Changed,
  note: string,
  options: DiffTextOptions,
): void {
  const leaf = isLeaf(before) && isLeaf(node);
  const origin = originAt(path, options.url);
  const { text: _, ...bare } = node;
  const { head, inline, details } = entryOf(leaf ? node : bare, origin, node.cut !== undefined, !leaf);
  const start = `- ${prefixed(`<changed${note}${wasOf(before, node)}>`, head)}`;
  if (inline !== undefined) lines.add(`${start}: ${yamlScalar(inline)}`);
  else lines.add(details.length > 0 || node.cut ? `${start}:` : start);
  for (const line of details) lines.add(`  - ${line}`);
  if (node.cut) lines.add(`  - ${cutMark(node.cut, node.ref, path.length === 0)}`);
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
  // That the focus went on is told by where it is now; that a switch is on says that it was off.
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
  { url, fold = true, shown }: DiffTextOptions,
): void {
  const { node, after, items, replaces, path, offset } = slot;
  const place = `in ${called(node)} ${after ? `after ${after.ref}` : 'first'}${note}`;
  if (items.length === 0) {
    const was = slot.was === '' ? '' : `, was ${quote(slot.was, MAX_WAS)}`;
    lines.add(`- <now ${place}>: ${yamlScalar(`nothing${was}`)}`);
    return;
  }
  const onlyNamed = items.every((item) => 'ref' in item && named.has(item.ref));
  lines.add(`- <${replaces || onlyNamed ? 'now' : 'added'} ${place}>:`);
  const whole: SnapshotNode = { ...node, children: items };
  const origin = originAt([...path, node], url);
  const gaps: Gaps = fold ? foldTree(whole) : new Map<SnapshotNode, Gap[]>();
  const written = { origin, indent: '  ', named, gaps, shown };
  let next = 0;
  for (const gap of gaps.get(whole) ?? []) {
    writeItems(lines, items.slice(next, gap.at), written);
    lines.add(`  - ${gapMark(gap, node.ref, offset)}`);
    next = gap.at + gap.count;
  }
  writeItems(lines, items.slice(next), written);
}

/** Not `[ref=e3]`: a search for that finds only the element itself. */
function called({ role, ref }: SnapshotNode): string {
  return `${roleWord(role)} ${ref}`;
}

function originAt(path: Path, url = ''): string | undefined {
  return path.reduce((origin, node) => (node.isFrame ? originInside(node, origin) : origin), originOf(url));
}
