/**
 * Letters in the color of what is behind them. Where a picture or another box may be behind them, nothing is
 * claimed: white letters on a photograph are there to be read.
 */
import { containingOf } from '../../dom/containing.js';
import type { Area } from '../../dom/geometry.js';
import {
  contentRects,
  documentElement,
  elementQueryAll,
  getBoundingClientRect,
  getComputedStyle,
  localName,
} from '../../dom/intrinsics.js';
import type { Style } from '../../dom/reads.js';
import { type Color, distance, FAINTEST, parseColor, shadeOf } from '../css/color.js';
import { Styled } from '../css/style-rules.js';
import type { Engine, Facts } from '../engine.js';

/** Of red, green and blue, from 0 to 255. A person does not see a smaller difference in letters. */
const SAME = 16;
/** Texts examined in one walk, pictures and neighbors for each: a page full of suspects must not hold the walk up. */
const MOST_TEXTS = 50;
const MOST_PICTURES = 300;
const MOST_NEIGHBORS = 40;
const PAGE = new Set(['html', 'body']);
const PICTURES = 'img, video, canvas, svg, iframe, object, embed';

export class Inks {
  readonly #engine: Engine;
  #left = MOST_TEXTS;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  unseenOn(element: Element): 'transparent' | 'same-color' | undefined {
    const engine = this.#engine;
    const facts = engine.factsOf(element);
    // What is behind letters of a drawing is drawn, too.
    if (facts.tag.startsWith('svg:')) return isUndrawn(engine.styleOf(element)) ? 'transparent' : undefined;
    const ink = parseColor(engine.inkOf(element));
    if (!ink) return undefined;
    if (ink.alpha < FAINTEST) return this.#isPainted(element) ? undefined : 'transparent';
    const ground = parseColor(groundOf(engine, facts));
    if (!ground) return undefined;
    const shown = over(blended(engine, element, ink, ground), ground);
    if (!isSame(shown, ground) || --this.#left < 0) return undefined;
    return this.#mayBeOnAnother(facts, ground) ? undefined : 'same-color';
  }

  /**
   * The contrast of letters with what is behind them; undefined where that is not known. `below`: a better one need not
   * be exact.
   */
  contrastOn(element: Element, below: number): number | undefined {
    const engine = this.#engine;
    const ink = parseColor(engine.inkOf(element));
    const facts = engine.factsOf(element);
    const ground = parseColor(groundOf(engine, facts));
    if (!ink || !ground) return undefined;
    const ratio = contrast(over(ink, ground), ground);
    if (ratio >= below) return ratio;
    return this.#isPainted(element) || this.#mayBeOnAnother(facts, ground) || isFaded(engine, element)
      ? undefined
      : ratio;
  }

  /** Letters may be holes in a background, or have a shadow. */
  #isPainted(element: Element): boolean {
    const engine = this.#engine;
    for (
      let at: Element | null = element, steps = 0;
      at && steps < 8;
      at = engine.composedParent(at), steps++
    )
      if (getComputedStyle(at).backgroundClip.includes('text')) return true;
    return engine.styleOf(element).textShadow !== 'none';
  }

  /** A picture or a box that is no ancestor may lie between the letters and the background of an ancestor. */
  #mayBeOnAnother({ element }: Facts, ground: Color): boolean {
    const engine = this.#engine;
    const [box = getBoundingClientRect(element)] = contentRects(element);
    const point = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
    let at: Element = element;
    for (let left = MOST_NEIGHBORS; ; ) {
      if (!isOfColor(getComputedStyle(at).backgroundImage, ground) || paintsAround(at)) return true;
      const isGround = hasOwnGround(engine, engine.factsOf(at));
      const above: Element | null = isGround ? null : engine.composedParent(at);
      if (!above) break;
      for (const { element: beside } of engine.composedChildren(above)) {
        if (!beside || beside === at) continue;
        if (--left < 0) break;
        if (holds(getBoundingClientRect(beside), point) && isPaintedBox(getComputedStyle(beside)))
          return true;
      }
      at = above;
    }
    const pictures = elementQueryAll(at, PICTURES);
    if (pictures.length > MOST_PICTURES) return true;
    for (const picture of pictures) if (holds(getBoundingClientRect(picture), point)) return true;
    return !isWithin(element, at, point);
  }
}

/** The letters of a drawing have neither an area nor an outline. */
function isUndrawn({ fill, fillOpacity, stroke, strokeOpacity }: Style): boolean {
  const draws = (paint: string, opacity: string): boolean =>
    paint !== 'none' && (parseColor(paint)?.alpha ?? 1) * Number(opacity) >= FAINTEST;
  return !draws(fill, fillOpacity) && !draws(stroke, strokeOpacity);
}

/** No image, or a gradient that is one color. */
function isOfColor(image: string, color: Color): boolean {
  if (image === 'none') return true;
  if (image.includes('url(')) return false;
  const stops = (image.match(/rgba?\([^)]*\)/g) ?? []).map(parseColor);
  return stops.length > 0 && stops.every((stop) => stop !== undefined && isSame(over(stop, color), color));
}

