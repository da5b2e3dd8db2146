/**
 * The browser's CSS selectors, in every root of the scope. A descendant combinator also reaches into shadow
 * roots: `my-card button` finds the button in the shadow root of `my-card`.
 */
import type { Aria } from '../aria/aria.js';
import { isShadowRoot, matches, parentNode, queryAll, shadowHost } from '../dom/intrinsics.js';
import { type Engine, SelectorError } from './engine.js';
import { inOrder, rootsIn } from './scope.js';

export const css: Engine<'css'> = (step, scopes, aria) => {
  const found = new Set<Element>();
  for (const scope of scopes) for (const element of search(step.selector, scope, aria)) found.add(element);
  return inOrder(found, scopes, aria);
};

function* search(selector: string, scope: Node, aria: Aria): Generator<Element> {
  const roots = rootsIn(scope, aria);
  for (const root of roots) yield* query(root, selector, selector);
  if (roots.length === 1) return;
  const inside = new Set(roots.slice(1));
  for (const { before, after } of splits(selector)) {
    for (const root of inside) {
      if (!isShadowRoot(root) || !hostMatches(root, before)) continue;
      yield* query(root, after, selector);
    }
  }
}

function query(root: Node, selector: string, whole: string): Iterable<Element> {
  try {
    return queryAll(root, selector);
  } catch (error) {
    throw new SelectorError(whole, error instanceof Error ? error.message : String(error));
  }
}

/** Whether the host, or an ancestor of it in any outer root, matches the first part. */
function hostMatches(root: ShadowRoot, before: string): boolean {
  for (let element: Element | null = shadowHost(root); element; ) {
    if (matchesAcross(element, before)) return true;
    const parent: Node | null = parentNode(element);
    element = isShadowRoot(parent) ? shadowHost(parent) : parent instanceof Element ? parent : null;
  }
  return false;
}

function matchesAcross(element: Element, selector: string): boolean {
  if (matches(element, selector)) return true;
  for (const { before, after } of splits(selector)) {
    if (!matches(element, after)) continue;
    let top: Node = element;
    for (let parent = parentNode(top); parent; parent = parentNode(top)) top = parent;
    if (isShadowRoot(top) && hostMatches(top, before)) return true;
  }
  return false;
}

interface Split {
  before: string;
  after: string;
}

/** Where descendant combinators are in each selector of the list. */
function* splits(list: string): Generator<Split> {
  for (const selector of splitAtTop(list, ',')) {
    const parts = splitAtTop(selector.trim(), ' ');
    for (let i = 1; i < parts.length; i++) {
      const before = parts.slice(0, i).join(' ');
      const after = parts.slice(i).join(' ');
      // A part that begins or ends with another combinator cannot stand alone.
      if (!/[>+~]$/.test(before) && !/^[>+~]/.test(after) && before && after) yield { before, after };
    }
  }
}

/** Outside brackets, parentheses and quotes; consecutive separators count as one. */
function splitAtTop(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let part = '';
  for (let i = 0; i < text.length; i++) {
    const character = text[i] ?? '';
    if (character === '\\') {
      part += character + (text[++i] ?? '');
      continue;
    }
    if (quote) quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '(' || character === '[') depth++;
    else if (character === ')' || character === ']') depth--;
    const separates = separator === ' ' ? /\s/.test(character) : character === separator;
    if (separates && depth === 0 && !quote) {
      if (part) parts.push(part);
      part = '';
    } else {
      part += character;
    }
  }
  if (part) parts.push(part);
  return parts;
}
