/**
 * The dense form of what is new on a page: every text and every control is there, but wrappers have no line, a row or a
 * pair of label and value is one line, and what a name says already is not said again. Nodes keep their refs.
 */

import { isText, type SnapshotChild, type SnapshotNode } from '../node.js';
import { hasValue, isInteractiveRole, shownStates } from '../text/flags.js';
import type { Gap, Gaps } from '../text/gap.js';
import { isLeaf, leafText } from '../text/own-change.js';
import { isBox, isPlain } from './box.js';
import { calledByText } from './called-by-text.js';
import { isActedOn, WORDS } from './outline-atoms.js';
import { sentenceOf } from './outline-items.js';
import { isUnseen } from './unseen.js';

export interface DenseOptions {
  /** What is folded, of the items as they are. */
  gaps: Gaps;
  /** Address of the document: a link inside it says no more than its name does. */
  url?: string | undefined;
  /** Elements that are only named: they stay as they are. */
  isNamed(ref: string): boolean;
}

export interface DenseItems {
  items: SnapshotChild[];
  gaps: Map<SnapshotNode, readonly Gap[]>;
}

const WRAPPERS = new Set(['generic', 'group', 'paragraph', 'rowgroup']);
/** Their text may stand in one line with that of others. */
const PLAIN = new Set(['cell', 'code', 'columnheader', 'generic', 'gridcell', 'paragraph', 'rowheader']);
/** Words of a sentence that stand out. */
const PHRASES = new Set(['code', 'deletion', 'emphasis', 'generic', 'insertion', 'mark', 'strong', 'time']);
const LINES = new Set(['listitem', 'row']);
const CELLS = new Set(['cell', 'columnheader', 'gridcell', 'rowheader']);
const LONGEST_LINE = 200;
/** A label and what it is about. */
const MOST_IN_PAIR = 3;
const FEWEST_TOGETHER = 3;

/** Says nothing by itself and cannot be acted on. */
export function isBareWrapper(node: SnapshotNode): boolean {
  return WRAPPERS.has(node.role) && node.name === '' && isPlain(node);
}

/** Has no name, no value and no state: a view may leave it out and show what is in it. */
export function isUnremarkable(node: SnapshotNode): boolean {
  return node.name === '' && isPlain(node);
}

/** Between others: a separator that can't be moved, or dashes that nobody sees. */
function isLine(node: SnapshotNode): boolean {
  if (!isLeaf(node) || node.name !== '') return false;
  if (node.role === 'separator') return isPlain(node);
  return node.role === 'generic' && isUnseen(node) && !isActedOn(node) && !WORDS.test(leafText(node));
}

export function denseItems(items: readonly SnapshotChild[], options: DenseOptions): DenseItems {
  const gaps = new Map<SnapshotNode, readonly Gap[]>();
  return { items: new Denser(options, gaps).spliced(items), gaps };
}

/** The whole of a page, and what is left out of it as it is. */
export function denseTree(
  root: SnapshotNode,
  options: Pick<DenseOptions, 'gaps' | 'url'>,
): { root: SnapshotNode; gaps: Gaps } {
  const gaps = new Map<SnapshotNode, readonly Gap[]>();
  const dense = new Denser({ ...options, isNamed: () => false }, gaps).kept(root);
  return { root: dense, gaps };
}

/** One for one: where marks count children, none may be left out. */
export function denseEach(items: readonly SnapshotChild[], options: DenseOptions): DenseItems {
  const gaps = new Map<SnapshotNode, readonly Gap[]>();
  const denser = new Denser(options, gaps);
  return { items: items.map((item) => (isText(item) ? item : denser.kept(item))), gaps };
}

class Denser {
  readonly #options: DenseOptions;
  readonly #gaps: Map<SnapshotNode, readonly Gap[]>;

  constructor(options: DenseOptions, gaps: Map<SnapshotNode, readonly Gap[]>) {
    this.#options = options;
    this.#gaps = gaps;
  }

