/**
 * What the walk meets, kept for the DOM text: the text is written when the elements have their numbers. The
 * accessibility view does not look into what is hidden; there this goes on alone, without asking for styles where
 * nothing can be seen anyway.
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
  /** As `tagOf` tells it. */
  readonly tag: string;
  readonly names: readonly string[];
  /** A person can't see it: known without looking at its box. */
  invisible: boolean;
  /** Of what is in the view, once it is numbered. What `aria-owns` took from a hidden place is met there too, without one. */
  number: number | undefined;
  /** There is nothing of it to see, hardly anything, or nothing around it is transparent. Undefined: not known. */
  sight: 'nothing' | 'speck' | 'opaque' | undefined;
  /** Texts as strings; of what is blank between elements one space. */
  children: readonly DomChild[];
  /** How many of the children come from its shadow root; -1 without one. */
  shadow: number;
}

export type DomChild = DomRecord | string | Cut;

const NONE: readonly DomChild[] = [];

export const isRecord = (child: DomChild): child is DomRecord =>
  typeof child === 'object' && 'element' in child;

/** Not a part of what a person or an agent works with. */
const SKIPPED = new Set('script style noscript template link meta base head svg:script svg:style'.split(' '));
/** Their content is not made of their children, or is another document. */
const CLOSED = new Set('iframe frame input textarea img embed progress meter'.split(' '));
/** White space in them counts. */
export const RAW = new Set(['pre', 'listing', 'textarea']);
/** Seen with what they are in: they have no boxes. */
export const BOXLESS = new Set('option optgroup area source track param'.split(' '));

/** Said about a drawing, not drawn. */
const ABOUT = new Set(['svg:title', 'svg:desc']);

/** Of a drawing only words are told, and what has a ref or other content in it: this has none of them. */
const isShape = (element: Element): boolean => !firstChild(element) && tagOf(element).startsWith('svg:');

const SEEN = { opacityProperty: true, visibilityProperty: true };
/** The clock is read once in so many elements. */
const CLOCK_STRIDE = 256;

export interface DomRecorder {
  /** Undefined for what is left out. */
  enter(element: Element): DomRecord | undefined;
  text(text: TextChild): void;
  /** The view does not go into the element that was entered last: this does. */
  inside(): void;
  leave(): void;
  cut(cut: Cut): void;
  /** Undefined where the element that was asked for is left out. */
  root(): DomRecord | undefined;
}

/** A list of nodes that is being gone through. */
interface Level {
  nodes: readonly Node[];
  next: number;
  /** Nothing in it can be seen: no need to ask. */
  unseen: boolean;
  /** The children of the host itself that no slot takes, after those of its shadow root. */
  light: readonly Node[] | undefined;
}

