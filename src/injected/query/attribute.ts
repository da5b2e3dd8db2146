/** Finds elements by an attribute's value: shared by several engines. */
import type { TextMatch } from '../../wire/api.js';
import type { Aria } from '../aria/aria.js';
import { getAttribute, queryAll } from '../dom/intrinsics.js';
import { inOrder, rootsIn } from './scope.js';
import { matcherOf } from './text-match.js';

export function byAttribute(
  names: readonly string[],
  match: TextMatch,
  scopes: readonly Node[],
  aria: Aria,
): Element[] {
  const matches = matcherOf(match);
  const selector = names.map((name) => `[${CSS.escape(name)}]`).join(',');
  const found = new Set<Element>();
  for (const scope of scopes) {
    for (const root of rootsIn(scope, aria)) {
      for (const element of queryAll(root, selector)) {
        if (names.some((name) => matchesValue(getAttribute(element, name), matches))) found.add(element);
      }
    }
  }
  return inOrder(found, scopes, aria);
}

const matchesValue = (value: string | null, matches: (text: string) => boolean): boolean =>
  value !== null && matches(value);
