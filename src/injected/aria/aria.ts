/**
 * The accessibility engine as the rest of the in-page code uses it: ask an element for its role, name,
 * description, states and value, and for its place in the composed tree.
 *
 * One `Aria` lives for one walk: answers are cached and are not renewed when the page changes.
 * It only reads: nothing in the page is touched.
 */
import { type ComposedTree, createComposedTree } from '../dom/composed.js';
import {
  activeElement,
  documentBody,
  documentElement,
  getAttribute,
  getBoundingClientRect,
  getComputedStyle,
  getElementById,
  isDocument,
  isShadowRoot,
  localName,
  nodeValue,
} from '../dom/intrinsics.js';
import { type AttributeKind, attributeKind, attributeNames, GLOBAL, PLAIN } from './attribute-kind.js';
import { countDocument } from './counters.js';
import { computeDescription } from './description.js';
import type { Aria, Engine, Facts, Hidden } from './engine.js';
import { isDisabled, isFocusable } from './focusable.js';
import { computeHidden, computeVisible, isTextHidden, isTransparent } from './hidden.js';
import { createLabels } from './labels.js';
import { findModalDialog } from './modal.js';
import { computeAuthorName, computeContentText, computeName } from './name.js';
import { createPseudoContents } from './pseudo.js';
import { referencesOf } from './references.js';
import { computeRole, warmRoles } from './role.js';
import { computeStates } from './states.js';
import { isBlock, tagOf } from './tag.js';
import { transform } from './text.js';
import { computeValue } from './value.js';

export type { Aria, Hidden, Pseudo } from './engine.js';
export { isEditingHost } from './focusable.js';
export { childrenArePresentational } from './roles.js';

export interface AriaOptions {
  /** Closed shadow roots that were handed to the in-page code. */
  closedRootOf?: (host: Element) => ShadowRoot | undefined;
}

