/**
 * Every DOM property and method that in-page code uses, taken from the prototypes once.
 *
 * A page cannot reach the globals of an isolated world, but in Chromium its markup can: the named children of a
 * form and of a document replace the properties of the same name (`<form><input name="parentNode">`, `<img
 * name="getElementById">`). A getter called on the element is out of their reach. So in-page code never writes
 * `element.parentNode`, it writes `parentNode(element)`.
 */

import { noted, notedStyle } from './reads.js';

function rawGetter<P extends object, K extends keyof P>(prototype: P, name: K): (this: P) => P[K] {
  const get = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  if (!get) throw new TypeError(`no getter: ${String(name)}`);
  return get; // untyped there; the pair (prototype, name) types it
}

/** `element.name`, whatever the page put in its place. */
export function getter<P extends object, K extends keyof P>(prototype: P, name: K): (target: P) => P[K] {
  const get = rawGetter(prototype, name);
  return (target) => get.call(target);
}

/** Like `getter`, for properties that older supported browsers lack. */
export function getterIfAny<T extends object, V>(prototype: T, name: string): (target: T) => V | undefined {
  const get = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  return get ? (target) => get.call(target) as V : () => undefined; // the caller names the type
}

type Method<P, K extends keyof P> = P[K] extends (...args: infer A) => infer R
  ? (target: P, ...args: A) => R
  : never;

/** `element.name(...)`, whatever the page put in its place. */
export function method<P extends object, K extends keyof P>(prototype: P, name: K): Method<P, K> {
  const fn: unknown = Object.getOwnPropertyDescriptor(prototype, name)?.value;
  if (typeof fn !== 'function') throw new TypeError(`no method: ${String(name)}`);
  const call = (target: P, ...args: unknown[]): unknown => fn.call(target, ...args);
  return call as Method<P, K>; // same arguments, target first
}

// Hot getters are written out: engines inline per function, and all functions returned by `getter` count as one.
const nodeTypeOf = rawGetter(Node.prototype, 'nodeType');
const nodeValueOf = rawGetter(Node.prototype, 'nodeValue');
const parentNodeOf = rawGetter(Node.prototype, 'parentNode');
const parentElementOf = rawGetter(Node.prototype, 'parentElement');
const firstChildOf = rawGetter(Node.prototype, 'firstChild');
const nextSiblingOf = rawGetter(Node.prototype, 'nextSibling');
const localNameOf = rawGetter(Element.prototype, 'localName');
const namespaceURIOf = rawGetter(Element.prototype, 'namespaceURI');
const openShadowRootOf = rawGetter(Element.prototype, 'shadowRoot');
const assignedSlotOf = rawGetter(Element.prototype, 'assignedSlot');
const textAssignedSlotOf = rawGetter(Text.prototype, 'assignedSlot');
const previousSiblingOf = rawGetter(Node.prototype, 'previousSibling');
const previousElementSiblingOf = rawGetter(Element.prototype, 'previousElementSibling');
const nextElementSiblingOf = rawGetter(Element.prototype, 'nextElementSibling');
const firstElementChildOf = rawGetter(Element.prototype, 'firstElementChild');
export const nodeType = (node: Node): Node['nodeType'] => nodeTypeOf.call(node);
export const nodeValue = (node: Node): Node['nodeValue'] => nodeValueOf.call(node);
export const parentNode = (node: Node): Node['parentNode'] => parentNodeOf.call(node);
export const parentElement = (node: Node): Node['parentElement'] => parentElementOf.call(node);
export const firstChild = (node: Node): Node['firstChild'] => firstChildOf.call(node);
export const nextSibling = (node: Node): Node['nextSibling'] => nextSiblingOf.call(node);
export const localName = (element: Element): Element['localName'] => localNameOf.call(element);
export const namespaceURI = (element: Element): Element['namespaceURI'] => namespaceURIOf.call(element);
/** Open roots only; closed ones come from `ComposedTree`. */
export const openShadowRoot = noted((element: Element): Element['shadowRoot'] =>
  openShadowRootOf.call(element),
);
export const assignedSlot = noted((element: Element): Element['assignedSlot'] =>
  assignedSlotOf.call(element),
);
export const textAssignedSlot = noted((text: Text): Text['assignedSlot'] => textAssignedSlotOf.call(text));
export const previousSibling = (node: Node): Node['previousSibling'] => previousSiblingOf.call(node);
export const previousElementSibling = (element: Element): Element['previousElementSibling'] =>
  previousElementSiblingOf.call(element);
