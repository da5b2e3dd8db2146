/**
 * The accessibility engine as the rest of the in-page code uses it: the role, name, description, states and value
 * of an element, and its place in the composed tree. One `Aria` lives for one walk: answers are cached and not
 * refreshed when the page changes. It only reads; nothing in the page is touched. It and its parts are classes:
 * JavaScript engines compile a call for the function they saw, and closures created anew for each walk would
 * discard that compiled code.
 */
import type { States } from '../../tree/node.js';
import { ComposedTree, type TextChild } from '../dom/composed.js';
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
} from '../dom/intrinsics.js';
import type { Style } from '../dom/reads.js';
import { AttributeKind, attributeKind, attributeNames } from './attribute-kind.js';
import { type Counted, countDocument } from './css/counters.js';
import { InheritedStyles } from './css/inherited-styles.js';
import { PseudoContents } from './css/pseudo.js';
import { Styled, StyleRules } from './css/style-rules.js';
import type { Aria, Engine, Facts, Hidden, Pseudo } from './engine.js';
import { newFacts } from './facts.js';
import { computeHidden, computeVisible, isTextHidden, isTransparent, showsText } from './hidden.js';
import { type Modal, modalOf } from './modal.js';
import { computeDescription } from './names/description.js';
import { Labels } from './names/labels.js';
import { computeAuthorName, computeContentText, computeName } from './names/name.js';
import { activeItemOf, referencesOf } from './references.js';
import { computeRole, warmRoles } from './roles/role.js';
import { inAriaDisabled } from './states/aria-disabled.js';
import { isDisabled, isFocusable } from './states/focusable.js';
import { computeStates } from './states/states.js';
import { computeValue } from './states/value.js';
import { isBlock, kindOf } from './tag.js';
import { isBlank, transform } from './text.js';
import { isGeneratedSeen } from './unseen/generated.js';
import { paintOf } from './unseen/ground.js';
import { Sight } from './unseen/unseen.js';
import type { Unseen } from './unseen/unseen-reason.js';

export type { Aria, Hidden, Pseudo } from './engine.js';
export { childrenArePresentational } from './roles/roles.js';
export { isEditingHost } from './states/focusable.js';
export type { Unseen } from './unseen/unseen-reason.js';

export interface AriaOptions {
  /** Closed shadow roots that were handed to the in-page code. */
  closedRootOf?: (host: Element) => ShadowRoot | undefined;
}

const PAINT_CONTAINED = /paint|strict|content/;
const GRIP = /^(?:grab|move|[a-z]+-resize)$/;

export const createAria = (document: Document, options: AriaOptions = {}): Aria =>
  new AriaEngine(document, options.closedRootOf ?? (() => undefined));

class AriaEngine implements Engine {
  readonly document: Document;
  readonly tree: ComposedTree<Facts>;
  readonly activeElement: Element | null;
  readonly activeItem: Element | null;
  readonly #known = new Map<Element, Facts>();
  readonly #labels = new Labels();
  readonly #pseudos: PseudoContents;
  readonly #styles: StyleRules;
  readonly #inherited: InheritedStyles;
  readonly #sight: Sight;
  #lastElement: Element | undefined;
  #lastFacts: Facts | undefined;
  #modal: Modal | undefined;
  #counted: Counted | undefined;

  constructor(document: Document, closedRootOf: (host: Element) => ShadowRoot | undefined) {
    this.document = document;
    this.tree = new ComposedTree(this, closedRootOf);
    this.#pseudos = new PseudoContents(this);
    this.#styles = new StyleRules(this);
    this.#inherited = new InheritedStyles(this);
    this.#sight = new Sight(this);
    this.activeElement = focusedElement(document, this.tree);
    this.activeItem = this.activeElement && activeItemOf(this.activeElement);
  }

