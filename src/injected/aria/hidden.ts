/** What is rendered, what a person can see, what the accessibility tree leaves out. */
import { checkVisibility, getAttribute, hasAttribute, isElement, nodeValue } from '../dom/intrinsics.js';
import type { Engine, Facts, Hidden } from './engine.js';
import { isBlank } from './text.js';

/** Definitions that are drawn where they are used, and texts about the drawing. */
const SVG_NOT_RENDERED = new Set(
  [
    'defs symbol clipPath mask pattern marker linearGradient radialGradient filter',
    'metadata title desc style script animate animateMotion animateTransform set',
  ].flatMap((names) => names.split(' ').map((name) => `svg:${name}`)),
);

const OPACITY = { opacityProperty: true, visibilityProperty: true };
const VISIBILITY = { visibilityProperty: true };
const TRANSPARENCY = { opacityProperty: true };

/** Fills `hidden` and `inside`, from the nearest ancestor that is known down to the element. */
export function computeHidden(engine: Engine, element: Element): void {
  let above = engine.composedParent(element);
  let pending: Element[] | undefined;
  while (above && engine.factsOf(above).hidden === undefined) {
    pending ??= [];
    pending.push(above);
    above = engine.composedParent(above);
  }
  for (let next = pending?.pop(); next; next = pending?.pop()) {
    decide(engine, next, above);
    above = next;
  }
  decide(engine, element, above);
}

function decide(engine: Engine, element: Element, parent: Element | null): void {
  const facts = engine.factsOf(element);
  const around = parent ? engine.factsOf(parent) : null;
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
  // The content of `content-visibility: hidden` and of a closed <details> is told by `checkVisibility` itself.
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
  const { tag } = facts;
  if (parent && around && isLaidOutByStyle(engine, facts, parent, around)) {
    const style = engine.styleOf(element);
    const display = engine.displayOf(element);
    if (display === 'none') return 'not-rendered';
    facts.boxed = facts.byStyle = true;
    return style.visibility === 'visible' ? null : 'invisible';
  }
  if (tag === 'area' || (around && HAS_UNRENDERED_CONTENT.has(around.tag))) {
    // Exposed without boxes of their own: areas of a map, options of a closed list, what a canvas stands for.
    return specialRendering(engine, element, tag, parent);
  }
  if (SVG_NOT_RENDERED.has(tag)) return 'not-rendered';
  // Nearly everything passes the strictest question, which answers all the others.
  if (checkVisibility(element, OPACITY)) facts.opaque = true;
  if (facts.opaque || checkVisibility(element, VISIBILITY)) {
    // Chromium says yes to `display: none` inside of a drawing.
    if (tag.startsWith('svg:') && engine.displayOf(element) === 'none') return 'not-rendered';
    facts.boxed = true;
    return null;
  }
  const display = engine.displayOf(element);
  if (display === 'contents') return engine.styleOf(element).visibility === 'visible' ? null : 'invisible';
  if (isExposedWithoutBox(engine, parent)) return display === 'none' ? 'not-rendered' : null;
  if (!checkVisibility(element)) return 'not-rendered';
  facts.boxed = true;
  return 'invisible';
}

/**
 * Whether its own style says all about its rendering, because its parent is rendered and nothing else comes between
 * the two. Three properties cost half of what `checkVisibility` does, which looks at all ancestors each time.
 */
function isLaidOutByStyle(engine: Engine, facts: Facts, parent: Element, around: Facts): boolean {
  if (!facts.direct || facts.tag.includes(':') || RENDERED_BY_CONTENT.has(facts.tag)) return false;
  around.laysOut ??= laysOutChildren(engine, parent, around);
  return around.laysOut;
}

/** Every child that is an HTML element has a box, unless its own style says otherwise. */
function laysOutChildren(engine: Engine, element: Element, { tag, boxed }: Facts): boolean {
  if (!boxed || tag.includes(':') || KEEPS_CHILDREN_BACK.has(tag)) return false;
  return (
    !skipsContent(engine, element) &&
    engine.styleOf(element).content === 'normal' &&
    !engine.displayOf(element).startsWith('table-column')
  );
}

/** Whether they are rendered is not up to their style alone. */
const RENDERED_BY_CONTENT = new Set(
  'area audio embed frame iframe img input noscript object video'.split(' '),
);

/** Not all of what is in them is rendered. */
const KEEPS_CHILDREN_BACK = new Set(
  'audio canvas details embed frame frameset iframe img input meter object optgroup progress select textarea video'.split(
    ' ',
  ),
);

const HAS_UNRENDERED_CONTENT = new Set(['select', 'optgroup', 'canvas']);

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

/** Deeper inside a canvas or a closed list of options. */
function isExposedWithoutBox(engine: Engine, parent: Element | null): boolean {
  for (let above = parent; above; above = engine.composedParent(above)) {
    const tag = engine.tagOf(above);
    if (tag === 'canvas' || tag === 'select') return true;
  }
  return false;
}

function exclusion(engine: Engine, element: Element, facts: Facts, parent: Element | null): Hidden | null {
  // Browsers don't let a page hide itself as a whole.
  if (facts.tag === 'body' || facts.tag === 'html') return null;
  if (engine.hasGlobal(element)) {
    if (getAttribute(element, 'aria-hidden') === 'true') return 'aria-hidden';
    if (hasAttribute(element, 'inert') && !facts.tag.includes(':')) return 'inert';
  }
  // A modal dialog makes everything inert that is neither in it nor on the way to it.
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
  return skipsContent(engine, parent);
}

function skipsContent(engine: Engine, element: Element): boolean {
  const facts = engine.factsOf(element);
  facts.skips ??= engine.styleOf(element).contentVisibility === 'hidden';
  return facts.skips;
}

/** Boxes that are nothing but what is in them: further down than this nobody looks. */
const MAX_WRAPPERS = 50;

/** Neither the element nor anything around it is fully transparent. */
function isOpaque(engine: Engine, element: Element, facts: Facts): boolean {
  let pending: Facts[] | undefined;
  let at = element;
  let current = facts;
  while (current.opaque === undefined && current.byStyle && current.parent) {
    pending ??= [];
    pending.push(current);
    at = current.parent;
    current = engine.factsOf(at);
  }
  current.opaque ??= checkVisibility(at, TRANSPARENCY);
  let { opaque } = current;
  for (let next = pending?.pop(); next; next = pending?.pop()) {
    // What has no box of its own has nothing that could be transparent.
    opaque &&= next.display === 'contents' || next.style?.opacity !== '0';
    next.opaque = opaque;
  }
  return opaque;
}

export function computeVisible(engine: Engine, element: Element, depth = 0): boolean {
  const hidden = engine.hiddenOf(element);
  if (hidden === 'not-rendered' || hidden === 'invisible') return false;
  const facts = engine.factsOf(element);
  const opaque = isOpaque(engine, element, facts);
  if (opaque) {
    const box = engine.boxOf(element);
    if (box.width > 0 && box.height > 0) return true;
  }
  // `display: contents` has no box, and a line that holds only blocks has one in Chromium and none in Firefox.
  const display = engine.displayOf(element);
  if (display !== 'contents' && !(opaque && display === 'inline')) return false;
  if (depth > MAX_WRAPPERS) return false;
  return engine
    .composedChildren(element)
    .some((child) =>
      isElement(child)
        ? computeVisible(engine, child, depth + 1)
        : display === 'contents' && !isBlank(nodeValue(child)),
    );
}