export function domRecorder(
  aria: Aria,
  closedRootOf: (host: Element) => ShadowRoot | undefined,
  timeBudget: number,
): DomRecorder {
  const deadline = performance.now() + timeBudget;
  /** Undefined for what is left out. */
  const open: (DomRecord | undefined)[] = [];
  let first: DomRecord | undefined;
  let raw = 0;
  let visited = 0;

  /** Undefined: it is left out. */
  function begin(element: Element, tag: string, invisible: boolean, viewed: boolean): DomRecord | undefined {
    const above = open.at(-1);
    // Of a drawing only what has a ref is told.
    const skipped = SKIPPED.has(tag) || (tag === 'svg:svg' && !viewed);
    if (skipped || (open.length > 0 && !above)) {
      open.push(undefined);
      return undefined;
    }
    const record: DomRecord = {
      element,
      tag,
      names: viewed ? aria.attributeNamesOf(element) : attributeNames(element),
      invisible,
      number: undefined,
      sight: viewed ? undefined : 'opaque',
      children: NONE,
      shadow: -1,
    };
    if (above) add(above, record);
    first ??= record;
    open.push(record);
    if (RAW.has(tag)) raw++;
    return record;
  }

  function end(): DomRecord | undefined {
    const record = open.pop();
    if (record && RAW.has(record.tag)) raw--;
    return record;
  }

  function addText(value: string): void {
    const record = open.at(-1);
    if (!record) return;
    if (raw > 0 || !isBlank(value)) add(record, value);
    else if (record.children.length > 0 && record.children.at(-1) !== ' ') add(record, ' ');
  }

  function cut(cut: Cut): void {
    const record = open.at(-1);
    if (record) add(record, cut);
  }

  function levelOf(element: Element, unseen: boolean): Level {
    const root = canHost(element) ? (openShadowRoot(element) ?? closedRootOf(element)) : undefined;
    const nodes = listOf(root ?? element);
    return { nodes, next: 0, unseen, light: root && unslotted(element, root) };
  }

  /** Goes through nodes into the record that is open, without the view. */
  function descend(start: Level): void {
    const stack = [start];
    for (let level = stack.at(-1); level; level = stack.at(-1)) {
      const node = level.nodes[level.next++];
      if (!node) {
        if (level.light) {
          const host = open.at(-1);
          if (host) host.shadow = host.children.length;
          Object.assign(level, { nodes: level.light, next: 0, unseen: true, light: undefined });
          continue;
        }
        stack.pop();
        if (stack.length > 0) end();
      } else if (!isElement(node)) addText(nodeValue(node) ?? '');
      else if (!isShape(node)) {
        if (++visited % CLOCK_STRIDE === 0 && performance.now() > deadline) {
          cut({ reason: 'time' });
          while (stack.length > 1) {
            stack.pop();
            end();
          }
          return;
        }
        const below = enterUnviewed(node, level.unseen);
        if (below) stack.push(below);
        else end();
      }
    }
  }

  function enterUnviewed(element: Element, unseen: boolean): Level | undefined {
    const tag = tagOf(element);
    const invisible = unseen || !(isSeen(element, tag, aria) ?? !open.at(-1)?.invisible);
    const record = begin(element, tag, invisible, false);
    if (!record || CLOSED.has(tag)) return undefined;
    return levelOf(element, unseen || (invisible && !checkVisibility(element)));
  }

  return {
    enter(element) {
      const tag = aria.tagOf(element);
      const hidden = aria.hiddenOf(element);
      const invisible = hidden === 'not-rendered' || hidden === 'invisible';
      return begin(element, tag, invisible && !ABOUT.has(tag), true);
    },
    text: ({ value }) => addText(value),
    inside() {
      const record = open.at(-1);
      if (!record || CLOSED.has(record.tag)) return;
      const { element } = record;
      descend(levelOf(element, aria.hiddenOf(element) === 'not-rendered'));
    },
    leave() {
      const record = open.at(-1);
      const root = record && record.shadow < 0 ? aria.shadowRootOf(record.element) : null;
      if (record && root) {
        record.shadow = record.children.length;
        descend({ nodes: unslotted(record.element, root), next: 0, unseen: true, light: undefined });
      }
      end();
    },
    cut,
    root: () => first,
  };
}

/** Half of all elements hold one thing: a list that is made for one does not reserve room for many. */
function add(record: DomRecord, child: DomChild): void {
  if (record.children === NONE) record.children = [child];
  else (record.children as DomChild[]).push(child); // made here
}

/** Undefined: as what it is in. */
function isSeen(element: Element, tag: string, aria: Aria): boolean | undefined {
  if (checkVisibility(element, SEEN)) return true;
  return BOXLESS.has(tag) || aria.styleOf(element).display === 'contents' ? undefined : false;
}

/** Texts and elements, without the children that are left out; of a slot what is shown in it. */
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

/** Children of a host that its shadow root has no place for. */
function unslotted(host: Element, root: ShadowRoot): Node[] {
  if (!firstChild(host)) return [];
  const placed = new Set<Node>();
  for (const slot of fragmentQueryAll(root, 'slot')) {
    if (isSlot(slot)) for (const node of slotAssignedNodes(slot)) placed.add(node);
  }
  return listOf(host, placed);
}

const isSlot = (element: Element): element is HTMLSlotElement => element instanceof HTMLSlotElement;

/** A slot outside of a shadow root is an element like any other, and shows its own children. */
function slotIn(node: Node): HTMLSlotElement | undefined {
  const element = node as Element; // its type was looked at
  return localName(element) === 'slot' && isSlot(element) ? element : undefined;
}

const isBlank = (text: string): boolean => !/[^ \t\n\f\r]/.test(text);
