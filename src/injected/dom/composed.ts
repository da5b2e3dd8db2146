/**
 * The composed tree: what is rendered and exposed, as opposed to what was written. Shadow roots stand
 * in for the children of their hosts, slots are replaced by what is assigned to them, and elements that
 * `aria-owns` moves are children of their owner.
 */
import { kindOf, Trait } from '../aria/tag.js';
import { isBlank } from '../aria/text.js';
import {
  assignedSlot,
  checkVisibility,
  contains,
  ELEMENT_NODE,
  firstChild,
  firstElementChild,
  fragmentQueryAll,
  getAttribute,
  getComputedStyle,
  getElementById,
  getRootNode,
  isDocument,
  isElement,
  isHtml,
  isShadowRoot,
  localName,
  nextSibling,
  nodeType,
  nodeValue,
  openShadowRoot,
  parentNode,
  queryAll,
  reflectedElements,
  shadowHost,
  slotAssignedNodes,
  TEXT_NODE,
  textAssignedSlot,
  textContent,
} from './intrinsics.js';

/** A text among the children of an element: told from an element without asking the browser, which takes a call. */
export interface TextChild {
  readonly element: null;
  /** As it is in the source. */
  readonly value: string;
  /** It is in a slot that is not rendered. */
  readonly keptBack: boolean;
}

export interface Tree {
  children(element: Element): readonly (Place | TextChild)[];
  parent(node: Node): Element | null;
  shadowRootOf(element: Element): ShadowRoot | null;
  /** The document or shadow root that it is in. */
  rootOf(element: Element): Node;
  /** The parent in the same document or shadow root, as it was written; null at the top. */
  writtenParent(element: Element): Element | null;
}

/** What has been found out about the place of an element. */
export interface Place {
  readonly element: Element;
  children: readonly (this | TextChild)[] | undefined;
  /** Known once the children of the parent were asked for. */
  parent: Element | undefined;
  /** What has been found out about the parent, known with it: saves the search for it. */
  around: this | undefined;
  /**
   * Neither a slot nor `aria-owns` comes between the two: it stands where it was written. Known with the parent, and
   * worth knowing: in an isolated world each node that a property returns is looked up in a table of the browser.
   */
  direct: boolean;
  root: Node | undefined;
  /** Null for none. */
  shadowRoot: ShadowRoot | null | undefined;
  /** As `kindOf` tells them. */
  readonly tag: string;
  readonly traits: number;
}

const NONE: readonly never[] = [];

/** Elements whose content is not made of their children: they can't own any. */
const CAN_NOT_OWN = new Set(
  'input textarea select img br wbr hr iframe frame embed video audio canvas meter progress'.split(' '),
);

/** A chain of owners costs its length for each of them; no page means one that is this long. */
const MAX_OWNERS = 1000;

export const canHost = (element: Element): boolean => (kindOf(element).traits & Trait.host) !== 0;

/**
 * Of an element without elements in it. Half of all elements hold one text, and to be handed the text is much less work
 * for a browser than to be handed the node that it is in.
 */
function onlyText(element: Element): readonly TextChild[] {
  const value = textContent(element);
  return value ? [{ element: null, value, keptBack: false }] : NONE;
}

const isSlot = (node: Element): node is HTMLSlotElement => localName(node) === 'slot' && isHtml(node);

/** Keeps what has been found out about elements. */
export interface Places<P extends Place> {
  factsOf(element: Element): P;
}

export class ComposedTree<P extends Place> implements Tree {
  readonly #places: Places<P>;
  readonly #closedRootOf: (host: Element) => ShadowRoot | undefined;
  readonly #owners = new Map<Element, Element>();
  readonly #owned = new Map<Element, Element[]>();
  readonly #entered = new Set<Node>();
  /** Slots of closed roots: `assignedSlot` does not tell. */
  readonly #closedSlots = new Map<ShadowRoot, Map<Node, Element>>();

