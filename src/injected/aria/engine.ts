/**
 * What the modules of the accessibility engine share: the answers found so far in this walk, and late
 * bound access to each other (a role may depend on a name, a name on roles).
 */
import type { States } from '../../tree/node.js';
import type { Place, TextChild, Tree } from '../dom/composed.js';
import type { AttributeKind } from './attribute-kind.js';

/** Why an element is not in the accessibility tree. */
export type Hidden =
  /** Not rendered: `display: none`, a closed `<details>`, `content-visibility: hidden`, outside of the composed tree. */
  | 'not-rendered'
  /** Rendered with `visibility: hidden` or `collapse`. Its descendants may be visible again. */
  | 'invisible'
  /** Rendered, and `aria-hidden="true"` on it or on an ancestor. */
  | 'aria-hidden'
  /** Rendered, and in an `inert` subtree or behind a modal dialog. */
  | 'inert';

export type Pseudo = '::before' | '::after';

export interface Aria {
  /** Computed style, looked up once. */
  styleOf(element: Element): CSSStyleDeclaration;
  displayOf(element: Element): string;
  /** The box in the viewport of the frame. Only the last one is kept: one for each element is a burden on the collector. */
  boxOf(element: Element): DOMRect;
  /** Read anew each time: who needs them keeps them. */
  attributeNamesOf(element: Element): readonly string[];
  /** No attribute gives it a role, name, state or use: it has none but `class`, `id`, `style` and `data-*`. */
  isPlain(element: Element): boolean;
  hasAttributes(element: Element): boolean;
  /** Some attribute means the same on every element: `role`, `title`, `tabindex`, `aria-*`, `on*`. Else there is no need to ask for one of them. */
  hasGlobal(element: Element): boolean;
  /** Local name for HTML; `svg:` or `math:` (or `other:`) in front for the rest. */
  tagOf(element: Element): string;
  /** `Trait`s of its tag, added up. */
  traitsOf(element: Element): number;
  /** A role that ARIA, DPUB-ARIA or Graphics-ARIA knows, or `iframe`; `generic` or `none` where there is nothing to say. */
  roleOf(element: Element): string;
  nameOf(element: Element): string;
  descriptionOf(element: Element): string;
  /** Null when the element is in the accessibility tree. */
  hiddenOf(element: Element): Hidden | null;
  isHidden(element: Element): boolean;
  /** A person can see it: rendered, not `visibility: hidden`, not fully transparent, with a box that is not empty. */
  isVisible(element: Element): boolean;
  /** A person reads something in it, be it outside of its box: quicker to tell than where the box is. */
  showsText(element: Element): boolean;
  /** Rendered, and fully transparent: by itself or by something around it. */
  isTransparent(element: Element): boolean;
  /** Whether the texts directly inside are left out of the accessibility tree. */
  isTextHidden(parent: Element): boolean;
  isFocusable(element: Element): boolean;
  isDisabled(element: Element): boolean;
  statesOf(element: Element): Readonly<States>;
  /** What is entered, chosen or set; undefined where the role has no value. Never of a password field. */
  valueOf(element: Element): string | undefined;
  /** Children in the composed tree: slots and shadow roots resolved, `aria-owns` applied. Elements and text only. */
  composedChildren(element: Element): readonly (Facts | TextChild)[];
  /** Parent in the composed tree, `aria-owns` applied. */
  composedParent(node: Node): Element | null;
  /** The document or shadow root that it is in. */
  rootOf(element: Element): Node;
  /** The parent in the same document or shadow root, as it was written; null at the top. */
  writtenParent(element: Element): Element | null;
  /** The open shadow root, or the closed one that was handed in. */
  shadowRootOf(element: Element): ShadowRoot | null;
  /** Whether the page may have set a property, a `Styled` bit, on the element itself. */
  maySet(element: Element, property: number): boolean;
  /** The text as it is shown (`text-transform`), white space as in the source. */
  textOf(text: TextChild, parent: Element): string;
  /** Whether text before and after the element is apart from the text inside. */
  isBlock(element: Element): boolean;
  /** It shows a pointer, and what is around it does not. */
  startsPointer(element: Element): boolean;
  /** What does not fit into its box is not shown outside of it. */
  clips(element: Element): boolean;
  /** `white-space-collapse` of the text in it. */
  spacesOf(element: Element): string;
  /** Its text has a size. */
  hasFont(element: Element): boolean;
  /** What CSS adds as text (its alternative where it has one), with a space on the sides where it stands apart; `''` for none. */
  pseudoContent(element: Element, pseudo: Pseudo): string;
  /** The focused element, through shadow roots; null for none or the body. */
  readonly activeElement: Element | null;
  /** The modal dialog that makes the rest of its document inert. */
  readonly modalDialog: Element | null;
}

