/**
 * Runs in the page's isolated world in place of the product's bundle: the accessibility engine, with a way to
 * query elements that have an attribute.
 */
import { type Aria, createAria } from '../../src/injected/aria/aria.js';

export type Question = 'role' | 'name' | 'description' | 'value' | 'states' | 'hidden' | 'visible' | 'text';
export interface Asked {
  /** The value of the marking attribute. */
  id: string;
  question: Question;
}

const ANSWERS: Record<Question, (aria: Aria, element: Element) => unknown> = {
  role: (aria, element) => aria.roleOf(element),
  name: (aria, element) => aria.nameOf(element),
  description: (aria, element) => aria.descriptionOf(element),
  value: (aria, element) => aria.valueOf(element) ?? null,
  states: (aria, element) => aria.statesOf(element),
  hidden: (aria, element) => aria.hiddenOf(element) ?? 'no',
  visible: (aria, element) => aria.isVisible(element),
  text: (aria, element) => textOf(aria, element).replace(/\s+/g, ' ').trim(),
};

function textOf(aria: Aria, element: Element): string {
  const parts = aria.composedChildren(element).map((child) => {
    if (child.element) return aria.isHidden(child.element) ? '' : textOf(aria, child.element);
    return aria.isTextHidden(element) ? '' : aria.textOf(child, element);
  });
  return parts.join('');
}

/**
 * Elements with the attribute, also in open shadow roots. Page scripts cannot reach this world's
 * `querySelectorAll`.
 */
function collect(
  root: Document | ShadowRoot,
  attribute: string,
  found: Map<string, Element>,
): Map<string, Element> {
  for (const element of root instanceof ShadowRoot
    ? ShadowRoot.prototype.querySelectorAll.call(root, '*')
    : Document.prototype.querySelectorAll.call(root, '*')) {
    const id = Element.prototype.getAttribute.call(element, attribute);
    if (id !== null) found.set(id, element);
    const shadow = Object.getOwnPropertyDescriptor(Element.prototype, 'shadowRoot')?.get?.call(element);
    if (shadow) collect(shadow, attribute, found);
  }
  return found;
}

function answer(arg: string): string {
  const { attribute, asked } = JSON.parse(arg) as { attribute: string; asked: Asked[] };
  const aria = createAria(document);
  const elements = collect(document, attribute, new Map());
  return JSON.stringify(
    asked.map(({ id, question }) => {
      const element = elements.get(id);
      return element ? ANSWERS[question](aria, element) : null;
    }),
  );
}

/** Every attribute that starts with the prefix: `[value of the mark, attribute name, value]`. */
function expectations(arg: string): string {
  const { attribute, prefix } = JSON.parse(arg) as { attribute: string; prefix: string };
  const list: [string, string, string][] = [];
  for (const [id, element] of collect(document, attribute, new Map())) {
    for (const name of Element.prototype.getAttributeNames.call(element)) {
      if (name.startsWith(prefix))
        list.push([id, name.slice(prefix.length), Element.prototype.getAttribute.call(element, name) ?? '']);
    }
  }
  return JSON.stringify(list);
}

/** Resolves when `<html>` has the attribute. */
function ready(attribute: string): Promise<string> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!document.documentElement.hasAttribute(attribute)) return;
      observer.disconnect();
      resolve('ready');
    };
    const observer = new MutationObserver(look);
    observer.observe(document.documentElement, { attributes: true });
    look();
  });
}

Object.assign(globalThis, { probe: { answer, expectations, ready } });