  constructor(places: Places<P>, closedRootOf: (host: Element) => ShadowRoot | undefined) {
    this.#places = places;
    this.#closedRootOf = closedRootOf;
  }

  shadowRootOf(element: Element): ShadowRoot | null {
    const place = this.#places.factsOf(element);
    if (place.shadowRoot === undefined)
      place.shadowRoot =
        (place.traits & Trait.host) === 0
          ? null
          : (openShadowRoot(element) ?? this.#closedRootOf(element) ?? null);
    return place.shadowRoot;
  }

  #slotOf(node: Element | Text, host: Element): Element | null {
    const open =
      nodeType(node) === TEXT_NODE ? textAssignedSlot(node as Text) : assignedSlot(node as Element);
    if (open) return open;
    const closed = canHost(host) ? this.#closedRootOf(host) : undefined;
    if (!closed) return null;
    let slots = this.#closedSlots.get(closed);
    if (!slots) {
      slots = new Map();
      for (const slot of fragmentQueryAll(closed, 'slot')) {
        if (!isSlot(slot)) continue;
        for (const assigned of slotAssignedNodes(slot)) slots.set(assigned, slot);
      }
      this.#closedSlots.set(closed, slots);
    }
    return slots.get(node) ?? null;
  }

  /** The parent before `aria-owns`; null for what is not in the composed tree, and for its top. */
  #flatParent(node: Node): Element | null {
    let current: Node = node;
    for (;;) {
      const above = parentNode(current);
      if (!above) return null;
      if (isShadowRoot(above)) return shadowHost(above);
      if (!isElement(above)) return null;
      if (this.shadowRootOf(above)) {
        const slot = this.#slotOf(current as Element | Text, above); // comments are never asked about
        if (!slot) return null;
        current = slot;
      } else if (isSlot(above)) current = above;
      else return above;
    }
  }

  /** A slot that is not rendered comes between it and its parent: elements there can be asked, texts can not. */
  #isKeptBack(text: Text): boolean {
    let current: Node = text;
    for (;;) {
      const above = parentNode(current);
      if (!isElement(above)) return false;
      const slot = this.shadowRootOf(above) ? this.#slotOf(current as Element | Text, above) : above; // a text or a slot
      if (!slot || !isSlot(slot)) return false;
      const { display, visibility } = getComputedStyle(slot);
      if (display === 'none' || visibility !== 'visible') return true;
      current = slot;
    }
  }

  parent(node: Node): Element | null {
    if (!isElement(node)) return this.#flatParent(node);
    const known = this.#places.factsOf(node).parent;
    if (known) return known;
    this.#enter(this.rootOf(node));
    return this.#owners.get(node) ?? this.#flatParent(node);
  }

  rootOf(element: Element): Node {
    const place = this.#places.factsOf(element);
    place.root ??= getRootNode(element);
    return place.root;
  }

  writtenParent(element: Element): Element | null {
    const { direct, parent, root } = this.#places.factsOf(element);
    if (direct && parent) return this.shadowRootOf(parent) === root ? null : parent;
    const above = parentNode(element);
    return isElement(above) ? above : null;
  }

  /** What a slot shows: what is assigned to it, or else its own content. */
  #pushSlotted(list: (P | TextChild)[], slot: HTMLSlotElement, parent: Element, around: P): void {
    const assigned = slotAssignedNodes(slot);
    if (assigned.length > 0) for (const node of assigned) this.#push(list, node, parent, around, undefined);
    else
      for (let node = firstChild(slot); node; node = nextSibling(node))
        this.#push(list, node, parent, around, undefined);
  }

  /** `around` is of the parent; `root`: where the node is, if it is a child of `parent` or of its shadow root. */
  #push(list: (P | TextChild)[], node: Node, parent: Element, around: P, root: Node | undefined): void {
    const type = nodeType(node);
    if (type === TEXT_NODE) {
      const value = nodeValue(node) ?? '';
      const keptBack = root === undefined && !isBlank(value) && this.#isKeptBack(node as Text); // the type says so
      list.push({ element: null, value, keptBack });
      return;
    }
    if (type !== ELEMENT_NODE) return;
    const element = node as Element; // the type says so
    const place = this.#places.factsOf(element);
    if (place.tag === 'slot') this.#pushSlotted(list, element as HTMLSlotElement, parent, around);
    else if (this.#owners.size === 0 || !this.#owners.has(element)) {
      place.parent = parent;
      place.around = around;
      place.direct = root !== undefined;
      place.root = root;
      list.push(place);
    }
  }

  children(element: Element): readonly (P | TextChild)[] {
    const place = this.#places.factsOf(element);
    if (place.children) return place.children;
    // Whoever was reached through a parent is in a root that was entered with it.
    if (!place.parent) this.#enter(this.rootOf(element));
    const shadow = this.shadowRootOf(element);
    if (shadow) this.#enter(shadow);
    const mine = this.#owned.size > 0 ? this.#owned.get(element) : undefined;
    place.children =
      shadow || mine || firstElementChild(element)
        ? this.#listOf(element, place, mine, shadow)
        : onlyText(element);
    return place.children;
  }

  #listOf(
    element: Element,
    own: P,
    mine: readonly Element[] | undefined,
    shadow: ShadowRoot | null,
  ): readonly (P | TextChild)[] {
    const list: (P | TextChild)[] = [];
    const root = shadow ?? this.rootOf(element);
    for (let node = firstChild(shadow ?? element); node; node = nextSibling(node))
      this.#push(list, node, element, own, root);
    for (const node of mine ?? []) {
      const place = this.#places.factsOf(node);
      place.parent = element;
      place.around = own;
      place.direct = false;
      list.push(place);
    }
    return list;
  }

  #isAriaHidden(element: Element): boolean {
    for (let current: Element | null = element; current; current = this.#flatParent(current)) {
      // Not of the body: a page can't hide itself as a whole.
      if (getAttribute(current, 'aria-hidden') === 'true') return localName(current) !== 'body';
    }
    return false;
  }

  /** A loop would make a subtree unreachable. What is nested too deep to tell is taken for one. */
  #wouldLoop(owner: Element, target: Element): boolean {
    let steps = 0;
    for (let current: Element | null = owner; current; current = this.parent(current)) {
      if (current === target || ++steps > MAX_OWNERS) return true;
    }
    return false;
  }

  /** Takes the relations of a document or shadow root into account, once. */
  #enter(root: Node): void {
    if (this.#entered.has(root)) return;
    this.#entered.add(root);
    if (!isDocument(root) && !isShadowRoot(root)) return;
    for (const owner of queryAll(root, '[aria-owns]')) {
      if (CAN_NOT_OWN.has(localName(owner)) || !checkVisibility(owner)) continue;
      const targets =
        reflectedElements(owner, 'aria-owns') ?? byIds(root, getAttribute(owner, 'aria-owns') ?? '');
      for (const target of targets) {
        // ARIA: not resolved on an element that is out of the accessibility tree, nor to one that is not rendered.
        if (this.#owners.has(target) || contains(target, owner) || this.#wouldLoop(owner, target)) continue;
        if (!checkVisibility(target) || this.#isAriaHidden(owner)) continue;
        this.#owners.set(target, owner);
        const list = this.#owned.get(owner);
        if (list) list.push(target);
        else this.#owned.set(owner, [target]);
      }
    }
  }
}

/** Elements of a list of ids, in order. */
export function byIds(root: Document | ShadowRoot, ids: string): Element[] {
  const found: Element[] = [];
  for (const id of ids.split(/[ \t\n\f\r]+/)) {
    const element = id && getElementById(root, id);
    if (element) found.push(element);
  }
  return found;
}
