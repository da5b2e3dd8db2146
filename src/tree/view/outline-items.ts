/** What an outline shows of one element: nothing longer than a line. */

import { isText, type SnapshotChild, type SnapshotNode, type States } from '../node.js';
import { clip } from '../quote.js';
import { hasValue, shownStates } from '../text/flags.js';
import type { Gap } from '../text/gap.js';
import { plural, roleWord } from '../text/line.js';
import { isLeaf, leafText } from '../text/own-change.js';
import { isBox } from './box.js';
import { calledByText } from './called-by-text.js';
import { type Atom, isActedOn, isProse, WORDS } from './outline-atoms.js';
import { inDocumentOrder } from './shape.js';
import { isUnseen } from './unseen.js';

/** Names are for telling things apart, texts for a first impression. */
const MAX_NAME = 100;
const MAX_TEXT = 160;
const MAX_DETAIL = 80;
const MAX_STATE = 40;
/** The most roles that a mark counts separately. */
const MOST_KINDS = 4;

const CELLS = new Set(['cell', 'columnheader', 'gridcell', 'rowheader']);

type OwnGaps = Map<SnapshotNode, Gap[]>;

/** `24 links, 3 buttons, 12 texts`. */
export function tally(atoms: readonly Atom[]): string {
  const counts = new Map<string, number>();
  const count = (item: SnapshotChild) => {
    const word = isText(item) || TEXTS.has(item.role) ? 'text' : roleWord(item.role);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  };
  for (const { item, kind } of atoms) {
    if (kind === 'known' && !isText(item)) {
      for (const inside of within(item)) count(inside);
      continue;
    }
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
export function bare(node: SnapshotNode): SnapshotNode {
  const { url: _, description, text, value, placeholder, frameUrl, states, ...rest } = node;
  return {
    ...rest,
    states: shortStates(states),
    ...(frameUrl !== undefined && { frameUrl: clip(frameUrl, MAX_NAME) }),
    name: clip(node.name, MAX_NAME),
    // What a field is for; of a link or a picture it is an aside.
    ...(description &&
      hasValue(node.role) &&
      !isSaidIn(node.name, description) && { description: clip(description, MAX_DETAIL) }),
    ...(placeholder && { placeholder: clip(placeholder, MAX_DETAIL) }),
    ...(text && { text: clip(spaced(text), MAX_TEXT) }),
    ...(value && { value: clip(value, MAX_TEXT) }),
  };
}

/** `Search`, and then `Search [alt-shift-f]`. */
const isSaidIn = (name: string, description: string): boolean => name !== '' && description.startsWith(name);

function shortStates(states: States): States {
  const isLong = (each: unknown): boolean => typeof each === 'string' && each.length > MAX_STATE;
  if (!Object.values(states).some(isLong)) return states;
  const short = Object.entries(states).map(([state, each]) => [
    state,
    typeof each === 'string' ? clip(each, MAX_STATE) : each,
  ]);
  return Object.fromEntries(short);
}

/** `gaps` gets what is left out of it. */
export function shortened(
  { item, kind, known }: Atom,
  { gaps, manyHeadings }: { gaps: OwnGaps; manyHeadings: boolean },
): SnapshotChild {
  if (isText(item)) return { role: 'text', text: clip(spaced(item.text), MAX_TEXT) };
  if (kind === 'known') return knownPart(item, gaps, known);
  if (kind !== 'group') return leaf(item);
  if (item.role === 'combobox' || item.role === 'listbox' || isUnseen(item)) return closed(item, gaps);
  if (item.role === 'heading') return heading(item, manyHeadings ? gaps : undefined);
  if (isActedOn(item)) {
    if (item.name === '') return { ...bare(item), children: inOneLine(item) };
    const controls = controlsIn(item);
    const [only] = controls;
    // A tab around a link of the same name is clicked like the link.
    const isTwice = only && controls.length === 1 && only.name === clip(item.name, MAX_NAME);
    return { ...bare(item), children: isTwice ? [] : controls };
  }
  if (isProse(item)) return prose(item, gaps);
  const inside = inOneLine(item);
  const [only] = inside;
  // A field of which the label is the name.
  if (item.role === 'generic' && item.name === '' && inside.length === 1 && only && !isText(only))
    return only;
  return { ...bare(item), children: inside };
}

/** A heading that is all link is the link. `gaps`: its controls are only counted there. */
function heading(node: SnapshotNode, gaps: OwnGaps | undefined): SnapshotNode {
  const controls = controlsIn(node);
  const [only] = controls;
  if (only && controls.length === 1 && only.name === clip(node.name, MAX_NAME)) return only;
  const own = {
    ...bare(node),
    ...(controls.length > 0 && { name: clip(titleOf(node, controls), MAX_NAME) }),
  };
  if (!gaps || controls.length === 0) return { ...own, children: controls };
  const copy: SnapshotNode = { ...own, children: [] };
  gaps.set(copy, [
    { kind: 'outline', at: 0, count: 0, shape: tally(controls.map(asAtom)), where: { ref: node.ref } },
  ]);
  return copy;
}

/** Brackets and bars around controls. */
const TITLE_END = /[\s[\](){}|·•\u200b]+$/u;

/** `Course` of a heading `Course [edit | edit source]`: its controls are told beside it. */
function titleOf(heading: SnapshotNode, controls: readonly SnapshotNode[]): string {
  let title = heading.name;
  for (const { name } of controls.toReversed()) {
    const rest = title.replace(TITLE_END, '');
    if (name === '' || !rest.endsWith(name)) return heading.name;
    title = rest.slice(0, -name.length);
  }
  title = title.replace(TITLE_END, '');
  return WORDS.test(title) ? title : heading.name;
}

export function leaf(node: SnapshotNode, most = MAX_TEXT): SnapshotNode {
  const children = node.children.map((child) =>
    isText(child) ? { ...child, text: clip(spaced(child.text), most) } : child,
  );
  return { ...bare(node), ...(node.text && { text: clip(spaced(node.text), most) }), children };
}

/** A list without its options (its value is shown), or invisible content. */
function closed(node: SnapshotNode, gaps: OwnGaps): SnapshotNode {
  const copy: SnapshotNode = { ...bare(node), children: [] };
  const inside = inDocumentOrder(node).slice(1);
  const atoms = inside.filter(isLeaf).map(asAtom);
  if (atoms.length > 0)
    gaps.set(copy, [{ kind: 'outline', at: 0, count: 0, shape: tally(atoms), where: { ref: node.ref } }]);
  return copy;
}

function knownPart(node: SnapshotNode, gaps: OwnGaps, known: Gap | undefined): SnapshotNode {
  const copy: SnapshotNode = { ...bare(node), children: [] };
  gaps.set(copy, [{ ...(known ?? partGap(node, 0, 'same')), count: 0 }]);
  return copy;
}

/** For a part that has one line: what it consists of. */
export function partGap(node: SnapshotNode, count: number, kind: 'same' | 'outline'): Gap {
  return { kind, at: 0, count, shape: tally(within(node).map(asAtom)), where: { ref: node.ref } };
}

/** `24 links, 3 texts`: what is in these parts. */
export const countedIn = (parts: readonly SnapshotNode[]): string => tally(parts.flatMap(within).map(asAtom));

function within(node: SnapshotNode): SnapshotNode[] {
  return inDocumentOrder(node)
    .slice(1)
    .filter((each) => isLeaf(each) || isActedOn(each));
}

function controlsIn(node: SnapshotNode): SnapshotNode[] {
  const found: SnapshotNode[] = [];
  const pending = [...node.children].reverse();
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (isText(next)) continue;
    if (isActedOn(next) && !isBox(next)) found.push(control(next));
    else pending.push(...[...next.children].reverse());
  }
  return found;
}

/** What has no name, as a cell that can be focused, is known by what it says; around one control it says no more. */
function control(node: SnapshotNode): SnapshotNode {
  if (isLeaf(node)) return leaf(node);
  if (node.name !== '') return { ...bare(node), children: controlsIn(node) };
  const inside = inOneLine(node);
  const [only] = inside;
  if (inside.length === 1 && only && !isText(only) && isPlainCell(node)) return only;
  return { ...bare(node), children: inside };
}

function isPlainCell(node: SnapshotNode): boolean {
  return CELLS.has(node.role) && !node.value && shownStates(node.role, node.states).length === 0;
}

const saidBy = (child: SnapshotChild): string =>
  isText(child) ? child.text : child.name || child.text || '';

/** Between a link and the mark after it. */
const SPACED_MARK = / ([,.;:!?)\]])/g;

