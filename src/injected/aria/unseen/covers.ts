/**
 * Texts that another box lies on, or that lie on a box of their own color. Found from the boxes and styles, since a
 * browser tells what is at a point only inside of the viewport, and not of what lets clicks through.
 */
import { containingOf } from '../../dom/containing.js';
import { type Area, encloses } from '../../dom/geometry.js';
import {
  contains,
  contentRects,
  documentBody,
  documentElement,
  elementQuery,
  getBoundingClientRect,
  getComputedStyle,
  imageComplete,
  matches,
  naturalWidth,
} from '../../dom/intrinsics.js';
import { noted, type Style } from '../../dom/reads.js';
import { type Color, parseColor } from '../css/color.js';
import { Styled } from '../css/style-rules.js';
import type { Engine, Facts, Pseudo } from '../engine.js';
import { isOpaqueGradient, paintedBy } from './ground.js';
import { hasLevel, isAbove, type Layers, layersOf, startsLayer } from './layers.js';
import { filtered, isSame, over } from './pixel.js';
import type { Unseen } from './unseen-reason.js';
import { veilOf } from './veil.js';

/** A page full of them must not hold the walk up. */
const MOST_BOXES = 200;
const MOST_PAIRS = 400;
const MOST_GENERATED = 100;
/** Less lets something through. */
const SOLID = 0.95;
/** Pixels: nothing can be read through a stronger blur. */
const HAZE = 20;
/** They are there for a while, and a person closes them. */
const POPUP =
  '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=tooltip], [role=tree], [role=grid], [popover], dialog';
const USED = 'a, button, input, select, textarea, li, [role], [tabindex]';
const PAINTED = Styled.background | Styled.veil | Styled.overlay;
const LIFTED = Styled.position | Styled.opacity | Styled.veil;

interface Box {
  readonly element: Element;
  readonly area: Area;
  readonly paint: Color;
  /** The box is one that CSS generates in the element. */
  readonly pseudo?: Pseudo;
}

