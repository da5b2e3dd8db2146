/** What acting needs from the code that resolves targets and numbers elements. */

import type { FocusCheck, Found, Target } from '../../wire/api.js';
import type { TargetFailure } from '../../wire/rows.js';
import type { Aria, Unseen } from '../aria/aria.js';
import { isMeantToBeUnseen } from '../aria/unseen/meant-to-be-unseen.js';
import { openShadowRoot } from '../dom/intrinsics.js';
import { ariaFor, type World } from '../world.js';
import { type FocusFound, isFocusStill, resolveFocus } from './focus.js';
import { foundOf, isStill, resolveTarget } from './resolve.js';
import { Things } from './thing.js';

export type Find = { ok: true; element: Element; found: Found } | { ok: false; failure: TargetFailure };

export interface Finder {
  /** The element that the target means now, verified as refs are. */
  find(target: Target): Find;
  /**
   * Whether the element is still what the target means and as it was seen, apart from its state and value. `again`: a part
   * of the action has reached it already, and may have changed what it says itself.
   */
  isStill(target: Target, element: Element, again?: boolean): boolean;
  /** Numbers an element and describes it, for the elements that a failure mentions. */
  show(element: Element): { element: number; role: string; name: string; tag: string };
  /** What has the focus, if it is what the caller knows to have it, and as they saw it. */
  focus(check: FocusCheck): FocusFound;
  /** Whether an element that has the focus is still as it was seen, apart from its state. */
  isFocusStill(check: FocusCheck): boolean;
  /** Records the end of an action on an element; returns the moment. */
  acted(number: number): number | undefined;
  /** Records what has the focus at the end of an action; returns the key of that. */
  actedOnFocus(): number;
  /** A numbered element, unverified. */
  element(number: number): Element | undefined;
  /** Descendants with a role, through slots and shadow roots, in document order. */
  below(element: Element, role: string): Element[];
  /** The topmost modal dialog: nothing outside it gets pointer or key input. */
  modal(): Element | null;
  /** Why a person can't see the element; undefined if they can, or it is hidden behind what is drawn for it. */
  unseen(element: Element): Unseen | undefined;
  /** Open roots, and closed ones that were handed in. */
  shadowRootOf(element: Element): ShadowRoot | null;
  /** The document and the shadow roots that the last capture read. */
  roots(): Node[];
}

/** The document may change between two calls, so each answers afresh. */
export function createFinder(world: World): Finder {
  return {
    find: (target) => resolveTarget(world, target, ariaFor(world)),
    focus: (check) => resolveFocus(world, check, ariaFor(world)),
    isStill: (target, element, again) => isStill(world, target, element, again ?? false, ariaFor(world)),
    isFocusStill: (check) => isFocusStill(world, check, ariaFor(world)),
    show: (element) => foundOf(world, element, ariaFor(world)),
    acted(number) {
      const element = world.registry.element(number);
      return element && world.registry.acted(number, new Things(ariaFor(world)).heldBy(element));
    },
    actedOnFocus() {
      const aria = ariaFor(world);
      const { activeElement } = aria;
      const key = -1 - Math.random();
      const held = activeElement ? new Things(aria).heldBy(activeElement) : undefined;
      world.registry.noteFocus(key, activeElement, held);
      return key;
    },
    element: (number) => world.registry.element(number),
    below: (element, role) => ofRole(element, role, ariaFor(world)),
    modal: () => ariaFor(world).modalDialog,
    unseen(element) {
      const aria = ariaFor(world);
      const why = isMeantToBeUnseen(element, aria) ? undefined : aria.unseenBox(element);
      return why ?? aria.unseenValue(element) ?? unseenLetters(element, aria);
    },
    shadowRootOf: (element) => openShadowRoot(element) ?? world.closedShadow.rootOf(element) ?? null,
    roots: () => world.roots.flatMap((root) => root.deref() ?? []),
  };
}

/** Of the text directly in it. */
function unseenLetters(element: Element, aria: Aria): Unseen | undefined {
  let length = 0;
  for (const child of aria.composedChildren(element)) if (!child.element) length += child.value.trim().length;
  return length > 0 ? aria.unseenText(element, length, true) : undefined;
}

function ofRole(top: Element, role: string, aria: Aria): Element[] {
  const found: Element[] = [];
  const pending = [...aria.composedChildren(top)].reverse();
  for (let child = pending.pop(); child; child = pending.pop()) {
    const { element } = child;
    if (!element) continue;
    if (aria.roleOf(element) === role) found.push(element);
    pending.push(...[...aria.composedChildren(element)].reverse());
  }
  return found;
}
