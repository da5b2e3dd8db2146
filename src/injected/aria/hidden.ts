/** What is rendered, what a person can see, and what the accessibility tree leaves out. */
import type { TextChild } from '../dom/composed.js';
import { checkVisibility, contentRects, getAttribute, hasAttribute } from '../dom/intrinsics.js';
import { Styled } from './css/style-rules.js';
import type { Engine, Facts, Hidden } from './engine.js';
import { Trait } from './tag.js';
import { isBlank } from './text.js';

const OPACITY = { opacityProperty: true, visibilityProperty: true };
const VISIBILITY = { visibilityProperty: true };
const TRANSPARENCY = { opacityProperty: true };
const NOT_PUT_OFF = { contentVisibilityAuto: true };

/** Fills in `hidden` and `inside`, from the nearest known ancestor down to the element. */
export function computeHidden(engine: Engine, element: Element): void {
  const facts = engine.factsOf(element);
  // The usual case: a walk comes from the parent.
  if (facts.parent && facts.around?.hidden !== undefined) {
    decide(engine, element, facts, facts.parent, facts.around);
    return;
  }
  let above = engine.composedParent(element);
  let pending: Element[] | undefined;
  while (above && engine.factsOf(above).hidden === undefined) {
    pending ??= [];
    pending.push(above);
    above = engine.composedParent(above);
  }
  for (let next = pending?.pop(); next; next = pending?.pop()) {
    decide(engine, next, engine.factsOf(next), above, above && engine.factsOf(above));
    above = next;
  }
  decide(engine, element, facts, above, above && engine.factsOf(above));
}

/** `around`: the parent's facts. */
function decide(
  engine: Engine,
  element: Element,
  facts: Facts,
  parent: Element | null,
  around: Facts | null,
): void {
  const inherited = around?.inside ?? null;
  if (inherited === 'not-rendered') {
    facts.hidden = facts.inside = inherited;
    return;
  }
  const rendered = rendering(engine, element, facts, parent, around);
  if (rendered === 'not-rendered') {
    facts.hidden = facts.inside = rendered;
    return;
  }
  const excluded = inherited ?? exclusion(engine, element, facts, parent);
  facts.hidden = excluded ?? rendered;
  // `checkVisibility` itself accounts for `content-visibility: hidden` and a closed <details>.
  facts.inside = excluded;
}

/** Null, `invisible` or `not-rendered`. */
function rendering(
  engine: Engine,
  element: Element,
  facts: Facts,
  parent: Element | null,
  around: Facts | null,
): Hidden | null {
  const { tag, traits } = facts;
  facts.within = around && withinOf(around);
  if (parent && around && isLaidOutByStyle(engine, element, facts, parent, around)) {
    if (engine.displayOf(element) === 'none') return 'not-rendered';
    facts.boxed = facts.byStyle = true;
    facts.shown = isShown(engine, element, around);
    return facts.shown ? null : 'invisible';
  }
  if (tag === 'area' || (around && (around.traits & Trait.exposesUnrendered) !== 0)) {
    // Exposed without boxes of their own: areas of a map, options of a closed list, canvas fallback content.
    return specialRendering(engine, element, tag, parent);
  }
  // Firefox lays it out but shows none of it.
  if (facts.within === 'canvas') return renderingByStyle(engine, element);
  if ((traits & Trait.undrawn) !== 0) return 'not-rendered';
  // It embeds nothing, but Firefox keeps a box for it.
  if (tag === 'embed' && !hasAttribute(element, 'src') && !hasAttribute(element, 'type'))
    return 'not-rendered';
  // Nearly every element passes the strictest check, which answers all others.
  if (checkVisibility(element, OPACITY)) facts.opaque = true;
  if (facts.opaque || checkVisibility(element, VISIBILITY)) {
    // Chromium returns true for `display: none` inside an SVG.
    if ((traits & Trait.drawn) !== 0 && engine.displayOf(element) === 'none') return 'not-rendered';
    facts.boxed = facts.shown = true;
    return null;
  }
  const display = engine.displayOf(element);
  if (display === 'contents') return engine.styleOf(element).visibility === 'visible' ? null : 'invisible';
  if (facts.within) return display === 'none' ? 'not-rendered' : null;
  if (!checkVisibility(element)) return 'not-rendered';
  facts.boxed = true;
  return 'invisible';
}

