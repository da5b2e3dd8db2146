/** The role of an element: what the author wrote where that is valid, else what the element is. */
import { getAttribute, hasAttribute } from '../dom/intrinsics.js';
import type { Engine } from './engine.js';
import { dependsOnParents, implicitRole } from './implicit-role.js';
import { GLOBAL_ATTRIBUTES, REQUIRED_PARENT, ROLES, SYNONYMS } from './roles.js';

/**
 * Roles that depend on roles further up are computed from the top down: a walk does so anyway, and for a
 * single element that is nested deeply the calls would overflow.
 */
export function warmRoles(engine: Engine, element: Element, tag: string): void {
  if (!dependsOnParents(tag) && !(engine.hasGlobal(element) && hasAttribute(element, 'role'))) return;
  const chain: Element[] = [];
  for (let above = engine.composedParent(element); above; above = engine.composedParent(above)) {
    if (engine.factsOf(above).role !== undefined) break;
    chain.push(above);
  }
  for (const above of chain.reverse()) engine.roleOf(above);
}

export function computeRole(engine: Engine, element: Element, tag: string): string {
  const written = engine.hasGlobal(element) ? getAttribute(element, 'role') : null;
  return (written && explicitRole(engine, element, written)) || implicitRole(engine, element, tag);
}

/** ARIA "handling author errors": the first word that is a role, and is valid where it stands. */
function explicitRole(engine: Engine, element: Element, written: string): string | null {
  for (const word of written.toLowerCase().split(/[ \t\n\f\r]+/)) {
    if (!ROLES.has(word)) continue;
    const role = SYNONYMS[word] ?? word;
    if (role === 'none') {
      // Conflict resolution: what can be focused or carries a global attribute is not presentational.
      if (isProtected(engine, element)) return null;
      return role;
    }
    if ((role === 'region' || role === 'form') && !engine.authorNameOf(element)) continue;
    if (!hasRequiredParent(engine, element, role)) continue;
    return role;
  }
  return null;
}

function isProtected(engine: Engine, element: Element): boolean {
  if (engine.isFocusable(element)) return true;
  return GLOBAL_ATTRIBUTES.some((name) => hasAttribute(element, name));
}

function hasRequiredParent(engine: Engine, element: Element, role: string): boolean {
  const required = REQUIRED_PARENT[role];
  if (!required) return true;
  const parent = engine.composedParent(element);
  return !!parent && required.has(contextOf(engine, parent));
}

/** The role of the element, or of the nearest one around it that has a role that says something. */
function contextOf(engine: Engine, element: Element): string {
  const chain: Element[] = [];
  let context = 'generic';
  for (let above: Element | null = element; above; above = engine.composedParent(above)) {
    const known = engine.factsOf(above).context;
    if (known !== undefined) {
      context = known;
      break;
    }
    chain.push(above);
  }
  for (const current of chain.reverse()) {
    const role = engine.roleOf(current);
    if (role !== 'generic' && role !== 'none') context = role;
    engine.factsOf(current).context = context;
  }
  return context;
}