export class Covers {
  readonly #engine: Engine;
  readonly #boxes: Box[] = [];
  #generatedLeft = MOST_GENERATED;
  readonly #texts: { element: Element; least: number }[] = [];

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** A box that may lie on something, for every element that is rendered. */
  consider(element: Element): void {
    const engine = this.#engine;
    if (!engine.maySet(element, LIFTED) || this.#boxes.length >= MOST_BOXES) return;
    const tag = engine.tagOf(element);
    if (tag !== 'img' && !engine.maySet(element, PAINTED)) return;
    const style = engine.styleOf(element);
    if (!isLifted(engine, element, style)) return;
    const paint =
      tag === 'img'
        ? pictureColor(
            element as HTMLImageElement,
            engine.maySet(element, Styled.veil) ? style.filter : 'none',
          )
        : boxColor(style, engine.maySet(element, Styled.veil)); // the tag says so
    if (paint && paint.alpha >= SOLID && !PAGE.has(tag))
      this.#boxes.push({ element, area: plain(getBoundingClientRect(element)), paint });
    if (engine.maySet(element, Styled.overlay) && --this.#generatedLeft >= 0)
      this.#considerGenerated(element);
  }

  #considerGenerated(element: Element): void {
    for (const pseudo of ['::before', '::after'] as const) {
      const style = getComputedStyle(element, pseudo);
      if (style.position !== 'absolute' || style.content === 'none' || style.content === 'normal') continue;
      // One that a state of the page will show, as over a list that loads, or that has another place and size.
      if (Number(style.opacity) < SOLID || style.visibility !== 'visible' || style.transform !== 'none')
        continue;
      const paint = boxColor(style, true);
      if (!paint || paint.alpha < SOLID) continue;
      const outer = getBoundingClientRect(element);
      const [left, top] = [
        outer.left + Number.parseFloat(style.left),
        outer.top + Number.parseFloat(style.top),
      ];
      const [right, bottom] = [left + Number.parseFloat(style.width), top + Number.parseFloat(style.height)];
      this.#boxes.push({ element, area: { left, top, right, bottom }, paint, pseudo });
    }
  }

  /** A text that can be seen unless something lies on it. */
  add(element: Element, length: number): void {
    this.#texts.push({ element, least: length * LETTER });
  }

  /** Called after the walk. */
  *unseen(): Generator<[Element, Unseen]> {
    let pairs = MOST_PAIRS;
    if (this.#boxes.length === 0) return;
    for (const { element, least } of this.#texts) {
      const area = plain(this.#engine.boxOf(element));
      for (const box of this.#boxes) {
        if (common(area, box.area) < least || (!box.pseudo && contains(box.element, element))) continue;
        if (--pairs < 0) return;
        const why = this.#judge(element, box);
        if (!why) continue;
        yield [element, why];
        break;
      }
    }
  }

  #judge(element: Element, box: Box): Unseen | undefined {
    const engine = this.#engine;
    // Nothing in a frame is content of this document.
    const found = contentRects(element);
    const rects = found.length > 0 ? found : [getBoundingClientRect(element)];
    if (!rects.every((rect) => encloses(box.area, rect))) return undefined;
    if (!isWhole(engine, box, rects)) return undefined;
    const veil = veilOf(engine, engine.factsOf(box.element));
    if (veil.why || veil.opacity < SOLID) return undefined;
    const [mine, its] = [layersOf(engine, element), layersOf(engine, box.element)];
    // One is scrolled away under the other.
    if (mine.anchor !== its.anchor && !(mine.fixed && its.fixed)) return undefined;
    const above = box.pseudo
      ? isAboveGenerated(mine, its, element, box.element, box.pseudo)
      : isAbove(mine, its);
    if (!above) return isPopup(box.element, element) ? undefined : 'covered';
    const ink = parseColor(engine.inkOf(element));
    return ink && box.paint !== MIXED && isSame(over(ink, box.paint), box.paint) ? 'same-color' : undefined;
  }
}

/** Nothing around the box cuts it off where the text is. */
function isWhole(engine: Engine, { element, pseudo }: Box, rects: readonly Area[]): boolean {
  const around = [...(pseudo ? [element] : []), ...containingOf(element).around];
  return around.every((each) => {
    if (!engine.clips(each) || PAGE.has(engine.tagOf(each))) return true;
    const area = getBoundingClientRect(each);
    return rects.every((rect) => encloses(area, rect));
  });
}

/** Square pixels, for a letter that can be read. */
const LETTER = 25;

/** Reading a rectangle of the browser costs ten times as much, and each is compared with each. */
const plain = ({ left, top, right, bottom }: Area): Area => ({ left, top, right, bottom });

/** Square pixels that both have. */
function common(a: Area, b: Area): number {
  // Most are above or below.
  if (a.top >= b.bottom || b.top >= a.bottom) return 0;
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  return width > 0 ? width * (Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)) : 0;
}

/** Out of the flow of the text, so that it may be painted on it. */
function isLifted(engine: Engine, element: Element, style: Style): boolean {
  if (engine.maySet(element, Styled.position) && style.position !== 'static') return true;
  if (engine.maySet(element, Styled.opacity) && style.opacity !== '1') return true;
  return (
    engine.maySet(element, Styled.veil) && (style.transform !== 'none' || hasLevel(engine, element, style))
  );
}

const PAGE = new Set(['html', 'body']);
/** Several colors. */
const MIXED: Color = { red: 127, green: 127, blue: 127, alpha: 1 };

/** Nothing can be read through a strong blur. */
function boxColor(style: Style, mayBlur: boolean): Color | null {
  const paint = paintedBy(style) ?? (isOpaqueGradient(style) ? MIXED : null);
  if (!mayBlur || (paint && paint.alpha >= SOLID)) return paint;
  const isHaze = Number(/blur\(([\d.]+)px/.exec(style.backdropFilter)?.[1] ?? 0) >= HAZE;
  return isHaze ? MIXED : paint;
}

/** Pixels: enough to see whether a picture is of one color. */
const SAMPLE = 4;

/** Null while it is loading, if something shows through it, or if it is of another origin. */
const pictureColor = noted(pictureColorNow, (color) =>
  color && color !== MIXED ? [color.red, color.green, color.blue, color.alpha] : color,
);

function pictureColorNow(picture: HTMLImageElement, filter: string): Color | null {
  if (!imageComplete(picture) || naturalWidth(picture) === 0) return null;
  const context = new OffscreenCanvas(SAMPLE, SAMPLE).getContext('2d');
  if (!context) return null;
  try {
    context.drawImage(picture, 0, 0, SAMPLE, SAMPLE);
    const { data } = context.getImageData(0, 0, SAMPLE, SAMPLE);
    const colors = Array.from({ length: SAMPLE * SAMPLE }, (_, at): Color => {
      const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(4 * at);
      return { red, green, blue, alpha: alpha / 255 };
    });
    const [first = MIXED] = colors;
    if (colors.some(({ alpha }) => alpha < SOLID)) return null;
    return colors.every((color) => isSame(color, first)) ? filtered(first, filter) : MIXED;
  } catch {
    return null;
  }
}

/** Of something generated, by text that may be in the same element. */
function isAboveGenerated(mine: Layers, its: Layers, text: Element, host: Element, pseudo: Pseudo): boolean {
  if (!contains(host, text)) return isAbove(mine, its);
  const level = Number.parseInt(getComputedStyle(host, pseudo).zIndex, 10) || 0;
  const next = mine.path.find(({ element }) => element !== host && contains(host, element));
  if (!next) return level < 0;
  return next.level === level ? pseudo === '::before' : next.level > level;
}

/** Raised above the page with something to use in it, or in such. */
function isPopup(element: Element, covered: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (matches(at, POPUP)) return true;
    const isRaised = !contains(at, covered) && Number.parseInt(getComputedStyle(at).zIndex, 10) > 0;
    if (isRaised && elementQuery(at, USED) !== null) return true;
  }
  return false;
}

/** Under the background of one of those around it: `z-index: -1`. */
export function isSunk(engine: Engine, { element }: Facts, sunk: Element): boolean {
  const root = documentElement(engine.document);
  // The background of the body is that of the canvas, unless the root has its own.
  const isCanvas = (at: Element): boolean =>
    at === root || (at === documentBody(engine.document) && paintedBy(getComputedStyle(root))?.alpha === 0);
  for (let at = engine.composedParent(sunk); at && !isCanvas(at); at = engine.composedParent(at)) {
    const style = getComputedStyle(at);
    if (startsLayer(style)) return false;
    const area = getBoundingClientRect(at);
    const isSolid = (paintedBy(style)?.alpha ?? 0) >= SOLID;
    if (isSolid && contentRects(element).every((rect) => encloses(area, rect))) return true;
  }
  return false;
}
