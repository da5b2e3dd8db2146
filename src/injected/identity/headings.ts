/**
 * The headings that an element stands under: the last one before it, and those of a higher level before that. A heading
 * inside of a section, an item or a card says nothing about what is outside.
 */
import type { Aria } from '../aria/aria.js';
import {
  compareDocumentPosition,
  contains,
  getAttribute,
  isShadowRoot,
  localName,
  parentElement,
  parentNode,
  shadowHost,
  textContent,
} from '../dom/intrinsics.js';
import { keptList } from '../dom/kept-list.js';
import { isHeadedSection } from './item.js';
import { uncountedText } from './uncounted.js';

/** Headings that are looked at on the way back. */
const REACH = 60;
const MAX_LENGTH = 200;
const DEFAULT_LEVEL = 2;

interface Root {
  list: ArrayLike<Element>;
  /** The section around each; null for none. */
  sections: (Element | null | undefined)[];
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
    const known = this.#known.get(parent);
    if (known?.passed === passed) return known.path;
    const outside = isShadowRoot(node) ? this.of(shadowHost(node)) : '';
    const path = this.#pathOf(root, passed, element) + outside;
    this.#known.set(parent, { passed, path });
    return path;
  }

  #rootOf(node: Node): Root {
    let root = this.#roots.get(node);
    if (!root) {
      root = { list: keptList(node, 'heading'), sections: [], passed: 0 };
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
    return root.list.length === 0 ? [] : [...this.#over(root, this.#passed(root, element), element)];
  }

  #pathOf(root: Root, passed: number, element: Element): string {
    let path = '';
    for (const heading of this.#over(root, passed, element))
      path += `${uncountedText(heading).slice(0, MAX_LENGTH)}\n`;
    return path;
  }

  /** The nearest first. */
  *#over(root: Root, passed: number, element: Element): Generator<Element> {
    let level = Number.POSITIVE_INFINITY;
    for (let at = passed - 1; at >= 0 && at >= passed - REACH && level > 1; at--) {
      const heading = root.list[at];
      if (!heading || !this.#reaches(root, at, heading, element)) continue;
      const own = levelOf(heading);
      if (own >= level || this.#aria.hiddenOf(heading) === 'not-rendered') continue;
      if ((textContent(heading) ?? '').trim() === '') continue;
      yield heading;
      level = own;
    }
  }

  #reaches({ sections }: Root, at: number, heading: Element, element: Element): boolean {
    let section = sections[at];
    if (section === undefined) {
      section = sectionOf(heading);
      sections[at] = section;
    }
    return section === null || contains(section, element);
  }
}

function sectionOf(heading: Element): Element | null {
  const tag = localName(heading);
  const alike = /^h[1-6]$/.test(tag) ? tag : '[role="heading"]';
  for (let around = parentElement(heading); around; around = parentElement(around))
    if (isHeadedSection(around, alike)) return around;
  return null;
}

function levelOf(heading: Element): number {
  const given = Number(getAttribute(heading, 'aria-level'));
  if (given > 0) return given;
  const [, level] = /^h([1-6])$/.exec(localName(heading)) ?? [];
  return level === undefined ? DEFAULT_LEVEL : Number(level);
}
