/** Rules of other roots than its own that may select an element: of its own shadow root, and as a slotted one or a part. */
import {
  assignedSlot,
  hasAttribute,
  isShadowRoot,
  parentElement,
  parentNode,
  shadowHost,
} from '../../dom/intrinsics.js';
import type { Engine } from '../engine.js';
import type { RuleKeys } from './rule-keys.js';

export type KeysOf = (root: Node) => RuleKeys;

/** What the rules of a root may give its host, what is slotted into it, and the parts of roots inside. */
const outside = ({ any, outside: bits }: RuleKeys): number => any | bits;

/** `:host` rules. */
export function reachOfHost(engine: Engine, element: Element, keysOf: KeysOf): number {
  const shadow = engine.shadowRootOf(element);
  return shadow ? outside(keysOf(shadow)) : 0;
}

/** `::part()` rules, of its own root and of all around it: parts are exported. */
export function reachOfParts(engine: Engine, element: Element, keysOf: KeysOf): number {
  if (!engine.hasGlobal(element) || !hasAttribute(element, 'part')) return 0;
  let root = engine.rootOf(element);
  let found = outside(keysOf(root));
  while (isShadowRoot(root)) {
    root = engine.rootOf(shadowHost(root));
    found |= outside(keysOf(root));
  }
  return found;
}

/**
 * `::slotted()` rules, of the host around and of those that its slot is slotted into. Undefined if some can't be known:
 * slots of closed roots are not reported.
 */
export function reachOfSlots(engine: Engine, element: Element, keysOf: KeysOf): number | undefined {
  let found = 0;
  for (let at = element; ; ) {
    const host = engine.writtenParent(at);
    const shadow = host && engine.shadowRootOf(host);
    if (!shadow) return found;
    found |= outside(keysOf(shadow));
    const slot = assignedSlot(at);
    if (!slot) return undefined;
    at = slot;
  }
}

/**
 * The slots between an element and the one around it: no one meets them, but what they inherit to it is theirs. Undefined
 * where another element owns it.
 */
export function slotsAround(engine: Engine, { element, parent }: Inside): Element[] | undefined {
  const slots: Element[] = [];
  for (let at = element; ; ) {
    const above = parentNode(at);
    if (!above) return undefined;
    if (isShadowRoot(above)) return shadowHost(above) === parent ? slots : undefined;
    const written = parentElement(at);
    if (!written) return undefined;
    const slot = engine.shadowRootOf(written) ? assignedSlot(at) : written;
    if (!slot) return undefined;
    if (slot === written && engine.tagOf(slot) !== 'slot') return slot === parent ? slots : undefined;
    slots.push(slot);
    at = slot;
  }
}

interface Inside {
  readonly element: Element;
  readonly parent: Element | undefined;
}