export const nextElementSibling = (element: Element): Element['nextElementSibling'] =>
  nextElementSiblingOf.call(element);
export const firstElementChild = (element: Element): Element['firstElementChild'] =>
  firstElementChildOf.call(element);

const attributeOf = Element.prototype.getAttribute;
export const getAttribute = (element: Element, name: string): string | null =>
  attributeOf.call(element, name);
const attributePresent = Element.prototype.hasAttribute;
export const hasAttribute = (element: Element, name: string): boolean => attributePresent.call(element, name);
const attributeNames = Element.prototype.getAttributeNames;
export const getAttributeNames = (element: Element): string[] => attributeNames.call(element);
const anyAttribute = Element.prototype.hasAttributes;
export const hasAttributes = (element: Element): boolean => anyAttribute.call(element);
const boundingRect = Element.prototype.getBoundingClientRect;
/** By these, boxes are compared: in Firefox's sandbox it takes long to tell that something is a box. */
const sidesOf = ({ x, y, width, height }: DOMRect): number[] => [x, y, width, height];
export const getBoundingClientRect = noted(
  (element: Element): DOMRect => boundingRect.call(element),
  sidesOf,
);
const matchesSelector = Element.prototype.matches;
export const matches = noted((element: Element, selector: string): boolean =>
  matchesSelector.call(element, selector),
);

// Node
export const textContent = getter(Node.prototype, 'textContent');
export const isConnected = getter(Node.prototype, 'isConnected');
export const contains = method(Node.prototype, 'contains');
export const compareDocumentPosition = method(Node.prototype, 'compareDocumentPosition');
export const ownerDocument = getter(Node.prototype, 'ownerDocument');

const rootNode = Node.prototype.getRootNode;
/** The document or shadow root that contains the node (or the top of a detached tree). */
export const getRootNode = (node: Node): Node => rootNode.call(node);

export const ELEMENT_NODE = 1;
export const TEXT_NODE = 3;
const DOCUMENT_NODE = 9;
const FRAGMENT_NODE = 11;

export const isElement = (node: Node | null | undefined): node is Element =>
  !!node && nodeType(node) === ELEMENT_NODE;
export const isText = (node: Node): node is Text => nodeType(node) === TEXT_NODE;
export const isDocument = (node: Node): node is Document => nodeType(node) === DOCUMENT_NODE;

/** A shadow root is the only kind of fragment that has a host. */
export const isShadowRoot = (node: Node | null): node is ShadowRoot =>
  !!node && nodeType(node) === FRAGMENT_NODE && node instanceof ShadowRoot;

// Element
export const children = getter(Element.prototype, 'children');
export const shadowHost = getter(ShadowRoot.prototype, 'host');
export const closest = method(Element.prototype, 'closest');
export const getClientRects = method(Element.prototype, 'getClientRects');
const createRange = method(Document.prototype, 'createRange');
/** The boxes of its content; empty if none of it is rendered. */
export const contentRects = noted(
  (node: Node): DOMRect[] => {
    const range = createRange(document);
    range.selectNodeContents(node);
    return [...range.getClientRects()];
  },
  (rects) => rects.flatMap(sidesOf),
);
export const elementQuery = method(Element.prototype, 'querySelector');
export const elementQueryAll = method(Element.prototype, 'querySelectorAll');
const descendants = method(Element.prototype, 'getElementsByTagName');
/** Counts no further than it must: `length` would count them all. */
export const holdsMoreThan = (count: number, element: Element): boolean =>
  descendants(element, '*')[count] !== undefined;
