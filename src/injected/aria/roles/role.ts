/** The role of an element: the author's if it is valid, else the implicit one. */
import { getAttribute, hasAttribute } from '../../dom/intrinsics.js';
import type { Engine } from '../engine.js';
import { dependsOnParents, implicitRole } from './implicit-role.js';
import { GLOBAL_ATTRIBUTES, REQUIRED_PARENT, ROLES, SYNONYMS } from './roles.js';

/**
 * Computes roles that depend on ancestors from the top down. A walk does that anyway; for a single deeply nested
 * element the recursion would overflow.
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

/** ARIA "handling author errors": the first word that is a role and valid in its place. */
function explicitRole(engine: Engine, element: Element, written: string): string | null {
  for (const word of written.toLowerCase().split(/[ \t\n\f\r]+/)) {
    if (!ROLES.has(word)) continue;
    const role = SYNONYMS[word] ?? word;
    if (role === 'none') {
      // Conflict resolution: an element that is focusable or has a global attribute is not presentational.
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

/** The role of the element, or of the nearest ancestor with a meaningful role. */
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
