/** The browser's XPath 1.0. It does not cross shadow roots: an earlier step may lead into one. */
import { isDocument, isElement } from '../dom/intrinsics.js';
import { type Engine, SelectorError } from './engine.js';

const evaluate = Document.prototype.evaluate;
const { iterateNext } = XPathResult.prototype;
const ORDERED_ITERATOR = 5;

export const xpath: Engine<'xpath'> = (step, scopes) => {
  const found = new Set<Element>();
  for (const scope of scopes) {
    // `//a` inside an element means below it, not anywhere in the document.
    const relative =
      isDocument(scope) || !step.selector.startsWith('/') ? step.selector : `.${step.selector}`;
    for (const node of nodesOf(relative, scope, step.selector)) if (isElement(node)) found.add(node);
  }
  return [...found];
};

function nodesOf(expression: string, scope: Node, selector: string): Node[] {
  try {
    const result = evaluate.call(document, expression, scope, null, ORDERED_ITERATOR, null);
    const nodes: Node[] = [];
    for (let node = iterateNext.call(result); node; node = iterateNext.call(result)) nodes.push(node);
    return nodes;
  } catch (error) {
    throw new SelectorError(selector, error instanceof Error ? error.message : String(error));
  }
}
