/**
 * Letters in the color of what is behind them. Where a picture or another box may be behind them, nothing is
 * claimed: white letters on a photograph are there to be read.
 */
import { containingOf } from '../../dom/containing.js';
import { holds } from '../../dom/geometry.js';
import {
  contentRects,
  documentBody,
  elementQueryAll,
  getBoundingClientRect,
  getComputedStyle,
  localName,
} from '../../dom/intrinsics.js';
import type { Style } from '../../dom/reads.js';
import { type Color, FAINTEST, parseColor } from '../css/color.js';
import { Styled } from '../css/style-rules.js';
import type { Engine, Facts } from '../engine.js';
import { canvasOf, groundOf, ownGround, paintedBy } from './ground.js';
import { CLEAR, contrast, filtered, isSame, over, tints } from './pixel.js';
import { drawnUnder, isUndrawn } from './svg-ink.js';
import type { Unseen } from './unseen-reason.js';
import { veilOf } from './veil.js';

/** Texts examined in one walk, pictures and neighbors for each: a page full of suspects must not hold the walk up. */
const MOST_TEXTS = 50;
const MOST_TINTED = 200;
const MOST_PICTURES = 300;
const MOST_NEIGHBORS = 40;
/** An opacity of the whole below which a faint color is too faint. */
const DIM = 0.5;
const PAGE = new Set(['html', 'body']);
const PICTURES = 'img, video, canvas, svg, iframe, object, embed';

export class Inks {
  readonly #engine: Engine;
  #left = MOST_TEXTS;
  #tinted = MOST_TINTED;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  unseenOn(element: Element, ink = this.#inkOf(element)): Unseen | undefined {
    const engine = this.#engine;
    const facts = engine.factsOf(element);
    const isDrawing = facts.tag.startsWith('svg:');
    if (isDrawing && isUndrawn(engine.styleOf(element))) return 'transparent';
    if (!ink) return undefined;
    if (ink.alpha < FAINTEST && !isDrawing)
      return this.#isPainted(element, groundOf(engine, facts) ?? CLEAR) ? undefined : 'transparent';
    const seen = isDrawing ? drawnUnder(element, engine) : this.#seenAs(facts, ink);
    if (seen === 'covered') return seen;
    if (!seen || !isSame(seen.letter, seen.beside) || --this.#left < 0) return undefined;
    if (isDrawing) return 'same-color';
    return this.#isPainted(element, seen.beside) || this.#mayBeOnAnother(facts, seen.beside)
      ? undefined
      : 'same-color';
  }

  /**
   * The contrast of letters with what is behind them; undefined where that is not known. `below`: a better one need not
   * be exact.
   */
  contrastOn(element: Element, below: number): number | undefined {
    const engine = this.#engine;
    const ink = this.#inkOf(element);
    const facts = engine.factsOf(element);
    const ground = groundOf(engine, facts);
    if (!ink || !ground || facts.tag.startsWith('svg:')) return undefined;
    const ratio = contrast(over(ink, ground), ground);
    if (ratio >= below) return ratio;
    return this.#isPainted(element, ground) ||
      this.#mayBeOnAnother(facts, ground) ||
      veilOf(engine, facts).opacity < 1
      ? undefined
      : ratio;
  }

  #inkOf(element: Element): Color | undefined {
    return parseColor(this.#engine.inkOf(element));
  }

