/**
 * The headings that an element stands under: the last one before it, and those of a higher level before that. A heading
 * inside of a section, an item or a card says nothing about what is outside, nor does one behind a dialog about what is in
 * it.
 */
import type { Aria } from '../aria/aria.js';
import {
  closest,
  compareDocumentPosition,
  contains,
  getAttribute,
  getBoundingClientRect,
  getComputedStyle,
  isShadowRoot,
  localName,
  matches,
  parentElement,
  parentNode,
  shadowHost,
  textContent,
} from '../dom/intrinsics.js';
import { keptList } from '../dom/kept-list.js';
import { shortened } from './digest.js';
import { isDialog, isHeadedSection } from './item.js';
import { uncountedText } from './uncounted.js';

/** Headings that are looked at on the way back. */
const REACH = 60;
const REACH_OF_TOPS = 10;
const MAX_LENGTH = 200;
const DEFAULT_LEVEL = 2;
const DIALOGS = 'dialog,[role="dialog"],[role="alertdialog"]';
/** The share of the window that a box takes which covers the page. */
const WHOLE = 0.9;

/** Read once, however many elements stand under it. */
interface Heading {
  element: Element;
  level: number;
  /** What is around it; null for nothing. */
  section: Element | null;
  /** What it says; null where that is nothing, or not rendered. Read last: most headings are passed over. */
  line: string | null | undefined;
  /** What is around it and covers all that is behind it; null for nothing. Read last, too. */
  layer: Element | null | undefined;
}

interface Root {
  list: ArrayLike<Element>;
  known: (Heading | undefined)[];
  /** How many come before the element that was last asked about. */
  passed: number;
}

export class Headings {
  readonly #aria: Aria;
  readonly #roots = new Map<Node, Root>();
  /** The elements of one parent stand under the same, as long as no heading comes between. */
  readonly #known = new Map<Node, { passed: number; path: string }>();

  constructor(aria: Aria) {
    this.#aria = aria;
  }

  /** One on each line, the nearest first. */
  of(element: Element): string {
    const node = this.#aria.rootOf(element);
    const root = this.#rootOf(node);
    const passed = root.list.length === 0 ? 0 : this.#passed(root, element);
    const parent = parentNode(element) ?? node;
    // A dialog does not stand under what those beside it do.
    const isOwn = this.#aria.hasGlobal(element) ? isDialog(element) : localName(element) === 'dialog';
    const known = isOwn ? undefined : this.#known.get(parent);
    if (known?.passed === passed) return known.path;
    const outside = isShadowRoot(node) ? this.of(shadowHost(node)) : '';
    const path = this.#pathOf(root, passed, element) + outside;
    if (!isOwn) this.#known.set(parent, { passed, path });
    return path;
  }

