/**
 * What a change of the view means after an action: nothing yet, its direct effect, or an outcome. Neither a moved
 * focus nor a number that counts by itself is an outcome.
 */
import { isText, type SnapshotChild, type SnapshotNode } from '../node.js';
import { leafText } from '../text/own-change.js';
import { isUnremarkable } from '../view/dense.js';
import { inDocumentOrder } from '../view/shape.js';
import { isUnseen } from '../view/unseen.js';
import { type Change, diffTrees, type Former } from './diff.js';
import { isNotDoneText, isWorkText, mayBeWorkText } from './work-text.js';

/**
 * `none`: only the focus moved. `ticks`: only digits changed, as in a clock. `own`: one control has a new value or
 * state, which the action itself set. `held`: controls were disabled. `renamed`: a control was, and has another name. `less`: something went away and nothing came
 * instead, what came is transparent as at the start of a fade, or a new document has next to nothing. `told`: an alert, a status or a dialog is new. `new`: another document.
 * `some`: anything else.
 */
export type OutcomeKind = 'none' | 'ticks' | 'own' | 'held' | 'renamed' | 'less' | 'some' | 'told' | 'new';

/** States that show where the focus is. */
const FOCUS: ReadonlySet<string> = new Set(['active']);

/** States that an action on a control sets. */
const OWN: ReadonlySet<string> = new Set([
  'active',
  'checked',
  'pressed',
  'selected',
  'expanded',
  'filled',
  'invalid',
]);

/** Nodes: a document with fewer words and controls is a frame for what follows. */
const SPARSE = 4;

/** Roles that announce what happened. */
const ANNOUNCING: ReadonlySet<string> = new Set(['alert', 'alertdialog', 'dialog', 'status']);

/** `former`: what the reader knows although the old tree lacks it. What a dialog had hidden is no news. */
export function outcomeOf(before: SnapshotNode, now: SnapshotNode, former?: Former): OutcomeKind {
  if (before.ref !== now.ref) {
    const content = countContent(now, SPARSE);
    return content === 0 ? 'none' : content < SPARSE ? 'less' : 'new';
  }
  const { changes, back } = diffTrees(before, now, former);
  if (changes.some(isTold)) return 'told';
  const kinds = changes.map((change) => (isReturn(change, back) ? 'less' : kindOf(change)));
  if (kinds.includes('some')) return 'some';
  // What goes away with it belongs to a form that is sent.
  const isHeld = kinds.includes('held');
  for (const kind of ['renamed', 'less', 'held'] as const)
    if (kinds.includes(kind)) return kind === 'less' && isHeld ? 'renamed' : kind;
  const own = kinds.filter((kind) => kind === 'own').length;
  if (own > 0) return own === 1 ? 'own' : 'some';
  return kinds.includes('ticks') ? 'ticks' : 'none';
}

/** An element that something was added to at its end: a text that is written, or a log. */
export function growthIn(before: SnapshotNode, now: SnapshotNode): SnapshotNode | undefined {
  if (before.ref !== now.ref) return undefined;
  return diffTrees(before, now).changes.find(isGrowth)?.node;
}

function isGrowth(change: Change): boolean {
  if (change.kind === 'removed') return false;
  if (change.kind === 'changed') return isContinued(leafText(change.before), leafText(change.node));
  const { items, node, offset, was } = change;
  const [first] = items;
  const isLast = offset + items.length === node.children.length;
  if (!isLast || first === undefined) return false;
  return was === '' || (isText(first) && isContinued(was, first.text));
}

const isContinued = (before: string, now: string): boolean =>
  before !== '' && now.length > before.length && now.startsWith(before);

/** Up to `most`: texts, and elements with a name or a value. */
function countContent(root: SnapshotNode, most: number): number {
  let count = 0;
  const stack: SnapshotChild[] = [root];
  for (let node = stack.pop(); node && count < most; node = stack.pop()) {
    if (isText(node) || node.name !== '' || node.text || node.value !== undefined) count++;
    if (!isText(node)) stack.push(...node.children);
  }
  return count;
}

