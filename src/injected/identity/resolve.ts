/**
 * Resolves a ref's number or a locator to the one element that is meant, in one call.
 *
 * A number means the node that was shown, as long as it is in the document and has the role it was shown with. If
 * that node is gone, the same thing re-rendered as another node is accepted only if it is found by a unique id or
 * test id, or by a role and name that were unique and still are, and only if `isSameThing` holds; the answer says
 * so. A position among siblings is never proof.
 */

import type { Found, LocatorStep, Target } from '../../wire/api.js';
import type { TargetFailure } from '../../wire/rows.js';
import type { Aria } from '../aria/aria.js';
import { Anchors } from '../dom/anchors.js';
import { contains, queryAll } from '../dom/intrinsics.js';
import { SelectorError } from '../query/engine.js';
import { evaluate, printLocator } from '../query/evaluate.js';
import { everyElement } from '../query/scope.js';
import type { World } from '../world.js';
import { Identities } from './identity.js';
import { type Entry, isHere, nameKey } from './registry.js';
import { hasRoleAndName, isSameThing, shownRole } from './same-element.js';

/** The most matches that an error lists; the count says how many there are. */
const MAX_LISTED = 10;
/** The most names computed while looking for an element similar to the one that is gone. */
const MAX_NAMED = 2000;

export interface Resolved {
  ok: true;
  element: Element;
  found: Found;
}

export interface Unresolved {
  ok: false;
  failure: TargetFailure;
}

export function resolveTarget(world: World, target: Target, aria: Aria): Resolved | Unresolved {
  return 'locator' in target
    ? resolveLocator(world, target.locator, target.first ?? false, aria)
    : resolveNumber(world, target.element, target.strictName ?? false, aria);
}

export function foundOf(world: World, element: Element, aria: Aria): Found {
  const role = shownRole(aria.roleOf(element));
  const name = aria.nameOf(element);
  return { element: world.registry.number(element, role, name), role, name, tag: aria.tagOf(element) };
}

const fail = (failure: TargetFailure): Unresolved => ({ ok: false, failure });

function resolveLocator(
  world: World,
  steps: LocatorStep[],
  first: boolean,
  aria: Aria,
): Resolved | Unresolved {
  const matches = matchesOf(steps, aria);
  if ('failure' in matches) return matches;
  const [element] = matches.elements;
  if (!element) return fail({ kind: 'no-match', selector: printLocator(steps) });
  if (matches.elements.length === 1 || first)
    return { ok: true, element, found: foundOf(world, element, aria) };
  return fail({
    kind: 'many',
    selector: printLocator(steps),
    count: matches.elements.length,
    matches: matches.elements.slice(0, MAX_LISTED).map((match) => foundOf(world, match, aria)),
  });
}

/** A bad selector is the caller's error; anything else thrown is ours. */
export function matchesOf(steps: readonly LocatorStep[], aria: Aria): { elements: Element[] } | Unresolved {
  try {
    return { elements: evaluate(steps, [document], aria) };
  } catch (error) {
    if (error instanceof SelectorError) {
      return fail({ kind: 'bad-selector', selector: error.selector, message: error.message });
    }
    throw error;
  }
}

function resolveNumber(world: World, number: number, strictName: boolean, aria: Aria): Resolved | Unresolved {
  const entry = world.registry.entry(number);
  if (!entry) return fail(world.registry.isForgotten(number) ? FORGOTTEN : { kind: 'unknown' });
  const was = { role: entry.role, name: entry.name };
  const element = entry.element?.deref();

  if (element && isHere(element)) {
    const role = shownRole(aria.roleOf(element));
    const name = aria.nameOf(element);
    if (entry.roleChanged || role !== entry.role) {
      return fail({ kind: 'stale', was, why: 'role-changed', now: { role, name } });
    }
    const found: Found = { element: number, role, name, tag: aria.tagOf(element) };
    // A hidden element has no name to compare.
    if (nameKey(name) === entry.name || aria.isHidden(element)) return { ok: true, element, found };
    if (strictName) return fail({ kind: 'renamed', was, now: { role, name } });
    return { ok: true, element, found: { ...found, renamedFrom: entry.name } };
  }

  const again = entry.roleChanged ? undefined : findAgain(entry, aria);
  if (again) {
    return {
      ok: true,
      element: again.element,
      found: { ...foundOf(world, again.element, aria), refound: again.by },
    };
  }
  const candidate = somethingLike(world, entry, aria);
  return fail({
    kind: 'stale',
    was,
    why: element ? 'removed' : 'collected',
    ...(candidate && { candidate: foundOf(world, candidate, aria) }),
  });
}

const FORGOTTEN: TargetFailure = { kind: 'stale', was: { role: '', name: '' }, why: 'collected' };

function findAgain(entry: Entry, aria: Aria): { element: Element; by: 'id' | 'role-and-name' } | undefined {
  const { identity } = entry;
  if (!identity) return undefined;
  const identities = new Identities(new Anchors([]), aria);
  const proven = (matches: readonly Element[], by: 'id' | 'role-and-name') => {
    const [element] = matches;
    const same = element && matches.length === 1 && isSameThing(entry, element, by, aria, identities);
    return same ? { element, by } : undefined;
  };
  const root = identity.root ? identity.root.deref() : document;
  const anchored = identity.anchor && root ? [...queryAll(root, identity.anchor)].filter(isHere) : [];
  const again = proven(anchored, 'id');
  if (again || !identity.unique || identity.context === undefined) return again;
  return proven(
    everyElement([document], aria).filter((element) => looksLike(entry, element, aria)),
    'role-and-name',
  );
}

const looksLike = (entry: Entry, element: Element, aria: Aria): boolean =>
  shownRole(aria.roleOf(element)) === entry.role &&
  !aria.isHidden(element) &&
  hasRoleAndName(entry, element, aria);

/** The nearest live element with the same role and name: reported, never acted on. */
function somethingLike(world: World, entry: Entry, aria: Aria): Element | undefined {
  const alike: Element[] = [];
  let named = 0;
  for (const element of everyElement([document], aria)) {
    if (shownRole(aria.roleOf(element)) !== entry.role || aria.isHidden(element)) continue;
    if (++named > MAX_NAMED) break;
    if (hasRoleAndName(entry, element, aria)) alike.push(element);
  }
  for (let number = entry.parent; number !== undefined && alike.length > 1; ) {
    const parent = world.registry.element(number);
    const inside = parent && alike.find((element) => contains(parent, element));
    if (inside) return inside;
    number = world.registry.entry(number)?.parent;
  }
  return alike[0];
}
