/**
 * The composed tree: what is rendered and exposed, as opposed to what was written. Shadow roots stand
 * in for the children of their hosts, slots are replaced by what is assigned to them, and elements that
 * `aria-owns` moves are children of their owner.
 */
import {
  assignedSlot,
  checkVisibility,
  contains,
  ELEMENT_NODE,
  firstChild,
  fragmentQueryAll,
  getAttribute,
  getElementById,
  getRootNode,
  isDocument,
  isElement,
  isHtml,
  isShadowRoot,
  localName,
  nextSibling,
  nodeType,
  openShadowRoot,
  parentNode,
  queryAll,
  reflectedElements,
  shadowHost,
  slotAssignedNodes,
  TEXT_NODE,
  textAssignedSlot,
} from './intrinsics.js';

export type ComposedNode = Element | Text;

export interface ComposedTree {
  children(element: Element): readonly ComposedNode[];
  parent(node: Node): Element | null;
  shadowRootOf(element: Element): ShadowRoot | null;
  /** The document or shadow root that it is in. */
  rootOf(element: Element): Node;
  /** The parent in the same document or shadow root, as it was written; null at the top. */
  writtenParent(element: Element): Element | null;
}

/** What has been found out about the place of an element. */
export interface Place {
  children: readonly ComposedNode[] | undefined;
  /** Known once the children of the parent were asked for. */
  parent: Element | undefined;
  /**
   * Neither a slot nor `aria-owns` comes between the two: it stands where it was written. Known with the parent, and
   * worth knowing: in an isolated world each node that a property returns is looked up in a table of the browser.
   */
  direct: boolean;
  root: Node | undefined;
  /** Null for none. */
  shadowRoot: ShadowRoot | null | undefined;
  /** As `tagOf` tells it. */
  readonly tag: string;
}

const NONE: readonly ComposedNode[] = [];

/** HTML elements that can be shadow hosts; every other one that can has a hyphen in its name. */
const HOSTS = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
);

/** Elements whose content is not made of their children: they can't own any. */
const CAN_NOT_OWN = new Set(
  'input textarea select img br hr iframe video audio canvas meter progress'.split(' '),
);

/** A chain of owners costs its length for each of them; no page means one that is this long. */
const MAX_OWNERS = 1000;

export const canHost = (element: Element): boolean => canBeHost(localName(element)) && isHtml(element);

/** `tag` is told apart by namespace already: others have a colon in it. */
const canBeHost = (tag: string): boolean => HOSTS.has(tag) || (tag.includes('-') && !tag.includes(':'));

/** Half of all elements hold one text: a list that is made for one does not reserve room for many, as one that grows does. */
const isOnlyText = (node: Node): node is Text => nodeType(node) === TEXT_NODE && nextSibling(node) === null;

const isSlot = (node: Element): node is HTMLSlotElement => localName(node) === 'slot' && isHtml(node);

