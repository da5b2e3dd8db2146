/**
 * What the accessibility modules share: the answers found so far in this walk, and late-bound access to each
 * other (a role may depend on a name, a name on roles).
 */
import type { States } from '../../tree/node.js';
import type { Place, TextChild, Tree } from '../dom/composed.js';
import type { Style } from '../dom/reads.js';
import type { AttributeKind } from './attribute-kind.js';
import type { Color } from './css/color.js';
import type { Unseen } from './unseen/unseen-reason.js';
import type { Veil } from './unseen/veil.js';

/** Why an element is not in the accessibility tree. */
export type Hidden =
  /**
   * Not rendered: `display: none`, a closed `<details>`, `content-visibility: hidden`, or outside the composed
   * tree.
   */
  | 'not-rendered'
  /** Rendered with `visibility: hidden` or `collapse`. Its descendants may be visible again. */
  | 'invisible'
  /** Rendered, but `aria-hidden="true"` on it or on an ancestor. */
  | 'aria-hidden'
  /** Rendered, but in an `inert` subtree or behind a modal dialog. */
  | 'inert';

export type Pseudo = '::before' | '::after';

export interface Aria {
  /** Computed style, read once. */
  styleOf(element: Element): Style;
  displayOf(element: Element): string;
  /**
   * The box in the frame's viewport. Only the last one is cached: one per element would burden the garbage
   * collector.
   */
  boxOf(element: Element): DOMRect;
  /** Read again on each call: callers cache them if needed. */
  attributeNamesOf(element: Element): readonly string[];
  /** No attribute gives it a role, name, state or interaction: only `class`, `id`, `style` and `data-*`. */
  isPlain(element: Element): boolean;
  hasAttributes(element: Element): boolean;
  /** Its `class` attribute. */
  classesOf(element: Element): string | null;
  /**
   * Some attribute means the same on every element: `role`, `title`, `tabindex`, `aria-*`, `on*`. If false, these
   * need not be read.
   */
  hasGlobal(element: Element): boolean;
  /** Local name for HTML; prefixed with `svg:`, `math:` or `other:` for the rest. */
  tagOf(element: Element): string;
  /** The `Trait`s of its tag, as a bit set. */
  traitsOf(element: Element): number;
  /** A role of ARIA, DPUB-ARIA or Graphics-ARIA, or `iframe`; `generic` or `none` where it has no meaning. */
  roleOf(element: Element): string;
  nameOf(element: Element): string;
  descriptionOf(element: Element): string;
  /** Null when the element is in the accessibility tree. */
  hiddenOf(element: Element): Hidden | null;
  isHidden(element: Element): boolean;
  /**
   * A person can see it: rendered, not `visibility: hidden`, not fully transparent, with a box that is not empty.
   */
  isVisible(element: Element): boolean;
  /** It shows some text, even outside its box: cheaper to tell than the position of the box. */
  showsText(element: Element): boolean;
  /**
   * Why a person can't see text directly inside; undefined if they can. A control may show a picture in place of its
   * text, which then is far away or has no size: that is not asked `inControl`. `length`: in characters.
   */
  unseenText(parent: Element, length: number, inControl: boolean): Unseen | undefined;
  /** Of short texts that are a long one together: only colors, filters and masks. */
  unseenInk(element: Element): Unseen | undefined;
  /** An element that a walk meets: its box may lie on something. */
  meet(element: Element): void;
  /** After a walk: elements with text that another box lies on. */
  coveredTexts(): Iterable<[Element, Unseen]>;
  /**
   * The contrast of text directly inside with what is behind it; undefined where that is not known. `below`: a better
   * one need not be exact.
   */
  contrastOf(element: Element, below: number): number | undefined;
  /** Why a person can't see an element that is judged by its box: a control, a picture, a frame. */
  unseenBox(element: Element): Unseen | undefined;
  /** Why a person can't see what is written in a field that they can see. */
  unseenValue(element: Element): Unseen | undefined;
  /** Its own background color, computed, if a person sees it against what is behind it. */
  paintOf(element: Element): string | undefined;
  /** Rendered but fully transparent, by its own or an ancestor's opacity. */
  isTransparent(element: Element): boolean;
  /** Whether text directly inside is left out of the accessibility tree. */
  isTextHidden(parent: Element): boolean;
  isFocusable(element: Element): boolean;
  isDisabled(element: Element): boolean;
  statesOf(element: Element): Readonly<States>;
  /**
   * What is entered, chosen or set; undefined where the role has no value. Never the value of a password field.
   */
  valueOf(element: Element): string | undefined;
  /** Children in the composed tree: slots and shadow roots resolved, `aria-owns` applied. Elements and text only. */
  composedChildren(element: Element): readonly (Facts | TextChild)[];
  /** Parent in the composed tree, `aria-owns` applied. */
  composedParent(element: Element): Element | null;
  /** The document or shadow root that contains it. */
  rootOf(element: Element): Node;
  /** The DOM parent within the same document or shadow root; null at the top. */
  writtenParent(element: Element): Element | null;
  /** The open shadow root, or the closed one that was handed in. */
  shadowRootOf(element: Element): ShadowRoot | null;
  /** Whether the page may have set a property (a `Styled` bit) on the element itself. */
  maySet(element: Element, property: number): boolean;
  /** The text as rendered (`text-transform`), with the white space of the source. */
  textOf(text: TextChild, parent: Element): string;
  /** Whether the element separates its text from the text before and after it. */
  isBlock(element: Element): boolean;
  /** It has the pointer cursor and its parent does not. */
  startsPointer(element: Element): boolean;
  /** The cursor that says it can be dragged (`col-resize`, `grab`, `move`), its own or its parent's; `''` for none. */
  gripOf(element: Element): string;
  /** Overflowing content is clipped. */
  clips(element: Element): boolean;
  /** `white-space-collapse` of the text in it. */
  spacesOf(element: Element): string;
  /** Its text has a font size that can be seen. */
  hasFont(element: Element): boolean;
  /**
   * Text that CSS generates (the alternative text if there is one), padded with spaces where it stands apart;
   * `''` for none.
   */
  pseudoContent(element: Element, pseudo: Pseudo): string;
  /** The focused element, through shadow roots; null for none or the body. */
  readonly activeElement: Element | null;
  /** What keys in that act on, where it is another element: an option of its list, a cell of its grid. */
  readonly activeItem: Element | null;
  /** The documents and shadow roots that were read. */
  readonly roots: Iterable<Node>;
  /** Elements found to clip their content: how far they are scrolled decides what can be seen of it. */
  clippers(): Element[];
  /** The modal dialog that makes the rest of its document inert. */
  readonly modalDialog: Element | null;
}

