/** The text of elements as a caller would write it: through shadow roots, without what is never shown. */
import type { Aria } from '../aria/aria.js';
import {
  firstChild,
  inputType,
  inputValue,
  isElement,
  isText,
  localName,
  nextSibling,
  nodeValue,
} from '../dom/intrinsics.js';

const NEVER_TEXT = new Set(['script', 'style', 'noscript', 'template', 'head', 'title', 'iframe', 'frame']);
const BUTTON_TYPES = new Set(['button', 'submit', 'reset']);

export interface TextVisitor {
  /** `owner`: the element that directly contains the text. */
  text(text: string, owner: Element): void;
  /** Called after all text inside the element. */
  leave?(element: Element, parent: Element | null): void;
  /** Leaves out an element and its content. */
  skip?(element: Element): boolean;
}

interface Level {
  /** The parent of these children; null for a document or shadow root as the scope. */
  owner: Element | null;
  next: Node | null;
  /** A host's light children come after its shadow root: only then is the host left. */
  last: boolean;
}

/** In document order. */
export function visitText(scope: Node, aria: Aria, visitor: TextVisitor): void {
  const stack: Level[] = [];
  const enter = (node: Node): void => {
    if (!isElement(node)) {
      stack.push({ owner: null, next: firstChild(node), last: true });
      return;
    }
    if (NEVER_TEXT.has(localName(node)) || visitor.skip?.(node)) return;
    if (node instanceof HTMLInputElement) {
      if (BUTTON_TYPES.has(inputType(node))) visitor.text(inputValue(node), node);
      visitor.leave?.(node, stack.at(-1)?.owner ?? null);
      return;
    }
    stack.push({ owner: node, next: firstChild(node), last: true });
    const root = aria.shadowRootOf(node);
    if (root) stack.push({ owner: node, next: firstChild(root), last: false });
  };

  enter(scope);
  for (let level = stack.at(-1); level; level = stack.at(-1)) {
    const node = level.next;
    if (!node) {
      stack.pop();
      if (level.owner && level.last) visitor.leave?.(level.owner, stack.at(-1)?.owner ?? null);
      continue;
    }
    level.next = nextSibling(node);
    if (isText(node)) {
      if (level.owner) visitor.text(nodeValue(node) ?? '', level.owner);
    } else if (isElement(node)) {
      enter(node);
    }
  }
}

export function textIn(scope: Node, aria: Aria, skip?: (element: Element) => boolean): string {
  const parts: string[] = [];
  visitText(scope, aria, { text: (text) => parts.push(text), ...(skip && { skip }) });
  return parts.join('');
}

/** The text of every element inside, except those with more than `limit` characters. */
export function textsWithin(scope: Node, aria: Aria, limit: number): Map<Element, string> {
  const texts = new Map<Element, string>();
  const tooLong = new Set<Element>();
  const add = (element: Element, text: string): void => {
    if (tooLong.has(element)) return;
    const whole = (texts.get(element) ?? '') + text;
    if (whole.length <= limit) {
      texts.set(element, whole);
    } else {
      texts.delete(element);
      tooLong.add(element);
    }
  };
  visitText(scope, aria, {
    text: (text, owner) => add(owner, text),
    leave(element, parent) {
      if (!parent) return;
      const text = texts.get(element);
      if (text !== undefined) add(parent, text);
      else if (tooLong.has(element)) {
        tooLong.add(parent);
        texts.delete(parent);
      }
    },
  });
  return texts;
}
