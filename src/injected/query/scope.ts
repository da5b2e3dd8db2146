/**
 * Where a locator searches: the document, shadow roots (open ones, and closed ones that were handed in),
 * elements.
 */
import type { Aria } from '../aria/aria.js';
import { isElement, queryAll } from '../dom/intrinsics.js';

/**
 * All elements inside, including shadow trees, in document order: the content of a shadow root comes right after
 * its host, before the host's other children.
 */
export function everyElement(scopes: readonly Node[], aria: Aria): Element[] {
  const found = new Set<Element>();
  for (const scope of scopes) {
    // Inside a scope that was already searched: all of it has been found.
    if (isElement(scope) && found.has(scope)) continue;
    for (const element of elementsIn(scope, aria)) found.add(element);
  }
  return [...found];
}

/** Puts matches from several roots into document order. */
export function inOrder(matches: ReadonlySet<Element>, scopes: readonly Node[], aria: Aria): Element[] {
  if (matches.size < 2) return [...matches];
  return everyElement(scopes, aria).filter((element) => matches.has(element));
}

/** The scope itself and every shadow root inside it. */
export function rootsIn(scope: Node, aria: Aria): Node[] {
  const roots = [scope];
  const own = isElement(scope) ? aria.shadowRootOf(scope) : null;
  if (own) roots.push(own);
  for (const element of elementsIn(scope, aria)) {
    const root = aria.shadowRootOf(element);
    if (root) roots.push(root);
  }
  return roots;
}

function* elementsIn(scope: Node, aria: Aria): Generator<Element> {
  const stack = [{ list: queryAll(scope, '*'), next: 0 }];
  const own = isElement(scope) ? aria.shadowRootOf(scope) : null;
  if (own) stack.push({ list: queryAll(own, '*'), next: 0 });
  for (let level = stack.at(-1); level; level = stack.at(-1)) {
    const element = level.list[level.next++];
    if (!element) {
      stack.pop();
      continue;
    }
    yield element;
    const root = aria.shadowRootOf(element);
    if (root) stack.push({ list: queryAll(root, '*'), next: 0 });
  }
}