/** `visibility` is inherited: unless something sets it, the parent's value holds. */
function isShown(engine: Engine, element: Element, { shown }: Facts): boolean {
  if (shown !== undefined && !engine.maySet(element, Styled.visibility)) return shown;
  return engine.styleOf(element).visibility === 'visible';
}

/**
 * Whether the element's own style decides its rendering, because its parent is rendered and nothing comes between
 * them. Reading the style costs half of `checkVisibility`, which checks all ancestors each time.
 */
function isLaidOutByStyle(
  engine: Engine,
  element: Element,
  facts: Facts,
  parent: Element,
  around: Facts,
): boolean {
  if (!facts.direct) return false;
  if ((facts.traits & NOT_BY_STYLE) !== 0 && !isWholeDrawing(element, facts)) return false;
  around.laysOut ??= laysOutChildren(engine, parent, around);
  return around.laysOut;
}

/** Every HTML child has a box, unless its own style says otherwise. */
function laysOutChildren(engine: Engine, element: Element, { traits, boxed }: Facts): boolean {
  if (!boxed || (traits & (Trait.foreign | Trait.keepsChildrenBack)) !== 0) return false;
  return (
    !skipsContent(engine, element) &&
    !(engine.maySet(element, Styled.content) && engine.styleOf(element).content !== 'normal') &&
    !engine.displayOf(element).startsWith('table-column')
  );
}

const NOT_BY_STYLE = Trait.foreign | Trait.renderedByContent;

/** An `<svg>` in HTML is laid out like any other box, unless it requires features that the browser may lack. */
function isWholeDrawing(element: Element, { tag }: Facts): boolean {
  return (
    tag === 'svg:svg' &&
    !hasAttribute(element, 'requiredExtensions') &&
    !hasAttribute(element, 'systemLanguage')
  );
}

function specialRendering(
  engine: Engine,
  element: Element,
  tag: string,
  parent: Element | null,
): Hidden | null {
  const state = parent ? engine.hiddenOf(parent) : null;
  if (state === 'not-rendered' || state === 'invisible') return state;
  if (tag === 'area') return null;
  return engine.displayOf(element) === 'none' ? 'not-rendered' : null;
}

function renderingByStyle(engine: Engine, element: Element): Hidden | null {
  if (engine.displayOf(element) === 'none') return 'not-rendered';
  return engine.styleOf(element).visibility === 'visible' ? null : 'invisible';
}

const withinOf = ({ tag, within }: Facts): Facts['within'] =>
  tag === 'canvas' || tag === 'select' ? tag : within;

function exclusion(engine: Engine, element: Element, facts: Facts, parent: Element | null): Hidden | null {
  // Browsers do not let a page hide its root.
  if (facts.tag === 'body' || facts.tag === 'html') return null;
  if (engine.hasGlobal(element)) {
    if (getAttribute(element, 'aria-hidden') === 'true') return 'aria-hidden';
    if (hasAttribute(element, 'inert') && !facts.tag.includes(':')) return 'inert';
  }
  // A modal dialog makes everything inert except its content and its ancestors.
  const path = engine.modalPath;
  if (path && parent && parent !== engine.modalDialog && path.has(parent) && !path.has(element))
    return 'inert';
  return null;
}

export function isTransparent(engine: Engine, element: Element): boolean {
  const facts = engine.factsOf(element);
  return !isOpaque(engine, element, facts) && checkVisibility(element, VISIBILITY);
}

export function isTextHidden(engine: Engine, parent: Element): boolean {
  if (engine.hiddenOf(parent)) return true;
  const facts = engine.factsOf(parent);
  if (facts.tag === 'details' && !hasAttribute(parent, 'open')) return true;
  if (facts.tag === 'object' && contentRects(parent).length === 0) return true;
  return skipsContent(engine, parent);
}

function skipsContent(engine: Engine, element: Element): boolean {
  const facts = engine.factsOf(element);
  facts.skips ??=
    !CAN_NOT_SKIP.has(engine.displayOf(element)) &&
    engine.maySet(element, Styled.contentVisibility) &&
    engine.styleOf(element).contentVisibility === 'hidden';
  return facts.skips;
}