  factsOf(element: Element): Facts {
    if (element === this.#lastElement && this.#lastFacts) return this.#lastFacts;
    let facts = this.#known.get(element);
    if (!facts) {
      facts = newFacts(element, kindOf(element));
      this.#known.set(element, facts);
    }
    this.#lastElement = element;
    this.#lastFacts = facts;
    return facts;
  }

  styleOf(element: Element): Style {
    const facts = this.factsOf(element);
    facts.style ??= getComputedStyle(element);
    return facts.style;
  }

  displayOf(element: Element): string {
    const facts = this.factsOf(element);
    facts.display ??= this.styleOf(element).display;
    return facts.display;
  }

  boxOf(element: Element): DOMRect {
    const facts = this.factsOf(element);
    facts.box ??= getBoundingClientRect(element);
    return facts.box;
  }

  attributeNamesOf(element: Element): readonly string[] {
    const names = attributeNames(element);
    this.factsOf(element).attributes ??= attributeKind(names);
    return names;
  }

  isPlain(element: Element): boolean {
    return this.attributesOf(element) <= AttributeKind.styled;
  }

  hasAttributes(element: Element): boolean {
    return this.attributesOf(element) !== AttributeKind.none;
  }

  hasGlobal(element: Element): boolean {
    return this.attributesOf(element) === AttributeKind.global;
  }

  attributesOf(element: Element): AttributeKind {
    const facts = this.factsOf(element);
    facts.attributes ??= attributeKind(attributeNames(element));
    return facts.attributes;
  }

  classesOf(element: Element): string | null {
    const facts = this.factsOf(element);
    if (facts.classes === undefined)
      facts.classes = this.hasAttributes(element) ? getAttribute(element, 'class') : null;
    return facts.classes;
  }

  tagOf(element: Element): string {
    return this.factsOf(element).tag;
  }

  traitsOf(element: Element): number {
    return this.factsOf(element).traits;
  }

  roleOf(element: Element): string {
    const facts = this.factsOf(element);
    if (facts.role === undefined) {
      warmRoles(this, element, facts.tag);
      // A role may depend on a name that depends on the role: the second time around it is `generic`.
      facts.role = 'generic';
      facts.role = computeRole(this, element, facts.tag);
    }
    return facts.role;
  }

  nameOf(element: Element): string {
    const facts = this.factsOf(element);
    facts.name ??= computeName(this, element);
    return facts.name;
  }

  descriptionOf(element: Element): string {
    const facts = this.factsOf(element);
    facts.description ??= computeDescription(this, element);
    return facts.description;
  }

  authorNameOf(element: Element): string {
    return computeAuthorName(this, element);
  }

  contentTextOf(element: Element): string {
    return computeContentText(this, element);
  }

  hiddenOf(element: Element): Hidden | null {
    const facts = this.factsOf(element);
    if (facts.hidden === undefined) computeHidden(this, element);
    return facts.hidden ?? null;
  }

  isHidden(element: Element): boolean {
    return this.hiddenOf(element) !== null;
  }

  isVisible(element: Element): boolean {
    return computeVisible(this, element);
  }

  showsText(element: Element): boolean {
    return showsText(this, element);
  }

  indentOf(element: Element): number {
    return this.#inherited.indentOf(element);
  }

  inkOf(element: Element): string {
    return this.#inherited.inkOf(element);
  }

  unseenText(parent: Element, length: number, inControl: boolean): Unseen | undefined {
    return this.#sight.ofText(parent, length, inControl);
  }

  unseenInk(element: Element): Unseen | undefined {
    return this.#sight.ofInk(element);
  }

  meet(element: Element): void {
    this.#sight.meet(element);
  }

  coveredTexts(): Iterable<[Element, Unseen]> {
    return this.#sight.covered();
  }

  contrastOf(element: Element, below: number): number | undefined {
    return this.#sight.contrastOf(element, below);
  }

  unseenBox(element: Element): Unseen | undefined {
    return this.#sight.ofBox(element);
  }

  unseenValue(element: Element): Unseen | undefined {
    return this.#sight.ofValue(element);
  }

  isGeneratedSeen(element: Element, style: Style): boolean {
    return isGeneratedSeen(this, element, style);
  }

  paintOf(element: Element): string | undefined {
    return paintOf(this, element);
  }

  isTransparent(element: Element): boolean {
    return isTransparent(this, element);
  }

  isTextHidden(parent: Element): boolean {
    const facts = this.factsOf(parent);
    facts.textHidden ??= isTextHidden(this, parent);
    return facts.textHidden;
  }

  isFocusable(element: Element): boolean {
    return isFocusable(this, element);
  }

  isDisabled(element: Element): boolean {
    return isDisabled(this, element, this.roleOf(element));
  }

  inAriaDisabled(element: Element): boolean {
    return inAriaDisabled(this, element);
  }

  statesOf(element: Element): Readonly<States> {
    return computeStates(this, element, this.factsOf(element), this.roleOf(element));
  }

  valueOf(element: Element): string | undefined {
    return computeValue(this, element, this.roleOf(element));
  }

  composedChildren(element: Element): readonly (Facts | TextChild)[] {
    return this.tree.children(element);
  }

  composedParent(element: Element): Element | null {
    return this.tree.parent(element);
  }

  shadowRootOf(element: Element): ShadowRoot | null {
    return this.tree.shadowRootOf(element);
  }

  rootOf(element: Element): Node {
    return this.tree.rootOf(element);
  }

  writtenParent(element: Element): Element | null {
    return this.tree.writtenParent(element);
  }

  textOf({ value, keptBack }: TextChild, parent: Element): string {
    if (keptBack) return '';
    return isBlank(value) ? value : transform(value, this.#inherited.transformOf(parent));
  }

  spacesOf(element: Element): string {
    return this.#inherited.spacesOf(element);
  }

  hasFont(element: Element): boolean {
    return this.#inherited.hasFont(element);
  }

  startsPointer(element: Element): boolean {
    return this.maySet(element, Styled.cursor) && this.styleOf(element).cursor === 'pointer';
  }

  gripOf(element: Element): string {
    if (!this.maySet(element, Styled.cursor)) return '';
    const { cursor } = this.styleOf(element);
    return GRIP.test(cursor) ? cursor : '';
  }

  clips(element: Element): boolean {
    const facts = this.factsOf(element);
    facts.clips ??=
      (this.maySet(element, Styled.overflow) && this.styleOf(element).overflowY !== 'visible') ||
      (this.maySet(element, Styled.clip) && PAINT_CONTAINED.test(this.styleOf(element).contain));
    return facts.clips;
  }

  maySet(element: Element, property: number): boolean {
    const facts = this.factsOf(element);
    facts.styled ??= this.#styles.reach(element, facts);
    return (facts.styled & property) !== 0;
  }

  isBlock(element: Element): boolean {
    const facts = this.factsOf(element);
    facts.block ??= isBlock(facts.traits, this.displayOf(element));
    return facts.block;
  }

  pseudoContent(element: Element, pseudo: Pseudo): string {
    const facts = this.factsOf(element);
    if (pseudo === '::before') {
      facts.before ??= this.#pseudos.textOf(element, pseudo);
      return facts.before;
    }
    facts.after ??= this.#pseudos.textOf(element, pseudo);
    return facts.after;
  }

  referencesOf(element: Element, attribute: string): Element[] {
    return referencesOf(element, attribute);
  }

  labelsOf(control: Element): readonly Element[] {
    return this.#labels.of(control, this.tree.rootOf(control));
  }

  hasDatalist(input: Element, id: string): boolean {
    const root = this.tree.rootOf(input);
    if (!isDocument(root) && !isShadowRoot(root)) return false;
    const list = getElementById(root, id);
    return !!list && localName(list) === 'datalist';
  }

  countersAt(element: Element, pseudo: Pseudo, name: string): readonly number[] {
    this.#counted ??= countDocument(this, this.#pseudos);
    return this.#counted.get(element)?.[pseudo]?.get(name) ?? [];
  }

  get roots(): Iterable<Node> {
    return this.tree.roots;
  }

  clippers(): Element[] {
    const found: Element[] = [];
    for (const { clips, element } of this.#known.values()) if (clips) found.push(element);
    return found;
  }

  get modalDialog(): Element | null {
    return this.#modalState().dialog;
  }

  get modalPath(): ReadonlySet<Element> | null {
    return this.#modalState().path;
  }

  #modalState(): Modal {
    this.#modal ??= modalOf(this.document, this.activeElement, this.tree);
    return this.#modal;
  }
}

function focusedElement(document: Document, tree: ComposedTree<Facts>): Element | null {
  let found = activeElement(document);
  for (let inner = found; inner; ) {
    found = inner;
    const root = tree.shadowRootOf(inner);
    inner = root ? activeElement(root) : null;
  }
  return found === documentBody(document) || found === documentElement(document) ? null : found;
}
