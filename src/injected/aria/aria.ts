/**
 * The accessibility engine as the rest of the in-page code uses it: ask an element for its role, name,
 * description, states and value, and for its place in the composed tree.
 *
 * One `Aria` lives for one walk: answers are cached and are not renewed when the page changes.
 * It only reads: nothing in the page is touched.
 */
import type { States } from '../../tree/node.js';

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

export type Pseudo = '::before' | '::after' | '::marker';

export interface Aria {
  /** Computed style, looked up once. */
  styleOf(element: Element): CSSStyleDeclaration;
  /** Always a role that ARIA, DPUB-ARIA or Graphics-ARIA knows; `generic` or `none` where it has none to speak of. */
  roleOf(element: Element): string;
  nameOf(element: Element): string;
  descriptionOf(element: Element): string;
  /** Null when the element is in the accessibility tree. */
  hiddenOf(element: Element): Hidden | null;
  isHidden(element: Element): boolean;
  /** A person can see it: rendered, not `visibility: hidden`, not fully transparent, with a box that is not empty. */
  isVisible(element: Element): boolean;
  /** Whether the texts directly inside are rendered and exposed. */
  isTextHidden(parent: Element): boolean;
  isFocusable(element: Element): boolean;
  statesOf(element: Element): States;
  /** What is entered, chosen or set; undefined where the role has no value. Never of a password field. */
  valueOf(element: Element): string | undefined;
  /** Children in the composed tree: slots and shadow roots resolved, `aria-owns` applied. Elements and text only. */
  composedChildren(element: Element): readonly (Element | Text)[];
  /** Parent in the composed tree, `aria-owns` applied. */
  composedParent(node: Node): Element | null;
  /** What CSS adds as text (its alternative where it has one); `''` for none. */
  pseudoContent(element: Element, pseudo: Pseudo): string;
  /** The focused element, through shadow roots; null for the body. */
  readonly activeElement: Element | null;
}

export interface AriaOptions {
  /** Closed shadow roots that were handed to the in-page code. */
  closedRootOf?: (host: Element) => ShadowRoot | undefined;
}

export function createAria(_document: Document, _options: AriaOptions = {}): Aria {
  throw new Error('not written yet');
}
