/**
 * Records what the walk visits for the DOM text, which is written once the elements have numbers. The
 * accessibility walk does not enter hidden elements; there the recorder continues alone, without reading styles
 * where nothing can be visible.
 */
import type { Cut } from '../../../tree/node.js';
import type { Aria } from '../../aria/aria.js';
import { attributeNames } from '../../aria/attribute-kind.js';
import { tagOf } from '../../aria/tag.js';
import { canHost, type TextChild } from '../../dom/composed.js';
import {
  checkVisibility,
  ELEMENT_NODE,
  firstChild,
  fragmentQueryAll,
  isElement,
  localName,
  nextSibling,
  nodeType,
  nodeValue,
  openShadowRoot,
  slotAssignedNodes,
  TEXT_NODE,
} from '../../dom/intrinsics.js';

export interface DomRecord {
  readonly element: Element;
  /** As returned by `tagOf`. */
  readonly tag: string;
  readonly names: readonly string[];
  /** Known to be invisible without measuring its box. */
  invisible: boolean;
  /**
   * The number of an exposed element, once assigned. An element that `aria-owns` took from a hidden place is
   * recorded there too, without a number.
   */
  number: number | undefined;
  /** Nothing of it shows; a person can't see it nor what is in it; no ancestor is transparent. Undefined: unknown. */
  sight: 'nothing' | 'unseen' | 'opaque' | undefined;
  /** Texts as strings; blank text between elements as one space. */
  children: readonly DomChild[];
  /** How many of the children come from its shadow root; -1 without one. */
  shadow: number;
}

export type DomChild = DomRecord | string | Cut;

const NONE: readonly DomChild[] = [];

export const isRecord = (child: DomChild): child is DomRecord =>
  typeof child === 'object' && 'element' in child;

/** Not relevant to a person or an agent. */
const SKIPPED = new Set('script style noscript template link meta base head svg:script svg:style'.split(' '));
/** Their content does not consist of their children, or is another document. */
const CLOSED = new Set('iframe frame input textarea img embed progress meter'.split(' '));
/** White space in them is significant. */
export const RAW = new Set(['pre', 'listing', 'textarea']);
/** Visible with their parent: they have no boxes. */
export const BOXLESS = new Set('option optgroup area source track param'.split(' '));

/** Describes an SVG but is not drawn. */
const ABOUT = new Set(['svg:title', 'svg:desc']);

/** In an SVG only text is recorded, and elements with a ref or other content: a shape has none of these. */
const isShape = (element: Element): boolean => !firstChild(element) && tagOf(element).startsWith('svg:');

const SEEN = { opacityProperty: true, visibilityProperty: true };
/** The clock is read once per this many elements. */
const CLOCK_STRIDE = 256;

/** A list of nodes being visited. */
interface Level {
  nodes: readonly Node[];
  next: number;
  /** Nothing in it can be visible: no need to check. */
  unseen: boolean;
  /** The host's own children without a slot, after those of its shadow root. */
  light: readonly Node[] | undefined;
}

export class DomRecorder {
  /** Shadow roots that the accessibility walk does not read. */
  readonly roots: ShadowRoot[] = [];
  readonly #aria: Aria;
  readonly #closedRootOf: (host: Element) => ShadowRoot | undefined;
  readonly #deadline: number;
  /** Undefined if it is left out. */
  readonly #open: (DomRecord | undefined)[] = [];
  #first: DomRecord | undefined;
  #raw = 0;
  #visited = 0;

  constructor(aria: Aria, closedRootOf: (host: Element) => ShadowRoot | undefined, timeBudget: number) {
    this.#aria = aria;
    this.#closedRootOf = closedRootOf;
    this.#deadline = performance.now() + timeBudget;
  }

  /** Undefined if the requested element is left out. */
  get root(): DomRecord | undefined {
    return this.#first;
  }

  /** Undefined if it is left out. */
  enter(element: Element): DomRecord | undefined {
    const tag = this.#aria.tagOf(element);
    const hidden = this.#aria.hiddenOf(element);
    const invisible = hidden === 'not-rendered' || hidden === 'invisible';
    return this.#begin(element, tag, invisible && !ABOUT.has(tag), true);
  }

  text({ value }: TextChild): void {
    this.#addText(value);
  }

  /** The accessibility walk does not enter the last element; this does. */
  inside(): void {
    const record = this.#open.at(-1);
    if (!record || CLOSED.has(record.tag)) return;
    const { element } = record;
    this.#descend(this.#levelOf(element, this.#aria.hiddenOf(element) === 'not-rendered'));
  }

  leave(): void {
    const record = this.#open.at(-1);
    const root = record && record.shadow < 0 ? this.#aria.shadowRootOf(record.element) : null;
    if (record && root) {
      record.shadow = record.children.length;
      this.#descend({ nodes: unslotted(record.element, root), next: 0, unseen: true, light: undefined });
    }
    this.#end();
  }

  cut(cut: Cut): void {
    const record = this.#open.at(-1);
    if (record) add(record, cut);
  }

