/** The way of an event from an element up, through slots and shadow roots: its ancestors as they are laid out. */
import {
  assignedSlot,
  fragmentQueryAll,
  isElement,
  isShadowRoot,
  parentNode,
  shadowHost,
  slotAssignedNodes,
} from './intrinsics.js';

/** The element and the ancestors that its events pass, innermost first. */
export function pathOf(element: Element, closedRoots: readonly ShadowRoot[] = []): Element[] {
  const path: Element[] = [];
  for (let current: Element | null = element; current; ) {
    path.push(current);
    const above: Node | null = slotOf(current, closedRoots) ?? parentNode(current);
    current = isElement(above) ? above : isShadowRoot(above) ? shadowHost(above) : null;
  }
  return path;
}

/** `assignedSlot` is null for slots in closed roots. */
function slotOf(element: Element, closedRoots: readonly ShadowRoot[]): Element | null {
  const open = assignedSlot(element);
  if (open) return open;
  const root = closedRoots.find((each) => shadowHost(each) === parentNode(element));
  if (!root) return null;
  for (const slot of fragmentQueryAll(root, 'slot'))
    if (slot instanceof HTMLSlotElement && slotAssignedNodes(slot).includes(element)) return slot;
  return null;
}
