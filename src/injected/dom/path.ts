/**
 * CSS and XPath of elements, built during the walk: the parent's path plus one step, or a fresh start at an
 * element with a unique anchor. An element inside shadow roots has one path per root, outermost first; each is
 * resolved from its root.
 */
import { type Anchors, escapeCss, MAX_STEP } from './anchors.js';
import {
  children,
  getRootNode,
  isElement,
  isHtml,
  isShadowRoot,
  localName,
  nextElementSibling,
  parentNode,
  previousElementSibling,
  shadowHost,
} from './intrinsics.js';

/** A path of thousands of steps helps nobody, and a deep page would have thousands of them. */
const MAX_PATH = 4096;

/** A path that would be too long is missing. */
export interface ElementPath {
  css?: string | string[];
  xpath?: string | string[];
}

/** Null: too long, and so are all paths below. */
type Path = string | null;

interface Position {
  /** Among siblings of the same type, as CSS counts. */
  type: number;
  /** Among siblings with the same local name in any namespace. */
  name: number;
}

/** XPath has no escapes: a value with both kinds of quotes is concatenated from pieces. */
function quoteXPath(value: string): string {
  if (!value.includes('"')) return `"${value}"`;
  if (!value.includes("'")) return `'${value}'`;
  return `concat(${value
    .split('"')
    .map((part) => `"${part}"`)
    .join(`,'"',`)})`;
}

export class Paths {
  readonly #anchors: Anchors;
  readonly #css = new Map<Element, Path>();
  readonly #xpath = new Map<Element, Path>();
  readonly #positions = new Map<Element, Position>();

  constructor(anchors: Anchors) {
    this.#anchors = anchors;
  }

  of(element: Element, withXPath: boolean): ElementPath {
    const css: Path[] = [];
    const xpath: Path[] = [];
    for (let current: Element | null = element; current; ) {
      const root = getRootNode(current);
      css.unshift(this.#cssWithinRoot(current, root));
      if (withXPath) xpath.unshift(this.#xpathWithinRoot(current, root));
      current = isShadowRoot(root) ? shadowHost(root) : null;
    }
    const result: ElementPath = {};
    if (!css.includes(null)) result.css = flat(css);
    if (withXPath && !xpath.includes(null)) result.xpath = flat(xpath);
    return result;
  }

  #cssWithinRoot(element: Element, root: Node): Path {
    return climb(element, this.#css, (current, parent) => {
      const anchor = this.#anchors.anchorOf(current, root);
      if (anchor) return anchor;
      if (parent !== undefined) return join(parent, ' > ', this.#cssStep(current));
      // A type selector alone would match at any depth: only an element without a parent element is at the top.
      return isShadowRoot(root) ? `${this.#cssStep(current)}:not(* > *)` : this.#tag(current);
    });
  }

  #xpathWithinRoot(element: Element, root: Node): Path {
    return climb(element, this.#xpath, (current, parent) => {
      const id = this.#anchors.uniqueValue(current, root, 'id');
      if (id !== undefined) return `${isShadowRoot(root) ? '.' : ''}//*[@id=${quoteXPath(id)}]`;
      if (parent !== undefined) return join(parent, '/', this.#xpathStep(current));
      return isShadowRoot(root) ? `./${this.#xpathStep(current)}` : `/${xpathName(current)}`;
    });
  }

  #tag(element: Element): string {
    const tag = escapeCss(localName(element));
    return tag.length <= MAX_STEP ? tag : '*';
  }

  #cssStep(element: Element): string {
    const tag = this.#tag(element);
    if (tag === 'body' && isHtml(element)) return tag;
    const step = `${tag}:nth-of-type(${this.#positionOf(element).type})`;
    return tag !== '*' && step.length <= MAX_STEP ? step : `:nth-child(${childPosition(element)})`;
  }

  #xpathStep(element: Element): string {
    const name = xpathName(element);
    if (name === 'body') return name;
    if (name === '*') return `*[${childPosition(element)}]`;
    const { type, name: byName } = this.#positionOf(element);
    return `${name}[${name.startsWith('*') ? byName : type}]`;
  }

  /** Siblings are counted together: one by one would be quadratic. */
  #positionOf(element: Element): Position {
    const known = this.#positions.get(element);
    if (known) return known;
    const types = new Map<string, number>();
    const names = new Map<string, number>();
    const count = (counts: Map<string, number>, key: string): number => {
      const next = (counts.get(key) ?? 0) + 1;
      counts.set(key, next);
      return next;
    };
    for (let sibling: Element | null = firstOf(element); sibling; sibling = nextElementSibling(sibling)) {
      const name = localName(sibling);
      const type = isHtml(sibling) ? name : `${name} foreign`;
      this.#positions.set(sibling, { type: count(types, type), name: count(names, name) });
    }
    return this.#positions.get(element) ?? { type: 1, name: 1 };
  }
}

/** Parents first, without recursion, each once. */
function climb(
  element: Element,
  memo: Map<Element, Path>,
  pathOf: (element: Element, parent: Path | undefined) => Path,
): Path {
  const pending: Element[] = [];
  let path: Path | undefined;
  for (let current: Node | null = element; isElement(current); current = parentNode(current)) {
    path = memo.get(current);
    if (path !== undefined) break;
    pending.push(current);
  }
  for (let next = pending.pop(); next; next = pending.pop()) {
    path = pathOf(next, path);
    memo.set(next, path);
  }
  return path ?? null;
}

function join(parent: Path, separator: string, step: string): Path {
  if (parent === null || parent.length + separator.length + step.length > MAX_PATH) return null;
  return parent + separator + step;
}

/** Elements of other namespaces are not found by name in an HTML document. */
function xpathName(element: Element): string {
  const name = localName(element);
  if (name.length > MAX_STEP) return '*';
  return isHtml(element) && /^[a-z][a-z0-9-]*$/.test(name) ? name : `*[local-name()=${quoteXPath(name)}]`;
}

function firstOf(element: Element): Element {
  const parent = parentNode(element);
  if (isElement(parent)) return children(parent)[0] ?? element;
  let first = element;
  for (let before = previousElementSibling(first); before; before = previousElementSibling(first))
    first = before;
  return first;
}

function childPosition(element: Element): number {
  let position = 1;
  for (let before = previousElementSibling(element); before; before = previousElementSibling(before))
    position++;
  return position;
}

const flat = (paths: Path[]): string | string[] => {
  const whole = paths.map((path) => path ?? '');
  return whole.length === 1 ? (whole[0] ?? '') : whole;
};
