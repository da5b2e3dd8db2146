/** The element that a person means who points at it: the control around a point, else the smallest thing with a role. */
import { INTERACTIVE_ROLES } from '../../tree/roles.js';
import type { ReplyOf, RequestOf } from '../../wire/api.js';
import type { Aria } from '../aria/aria.js';
import { boxOf } from '../dom/geometry.js';
import { documentBody, documentElement, openShadowRoot } from '../dom/intrinsics.js';
import { foundOf } from '../identity/resolve.js';
import { ariaFor, type World } from '../world.js';
import { pickerOf } from './picker.js';
import { deepestAt } from './ready/hit.js';

const PLAIN: ReadonlySet<string> = new Set(['generic', 'none', 'presentation', '']);

export function elementAt(world: World, { x, y }: RequestOf<'elementAt'>): ReplyOf<'elementAt'> {
  const aria = ariaFor(world);
  const deepest = deepestAt(x, y, (host) => openShadowRoot(host) ?? world.closedShadow.rootOf(host) ?? null);
  if (!deepest) return {};
  const path = [...upwards(deepest, aria)];
  const element =
    path.find((each) => INTERACTIVE_ROLES.has(aria.roleOf(each))) ??
    path.find((each) => !PLAIN.has(aria.roleOf(each))) ??
    deepest;
  const { element: number, role, name } = foundOf(world, element, aria);
  const picker = pickerOf(element);
  return {
    found: { element: number, role, name, box: boxOf(aria.boxOf(element)), ...(picker && { picker }) },
  };
}

/** The element and what is around it, up to the body. */
function* upwards(element: Element, aria: Aria): Generator<Element> {
  const ends = new Set<Element | null>([documentBody(document), documentElement(document)]);
  for (let each: Element | null = element; each && !ends.has(each); each = aria.composedParent(each))
    yield each;
}