/** Answers about one element. Undefined: not asked yet. */
export interface Facts extends Place {
  style: CSSStyleDeclaration | undefined;
  attributes: AttributeKind | undefined;
  /** Which properties the page may have set, as `StyleRules.reach` tells. */
  styled: number | undefined;
  display: string | undefined;
  /** Rendered with a box, or with `display: contents` where it would have one. */
  boxed: true | undefined;
  /** What exposes it without showing it: it stands for a picture, or is in a list that is closed. */
  within: 'canvas' | 'select' | null | undefined;
  /** `visibility: visible`. Undefined: not known, ask. */
  shown: boolean | undefined;
  /** That was told by its style and its parent alone. */
  byStyle: true | undefined;
  /** `content-visibility: hidden`. */
  skips: boolean | undefined;
  /** The boxes of its children depend on nothing but their styles. */
  laysOut: boolean | undefined;
  /** Neither it nor an ancestor is fully transparent. Undefined: not known, ask. */
  opaque: boolean | undefined;
  hidden: Hidden | null | undefined;
  /** What the children inherit: a closed `<details>` is in the tree, its content is not. */
  inside: Hidden | null | undefined;
  textHidden: boolean | undefined;
  block: boolean | undefined;
  /** `text-transform`. */
  transform: string | undefined;
  /** `white-space-collapse`. */
  spaces: string | undefined;
  clips: boolean | undefined;
  /** `font-size` is more than zero. */
  font: boolean | undefined;
  before: string | undefined;
  after: string | undefined;
  /** Which pseudo-elements a style sheet may give it, as `PseudoRules.reach` tells. */
  generated: number | undefined;
  /** Its text as a part of another element's name. */
  part: string | undefined;
  role: string | undefined;
  /** Switched off by HTML. */
  off: boolean | undefined;
  /** `aria-disabled="true"` is on it or around it. */
  disabled: boolean | undefined;
  /** The role of the table that its children are parts of, `''` for none. */
  table: string | undefined;
  /** The nearest role that says something, from here up. */
  context: string | undefined;
  /** Whether this or something around it is sectioning content, or the main content. */
  sectioned: 'no' | 'main' | 'section' | undefined;
  name: string | undefined;
  description: string | undefined;
}

/** What the modules use among themselves. */
export interface Engine extends Aria {
  readonly document: Document;
  readonly tree: Tree;
  factsOf(element: Element): Facts;
  attributesOf(element: Element): AttributeKind;
  /** The name that attributes give (`aria-labelledby`, `aria-label`, `title`), whatever the role. */
  authorNameOf(element: Element): string;
  /** Whether `aria-disabled="true"` is on the element or around it. */
  inAriaDisabled(element: Element): boolean;
  /** The text inside, as it would be part of a name. */
  contentTextOf(element: Element): string;
  /** Elements that an ARIA relation names, in order, those that exist. */
  referencesOf(element: Element, attribute: string): Element[];
  labelsOf(control: Element): readonly Element[];
  /** Whether the id in a `list` attribute is that of a `<datalist>`. */
  hasDatalist(input: Element, id: string): boolean;
  /** The dialog and everything around it. */
  readonly modalPath: ReadonlySet<Element> | null;
  /** The value of a CSS counter at a pseudo-element, outermost scope first. */
  countersAt(element: Element, pseudo: Pseudo, name: string): readonly number[];
}