  spliced(items: readonly SnapshotChild[]): SnapshotChild[] {
    const spliced = items.flatMap((item) => {
      if (isText(item) || this.#options.isNamed(item.ref)) return [item];
      if (isLine(item)) return [];
      if (!this.#isLeftOut(item)) return [this.kept(item)];
      return this.spliced(item.children);
    });
    return calledByText(withLinksTogether(spliced));
  }

  kept(node: SnapshotNode): SnapshotNode {
    if (this.#options.isNamed(node.ref)) return node;
    const gaps = this.#options.gaps.get(node);
    const children = gaps ? this.#around(node.children, gaps) : this.#inside(node);
    const copy: SnapshotNode = { ...withoutAsides(node, this.#options.url), children };
    if (gaps) this.#gaps.set(copy, gaps);
    return copy;
  }

  /** One for one, and those that are left out as they are: nobody sees them. */
  #around(items: readonly SnapshotChild[], gaps: readonly Gap[]): SnapshotChild[] {
    const children = [...items];
    let next = 0;
    for (const { at, count } of [...gaps, { at: items.length, count: 0 }]) {
      for (; next < at; next++) {
        const child = items[next];
        if (child && !isText(child)) children[next] = this.kept(child);
      }
      next = at + count;
    }
    return children;
  }

  #inside(node: SnapshotNode): SnapshotChild[] {
    const line = this.#hasNamed(node) ? undefined : (pairOf(node) ?? phraseOf(node));
    if (line !== undefined) return [{ role: 'text', text: line }];
    if (LINES.has(node.role) && !this.#hasNamed(node)) return this.#line(node);
    const options = optionsOf(node);
    if (options !== undefined) return [{ role: 'text', text: options }];
    const children = this.spliced(node.children);
    const [only] = children;
    if (node.role === 'heading' && node.name !== '' && node.children.every(isPhrase)) return [];
    if (
      isInteractiveRole(node.role) &&
      !hasValue(node.role) &&
      node.children.every((child) => isSaid(child, node))
    )
      return [];
    // A tab around a link of the same name is clicked like the link; a button needs no heading in it.
    if (children.length === 1 && only && !isText(only) && isInteractiveRole(node.role) && isEcho(only, node))
      return [];
    return children;
  }

  /** The controls of a row or an item in their order, and what is said between them as one text each. */
  #line(node: SnapshotNode): SnapshotChild[] {
    const items: SnapshotChild[] = [];
    let said: SnapshotNode[] = [];
    const speak = () => {
      const text = said.map(saysOf).join(' | ');
      if (said.length > 0 && text.length <= LONGEST_LINE) items.push({ role: 'text', text });
      else items.push(...said);
      said = [];
    };
    for (const child of node.children) {
      if (!isText(child) && isShortText(child)) said.push(child);
      else {
        speak();
        items.push(...this.spliced([child]));
      }
    }
    speak();
    return items;
  }

  #isLeftOut(node: SnapshotNode): boolean {
    if (this.#options.gaps.has(node) || isLeaf(node) || node.text) return false;
    const isCell = CELLS.has(node.role) && node.name === '' && isPlain(node);
    if (isCell || isBareWrapper(node))
      return node.children.every((child) => !isText(child)) && pairOf(node) === undefined;
    return isBox(node);
  }

  #hasNamed(node: SnapshotNode): boolean {
    return node.children.some((child) => !isText(child) && this.#options.isNamed(child.ref));
  }
}

/** Several links in a row, as of a menu, share a line by their names: what they lead to is left to `find`. */
function withLinksTogether(items: readonly SnapshotChild[]): SnapshotChild[] {
  const isLink = (item: SnapshotChild | undefined): item is SnapshotNode =>
    item?.role === 'link' && isLeaf(item) && item.name !== '' && leafText(item) === '';
  return items.map((item, at) => {
    let [from, to] = [at, at];
    while (isLink(items[from - 1])) from--;
    while (isLink(items[to + 1])) to++;
    if (!isLink(item) || to - from + 1 < FEWEST_TOGETHER) return item;
    const { url: _, description: __, ...bare } = item;
    return bare;
  });
}

/** Of a field the description says what it is for; of others the name and the content say it. */
export function withoutAsides(node: SnapshotNode, page = ''): SnapshotNode {
  const { description, url, ...rest } = node;
  const isInside = url !== undefined && withoutFragment(url) === withoutFragment(page);
  const isSaid = node.name !== '' && (!hasValue(node.role) || description?.startsWith(node.name) === true);
  return {
    ...rest,
    ...(description !== undefined && !isSaid && { description }),
    ...(url !== undefined && !isInside && { url }),
  };
}

const withoutFragment = (url: string): string => url.replace(/#.*$/, '');

function isEcho(inner: SnapshotNode, outer: SnapshotNode): boolean {
  const says = inner.name || leafText(inner);
  return isLeaf(inner) && says !== '' && says === outer.name && !inner.value && inner.role !== 'textbox';
}

const DECORATION = new Set(['generic', 'img', 'paragraph', 'strong', 'emphasis']);

/** A word or picture in a control whose name says it. */
function isSaid(child: SnapshotChild, { name }: SnapshotNode): boolean {
  const isIn = (words = '') => name.toLowerCase().includes(words.toLowerCase());
  if (isText(child)) return isIn(child.text.trim());
  if (!DECORATION.has(child.role) || !isPlain(child) || isUnseen(child)) return false;
  return (
    isIn(child.name) && isIn(child.text) && child.children.every((each) => isSaid(each, { ...child, name }))
  );
}

/** `Uploaded: | 0 B`: a label and what it is about, where both are nothing but short texts. */
function pairOf(node: SnapshotNode): string | undefined {
  const { children } = node;
  const [label] = children;
  if (!isBareWrapper(node) || children.length < 2 || children.length > MOST_IN_PAIR) return undefined;
  // Other texts side by side may be the items of a menu that has no roles.
  if (!label || isText(label) || !saysOf(label).endsWith(':')) return undefined;
  const texts = children.filter((child) => !isText(child) && isShortText(child));
  if (texts.length < children.length) return undefined;
  const line = texts.map((child) => (isText(child) ? child.text : saysOf(child))).join(' | ');
  return line.length <= LONGEST_LINE ? line : undefined;
}

/** `Name: X-Key`: a sentence with words in it that stand out, but nothing to act on. */
function phraseOf(node: SnapshotNode): string | undefined {
  if (node.role !== 'paragraph' || !node.children.some(isText) || !node.children.every(isPhrase))
    return undefined;
  const line = sentenceOf(node);
  return line.length <= LONGEST_LINE ? line : undefined;
}

function isPhrase(child: SnapshotChild): boolean {
  return isText(child) || (PHRASES.has(child.role) && isPlain(child) && isLeaf(child));
}

/** `All | Active | Paused`: a choice is made by these words, without the ref of an option. */
function optionsOf(node: SnapshotNode): string | undefined {
  if (node.tag !== 'select' || node.role !== 'combobox' || node.children.length < 2) return undefined;
  const names: string[] = [];
  for (const child of node.children) {
    if (isText(child) || child.role !== 'option' || !isLeaf(child)) return undefined;
    const { selected: _, active: __, ...states } = child.states;
    if (shownStates(child.role, states).length > 0 || child.name === '') return undefined;
    names.push(child.name);
  }
  const line = names.join(' | ');
  return line.length <= LONGEST_LINE ? line : undefined;
}

function saysOf(node: SnapshotNode): string {
  if (isLeaf(node)) return node.name || leafText(node);
  const [only] = node.children;
  return only && !isText(only) ? saysOf(only) : '';
}

/** A text, or a cell around one. */
function isShortText(node: SnapshotNode): boolean {
  if (!PLAIN.has(node.role) || !isPlain(node)) return false;
  // The name of a box is what is said of it, not in it: often it is a button without the role.
  if (node.name !== '' && !CELLS.has(node.role)) return false;
  if (!isLeaf(node)) {
    const [only, ...others] = node.children;
    return (
      node.name === '' && others.length === 0 && only !== undefined && !isText(only) && isShortText(only)
    );
  }
  const says = saysOf(node);
  return says !== '' && says.length <= LONGEST_LINE && !says.includes('\n');
}