/** What is said in an element, as one text. */
export function sentenceOf({ children }: SnapshotNode): string {
  return spaced(children.map(saidBy).join(' ')).replace(SPACED_MARK, '$1');
}

/** Long prose is its beginning; what is short keeps its links, after the text. */
function prose(node: SnapshotNode, gaps: OwnGaps): SnapshotNode {
  const text = sentenceOf(node);
  if (text.length <= MAX_TEXT) {
    const links = controlsIn(node).map((link) => ({ ...link, children: [] }));
    const isSaid = node.children.every((child) => child.role === 'link' || !WORDS.test(saidBy(child)));
    return { ...bare(node), children: isSaid ? links : [{ role: 'text', text }, ...links] };
  }
  const copy: SnapshotNode = { ...bare(node), text: clip(text, MAX_TEXT), children: [] };
  const controls = controlsIn(node).map(asAtom);
  if (controls.length > 0)
    gaps.set(copy, [{ kind: 'outline', at: 0, count: 0, shape: tally(controls), where: { ref: node.ref } }]);
  return copy;
}

export const controlAtomsIn = ({ item }: Atom): Atom[] => (isText(item) ? [] : controlsIn(item).map(asAtom));

const asAtom = (item: SnapshotNode): Atom => ({ item, kind: 'leaf', score: 0 });