  /** Undefined: it is left out. */
  #begin(element: Element, tag: string, invisible: boolean, viewed: boolean): DomRecord | undefined {
    const above = this.#open.at(-1);
    // In an SVG only elements with a ref are recorded.
    const skipped = SKIPPED.has(tag) || (tag === 'svg:svg' && !viewed);
    if (skipped || (this.#open.length > 0 && !above)) {
      this.#open.push(undefined);
      return undefined;
    }
    const record: DomRecord = {
      element,
      tag,
      names: viewed ? this.#aria.attributeNamesOf(element) : attributeNames(element),
      invisible,
      number: undefined,
      sight: viewed ? undefined : 'opaque',
      children: NONE,
      shadow: -1,
    };
    if (above) add(above, record);
    this.#first ??= record;
    this.#open.push(record);
    if (RAW.has(tag)) this.#raw++;
    return record;
  }

  #end(): void {
    const record = this.#open.pop();
    if (record && RAW.has(record.tag)) this.#raw--;
  }

  #addText(value: string): void {
    const record = this.#open.at(-1);
    if (!record) return;
    if (this.#raw > 0 || !isBlank(value)) add(record, value);
    else if (record.children.length > 0 && record.children.at(-1) !== ' ') add(record, ' ');
  }

  #levelOf(element: Element, unseen: boolean): Level {
    const root = canHost(element) ? (openShadowRoot(element) ?? this.#closedRootOf(element)) : undefined;
    if (root) this.roots.push(root);
    const nodes = listOf(root ?? element);
    return { nodes, next: 0, unseen, light: root && unslotted(element, root) };
  }

  /** Records nodes into the open record, without the accessibility walk. */
  #descend(start: Level): void {
    const stack = [start];
    for (let level = stack.at(-1); level; level = stack.at(-1)) {
      const node = level.nodes[level.next++];
      if (node && isElement(node)) {
        if (isShape(node)) continue;
        if (this.#isLate()) {
          this.cut({ reason: 'time' });
          for (let left = stack.length; left > 1; left--) this.#end();
          return;
        }
        const below = this.#enterUnviewed(node, level.unseen);
        if (below) stack.push(below);
        else this.#end();
      } else if (node) this.#addText(nodeValue(node) ?? '');
      else if (!this.#continueWithLight(level)) {
        stack.pop();
        if (stack.length > 0) this.#end();
      }
    }
  }

  /** After the children of a shadow root come those of the host that it has no slot for. */
  #continueWithLight(level: Level): boolean {
    if (!level.light) return false;
    const host = this.#open.at(-1);
    if (host) host.shadow = host.children.length;
    Object.assign(level, { nodes: level.light, next: 0, unseen: true, light: undefined });
    return true;
  }

  #isLate(): boolean {
    return ++this.#visited % CLOCK_STRIDE === 0 && performance.now() > this.#deadline;
  }

  #enterUnviewed(element: Element, unseen: boolean): Level | undefined {
    const tag = tagOf(element);
    const invisible = unseen || !(isSeen(element, tag, this.#aria) ?? !this.#open.at(-1)?.invisible);
    const record = this.#begin(element, tag, invisible, false);
    if (!record || CLOSED.has(tag)) return undefined;
    return this.#levelOf(element, unseen || (invisible && !checkVisibility(element)));
  }
}

/** Half of all elements have one child: an array created for one reserves no extra room. */
function add(record: DomRecord, child: DomChild): void {
  if (record.children === NONE) record.children = [child];
  else (record.children as DomChild[]).push(child); // created here
}

/** Undefined: as its parent. */
function isSeen(element: Element, tag: string, aria: Aria): boolean | undefined {
  if (checkVisibility(element, SEEN)) return true;
  return BOXLESS.has(tag) || aria.styleOf(element).display === 'contents' ? undefined : false;
}

/** Texts and elements, without the excluded children; for a slot, what it shows. */
function listOf(parent: Node, without?: ReadonlySet<Node>): Node[] {
  const nodes: Node[] = [];
  const add = (node: Node): void => {
    if (without?.has(node)) return;
    const type = nodeType(node);
    if (type === TEXT_NODE) nodes.push(node);
    else if (type === ELEMENT_NODE) {
      const slot = slotIn(node);
      const assigned = slot && slotAssignedNodes(slot);
      if (!slot || !assigned) nodes.push(node);
      else if (assigned.length > 0) for (const each of assigned) add(each);
      else addAll(slot);
    }
  };
  const addAll = (of: Node): void => {
    for (let child = firstChild(of); child; child = nextSibling(child)) add(child);
  };
  addAll(parent);
  return nodes;
}

/** Children of a host that its shadow root has no slot for. */
function unslotted(host: Element, root: ShadowRoot): Node[] {
  if (!firstChild(host)) return [];
  const placed = new Set<Node>();
  for (const slot of fragmentQueryAll(root, 'slot')) {
    if (isSlot(slot)) for (const node of slotAssignedNodes(slot)) placed.add(node);
  }
  return listOf(host, placed);
}

const isSlot = (element: Element): element is HTMLSlotElement => element instanceof HTMLSlotElement;

/** A slot outside a shadow root is an ordinary element and shows its own children. */
function slotIn(node: Node): HTMLSlotElement | undefined {
  const element = node as Element; // its type was checked
  return localName(element) === 'slot' && isSlot(element) ? element : undefined;
}

const isBlank = (text: string): boolean => !/[^ \t\n\f\r]/.test(text);
