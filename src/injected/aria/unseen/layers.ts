/** Which of two elements is painted later. https://www.w3.org/TR/CSS22/zindex.html */
import { compareDocumentPosition, getComputedStyle } from '../../dom/intrinsics.js';
import type { Style } from '../../dom/reads.js';
import type { Engine } from '../engine.js';

interface Layer {
  readonly element: Element;
  readonly level: number;
}

export interface Layers {
  /** Outermost first: the stacking contexts around it, then the positioned element that it is painted with. */
  readonly path: readonly Layer[];
  /** What it stays with while a person scrolls: a fixed or sticky element, or one that scrolls. */
  readonly anchor: Element | null;
  readonly fixed: boolean;
}

export function layersOf(engine: Engine, element: Element): Layers {
  const path: Layer[] = [];
  let anchor: Element | null = null;
  let fixed = false;
  for (let at: Element | null = element; at; at = engine.composedParent(at)) {
    const style = getComputedStyle(at);
    const { position, zIndex } = style;
    const isPlaced = position !== 'static';
    // A positioned element without a level of its own only holds what is not positioned in it.
    const isLeveled = hasLevel(engine, at, style);
    const isLayer = isLeveled || startsLayer(style) || (isPlaced && path.length === 0);
    const level = isPlaced || isLeveled ? Number.parseInt(zIndex, 10) || 0 : 0;
    if (isLayer) path.unshift({ element: at, level });
    fixed ||= position === 'fixed';
    if (!anchor && (fixed || position === 'sticky' || (at !== element && scrolls(style)))) anchor = at;
  }
  return { path, anchor, fixed };
}

/** Items of grids and flexible boxes need not be positioned for it. */
export function hasLevel(engine: Engine, element: Element, { zIndex, position }: Style): boolean {
  if (zIndex === 'auto') return false;
  const parent = engine.composedParent(element);
  return position !== 'static' || (parent !== null && /flex|grid/.test(engine.displayOf(parent)));
}

const scrolls = ({ overflowX, overflowY }: Style): boolean =>
  [overflowX, overflowY].some((value) => value === 'auto' || value === 'scroll');

/** The first is painted after the second, which is no part of it. */
export function isAbove({ path: one }: Layers, { path: other }: Layers): boolean {
  for (let at = 0; ; at++) {
    const [mine, its] = [one[at], other[at]];
    if (mine && its && mine.element === its.element) continue;
    if (!mine && !its) return true;
    // What is in a layer itself is painted after its lower levels, and before the others.
    if (!mine) return (its?.level ?? 0) < 0;
    if (!its) return mine.level >= 0;
    if (mine.level !== its.level) return mine.level > its.level;
    return (compareDocumentPosition(its.element, mine.element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  }
}

/** https://www.w3.org/TR/css-position-3/#stacking and the modules that add to it. */
export function startsLayer(style: Style): boolean {
  const { position, zIndex, opacity, transform, filter, mixBlendMode, willChange } = style;
  if (position === 'fixed' || position === 'sticky') return true;
  if (zIndex !== 'auto' && position !== 'static') return true;
  return (
    Number(opacity) < 1 ||
    [
      transform,
      style.translate,
      style.rotate,
      style.scale,
      style.perspective,
      filter,
      style.clipPath,
      style.maskImage,
    ].some((value) => value !== undefined && value !== '' && value !== 'none') ||
    mixBlendMode !== 'normal' ||
    style.isolation === 'isolate' ||
    /transform|opacity|filter/.test(willChange) ||
    /paint|layout|strict|content/.test(style.contain)
  );
}