  /** What a person sees where a letter is, and beside it. */
  #seenAs(facts: Facts, ink: Color): { letter: Color; beside: Color } | undefined {
    const engine = this.#engine;
    const { opacity, tinted } = veilOf(engine, facts);
    if (tinted || opacity < DIM)
      return --this.#tinted < 0 ? undefined : throughAll(engine, facts.element, ink);
    const ground = groundOf(engine, facts);
    return ground ? { letter: over(ink, ground), beside: ground } : undefined;
  }

  /** Letters may be holes in a background, or have a shadow or an outline. */
  #isPainted(element: Element, beside: Color): boolean {
    const engine = this.#engine;
    const { textShadow, webkitTextStrokeWidth, webkitTextStrokeColor } = engine.styleOf(element);
    const shows = (color: Color | undefined): boolean =>
      !color || (color.alpha >= FAINTEST && (beside.alpha === 0 || !isSame(over(color, beside), beside)));
    if (textShadow !== 'none' && (textShadow.match(COLOR) ?? []).map(parseColor).some(shows)) return true;
    if (Number.parseFloat(webkitTextStrokeWidth) > 0 && shows(parseColor(webkitTextStrokeColor))) return true;
    for (
      let at: Element | null = element, steps = 0;
      at && steps < 8;
      at = engine.composedParent(at), steps++
    ) {
      const style = getComputedStyle(at);
      if (!style.backgroundClip.includes('text')) continue;
      const parent = engine.composedParent(at);
      const behind = parent && groundOf(engine, engine.factsOf(parent));
      const paint = paintedBy(style);
      return !paint || !behind || !isSame(over(paint, behind), behind);
    }
    return false;
  }

  /** A picture or a box that is no ancestor may lie between the letters and the background of an ancestor. */
  #mayBeOnAnother({ element }: Facts, ground: Color): boolean {
    const engine = this.#engine;
    const [box = getBoundingClientRect(element)] = contentRects(element);
    const point = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
    const isAnother = (style: Style): boolean => {
      const paint = paintedBy(style);
      return !paint || !isSame(over(paint, ground), ground);
    };
    let at: Element = element;
    for (let left = MOST_NEIGHBORS; ; ) {
      if (paintsAround(at, isAnother) || isFramed(getComputedStyle(at)) || paintsColumns(at, isAnother))
        return true;
      const isGround = (ownGround(engine, at)?.alpha ?? 0) === 1;
      const above: Element | null = isGround ? null : engine.composedParent(at);
      if (!above) break;
      for (const { element: beside } of engine.composedChildren(above)) {
        if (!beside || beside === at) continue;
        if (--left < 0) break;
        if (holds(getBoundingClientRect(beside), point) && isAnother(getComputedStyle(beside))) return true;
      }
      at = above;
    }
    const pictures = elementQueryAll(at, PICTURES);
    if (pictures.length > MOST_PICTURES) return true;
    for (const picture of pictures)
      if (!picture.contains(element) && holds(getBoundingClientRect(picture), point)) return true;
    return !isWithin(element, at, point);
  }
}

const COLOR = /(?:rgba?|oklab|oklch|lab|lch|color)\([^)]*\)/g;

/** Through every background, filter, opacity and blending up to the canvas. */
function throughAll(
  engine: Engine,
  element: Element,
  ink: Color,
): { letter: Color; beside: Color } | undefined {
  let letter = ink;
  let beside = CLEAR;
  let mode = 'normal';
  const body = documentBody(engine.document);
  const lay = (ground: Color): void => {
    letter = over(letter, ground, mode);
    beside = over(beside, ground, mode);
    if (ground.alpha > 0) mode = 'normal';
  };
  for (let at: Element | null = element; at; at = engine.composedParent(at)) {
    // The background of the body is that of the canvas, which its filters don't reach.
    const own = at === body ? CLEAR : ownGround(engine, at);
    if (!own) return undefined;
    lay(own);
    const parent = engine.composedParent(at);
    const canvas = parent ? CLEAR : canvasOf(engine);
    if (!canvas) return undefined;
    lay(canvas);
    if (!engine.maySet(at, Styled.veil | Styled.opacity)) continue;
    const { filter, opacity, mixBlendMode } = engine.styleOf(at);
    const through = (color: Color): Color => {
      const changed = filtered(color, filter);
      return { ...changed, alpha: changed.alpha * Number(opacity) };
    };
    letter = through(letter);
    beside = through(beside);
    if (mixBlendMode !== 'normal') mode = mixBlendMode;
  }
  return { letter, beside };
}

/** Positioned away from the element whose background it would have. */
function isWithin(element: Element, ground: Element, point: { x: number; y: number }): boolean {
  if (element === ground || !containingOf(element).around.length) return true;
  return PAGE.has(localName(ground)) || holds(getBoundingClientRect(ground), point);
}

/** Overlays are often generated content. */
function paintsAround(element: Element, isAnother: (style: Style) => boolean): boolean {
  return (['::before', '::after'] as const).some((pseudo) => {
    const style = getComputedStyle(element, pseudo);
    return style.content !== 'none' && style.content !== 'normal' && isAnother(style);
  });
}

/** The background of a column is behind its cells. */
const paintsColumns = (element: Element, isAnother: (style: Style) => boolean): boolean =>
  localName(element) === 'table' &&
  [...elementQueryAll(element, 'col, colgroup')].some((column) => isAnother(getComputedStyle(column)));

/** Pixels: a border or a shadow that letters could lie on. */
const THICK = 12;

function isFramed({
  backdropFilter,
  boxShadow,
  borderTopWidth,
  borderLeftWidth,
  borderRightWidth,
  borderBottomWidth,
}: Style): boolean {
  if (boxShadow !== 'none' && boxShadow !== '' && boxShadow.includes('inset')) return true;
  if (tints(backdropFilter)) return true;
  return [borderTopWidth, borderLeftWidth, borderRightWidth, borderBottomWidth].some(
    (width) => Number.parseFloat(width) >= THICK,
  );
}