function isTold(change: Change): boolean {
  if (change.kind === 'removed') return false;
  const isNews = (node: SnapshotNode): boolean =>
    ANNOUNCING.has(node.role) &&
    countContent(node, 1) > 0 &&
    !isTransparent(node) &&
    ![...signs(node)].length;
  if (change.kind === 'slot') {
    if (change.items.length === 0) return false;
    return isNews(change.node) || change.items.some((item) => !isText(item) && isNews(item));
  }
  return isNews(change.node) && leafText(change.before) !== leafText(change.node);
}

function isReturn(change: Change, back: ReadonlySet<string>): boolean {
  const isBack = (item: SnapshotChild): boolean =>
    !isText(item) &&
    (back.has(item.ref) || (isUnremarkable(item) && item.children.length > 0 && item.children.every(isBack)));
  return change.kind === 'slot' && back.size > 0 && change.items.every(isBack);
}

function kindOf(change: Change): OutcomeKind {
  if (change.kind === 'removed') return 'less';
  if (change.kind === 'slot' && change.items.length === 0) return 'less';
  // A frame without content shows nothing yet, nor does a box that a spinner is drawn in.
  if (change.kind === 'slot' && change.items.every((item) => isEmptyFrame(item) || isEmptyBox(item)))
    return change.replaces ? 'less' : 'none';
  if (change.kind === 'slot' && change.items.every(isTransparent)) return 'less';
  // The earlier text is not kept: one with a number in it may be a clock.
  if (change.kind === 'slot')
    return change.replaces && change.items.every((item) => isText(item) && /\d/.test(item.text))
      ? 'ticks'
      : 'some';
  const { before, node } = change;
  const text = sameButDigits(leafText(before), leafText(node));
  const name = sameButDigits(before.name, node.name);
  const isDisabled = Boolean(node.states.disabled && !before.states.disabled);
  if (isDisabled && name === 'other' && before.role === node.role) return 'renamed';
  if (text === 'other' || name === 'other' || before.role !== node.role || before.url !== node.url)
    return 'some';
  const states = changedStates(before, node).filter((state) => state !== 'disabled');
  // The pointer has left it, or it fades.
  if (states.join() === 'unseen' && isTransparent(node)) return 'less';
  if (states.some((state) => !OWN.has(state))) return 'some';
  if (isDisabled) return 'held';
  if (node.states.disabled !== before.states.disabled) return 'some';
  if ((before.value ?? '') !== (node.value ?? '') || states.some((state) => !FOCUS.has(state))) return 'own';
  return text === 'digits' || name === 'digits' ? 'ticks' : 'none';
}

const isTransparent = (node: SnapshotChild): boolean =>
  isUnseen(node) && !isText(node) && node.states.unseen === 'transparent';

const BOXES: ReadonlySet<string> = new Set('alert figure generic group img list paragraph status'.split(' '));

function isEmptyFrame(node: SnapshotChild): boolean {
  return !isText(node) && node.isFrame === true && node.children.every(isEmptyBox);
}

/** Nor does a drawing without a name; a picture that is loaded is something to see. */
function isEmptyBox(node: SnapshotChild): boolean {
  if (isText(node) || !BOXES.has(node.role) || node.name !== '' || node.text) return false;
  if (node.tag === 'img') return false;
  return node.children.every(isEmptyBox);
}

function changedStates(before: SnapshotNode, node: SnapshotNode): string[] {
  const names = new Set([...Object.keys(before.states), ...Object.keys(node.states)]);
  return [...names].filter((name) => before.states[name] !== node.states[name]);
}

function sameButDigits(before: string, now: string): 'same' | 'digits' | 'other' {
  if (before === now) return 'same';
  return masked(before) === masked(now) ? 'digits' : 'other';
}

const masked = (text: string): string => text.replace(/\p{Nd}+/gu, '0');

/**
 * A new sign that the page works. `sure`: it says so. `job`: it shows something that is not done. `word`: a new text begins
 * as such texts do, and may as well be the name of something. `step`: a progress bar has moved, or has reached an end, which
 * may be that of a step.
 */
export interface Work {
  node: SnapshotNode;
  kind: 'sure' | 'job' | 'word' | 'step';
}

const refOf = ({ ref }: SnapshotNode): string => ref;

/** What tells new signs from known ones. */
const KEYS = {
  sure: refOf,
  job: refOf,
  word: labelOf,
  step: ({ ref, value }: SnapshotNode) => `${ref} ${value}`,
} as const;

