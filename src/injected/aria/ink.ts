/**
 * Letters in the color of what is behind them. Where a picture or another box may be behind them, nothing is
 * claimed: white letters on a photograph are there to be read.
 */
import { containingOf } from '../dom/containing.js';
import type { Area } from '../dom/geometry.js';
import {
  contentRects,
  documentElement,
  elementQueryAll,
  getBoundingClientRect,
  getComputedStyle,
  localName,
} from '../dom/intrinsics.js';
import type { Engine, Facts } from './engine.js';
import { Styled } from './style-rules.js';

/** Of red, green and blue, from 0 to 255. A person does not see a smaller difference. */
const SAME = 8;
/** Below this the letters do not show on anything. */
const FAINTEST = 0.05;
/** Texts examined in one walk, pictures and neighbors for each: a page full of suspects must not hold the walk up. */
const MOST_TEXTS = 50;
const MOST_PICTURES = 300;
const MOST_NEIGHBORS = 40;
const PAGE = new Set(['html', 'body']);
const PICTURES = 'img, video, canvas, svg, iframe, object, embed';

interface Color {
  red: number;
  green: number;
  blue: number;
  alpha: number;
}

export class Inks {
  readonly #engine: Engine;
  #left = MOST_TEXTS;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  unseenOn(element: Element): 'transparent' | 'same-color' | undefined {
    const engine = this.#engine;
    const ink = parseColor(engine.inkOf(element));
    if (!ink) return undefined;
    if (ink.alpha < FAINTEST) return this.#isPainted(element) ? undefined : 'transparent';
    const facts = engine.factsOf(element);
    const ground = parseColor(groundOf(engine, facts));
    if (!ground || ink.alpha < 1 || !isSame(ink, ground) || --this.#left < 0) return undefined;
    return this.#mayBeOnAnother(facts) ? undefined : 'same-color';
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
  #mayBeOnAnother({ element }: Facts): boolean {
    const engine = this.#engine;
    const [box = getBoundingClientRect(element)] = contentRects(element);
    const point = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
    let at: Element = element;
    for (let left = MOST_NEIGHBORS; ; ) {
      if (getComputedStyle(at).backgroundImage !== 'none' || paintsAround(at)) return true;
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

const isPaintedBox = ({ backgroundColor, backgroundImage }: CSSStyleDeclaration): boolean =>
  backgroundImage !== 'none' || parseColor(backgroundColor)?.alpha !== 0;

const holds = ({ left, top, right, bottom }: Area, { x, y }: { x: number; y: number }): boolean =>
  x > left && x < right && y > top && y < bottom;

const RGB = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/;

/** Of a computed value; undefined for other color spaces. */
function parseColor(text: string): Color | undefined {
  const [whole, red, green, blue, alpha = '1'] = RGB.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return { red: Number(red), green: Number(green), blue: Number(blue), alpha: Number(alpha) };
}

const isSame = (a: Color, b: Color): boolean =>
  Math.abs(a.red - b.red) <= SAME && Math.abs(a.green - b.green) <= SAME && Math.abs(a.blue - b.blue) <= SAME;