const documentQueryAll = method(Document.prototype, 'querySelectorAll');
export const fragmentQueryAll = method(DocumentFragment.prototype, 'querySelectorAll');

/** `querySelectorAll` of a document, a shadow root or an element. */
export function queryAll(root: Node, selector: string): NodeListOf<Element> {
  if (isElement(root)) return elementQueryAll(root, selector);
  if (isDocument(root)) return documentQueryAll(root, selector);
  return fragmentQueryAll(root as DocumentFragment, selector); // nothing else can be a root
}

const visibilityCheck = Element.prototype.checkVisibility;
export const checkVisibility = noted((element: Element, options?: CheckVisibilityOptions): boolean =>
  visibilityCheck.call(element, options),
);

export const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';
export const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
export const MATHML_NAMESPACE = 'http://www.w3.org/1998/Math/MathML';

// HTMLElement: these throw on elements of other namespaces (see `isHtml`)
export const isHtml = (element: Element): element is HTMLElement => namespaceURI(element) === HTML_NAMESPACE;
export const isSvg = (element: Element): element is SVGElement => namespaceURI(element) === SVG_NAMESPACE;
export const isContentEditable = getter(HTMLElement.prototype, 'isContentEditable');

// Form controls and other elements with their own state
export const inputType = getter(HTMLInputElement.prototype, 'type');
export const inputValue = getter(HTMLInputElement.prototype, 'value');
export const inputChecked = getter(HTMLInputElement.prototype, 'checked');
export const inputIndeterminate = getter(HTMLInputElement.prototype, 'indeterminate');
export const inputFiles = getter(HTMLInputElement.prototype, 'files');
export const inputList = getter(HTMLInputElement.prototype, 'list');
export const textareaValue = getter(HTMLTextAreaElement.prototype, 'value');
export const selectMultiple = getter(HTMLSelectElement.prototype, 'multiple');
export const selectSize = getter(HTMLSelectElement.prototype, 'size');
export const selectOptions = getter(HTMLSelectElement.prototype, 'options');
export const selectSelectedOptions = getter(HTMLSelectElement.prototype, 'selectedOptions');
export const imageComplete = getter(HTMLImageElement.prototype, 'complete');
export const naturalWidth = getter(HTMLImageElement.prototype, 'naturalWidth');
export const optionSelected = getter(HTMLOptionElement.prototype, 'selected');
export const optionText = getter(HTMLOptionElement.prototype, 'text');
export const meterValue = getter(HTMLMeterElement.prototype, 'value');
export const progressPosition = getter(HTMLProgressElement.prototype, 'position');
export const labelControl = noted(getter(HTMLLabelElement.prototype, 'control'));

const labelLists = [
  HTMLInputElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
  HTMLButtonElement,
  HTMLOutputElement,
  HTMLMeterElement,
  HTMLProgressElement,
].map((kind) => ({
  kind,
  labels: getter(kind.prototype as HTMLInputElement, 'labels'), // each has one of its own
}));

/** The labels of a control; undefined where the browser does not say: of custom elements. */
export const labelsOf = noted((control: Element): Element[] | undefined => {
  const list = labelLists.find(({ kind }) => control instanceof kind);
  return list && Array.from(list.labels(control as HTMLInputElement) ?? []); // of that kind
});
const assignedNodes = method(HTMLSlotElement.prototype, 'assignedNodes');
export const slotAssignedNodes = noted((slot: HTMLSlotElement): Node[] => assignedNodes(slot));
export const anchorHref = getter(HTMLAnchorElement.prototype, 'href');
export const areaHref = getter(HTMLAreaElement.prototype, 'href');
export const iframeSrc = getter(HTMLIFrameElement.prototype, 'src');

const activeDescendant = getterIfAny<Element, Element | null>(
  Element.prototype,
  'ariaActiveDescendantElement',
);

