/** The colors that elements lay behind their letters. */
import {
  documentBody,
  documentElement,
  getComputedStyle,
  ownerDocument,
  parentElement,
  prefersDark,
} from '../../dom/intrinsics.js';
import { noted, type Style } from '../../dom/reads.js';
import { type Color, distance, parseColor, shadeOf, shadeOfColor } from '../css/color.js';
import { Styled } from '../css/style-rules.js';
import type { Engine, Facts } from '../engine.js';
import { CLEAR, isSame, over, WHITE } from './pixel.js';

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
  const behind = around ? groundOf(engine, around) : canvasOf(engine);
  return !behind || distance(own, shadeOfColor(behind)) > STANDS_OUT ? backgroundColor : undefined;
}

/** The color behind the letters of an element; null where it is not known. */
export function groundOf(engine: Engine, facts: Facts): Color | null {
  const pending: Facts[] = [];
  let ground: Color | null | undefined;
  for (let at: Facts | undefined = facts; at && ground === undefined; at = at.around) {
    ground = at.ground;
    if (ground === undefined) pending.push(at);
  }
  if (ground === undefined) ground = canvasOf(engine);
  for (let at = pending.pop(); at; at = pending.pop()) {
    const own = ownGround(engine, at.element);
    if (own === null) ground = null;
    else if (own.alpha === 1) ground = own;
    else if (own.alpha > 0 && ground) ground = over(own, ground);
    at.ground = ground;
  }
  return ground;
}

/** What the element itself lays behind its letters, if only a veil; null where that is a picture of several colors. */
export function ownGround(engine: Engine, element: Element): Color | null {
  return engine.maySet(element, Styled.background) ? paintedBy(engine.styleOf(element)) : CLEAR;
}

export function paintedBy({ backgroundColor, backgroundImage }: Style): Color | null {
  const color = parseColor(backgroundColor);
  if (!color || backgroundImage === 'none' || backgroundImage === '') return color ?? null;
  const gradient = plainGradient(backgroundImage);
  return gradient && over(gradient, color);
}

const COLOR = /(?:rgba?|oklab|oklch|lab|lch|color)\([^)]*\)/g;

/** The color of a gradient that is one color; null for others, and for pictures. */
function plainGradient(image: string): Color | null {
  if (image.includes('url(')) return null;
  const [first, ...others] = (image.match(COLOR) ?? []).map(parseColor);
  if (!first) return null;
  const isPlain = others.every((other) => other && isSame(first, other) && first.alpha === other.alpha);
  return isPlain ? first : null;
}

/** Of several colors that nothing shows through. */
export function isOpaqueGradient({ backgroundImage }: Style): boolean {
  if (backgroundImage.includes('url(')) return false;
  const colors = backgroundImage.match(COLOR) ?? [];
  return colors.length > 0 && colors.every((color) => parseColor(color)?.alpha === 1);
}

/** What is behind a page without a background, and behind the walk's root: the rest of the document. */
export function canvasOf(engine: Engine): Color | null {
  const root = documentElement(engine.document);
  const style = getComputedStyle(root);
  const own = paintedBy(style);
  const base = own?.alpha === 1 ? WHITE : behindCanvas(style);
  if (!own || !base) return null;
  if (own.alpha > 0) return over(own, base);
  // Without a background of its own, the root has that of the body.
  const body = documentBody(engine.document);
  const painted = body ? paintedBy(getComputedStyle(body)) : CLEAR;
  return painted && over(painted, base);
}

/** A frame shows what is behind it. Nothing is known of the page around one of another origin. */
function behindCanvas(style: Style): Color | null {
  const frame = window.frameElement;
  const canvas = canvasColor(style);
  return frame && canvas === WHITE ? behindFrame(frame) : canvas;
}

/** Noted as a whole: changes of nodes in the documents around this one are not noticed. */
const behindFrame = noted(
  (frame: Element): Color | null => {
    let found: Color = CLEAR;
    for (let at: Element | null = frame; at && found.alpha < 1; at = above(at)) {
      const paint = paintedBy(getComputedStyle(at));
      if (!paint) return null;
      found = over(found, paint);
    }
    return over(found, WHITE);
  },
  (color) => color && [color.red, color.green, color.blue, color.alpha],
);

/** Out of frames of the same origin, too. */
const above = (element: Element): Element | null =>
  parentElement(element) ?? ownerDocument(element)?.defaultView?.frameElement ?? null;

/** Between the dark canvas of Chromium and that of Firefox. */
const DARK: Color = { red: 23, green: 22, blue: 26, alpha: 1 };

const canvasColor = ({ colorScheme }: Style): Color =>
  colorScheme.includes('dark') && (!colorScheme.includes('light') || prefersDark(window)) ? DARK : WHITE;