/** Letters that are only added to the light behind them don't show on white, nor darker ones on black. */
function blended(engine: Engine, element: Element, ink: Color, ground: Color): Color {
  const mode = engine.maySet(element, Styled.veil) ? engine.styleOf(element).mixBlendMode : 'normal';
  const mix = BLENDS[mode];
  if (!mix) return ink;
  const part = (key: 'red' | 'green' | 'blue'): number => mix(ink[key] / 255, ground[key] / 255) * 255;
  return { red: part('red'), green: part('green'), blue: part('blue'), alpha: ink.alpha };
}

/** https://www.w3.org/TR/compositing-1/#blending */
const BLENDS: Readonly<Record<string, (top: number, ground: number) => number>> = {
  screen: (top, ground) => top + ground - top * ground,
  lighten: Math.max,
  multiply: (top, ground) => top * ground,
  darken: Math.min,
  'plus-lighter': (top, ground) => Math.min(1, top + ground),
};

/** Less is a stripe or a shadow: a person hardly sees it. */
const STANDS_OUT = 0.1;
/** A veil over something else has no color of its own. */
const VEIL = 0.5;

/** The background color of an element that a person sees against what is behind it. */
export function paintOf(engine: Engine, element: Element): string | undefined {
  if (!engine.maySet(element, Styled.background)) return undefined;
  const { backgroundColor, backgroundImage } = engine.styleOf(element);
  const own = shadeOf(backgroundColor);
  if (!own || own.alpha < VEIL || backgroundImage !== 'none') return undefined;
  const { around } = engine.factsOf(element);
  const behind = shadeOf(around ? groundOf(engine, around) : canvasOf(engine));
  return !behind || distance(own, behind) > STANDS_OUT ? backgroundColor : undefined;
}

/** Positioned away from the element whose background it would have. */
function isWithin(element: Element, ground: Element, point: { x: number; y: number }): boolean {
  if (element === ground || !containingOf(element).around.length) return true;
  return PAGE.has(localName(ground)) || holds(getBoundingClientRect(ground), point);
}

/** The color behind an element; `''` where it is not known. Pictures are looked for where that matters. */
function groundOf(engine: Engine, facts: Facts): string {
  const pending: Facts[] = [];
  let ground: string | undefined;
  for (let at: Facts | undefined = facts; at && ground === undefined; at = at.around) {
    ground = at.ground ?? ownGround(engine, at);
    if (ground === undefined || at.ground === undefined) pending.push(at);
  }
  ground ??= canvasOf(engine);
  for (const each of pending) each.ground = ground;
  return ground;
}

/** Undefined: what is behind its parent. */
function ownGround(engine: Engine, { element }: Facts): string | undefined {
  if (!engine.maySet(element, Styled.background)) return undefined;
  const { backgroundColor } = engine.styleOf(element);
  const alpha = parseColor(backgroundColor)?.alpha;
  if (alpha === 0) return undefined;
  return alpha === 1 ? backgroundColor : '';
}

const hasOwnGround = (engine: Engine, facts: Facts): boolean => ownGround(engine, facts) !== undefined;

/** What is behind a page without a background, and behind the walk's root: the rest of the document. */
function canvasOf(engine: Engine): string {
  const root = documentElement(engine.document);
  const { backgroundColor, backgroundImage, colorScheme } = getComputedStyle(root);
  if (backgroundImage !== 'none' || colorScheme.includes('dark')) return '';
  const own = parseColor(backgroundColor);
  return own?.alpha === 0 ? 'rgb(255, 255, 255)' : backgroundColor;
}

/** Overlays are often generated content. */
function paintsAround(element: Element): boolean {
  return (['::before', '::after'] as const).some((pseudo) => {
    const style = getComputedStyle(element, pseudo);
    return style.content !== 'none' && style.content !== 'normal' && isPaintedBox(style);
  });
}

const isPaintedBox = ({ backgroundColor, backgroundImage }: Style): boolean =>
  backgroundImage !== 'none' || parseColor(backgroundColor)?.alpha !== 0;

const holds = ({ left, top, right, bottom }: Area, { x, y }: { x: number; y: number }): boolean =>
  x > left && x < right && y > top && y < bottom;

/** Where a part of the page is translucent, what shows through is not known. */
function isFaded(engine: Engine, element: Element): boolean {
  for (let at: Element | null = element; at; at = engine.composedParent(at))
    if (Number(getComputedStyle(at).opacity) < 1) return true;
  return false;
}

function over(top: Color, ground: Color): Color {
  const mix = (a: number, b: number) => a * top.alpha + b * (1 - top.alpha);
  return {
    red: mix(top.red, ground.red),
    green: mix(top.green, ground.green),
    blue: mix(top.blue, ground.blue),
    alpha: 1,
  };
}

/** WCAG 2.2, "contrast ratio". */
function contrast(a: Color, b: Color): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** WCAG 2.2, "relative luminance". */
function luminance({ red, green, blue }: Color): number {
  const linear = (value: number) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

const isSame = (a: Color, b: Color): boolean =>
  Math.abs(a.red - b.red) <= SAME && Math.abs(a.green - b.green) <= SAME && Math.abs(a.blue - b.blue) <= SAME;
