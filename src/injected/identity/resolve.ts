/**
 * Resolves a ref's number or a locator to the one element that is meant, in one call.
 *
 * A number means the node that was shown, as long as it is in the document and has the role it was shown with. An
 * action adds `check`: then the node must also be as it was seen (`compare.ts`). If that node is gone, the same thing
 * re-rendered as another node is accepted only if it is found by a unique id or test id, or by a role and name that
 * were unique and still are, and only if `isSameThing` holds and nothing that was seen of it differs, or if it is the
 * only one in an item with the very words; the answer says so. A position among siblings is never proof.
 */

import type { Check, Found, LocatorStep, Target } from '../../wire/api.js';
import type { Difference, TargetFailure, WireRow } from '../../wire/rows.js';
import type { Aria } from '../aria/aria.js';
import { isNamedByAuthor } from '../aria/names/named-by-author.js';
import { activeItemOf } from '../aria/references.js';
import { NAME_FROM_CONTENT } from '../aria/roles/roles.js';
import { Anchors } from '../dom/anchors.js';
import { closest, contains, elementQuery, isContentEditable, isHtml, queryAll } from '../dom/intrinsics.js';
import { SelectorError } from '../query/engine.js';
import { evaluate, printLocator } from '../query/evaluate.js';
import { everyElement } from '../query/scope.js';
import type { World } from '../world.js';
import { differences } from './compare.js';
import { Identities } from './identity.js';
import { changedHeading, shownHeadings } from './plain.js';
import { type Entry, isHere, type Registry } from './registry.js';
import { hasRoleAndName, isSameThing, shownRole } from './same-element.js';
import { type Thing, Things, textOf } from './thing.js';

/** The most matches that an error lists; the count says how many there are. */
const MAX_LISTED = 10;
/** The most names computed while looking for an element similar to the one that is gone. */
const MAX_NAMED = 2000;

/** Among more that have its role and name, it is not looked for by what is around it. */
const MAX_COMPARED = 500;

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
    : resolveNumber(world, target.element, target.check, aria);
}