  #rootOf(node: Node): Root {
    let root = this.#roots.get(node);
    if (!root) {
      root = { list: keptList(node, 'heading'), known: [], passed: 0 };
      this.#roots.set(node, root);
    }
    return root;
  }

  /** Elements are mostly asked about in their order. */
  #passed(root: Root, element: Element): number {
    const { list } = root;
    const isBefore = (at: number): boolean => {
      const heading = list[at];
      return (
        heading !== undefined &&
        (compareDocumentPosition(heading, element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
      );
    };
    let { passed } = root;
    if (isBefore(passed) || (passed > 0 && !isBefore(passed - 1))) {
      let low = 0;
      let high = list.length;
      if (isBefore(passed)) {
        low = passed + 1;
        if (!isBefore(low)) high = low;
      }
      while (low < high) {
        const middle = (low + high) >> 1;
        if (isBefore(middle)) low = middle + 1;
        else high = middle;
      }
      passed = low;
    }
    root.passed = passed;
    return passed;
  }

  /** The headings themselves, of its own root. */
  over(element: Element): Element[] {
    const root = this.#rootOf(this.#aria.rootOf(element));
    const passed = root.list.length === 0 ? 0 : this.#passed(root, element);
    return this.#over(root, passed, element).map((heading) => heading.element);
  }

  #pathOf(root: Root, passed: number, element: Element): string {
    let path = '';
    for (const { line } of this.#over(root, passed, element)) path += `${line}\n`;
    return path;
  }

  /** The nearest first. */
  #over(root: Root, passed: number, element: Element): Heading[] {
    const found: Heading[] = [];
    let layer = this.#namedDialogOf(element);
    let level = Number.POSITIVE_INFINITY;
    for (const at of wayBack(root.list, passed)) {
      if (level <= 1) break;
      const heading = headingAt(root, at);
      if (!heading || heading.level >= level) continue;
      if (heading.section !== null && !contains(heading.section, element)) continue;
      if (layer && !contains(layer, heading.element)) break;
      heading.line ??= this.#lineOf(heading.element);
      if (heading.line === null) continue;
      found.push(heading);
      level = heading.level;
      if (heading.layer === undefined) heading.layer = layerOf(heading.element);
      if (heading.layer && contains(heading.layer, element)) layer = heading.layer;
    }
    return found;
  }

  #namedDialogOf(element: Element): Element | null {
    const dialog = closest(element, DIALOGS);
    return dialog && this.#aria.nameOf(dialog) !== '' ? dialog : null;
  }

  #lineOf(heading: Element): string | null {
    if (this.#aria.hiddenOf(heading) === 'not-rendered') return null;
    if ((textContent(heading) ?? '').trim() === '') return null;
    return shortened(uncountedText(heading), MAX_LENGTH);
  }
}

/** All that are near; of those further up only the ones that name the page and its parts. */
function* wayBack(list: ArrayLike<Element>, passed: number): Generator<number> {
  const far = passed - REACH;
  for (let at = passed - 1; at >= 0 && at >= far; at--) yield at;
  if (far <= 0) return;
  const { parts, titles } = topsOf(list);
  const above = titles.filter((at) => at < far).slice(-REACH_OF_TOPS);
  const title = above.at(-1) ?? -1;
  yield* parts
    .filter((at) => at < far && at > title)
    .slice(-REACH_OF_TOPS)
    .reverse();
  yield* above.reverse();
}

/** Where in a list the `h1` and the `h2` are. */
interface Tops {
  titles: number[];
  parts: number[];
}

/** By list, which is kept until a heading comes or goes. */
const knownTops = new WeakMap<ArrayLike<Element>, Tops>();

function topsOf(list: ArrayLike<Element>): Tops {
  let tops = knownTops.get(list);
  if (!tops) {
    tops = { titles: [], parts: [] };
    for (let at = 0; at < list.length; at++) {
      const tag = localName(list[at] as Element); // below its length
      if (tag === 'h1') tops.titles.push(at);
      if (tag === 'h2') tops.parts.push(at);
    }
    knownTops.set(list, tops);
  }
  return tops;
}

function headingAt({ list, known }: Root, at: number): Heading | undefined {
  const element = list[at];
  if (element)
    known[at] ??= {
      element,
      level: levelOf(element),
      section: sectionOf(element),
      line: undefined,
      layer: undefined,
    };
  return known[at];
}

function sectionOf(heading: Element): Element | null {
  const tag = localName(heading);
  const alike = /^h[1-6]$/.test(tag) ? tag : '[role="heading"]';
  for (let around = parentElement(heading); around; around = parentElement(around))
    if (isHeadedSection(around, alike)) return around;
  return null;
}

/** A dialog, or a box over the whole window: what some libraries make of a dialog. */
function layerOf(heading: Element): Element | null {
  for (let around = parentElement(heading); around; around = parentElement(around)) {
    if (matches(around, DIALOGS)) return around;
    if (getComputedStyle(around).position !== 'fixed') continue;
    const { width, height } = getBoundingClientRect(around);
    if (width > WHOLE * window.innerWidth && height > WHOLE * window.innerHeight) return around;
  }
  return null;
}

function levelOf(heading: Element): number {
  const given = Number(getAttribute(heading, 'aria-level'));
  if (given > 0) return given;
  const [, level] = /^h([1-6])$/.exec(localName(heading)) ?? [];
  return level === undefined ? DEFAULT_LEVEL : Number(level);
}