const reflections: Record<string, (target: Element) => Element[] | null | undefined> = {
  'aria-labelledby': getterIfAny(Element.prototype, 'ariaLabelledByElements'),
  'aria-describedby': getterIfAny(Element.prototype, 'ariaDescribedByElements'),
  'aria-owns': getterIfAny(Element.prototype, 'ariaOwnsElements'),
  'aria-controls': getterIfAny(Element.prototype, 'ariaControlsElements'),
  'aria-details': getterIfAny(Element.prototype, 'ariaDetailsElements'),
  'aria-errormessage': getterIfAny(Element.prototype, 'ariaErrorMessageElements'),
  'aria-activedescendant': (target) => [activeDescendant(target) ?? []].flat(),
};

/**
 * Elements set by script as an ARIA relation (`button.ariaLabelledByElements = [label]`): the attribute is then
 * present but empty. Null if ids in the attribute decide.
 */
export function reflectedElements(element: Element, attribute: string): Element[] | null {
  if (getAttribute(element, attribute) !== '') return null;
  const list = reflectedList(element, attribute);
  return list && list.length > 0 ? list : null;
}

const reflectedList = noted((element: Element, attribute: string) => reflections[attribute]?.(element));

// Document and shadow root
export const documentElement = getter(Document.prototype, 'documentElement');
export const documentBody = getter(Document.prototype, 'body');
export const documentHead = getter(Document.prototype, 'head');
export const documentTitle = getter(Document.prototype, 'title');
export const documentUrl = getter(Document.prototype, 'URL');
export const documentBaseUri = getter(Node.prototype, 'baseURI');
export const documentReadyState = getter(Document.prototype, 'readyState');
export const documentView = getter(Document.prototype, 'defaultView');
export const designMode = getter(Document.prototype, 'designMode');
export const documentHasFocus = method(Document.prototype, 'hasFocus');
const documentActive = getter(Document.prototype, 'activeElement');
const shadowActive = getter(ShadowRoot.prototype, 'activeElement');
const documentById = method(Document.prototype, 'getElementById');
const fragmentById = method(DocumentFragment.prototype, 'getElementById');
const documentFromPoint = method(Document.prototype, 'elementFromPoint');
const shadowFromPoint = method(ShadowRoot.prototype, 'elementFromPoint');
const documentSheets = getter(Document.prototype, 'styleSheets');
const shadowSheets = getter(ShadowRoot.prototype, 'styleSheets');
const documentAdopted = getter(Document.prototype, 'adoptedStyleSheets');
const shadowAdopted = getter(ShadowRoot.prototype, 'adoptedStyleSheets');

export const activeElement = (root: Document | ShadowRoot): Element | null =>
  isDocument(root) ? documentActive(root) : shadowActive(root);
export const getElementById = (root: Document | DocumentFragment, id: string): Element | null =>
  isDocument(root) ? documentById(root, id) : fragmentById(root, id);
export const elementFromPoint = (root: Document | ShadowRoot, x: number, y: number): Element | null =>
  isDocument(root) ? documentFromPoint(root, x, y) : shadowFromPoint(root, x, y);
export const styleSheets = (root: Document | ShadowRoot): StyleSheetList =>
  isDocument(root) ? documentSheets(root) : shadowSheets(root);
export const adoptedStyleSheets = (root: Document | ShadowRoot): CSSStyleSheet[] =>
  isDocument(root) ? documentAdopted(root) : shadowAdopted(root);

const mediaOf = window.matchMedia;
export const prefersDark = noted(
  (view: Window): boolean => mediaOf.call(view, '(prefers-color-scheme: dark)').matches,
);

// A style object has no named children and can be read directly.
const computedStyle = window.getComputedStyle;
/** With every property. What is read of it is not noted. */
export const getWholeStyle = (element: Element, pseudo?: string): CSSStyleDeclaration =>
  computedStyle.call(window, element, pseudo);
export const getComputedStyle = notedStyle(getWholeStyle);