/** What is known about one element. Undefined: not computed yet. */
export interface Facts extends Place {
  style: Style | undefined;
  attributes: AttributeKind | undefined;
  /** Its `class` attribute. */
  classes: string | null | undefined;
  /** Which properties the page may have set, from `StyleRules.reach`. */
  styled: number | undefined;
  display: string | undefined;
  box: DOMRect | undefined;
  /** Rendered with a box, or with `display: contents` where it would have one. */
  boxed: true | undefined;
  /** Why it is exposed without being shown: it is canvas fallback content, or in a closed list. */
  within: 'canvas' | 'select' | null | undefined;
  /** `visibility: visible`. Undefined: unknown, compute it. */
  shown: boolean | undefined;
  /** Derived from its style and its parent alone. */
  byStyle: true | undefined;
  /** `content-visibility: hidden`. */
  skips: boolean | undefined;
  /** Whether its children have boxes depends only on their own styles. */
  laysOut: boolean | undefined;
  /** Neither it nor an ancestor is fully transparent. Undefined: unknown, compute it. */
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
  /** The nearest element, from here up, that cuts off what overflows it. */
  clipper: Element | null | undefined;
  /** The color behind its letters; null where it is not known. */
  ground: Color | null | undefined;
  /** `font-size` is large enough to be seen. */
  font: boolean | undefined;
  /** `text-indent` in pixels; -Infinity if the letters lie on each other. */
  indent: number | undefined;
  /** The color of its letters. */
  ink: string | undefined;
  /** What is laid over it. */
  veil: Veil | undefined;
  before: string | undefined;
  after: string | undefined;
  /** Which pseudo-elements a style sheet may give it, from `PseudoRules.reach`. */
  generated: number | undefined;
  /** Its text as part of another element's name. */
  part: string | undefined;
  role: string | undefined;
  /** Disabled by HTML. */
  off: boolean | undefined;
  /** `aria-disabled="true"` is on it or on an ancestor. */
  disabled: boolean | undefined;
  /** The role of the table that its children belong to; `''` for none. */
  table: string | undefined;
  /** The nearest meaningful role, from here up. */
  context: string | undefined;
  /** Whether this element or an ancestor is sectioning content or the main content. */
  sectioned: 'no' | 'main' | 'section' | undefined;
  name: string | undefined;
  description: string | undefined;
}

/** What the modules use internally. */
export interface Engine extends Aria {
  readonly document: Document;
  /** `text-indent` in pixels; -Infinity if the letters lie on each other. */
  indentOf(element: Element): number;
  /** The color of its letters. */
  inkOf(element: Element): string;
  /** Whether a person can see a text that CSS generates with this style. */
  isGeneratedSeen(element: Element, style: Style): boolean;
  readonly tree: Tree;
  factsOf(element: Element): Facts;
  attributesOf(element: Element): AttributeKind;
  /** The name given by attributes (`aria-labelledby`, `aria-label`, `title`), whatever the role. */
  authorNameOf(element: Element): string;
  /** Whether `aria-disabled="true"` is on the element or on an ancestor. */
  inAriaDisabled(element: Element): boolean;
  /** The text inside, as part of a name. */
  contentTextOf(element: Element): string;
  /** The existing elements that an ARIA relation references, in order. */
  referencesOf(element: Element, attribute: string): Element[];
  labelsOf(control: Element): readonly Element[];
  /** Whether the id in a `list` attribute belongs to a `<datalist>`. */
  hasDatalist(input: Element, id: string): boolean;
  /** The dialog and its ancestors. */
  readonly modalPath: ReadonlySet<Element> | null;
  /** The value of a CSS counter at a pseudo-element, outermost scope first. */
  countersAt(element: Element, pseudo: Pseudo, name: string): readonly number[];
}