export function createComposedTree(
  placeOf: (element: Element) => Place,
  closedRootOf: (host: Element) => ShadowRoot | undefined,
): ComposedTree {
  const owners = new Map<Element, Element>();
  const owned = new Map<Element, Element[]>();
  const entered = new Set<Node>();
  /** Slots of closed roots: `assignedSlot` does not tell. */
  const closedSlots = new Map<ShadowRoot, Map<Node, Element>>();

  function shadowRootOf(element: Element): ShadowRoot | null {
    const place = placeOf(element);
    if (place.shadowRoot === undefined)
      place.shadowRoot = canBeHost(place.tag)
        ? (openShadowRoot(element) ?? closedRootOf(element) ?? null)
        : null;
    return place.shadowRoot;
  }

  function slotOf(node: ComposedNode, host: Element): Element | null {
    const open =
      nodeType(node) === TEXT_NODE ? textAssignedSlot(node as Text) : assignedSlot(node as Element);
    if (open) return open;
    const closed = canHost(host) ? closedRootOf(host) : undefined;
    if (!closed) return null;
    let slots = closedSlots.get(closed);
    if (!slots) {
      slots = new Map();
      for (const slot of fragmentQueryAll(closed, 'slot')) {
        if (!isSlot(slot)) continue;
        for (const assigned of slotAssignedNodes(slot)) slots.set(assigned, slot);
      }
      closedSlots.set(closed, slots);
    }
    return slots.get(node) ?? null;
  }

  /** The parent before `aria-owns`; null for what is not in the composed tree, and for its top. */
  function flatParent(node: Node): Element | null {
    let current: Node = node;
    for (;;) {
      const above = parentNode(current);
      if (!above) return null;
      if (isShadowRoot(above)) return shadowHost(above);
      if (!isElement(above)) return null;
      if (shadowRootOf(above)) {
        const slot = slotOf(current as ComposedNode, above); // comments are never asked about
        if (!slot) return null;
        current = slot;
      } else if (isSlot(above)) current = above;
      else return above;
    }
  }

  function parent(node: Node): Element | null {
    if (!isElement(node)) return flatParent(node);
    const known = placeOf(node).parent;
    if (known) return known;
    enter(rootOf(node));
    return owners.get(node) ?? flatParent(node);
  }

  function rootOf(element: Element): Node {
    const place = placeOf(element);
    place.root ??= getRootNode(element);
    return place.root;
  }

  function writtenParent(element: Element): Element | null {
    const { direct, parent, root } = placeOf(element);
    if (direct && parent) return shadowRootOf(parent) === root ? null : parent;
    const above = parentNode(element);
    return isElement(above) ? above : null;
  }

  /** What a slot shows: what is assigned to it, or else its own content. */
  function pushSlotted(list: ComposedNode[], slot: HTMLSlotElement, parent: Element): void {
    const assigned = slotAssignedNodes(slot);
    if (assigned.length > 0) for (const node of assigned) push(list, node, parent, undefined);
    else
      for (let node = firstChild(slot); node; node = nextSibling(node)) push(list, node, parent, undefined);
  }

  /** `root`: where the node is, if it is a child of `parent` or of its shadow root. */
  function push(list: ComposedNode[], node: Node, parent: Element, root: Node | undefined): void {
    const type = nodeType(node);
    if (type === TEXT_NODE) {
      list.push(node as Text);
      return;
    }
    if (type !== ELEMENT_NODE) return;
    const element = node as Element; // the type says so
    const place = placeOf(element);
    if (place.tag === 'slot') pushSlotted(list, element as HTMLSlotElement, parent);
    else if (owners.size === 0 || !owners.has(element)) {
      place.parent = parent;
      place.direct = root !== undefined;
      place.root = root;
      list.push(element);
    }
  }

  function children(element: Element): readonly ComposedNode[] {
    const place = placeOf(element);
    if (place.children) return place.children;
    // Whoever was reached through a parent is in a root that was entered with it.
    if (!place.parent) enter(rootOf(element));
    const shadow = shadowRootOf(element);
    if (shadow) enter(shadow);
    const first = firstChild(shadow ?? element);
    const mine = owned.size > 0 ? owned.get(element) : undefined;
    place.children = first || mine ? listOf(element, first, mine, shadow) : NONE;
    return place.children;
  }

  function listOf(
    element: Element,
    first: Node | null,
    mine: readonly Element[] | undefined,
    shadow: ShadowRoot | null,
  ): readonly ComposedNode[] {
    if (first && !mine && isOnlyText(first)) return [first];
    const list: ComposedNode[] = [];
    const root = shadow ?? rootOf(element);
    for (let node = first; node; node = nextSibling(node)) push(list, node, element, root);
    for (const node of mine ?? []) {
      const place = placeOf(node);
      place.parent = element;
      place.direct = false;
      list.push(node);
    }
    return list;
  }

  function isAriaHidden(element: Element): boolean {
    for (let current: Element | null = element; current; current = flatParent(current)) {
      // Not of the body: a page can't hide itself as a whole.
      if (getAttribute(current, 'aria-hidden') === 'true') return localName(current) !== 'body';
    }
    return false;
  }

  /** A loop would make a subtree unreachable. What is nested too deep to tell is taken for one. */
  function wouldLoop(owner: Element, target: Element): boolean {
    let steps = 0;
    for (let current: Element | null = owner; current; current = parent(current)) {
      if (current === target || ++steps > MAX_OWNERS) return true;
    }
    return false;
  }

  /** Takes the relations of a document or shadow root into account, once. */
  function enter(root: Node): void {
    if (entered.has(root)) return;
    entered.add(root);
    if (!isDocument(root) && !isShadowRoot(root)) return;
    for (const owner of queryAll(root, '[aria-owns]')) {
      if (CAN_NOT_OWN.has(localName(owner)) || !checkVisibility(owner)) continue;
      const targets =
        reflectedElements(owner, 'aria-owns') ?? byIds(root, getAttribute(owner, 'aria-owns') ?? '');
      for (const target of targets) {
        // ARIA: not resolved on an element that is out of the accessibility tree, nor to one that is not rendered.
        if (owners.has(target) || contains(target, owner) || wouldLoop(owner, target)) continue;
        if (!checkVisibility(target) || isAriaHidden(owner)) continue;
        owners.set(target, owner);
        const list = owned.get(owner);
        if (list) list.push(target);
        else owned.set(owner, [target]);
      }
    }
  }

  return { children, parent, shadowRootOf, rootOf, writtenParent };
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