export function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** A box that can be focused, and says nothing of what it is for. */
function isBlank(node: SnapshotNode): boolean {
  if (node.role !== 'generic' || !isLeaf(node) || node.name !== '' || WORDS.test(leafText(node)))
    return false;
  return node.states.icon === undefined && node.states.editable !== true && !node.states.active;
}

/** Bars, and brackets around what is shown as a control. */
const EDGES = /^[|\s]+|[|(\s]+$/g;

/** Around the words of a label. */
const MARKS = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/**
 * What a row or a card says as one text, and its controls in their order. A control between the words of a row is named
 * among them, too: the words stand under the headers of their columns.
 */
function inOneLine(node: SnapshotNode): SnapshotChild[] {
  const controls: SnapshotNode[] = [];
  const said: { words: string; isControl: boolean }[] = [];
  const speak = (words: string | undefined, isControl = false) => {
    if (words && WORDS.test(words)) said.push({ words: spaced(words.replace(EDGES, '')), isControl });
  };
  speak(node.text);
  const pending = [...node.children].reverse();
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (isText(next)) speak(next.text);
    else if (isBlank(next)) continue;
    else if (isActedOn(next) && !isBox(next)) {
      controls.push(control(next));
      if (node.role === 'row') speak(next.name, true);
    } else if (isLeaf(next)) speak([next.name, leafText(next), next.value].find((each) => each));
    else pending.push(...[...next.children].reverse());
  }
  const names = new Set(controls.map(({ name }) => name.replace(MARKS, '')));
  const isWord = ({ words, isControl }: (typeof said)[number]) =>
    !isControl && !names.has(words.replace(MARKS, ''));
  const rest = said
    .slice(Math.max(said.findIndex(isWord), 0), said.findLastIndex(isWord) + 1)
    .flatMap((each) => (each.isControl || isWord(each) ? [each.words] : []));
  const text = { role: 'text' as const, text: clip(rest.join(' | '), MAX_TEXT) };
  return [...(rest.length === 0 ? [] : [text]), ...calledByText(controls)];
}
