/**
 * Whether an element found in place of one that is gone is the same thing, re-rendered. All checks must hold:
 * pages reuse positions, ids and names for other things.
 */
import type { Aria } from '../aria/aria.js';
import type { Identities } from './identity.js';
import { nameKey } from './name-key.js';
import type { Entry } from './registry.js';

export function isSameThing(
  entry: Entry,
  candidate: Element,
  foundBy: 'id' | 'role-and-name',
  aria: Aria,
  identities: Identities,
): boolean {
  const { identity } = entry;
  if (!identity || !hasRoleAndName(entry, candidate, aria)) return false;
  const prints = identities.printsOf(candidate);
  if (foundBy === 'id' && identity.isOwn) return prints?.print === identity.print;
  return identity.context !== undefined && prints?.context === identity.context;
}

export function hasRoleAndName(entry: Entry, candidate: Element, aria: Aria): boolean {
  return shownRole(aria.roleOf(candidate)) === entry.role && nameKey(aria.nameOf(candidate)) === entry.name;
}

/** An exposed element whose role is `none` is shown as `generic`. */
export const shownRole = (role: string): string =>
  role === 'none' || role === 'presentation' ? 'generic' : role;
