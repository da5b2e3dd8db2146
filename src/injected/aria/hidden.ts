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

/** Fills `hidden` and `inside`, from the nearest ancestor that is known down to the element. */
export function computeHidden(engine: Engine, element: Element): void {
  const chain: Element[] = [];
  let above: Element | null = element;
  while (above && engine.factsOf(above).hidden === undefined) {
    chain.push(above);
    above = engine.composedParent(above);
  }
  let inherited = above ? (engine.factsOf(above).inside ?? null) : null;
  for (const current of chain.reverse()) {
    const facts = engine.factsOf(current);
    decide(engine, current, facts, above, inherited);
    inherited = facts.inside ?? null;
    above = current;
  }
}

function decide(
  engine: Engine,
  element: Element,
  facts: Facts,
  parent: Element | null,
  inherited: Hidden | null,
): void {
  if (inherited === 'not-rendered') {
    facts.hidden = facts.inside = inherited;
    return;
  }
  const rendered = rendering(engine, element, facts, parent);
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
function rendering(engine: Engine, element: Element, facts: Facts, parent: Element | null): Hidden | null {
  const { tag } = facts;
  if (tag === 'area' || (parent && HAS_UNRENDERED_CONTENT.has(engine.tagOf(parent)))) {
    // Exposed without boxes of their own: areas of a map, options of a closed list, what a canvas stands for.
    return specialRendering(engine, element, tag, parent);
  }
  if (SVG_NOT_RENDERED.has(tag)) return 'not-rendered';
  // Nearly everything passes the strictest question, which answers all the others.
  if (checkVisibility(element, OPACITY)) facts.opaque = true;
  if (facts.opaque || checkVisibility(element, VISIBILITY)) {
    // Chromium says yes to `display: none` inside of a drawing.
    return tag.startsWith('svg:') && engine.styleOf(element).display === 'none' ? 'not-rendered' : null;
  }
  const style = engine.styleOf(element);
  if (style.display === 'contents') return style.visibility === 'visible' ? null : 'invisible';
  if (isExposedWithoutBox(engine, parent)) return style.display === 'none' ? 'not-rendered' : null;
  return checkVisibility(element) ? 'invisible' : 'not-rendered';
}

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
  return engine.styleOf(element).display === 'none' ? 'not-rendered' : null;
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
  if (!engine.isPlain(element)) {
    if (getAttribute(element, 'aria-hidden') === 'true') return 'aria-hidden';
    if (hasAttribute(element, 'inert') && !facts.tag.includes(':')) return 'inert';
  }
  // A modal dialog makes everything inert that is neither in it nor on the way to it.
  const path = engine.modalPath;
  if (path && parent && parent !== engine.modalDialog && path.has(parent) && !path.has(element))
    return 'inert';
  return null;
}

export const isTransparent = (element: Element, facts: Facts): boolean =>
  !facts.opaque && !checkVisibility(element, OPACITY) && checkVisibility(element, VISIBILITY);

export function isTextHidden(engine: Engine, parent: Element): boolean {
  if (engine.hiddenOf(parent)) return true;
  const facts = engine.factsOf(parent);
  if (facts.tag === 'details' && !hasAttribute(parent, 'open')) return true;
  return engine.styleOf(parent).contentVisibility === 'hidden';
}

/** Boxes that are nothing but what is in them: further down than this nobody looks. */
const MAX_WRAPPERS = 50;

export function computeVisible(engine: Engine, element: Element, depth = 0): boolean {
  const hidden = engine.hiddenOf(element);
  if (hidden === 'not-rendered' || hidden === 'invisible') return false;
  const facts = engine.factsOf(element);
  const opaque = facts.opaque || checkVisibility(element, OPACITY);
  if (opaque) {
    const box = engine.boxOf(element);
    if (box.width > 0 && box.height > 0) return true;
  }
  // `display: contents` has no box, and a line that holds only blocks has one in Chromium and none in Firefox.
  const { display } = engine.styleOf(element);
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