/** `content-visibility` does not apply to them: their size depends on their content. */
const CAN_NOT_SKIP = new Set(
  'inline contents table inline-table table-row table-row-group table-header-group table-footer-group'.split(
    ' ',
  ),
);

/** How many nested boxes without an extent of their own are searched for visible content. */
const MAX_WRAPPERS = 50;

/** Neither the element nor an ancestor is fully transparent. */
export function isOpaque(engine: Engine, element: Element, facts: Facts): boolean {
  if (facts.opaque !== undefined) return facts.opaque;
  // One step up is usually enough: the parent's answer is known from an earlier sibling.
  if (facts.byStyle && facts.around?.opaque !== undefined) {
    facts.opaque = facts.around.opaque && !isOwnTransparent(engine, element);
    return facts.opaque;
  }
  const pending: Element[] = [];
  let at = element;
  let current = facts;
  while (current.opaque === undefined && current.byStyle && current.parent) {
    pending.push(at);
    at = current.parent;
    current = engine.factsOf(at);
  }
  current.opaque ??= checkVisibility(at, TRANSPARENCY);
  let { opaque } = current;
  for (let next = pending.pop(); next; next = pending.pop()) {
    opaque &&= !isOwnTransparent(engine, next);
    engine.factsOf(next).opaque = opaque;
  }
  return opaque;
}

/** An element without a box has nothing that could be transparent. */
function isOwnTransparent(engine: Engine, element: Element): boolean {
  return (
    engine.maySet(element, Styled.opacity) &&
    engine.styleOf(element).opacity === '0' &&
    engine.displayOf(element) !== 'contents'
  );
}

/** Whether text shows directly in it or in inline children: no box is needed to tell. */
export function showsText(engine: Engine, element: Element, depth = 0): boolean {
  if (engine.isTextHidden(element)) return false;
  const facts = engine.factsOf(element);
  if (!isOpaque(engine, element, facts)) return false;
  // Inline elements clip nothing.
  if (engine.displayOf(element) !== 'inline' && engine.clips(element)) return false;
  const children = engine.composedChildren(element);
  for (let at = 0; at < children.length; at++) {
    const child = children[at] as Facts | TextChild; // within the length
    if (child.element === null) {
      if (!isBlank(child.value)) return engine.hasFont(element);
    } else if (
      depth < MAX_WRAPPERS &&
      isPartOfLine(engine, child) &&
      showsText(engine, child.element, depth + 1)
    )
      return true;
  }
  return false;
}

/** And is a direct child: what it owns may be elsewhere. */
function isPartOfLine(engine: Engine, { element, traits, direct }: Facts): boolean {
  return direct && (traits & NO_LINE) === 0 && engine.displayOf(element) === 'inline';
}

/** What is between their tags is not what they show. */
const NO_LINE = Trait.foreign | Trait.opaque | Trait.replaced | Trait.textless;

/** `content-visibility: auto` far from the viewport: it exists and gets its box when it comes near. */
const isPutOff = (element: Element): boolean =>
  checkVisibility(element) && !checkVisibility(element, NOT_PUT_OFF);

export function computeVisible(engine: Engine, element: Element, depth = 0): boolean {
  const hidden = engine.hiddenOf(element);
  if (hidden === 'not-rendered' || hidden === 'invisible') return false;
  const facts = engine.factsOf(element);
  if (facts.within === 'canvas') return false;
  const opaque = isOpaque(engine, element, facts);
  if (opaque) {
    const box = engine.boxOf(element);
    if ((box.width > 0 && box.height > 0) || isPutOff(element)) return true;
  }
  // `display: contents` has no box, and an inline element that holds only blocks has one in Chromium but none in
  // Firefox.
  const display = engine.displayOf(element);
  if (display !== 'contents' && !(opaque && display === 'inline')) return false;
  if (depth > MAX_WRAPPERS) return false;
  return engine
    .composedChildren(element)
    .some((child) =>
      child.element
        ? computeVisible(engine, child.element, depth + 1)
        : display === 'contents' && !isBlank(child.value),
    );
}