export function foundOf(world: World, element: Element, aria: Aria): Found {
  const role = shownRole(aria.roleOf(element));
  const name = aria.nameOf(element);
  const { registry } = world;
  const number = registry.number(element, role, name);
  // The ref is shown with a line about the element: from then on it has been seen.
  if (registry.seenAt(number, undefined) === undefined) registry.see(number, new Things(aria).of(element));
  return { element: number, role, name, tag: aria.tagOf(element) };
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

function resolveNumber(
  world: World,
  number: number,
  check: Check | undefined,
  aria: Aria,
): Resolved | Unresolved {
  const { registry } = world;
  const entry = registry.entry(number);
  if (!entry) return fail(registry.isForgotten(number) ? FORGOTTEN : { kind: 'unknown' });
  const was = { role: entry.role, name: entry.name };
  const seen = registry.seenAt(number, check?.moment);
  const element = entry.element?.deref();

  if (element && isHere(element)) {
    const role = shownRole(aria.roleOf(element));
    const name = aria.nameOf(element);
    if (entry.roleChanged || role !== entry.role) {
      return fail({ kind: 'stale', was, why: 'role-changed', now: { role, name } });
    }
    const found: Found = { element: number, role, name, tag: aria.tagOf(element) };
    const changed = check ? changesOf(element, withOwn(seen, entry, check), check, aria, registry) : [];
    if (changed.length === 0) return { ok: true, element, found };
    if (check?.loose) return { ok: true, element, found: { ...found, changed } };
    return fail({
      kind: 'changed',
      was: { ...was, name: seen?.name || was.name },
      now: { role, name },
      differences: changed,
      ...showAgain(world, number, element, seen, aria),
    });
  }

  const changesIn = (copy: Element): Difference[] => changesOfCopy(copy, seen, check?.moment, aria, registry);
  const isSame = (copy: Element): boolean => changesIn(copy).length === 0;
  const again = entry.roleChanged
    ? undefined
    : (findAgain(entry, aria) ?? findByItem(entry, isSame, seen, aria));
  const differs = again ? changesIn(again.element) : [];
  if (again && (differs.length === 0 || check?.loose)) {
    return {
      ok: true,
      element: again.element,
      found: {
        ...foundOf(world, again.element, aria),
        refound: again.by,
        ...(differs.length > 0 && { changed: differs }),
      },
    };
  }
  const candidate = again?.element ?? somethingLike(world, entry, aria);
  const differences = candidate && !again ? changesIn(candidate) : differs;
  return fail({
    kind: 'stale',
    was,
    why: element ? 'removed' : 'collected',
    ...(candidate && { candidate: foundOf(world, candidate, aria) }),
    ...(differences.length > 0 && { differences }),
  });
}

/** What an element says itself. */
const OWN: ReadonlySet<Difference['what']> = new Set(['name', 'description', 'picture', 'text', 'link']);

/** Asked at the last moment, and nobody is shown anything. What the pointer or the focus does to its state is no matter. */
export function isStill(world: World, target: Target, element: Element, again: boolean, aria: Aria): boolean {
  if (!isHere(element)) return false;
  if ('locator' in target || !target.check || target.check.loose) return true;
  const { registry } = world;
  const { moment, stroke } = target.check;
  const entry = registry.entry(target.element);
  const named = entry?.element?.deref();
  const seen = registry.seenAt(target.element, moment);
  // A label that stands for its control is what was named; one that was found again in another node is not here.
  if (entry && named && isHere(named)) {
    const known = withOwn(seen, entry, target.check);
    // A list may show with the focus which of its options is the active one.
    const check = { moment, ...(known?.active && stroke && { stroke }) };
    const changes = changesOf(named, known, check, aria, registry);
    return changes.every(({ what }) => again && OWN.has(what));
  }
  return !seen || differences(seen, new Things(aria).of(element), {}).length === 0;
}

/** What somebody's own action made of its state and value is known to them. */
function withOwn(seen: Thing | undefined, { own }: Entry, check: Check): Thing | undefined {
  if (!seen || !own || own.moment !== check.own) return seen;
  const { states, value, active } = own;
  return { ...seen, states, value, active };
}

const TOO_OLD: Difference = { what: 'unknown', was: '', is: '' };

export function changesOf(
  element: Element,
  seen: Thing | undefined,
  { turns = false, overwrites = false, chooses = [], stroke, moment }: Check,
  aria: Aria,
  registry: Registry,
): Difference[] {
  if (!seen) return [TOO_OLD];
  const hidden = aria.isHidden(element);
  const isOwn = (field: Element, value: string): boolean => registry.isOwn(field, value);
  const is = new Things(aria).of(element, undefined, seen);
  const strikes = stroke === 'command' || (stroke === 'text' && !isTyped(element, aria));
  const found = differences(seen, is, { turns, overwrites, strikes, chooses, hidden, isOwn }).filter(
    ({ what }) =>
      what !== 'name' || !(isAddedByStyle(element, seen, aria) || isPopupInLabel(element, seen, is)),
  );
  const heading = seen.isUsed ? undefined : changedHeading(element, moment, aria, registry);
  const active = strikes ? changedActive(element, is.value, moment, aria, registry) : undefined;
  return [...found, ...[heading, active].flatMap((change) => change ?? [])];
}

/** Whatever has made an item the active one: it was shown, and is something else now. What is typed makes another list. */
function changedActive(
  element: Element,
  value: string | undefined,
  moment: number | undefined,
  aria: Aria,
  registry: Registry,
): Difference | undefined {
  const item = activeItemOf(element);
  const seenOf = (each: Element | null): Thing | undefined => {
    const number = each ? registry.numberOf(each) : undefined;
    return number === undefined ? undefined : registry.seenAt(number, moment);
  };
  const seen = seenOf(item);
  if (!item || !seen || seenOf(element)?.value !== value) return undefined;
  const [change] = changesOf(item, seen, { moment }, aria, registry);
  return change && { ...change, what: 'active' };
}

/** It takes keys as text. */
const isTyped = (element: Element, aria: Aria): boolean =>
  aria.tagOf(element) === 'input' ||
  aria.tagOf(element) === 'textarea' ||
  (isHtml(element) && isContentEditable(element));

/** What a field opens is put into the label around it, and the whole of that is its name. */
function isPopupInLabel(element: Element, was: Thing, is: Thing): boolean {
  const label = is.value !== undefined && is.name.startsWith(`${was.name} `) && closest(element, 'label');
  return label ? elementQuery(label, 'button,a,table,[role]') !== null : false;
}

/** A style sheet adds words to what the pointer or a key has come to: "Press to select". */
const isAddedByStyle = (element: Element, { name }: Thing, aria: Aria): boolean =>
  NAME_FROM_CONTENT.has(aria.roleOf(element)) &&
  !isNamedByAuthor(element, aria) &&
  aria.nameOf(element).includes(name) &&
  textOf(element, aria) === name;

/** `moment`: when the one before was seen. */
export function changesOfCopy(
  element: Element,
  seen: Thing | undefined,
  moment: number | undefined,
  aria: Aria,
  registry: Registry,
): Difference[] {
  if (!seen) return [];
  const things = new Things(aria);
  const is = things.of(element, things.told(element, seen.isUsed));
  const found = differences(seen, is, { replaced: true });
  const heading = seen.isUsed ? undefined : changedHeading(element, moment, aria, registry);
  return heading ? [...found, heading] : found;
}

/** The element as it is now, in what it stands in: what is shown has been seen. */
export function showAgain(
  world: World,
  number: number,
  element: Element,
  seen: Thing | undefined,
  aria: Aria,
): { rows: WireRow[]; moment: number } {
  const { registry } = world;
  const things = new Things(aria);
  const now = things.of(element);
  const item = [...(seen?.items ?? []), ...now.items].find(({ thin }) => !thin)?.element.deref();
  registry.nextMoment();
  const isShown = (rows: WireRow[]): boolean => rows.some((row) => row[1] === number);
  let rows = world.show(item && contains(item, element) ? item : element);
  // Of a large item only the beginning is shown.
  if (!isShown(rows)) rows = world.show(element);
  if (!isShown(rows)) registry.see(number, now);
  if (seen && !seen.isUsed) for (const heading of shownHeadings(element, aria)) seeNow(world, heading, aria);
  // Of the items beside it nothing was read this time.
  for (const words of registry.seenAt(number, undefined)?.items ?? [])
    words.exact ||=
      seen?.items.some((before) => before.exact && before.element.deref() === words.element.deref()) ?? false;
  return { rows, moment: registry.moment };
}

/** It is told in words. */
function seeNow(world: World, element: Element, aria: Aria): void {
  world.registry.see(foundOf(world, element, aria).element, new Things(aria).of(element));
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

/**
 * In a list that was drawn anew: the only one of this role and name in an item that says the very same. Where items
 * beside it said the same but for numbers, nothing proves which one it is, but where a link leads does.
 */
function findByItem(
  entry: Entry,
  isSame: (copy: Element) => boolean,
  seen: Thing | undefined,
  aria: Aria,
): { element: Element; by: 'item' } | undefined {
  const [item] = seen?.items ?? [];
  if (!seen) return undefined;
  const leads = leadsElsewhere(seen);
  if (!leads && (!item || item.thin || item.exact)) return undefined;
  const alike = everyElement([document], aria).filter((element) => looksLike(entry, element, aria));
  if (alike.length > MAX_COMPARED) return undefined;
  const same = alike.filter(isSame);
  const [element] = same;
  return element && (leads || same.length === 1) ? { element, by: 'item' } : undefined;
}

/** Links to one address are one thing, wherever they stand. */
const leadsElsewhere = ({ link, url }: Thing): boolean =>
  /^https?:/.test(link) && link.split('#')[0] !== url.split('#')[0];

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
