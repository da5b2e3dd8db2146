/**
 * By text: the smallest elements that contain it. Case and white space do not matter unless the match is exact;
 * then the element's whole text must equal it.
 */
import type { TextMatch } from '../../wire/api.js';
import type { Aria } from '../aria/aria.js';
import { isElement, isShadowRoot, parentNode, shadowHost } from '../dom/intrinsics.js';
import { textsWithin, visitText } from './element-text.js';
import type { Engine } from './engine.js';
import { inOrder } from './scope.js';
import { matcherOf, normalize } from './text-match.js';

/** Regular expressions and exact texts are compared only with elements of at most this many characters. */
const MAX_COMPARED = 10_000;

export const text: Engine<'text'> = (step, scopes, aria) => {
  const found = new Set<Element>();
  for (const scope of scopes) {
    const matches =
      'regex' in step.text || step.text.exact
        ? wholeMatches(scope, step.text, aria)
        : partMatches(scope, step.text.text, aria);
    for (const element of matches) found.add(element);
  }
  return inOrder(smallest(found), scopes, aria);
};

const above = (element: Element): Element | null => {
  const parent = parentNode(element);
  if (isShadowRoot(parent)) return shadowHost(parent);
  return isElement(parent) ? parent : null;
};

/** Without those that contain another match. */
function smallest(found: ReadonlySet<Element>): Set<Element> {
  const result = new Set(found);
  const climbed = new Set<Element>();
  for (const element of found) {
    for (let parent = above(element); parent && !climbed.has(parent); parent = above(parent)) {
      climbed.add(parent);
      result.delete(parent);
    }
  }
  return result;
}

/** Scans the text of the whole scope once and finds the element around each occurrence. */
function partMatches(scope: Node, wanted: string, aria: Aria): Set<Element> {
  const found = new Set<Element>();
  const needle = normalize(wanted).toLowerCase();
  if (needle === '') return found;
  const starts: number[] = [];
  const owners: Element[] = [];
  const parts: string[] = [];
  let length = 0;
  let afterSpace = true;
  visitText(scope, aria, {
    text(raw, owner) {
      let piece = raw
        .replace(/[\u200b\u00ad]/g, '')
        .replace(/\s+/g, ' ')
        .toLowerCase();
      if (afterSpace && piece.startsWith(' ')) piece = piece.slice(1);
      if (piece === '') return;
      afterSpace = piece.endsWith(' ');
      starts.push(length);
      owners.push(owner);
      parts.push(piece);
      length += piece.length;
    },
  });
  const all = parts.join('');
  const ownerAt = (offset: number): Element | undefined => owners[lastAtOrBefore(starts, offset)];
  for (let at = all.indexOf(needle); at >= 0; at = all.indexOf(needle, at + needle.length)) {
    const from = ownerAt(at);
    const to = ownerAt(at + needle.length - 1);
    const both = from && to ? commonAncestor(from, to) : null;
    if (both) found.add(both);
  }
  return found;
}

function lastAtOrBefore(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function commonAncestor(a: Element, b: Element): Element | null {
  if (a === b) return a;
  const line = new Set<Element>();
  for (let current: Element | null = a; current; current = above(current)) line.add(current);
  for (let current: Element | null = b; current; current = above(current))
    if (line.has(current)) return current;
  return null;
}

function wholeMatches(scope: Node, match: TextMatch, aria: Aria): Element[] {
  const matches = matcherOf(match);
  const found: Element[] = [];
  for (const [element, own] of textsWithin(scope, aria, MAX_COMPARED)) {
    if (element !== scope && matches(own)) found.push(element);
  }
  return found;
}