export function createAria(document: Document, options: AriaOptions = {}): Aria {
  const known = new Map<Element, Facts>();
  const tree = createComposedTree(factsOf, options.closedRootOf ?? (() => undefined));
  const labels = createLabels();
  let boxed: Element | undefined;
  let lastBox: DOMRect | undefined;
  let lastElement: Element | undefined;
  let lastFacts: Facts | undefined;
  const focused = focusedElement(document, tree);
  let modal: { dialog: Element | null; path: Set<Element> | null } | undefined;
  let counted: ReturnType<typeof countDocument> | undefined;

  function factsOf(element: Element): Facts {
    if (element === lastElement && lastFacts) return lastFacts;
    let facts = known.get(element);
    if (!facts) {
      facts = newFacts(tagOf(element));
      known.set(element, facts);
    }
    lastElement = element;
    lastFacts = facts;
    return facts;
  }

  function styleOf(element: Element): CSSStyleDeclaration {
    const facts = factsOf(element);
    facts.style ??= getComputedStyle(element);
    return facts.style;
  }

  function displayOf(element: Element): string {
    const facts = factsOf(element);
    facts.display ??= styleOf(element).display;
    return facts.display;
  }

  function attributesOf(element: Element): AttributeKind {
    const facts = factsOf(element);
    facts.attributes ??= attributeKind(attributeNames(element));
    return facts.attributes;
  }

  const hasGlobal = (element: Element): boolean => attributesOf(element) === GLOBAL;

  function hiddenOf(element: Element): Hidden | null {
    const facts = factsOf(element);
    if (facts.hidden === undefined) computeHidden(engine, element);
    return facts.hidden ?? null;
  }

  function roleOf(element: Element): string {
    const facts = factsOf(element);
    if (facts.role === undefined) {
      warmRoles(engine, element, facts.tag);
      // A role that depends on a name that depends on the role: the second time round there is none.
      facts.role = 'generic';
      facts.role = computeRole(engine, element, facts.tag);
    }
    return facts.role;
  }

  function modalState(): { dialog: Element | null; path: Set<Element> | null } {
    if (!modal) {
      const dialog = findModalDialog(document, focused, tree);
      let path: Set<Element> | null = null;
      if (dialog) {
        path = new Set();
        for (let above: Element | null = dialog; above; above = tree.parent(above)) path.add(above);
      }
      modal = { dialog, path };
    }
    return modal;
  }

  function inAriaDisabled(element: Element): boolean {
    const pending: Element[] = [];
    let above: Element | null = element;
    while (above && factsOf(above).disabled === undefined) {
      pending.push(above);
      above = tree.parent(above);
    }
    let disabled = above ? (factsOf(above).disabled ?? false) : false;
    for (let next = pending.pop(); next; next = pending.pop()) {
      disabled ||= hasGlobal(next) && getAttribute(next, 'aria-disabled') === 'true';
      factsOf(next).disabled = disabled;
    }
    return disabled;
  }

  const engine: Engine = {
    document,
    tree,
    activeElement: focused,
    get modalDialog() {
      return modalState().dialog;
    },
    get modalPath() {
      return modalState().path;
    },
    factsOf,
    attributeNamesOf(element) {
      const names = attributeNames(element);
      factsOf(element).attributes ??= attributeKind(names);
      return names;
    },
    isPlain: (element) => attributesOf(element) === PLAIN,
    hasGlobal,
    styleOf,
    displayOf,
    boxOf(element) {
      if (element !== boxed || !lastBox) {
        lastBox = getBoundingClientRect(element);
        boxed = element;
      }
      return lastBox;
    },
    tagOf: (element) => factsOf(element).tag,
    roleOf,
    nameOf(element) {
      const facts = factsOf(element);
      facts.name ??= computeName(engine, element);
      return facts.name;
    },
    descriptionOf(element) {
      const facts = factsOf(element);
      facts.description ??= computeDescription(engine, element);
      return facts.description;
    },
    authorNameOf: (element) => computeAuthorName(engine, element),
    contentTextOf: (element) => computeContentText(engine, element),
    hiddenOf,
    isHidden: (element) => hiddenOf(element) !== null,
    isVisible: (element) => computeVisible(engine, element),
    isTransparent: (element) => isTransparent(engine, element),
    isTextHidden(parent) {
      const facts = factsOf(parent);
      facts.textHidden ??= isTextHidden(engine, parent);
      return facts.textHidden;
    },
    isFocusable: (element) => isFocusable(engine, element),
    isDisabled: (element) => isDisabled(engine, element, roleOf(element)),
    inAriaDisabled,
    statesOf: (element) => computeStates(engine, element, roleOf(element), factsOf(element).tag),
    valueOf: (element) => computeValue(engine, element, roleOf(element)),
    composedChildren: (element) => tree.children(element),
    composedParent: (node) => tree.parent(node),
    shadowRootOf: (element) => tree.shadowRootOf(element),
    rootOf: (element) => tree.rootOf(element),
    writtenParent: (element) => tree.writtenParent(element),
    textOf(text, parent) {
      const facts = factsOf(parent);
      facts.transform ??= styleOf(parent).textTransform;
      return transform(nodeValue(text) ?? '', facts.transform);
    },
    isBlock(element) {
      const facts = factsOf(element);
      facts.block ??= isBlock(facts.tag, displayOf(element));
      return facts.block;
    },
    pseudoContent(element, pseudo) {
      const facts = factsOf(element);
      if (pseudo === '::before') {
        facts.before ??= pseudos.textOf(element, pseudo);
        return facts.before;
      }
      facts.after ??= pseudos.textOf(element, pseudo);
      return facts.after;
    },
    referencesOf,
    labelsOf: (control) => labels.of(control, tree.rootOf(control)),
    hasDatalist(input, id) {
      const root = tree.rootOf(input);
      if (!isDocument(root) && !isShadowRoot(root)) return false;
      const list = getElementById(root, id);
      return !!list && localName(list) === 'datalist';
    },
    countersAt(element, pseudo, name) {
      counted ??= countDocument(engine, pseudos);
      return counted.get(element)?.[pseudo]?.get(name) ?? [];
    },
  };
  const pseudos = createPseudoContents(engine);
  return engine;
}

/** One shape for all: engines are fast with objects that look alike. */
const newFacts = (tag: string): Facts => ({
  tag,
  children: undefined,
  parent: undefined,
  direct: false,
  root: undefined,
  style: undefined,
  shadowRoot: undefined,
  attributes: undefined,
  display: undefined,
  boxed: undefined,
  byStyle: undefined,
  skips: undefined,
  laysOut: undefined,
  opaque: undefined,
  hidden: undefined,
  inside: undefined,
  textHidden: undefined,
  block: undefined,
  transform: undefined,
  before: undefined,
  after: undefined,
  generated: undefined,
  part: undefined,
  role: undefined,
  disabled: undefined,
  table: undefined,
  context: undefined,
  sectioned: undefined,
  name: undefined,
  description: undefined,
});

function focusedElement(document: Document, tree: ComposedTree): Element | null {
  let found = activeElement(document);
  for (let inner = found; inner; ) {
    found = inner;
    const root = tree.shadowRootOf(inner);
    inner = root ? activeElement(root) : null;
  }
  return found === documentBody(document) || found === documentElement(document) ? null : found;
}
