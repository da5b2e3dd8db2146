/**
 * The composed tree: what is rendered and exposed, as opposed to what was written. Shadow roots replace the
 * children of their hosts, slots are replaced by their assigned nodes, and `aria-owns` makes elements children of
 * their owner.
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
  reflectedElements,
  shadowHost,
  slotAssignedNodes,
  TEXT_NODE,
  textAssignedSlot,
  textContent,
} from './intrinsics.js';
import { keptList } from './kept-list.js';

/** A text among an element's children: distinguished from an element without a browser call. */
export interface TextChild {
  readonly element: null;
  /** As in the source. */
  readonly value: string;
  /** It is in a slot that is not rendered. */
  readonly keptBack: boolean;
}

export interface Tree {
  children(element: Element): readonly (Place | TextChild)[];
  parent(element: Element): Element | null;
  shadowRootOf(element: Element): ShadowRoot | null;
  /** The document or shadow root that contains it. */
  rootOf(element: Element): Node;
  /** The DOM parent within the same document or shadow root; null at the top. */
  writtenParent(element: Element): Element | null;
  /** The documents and shadow roots that were read. */
  readonly roots: Iterable<Node>;
}

/** What is known about an element's place in the tree. */
export interface Place {
  readonly element: Element;
  children: readonly (this | TextChild)[] | undefined;
  /** Known once the parent's children have been listed. */
  parent: Element | undefined;
  /** The parent's record, known together with it: saves the lookup. */
  around: this | undefined;
  /**
   * Neither a slot nor `aria-owns` comes between it and its parent: it is where it was written. Known with the
   * parent. It saves calls: in an isolated world, the browser looks up each returned node in a table.
   */
  direct: boolean;
  root: Node | undefined;
  /** Null for none. */
  shadowRoot: ShadowRoot | null | undefined;
  /** As returned by `kindOf`. */
  readonly tag: string;
  readonly traits: number;
}

const NONE: readonly never[] = [];

/** Elements whose content does not consist of their children: they cannot own any. */
const CAN_NOT_OWN = new Set(
  'input textarea select img br wbr hr iframe frame embed video audio canvas meter progress'.split(' '),
);

/** A chain of owners costs its length for each of them; no real page has one this long. */
const MAX_OWNERS = 1000;

export const canHost = (element: Element): boolean => (kindOf(element).traits & Trait.host) !== 0;

/**
 * For an element without child elements. Half of all elements hold one text, and returning the text is much
 * cheaper for a browser than returning its node.
 */
function onlyText(element: Element): readonly TextChild[] {
  const value = textContent(element);
  return value ? [{ element: null, value, keptBack: false }] : NONE;
}

const isSlot = (node: Element): node is HTMLSlotElement => localName(node) === 'slot' && isHtml(node);

/** Stores what is known about elements. */
export interface Places<P extends Place> {
  factsOf(element: Element): P;
}

export class ComposedTree<P extends Place> implements Tree {
  readonly #places: Places<P>;
  readonly #closedRootOf: (host: Element) => ShadowRoot | undefined;
  readonly #owners = new Map<Element, Element>();
  readonly #owned = new Map<Element, Element[]>();
  readonly #entered = new Set<Node>();
  /** Slots of closed roots, which `assignedSlot` does not reveal. */
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

  /** The parent before `aria-owns`; null at the top and for nodes outside the composed tree. */
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

  /**
   * Whether a slot that is not rendered comes between it and its parent. Elements can be asked whether they are
   * rendered; text cannot.
   */
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

  parent(element: Element): Element | null {
    const known = this.#places.factsOf(element).parent;
    if (known) return known;
    this.#enter(this.rootOf(element));
    return this.#owners.get(element) ?? this.#flatParent(element);
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

  /** The documents and shadow roots that were read. */
  get roots(): Iterable<Node> {
    return this.#entered;
  }

  /** What a slot shows: its assigned nodes, or else its own content. */
  #pushSlotted(list: (P | TextChild)[], slot: HTMLSlotElement, parent: Element, around: P): void {
    const assigned = slotAssignedNodes(slot);
    if (assigned.length > 0) for (const node of assigned) this.#push(list, node, parent, around, undefined);
    else
      for (let node = firstChild(slot); node; node = nextSibling(node))
        this.#push(list, node, parent, around, undefined);
  }

  /**
   * `around`: the parent's record; `root`: the node's root, if it is a child of `parent` or of its shadow root.
   */
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
    // An element reached through its parent is in a root that was already entered.
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
      // Except the body: a page cannot hide its root.
      if (getAttribute(current, 'aria-hidden') === 'true') return localName(current) !== 'body';
    }
    return false;
  }

  /** A loop would make a subtree unreachable. Nesting too deep to tell counts as a loop. */
  #wouldLoop(owner: Element, target: Element): boolean {
    let steps = 0;
    for (let current: Element | null = owner; current; current = this.parent(current)) {
      if (current === target || ++steps > MAX_OWNERS) return true;
    }
    return false;
  }

  /** Applies the relations of a document or shadow root, once. */
  #enter(root: Node): void {
    if (this.#entered.has(root)) return;
    this.#entered.add(root);
    if (!isDocument(root) && !isShadowRoot(root)) return;
    const owners = keptList(root, 'owner');
    for (let at = 0; at < owners.length; at++) {
      const owner = owners[at];
      if (!owner || CAN_NOT_OWN.has(localName(owner)) || !checkVisibility(owner)) continue;
      const targets =
        reflectedElements(owner, 'aria-owns') ?? byIds(root, getAttribute(owner, 'aria-owns') ?? '');
      for (const target of targets) {
        // ARIA: not resolved on an owner outside the accessibility tree, nor to a target that is not rendered.
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

/** The elements of a list of ids, in order. */
export function byIds(root: Document | ShadowRoot, ids: string): Element[] {
  const found: Element[] = [];
  for (const id of ids.split(/[ \t\n\f\r]+/)) {
    const element = id && getElementById(root, id);
    if (element) found.push(element);
  }
  return found;
}
