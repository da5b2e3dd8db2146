/**
 * Keys without a target go to whatever has the focus. That must be what had it when the caller last looked, or at the
 * end of their own last action, and be as they saw it. Where no control has the focus, keys go to the page itself.
 */
import type { FocusCheck } from '../../wire/api.js';
import type { Difference, FocusFailure } from '../../wire/rows.js';
import type { Aria } from '../aria/aria.js';
import { holdsFrame, isCrossOrigin } from '../dom/frame-element.js';
import type { World } from '../world.js';
import { type Focused, isHere } from './registry.js';
import { changesOf, changesOfCopy, foundOf, showAgain } from './resolve.js';
import { shownRole } from './same-element.js';

/** `element`: the control that keys go to; `frame`: the iframe whose document has the focus. */
export type FocusFound =
  | { ok: true; element?: Element; frame?: number }
  | { ok: false; failure: FocusFailure };

export function resolveFocus(world: World, check: FocusCheck, aria: Aria): FocusFound {
  const element = aria.activeElement;
  if (!element) return { ok: true };
  const isFrame = holdsFrame(element, aria.tagOf(element));
  const { registry } = world;
  const before = registry.focusAt(check.key);
  const differences = isFrame
    ? changesOfFrame(world, element, check, aria)
    : changesOfFocus(world, element, before, check, aria);
  if (differences?.length === 0)
    return isFrame ? { ok: true, frame: foundOf(world, element, aria).element } : { ok: true, element };
  const { element: number, role, name } = foundOf(world, element, aria);
  const was = before?.number === undefined ? undefined : registry.entry(before.number);
  const seen = registry.seenAt(number, momentOf(check, number));
  const shown = showAgain(world, number, element, seen, aria);
  registry.noteFocus(shown.moment, element);
  return {
    ok: false,
    failure: {
      ...(was && { was: { role: was.role, name: was.name } }),
      now: { role, name },
      ...(differences && { differences }),
      ...shown,
    },
  };
}

/** Asked at the last moment: what the focus itself does to its state is no matter. */
export function isFocusStill(world: World, check: FocusCheck, aria: Aria): boolean {
  const element = aria.activeElement;
  if (!element) return true;
  const before = world.registry.focusAt(check.key);
  return changesOfFocus(world, element, before, { ...check, turns: false }, aria)?.length === 0;
}

const momentOf = ({ moment, later = [] }: FocusCheck, element: number): number =>
  later.find(([number]) => number === element)?.[1] ?? moment;

/** A document of this origin compares what is around its iframe itself. */
function changesOfFrame({ registry }: World, iframe: Element, check: FocusCheck, aria: Aria): Difference[] {
  const number = isCrossOrigin(iframe) ? registry.numberOf(iframe) : undefined;
  if (number === undefined) return [];
  const moment = momentOf(check, number);
  const seen = registry.seenAt(number, moment);
  return seen ? changesOf(iframe, seen, { moment }, aria, registry) : [];
}

/** Undefined where the focus is on something else than before. */
function changesOfFocus(
  { registry }: World,
  element: Element,
  before: Focused | undefined,
  given: FocusCheck,
  aria: Aria,
): Difference[] | undefined {
  const { turns = false, stroke } = given;
  const moment = before?.number === undefined ? given.moment : momentOf(given, before.number);
  const seen = before?.number === undefined ? undefined : registry.seenAt(before.number, moment);
  const node = before?.element?.deref();
  const role = shownRole(aria.roleOf(element));
  if (node === element) {
    const known = seen && { ...seen, ...before?.held };
    // A list that opens by itself makes no other combobox of it.
    const check = { moment, turns: turns && role !== 'combobox', ...(stroke && { stroke }) };
    return known ? changesOf(element, known, check, aria, registry) : [];
  }
  // Drawn anew as the very same.
  const isReplaced = seen !== undefined && !(node && isHere(node));
  const hasRole = before?.number !== undefined && registry.entry(before.number)?.role === role;
  return isReplaced && hasRole && changesOfCopy(element, seen, moment, aria, registry).length === 0
    ? []
    : undefined;
}