const SIGNS = { sure: isSign, job: isNotDone, word: hasWord, step: isProgress } as const;

/** The first new sign of the surest kind. What was entered is none, wherever it shows: an account called "Checking". */
export function workIn(
  before: SnapshotNode | undefined,
  now: SnapshotNode,
  entered: ReadonlySet<string> = new Set(),
): Work | undefined {
  const isEntered = enteredIn(before, entered);
  for (const kind of ['sure', 'job', 'word', 'step'] as const) {
    // Of another document, any text is new.
    if (kind === 'word' && before?.ref !== now.ref) break;
    const found = [...signs(now, SIGNS[kind], before)].filter((node) => !isEntered(node));
    if (found.length === 0) continue;
    const keyOf = KEYS[kind];
    const known = new Set(before ? [...signs(before, SIGNS[kind])].map(keyOf) : []);
    const node = found.find((each) => !known.has(keyOf(each)));
    if (node) return { node, kind };
  }
  return undefined;
}

/** In this call, or before it in a field. */
function enteredIn(before: SnapshotNode | undefined, entered: ReadonlySet<string>) {
  let held: ReadonlySet<string | undefined> | undefined;
  return (node: SnapshotNode): boolean => {
    const text = labelOf(node);
    if (text === '' || node.role === 'progressbar' || node.states.busy) return false;
    held ??= new Set(before ? inDocumentOrder(before).map(({ value }) => value) : []);
    return entered.has(text) || held.has(text);
  };
}

/** In document order. Parts that are the same objects in `before` are left out: the cost is that of the change. */
function* signs(root: SnapshotNode, isWanted = isSign, before?: SnapshotNode): Generator<SnapshotNode> {
  const stack = [{ node: root, was: before }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, was } = next;
    if (node === was) continue;
    if (isWanted(node)) yield node;
    const former = new Map<string, SnapshotNode>();
    for (const child of was?.children ?? []) if (!isText(child)) former.set(child.ref, child);
    for (let at = node.children.length - 1; at >= 0; at--) {
      const child = node.children[at];
      if (child && !isText(child)) stack.push({ node: child, was: former.get(child.ref) });
    }
  }
}

/** They name what they lead to or stand for: a tab "Saving" has the settings for that. */
const LEADING = new Set(
  'checkbox columnheader heading link menuitem menuitemcheckbox menuitemradio option radio rowheader switch tab treeitem'.split(
    ' ',
  ),
);

/** They hold data: a word there may be the kind of an account or the state of an order. */
const DATA = new Set('cell definition gridcell listitem term'.split(' '));

function isSign(node: SnapshotNode): boolean {
  if (node.states.busy) return true;
  if (node.role === 'progressbar') return !isDone(node);
  // A disabled option leads nowhere: a list may say "Searching…" in one.
  if (LEADING.has(node.role) && !node.states.disabled) return false;
  const isAnnounced = ANNOUNCING.has(node.role);
  return [node.name, leafText(node)].some(
    (text) => isWorkText(text, isAnnounced) && !(DATA.has(node.role) && isLoneWord(text)),
  );
}

function isNotDone(node: SnapshotNode): boolean {
  if (LEADING.has(node.role)) return false;
  const text = leafText(node);
  return isNotDoneText(text) || (DATA.has(node.role) && isWorkText(text, false));
}

function hasWord(node: SnapshotNode): boolean {
  return !LEADING.has(node.role) && !DATA.has(node.role) && mayBeWorkText(labelOf(node));
}

/** The words of a button are its name. */
function labelOf(node: SnapshotNode): string {
  return leafText(node) || (node.role === 'button' ? node.name : '');
}

const isLoneWord = (text: string): boolean => /^\p{L}+$/u.test(text);

function isProgress(node: SnapshotNode): boolean {
  return node.role === 'progressbar' && node.value !== undefined;
}

/** A full progress bar means that the work is done. */
function isDone({ value, states }: SnapshotNode): boolean {
  const inPercent = value?.endsWith('%') || typeof states.valuemax !== 'number';
  const most = inPercent ? 100 : Number(states.valuemax);
  return value !== undefined && Number.parseFloat(value) >= most;
}
