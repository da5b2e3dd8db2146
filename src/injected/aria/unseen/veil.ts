/**
 * What CSS lays over an element and everything in it: opacities that multiply, filters, masks and clip paths that leave
 * nothing. Found once for each element, and the same object as its parent's where the page sets none of it.
 */
import { getBoundingClientRect } from '../../dom/intrinsics.js';
import type { Style } from '../../dom/reads.js';
import { FAINTEST, parseColor } from '../css/color.js';
import { Styled } from '../css/style-rules.js';
import type { Engine, Facts } from '../engine.js';
import { isNothing } from './clip-path.js';
import { tints } from './pixel.js';
import type { Unseen } from './unseen-reason.js';

export interface Veil {
  /** How much of it comes through, from 0 to 1. */
  readonly opacity: number;
  readonly why: Unseen | undefined;
  /** Fixed to the viewport, by itself or by an ancestor. */
  readonly fixed: boolean;
  /** Filters or blending change colors. */
  readonly tinted: boolean;
  /** Moved or scaled, by itself or by an ancestor. */
  readonly moved: boolean;
  /** The nearest element, from here up, that is painted before the backgrounds of those around it. */
  readonly sunk: Element | undefined;
}

/** Of the size of the letters: those blurred further are a haze. */
const HAZE = 0.5;

const NONE: Veil = { opacity: 1, why: undefined, fixed: false, tinted: false, moved: false, sunk: undefined };
const SET = Styled.opacity | Styled.clip | Styled.veil | Styled.position;

export function veilOf(engine: Engine, facts: Facts): Veil {
  const pending: Facts[] = [];
  let veil: Veil | undefined;
  for (let at: Facts | undefined = facts; at && veil === undefined; at = aboveOf(engine, at)) {
    veil = at.veil;
    if (veil === undefined) pending.push(at);
  }
  veil ??= NONE;
  for (let at = pending.pop(); at; at = pending.pop()) {
    veil = within(engine, at, veil);
    at.veil = veil;
  }
  return veil;
}

function aboveOf(engine: Engine, { element, around }: Facts): Facts | undefined {
  if (around) return around;
  // Outside of a walk.
  const parent = engine.composedParent(element);
  return parent ? engine.factsOf(parent) : undefined;
}

function within(engine: Engine, { element }: Facts, above: Veil): Veil {
  if (above.why || !engine.maySet(element, SET) || engine.displayOf(element) === 'contents') return above;
  // Each read costs; most pages set few of these.
  const style = engine.styleOf(element);
  const isPlaced = engine.maySet(element, Styled.position) && style.position !== 'static';
  const fixed = above.fixed || (isPlaced && style.position === 'fixed');
  const sunk = isPlaced && Number.parseInt(style.zIndex, 10) < 0 ? element : above.sunk;
  let { opacity, tinted } = above;
  let moved = above.moved || isPlaced;
  if (engine.maySet(element, Styled.opacity)) opacity *= Number(style.opacity);
  const isVeiled = engine.maySet(element, Styled.veil);
  if (isVeiled) {
    const { filter } = style;
    moved ||= isTransformed(style);
    opacity *= opacityOfFilter(filter, style);
    tinted ||= tints(filter) || style.mixBlendMode !== 'normal';
  }
  const isGone =
    opacity < FAINTEST || (isVeiled && (isMasked(style, element) || isTurnedAway(element, engine)));
  const isCut = engine.maySet(element, Styled.clip) && isClippedAway(style, getBoundingClientRect(element));
  const why = isCut ? 'clipped' : isGone ? 'transparent' : undefined;
  const isSame =
    !why &&
    opacity === above.opacity &&
    fixed === above.fixed &&
    tinted === above.tinted &&
    moved === above.moved &&
    sunk === above.sunk;
  return isSame ? above : { opacity, why, fixed, tinted, moved, sunk };
}

const NUMBERS = /-?[\d.]+/g;

export function isClippedAway(
  { clipPath, clip, position }: Style,
  box: { readonly width: number; readonly height: number },
): boolean {
  if (clipPath !== 'none' && isNothing(clipPath, box)) return true;
  // `clip: rect(0 0 0 0)`: nothing of a box of any size is left.
  if (clip === 'auto' || clip === '' || (position !== 'absolute' && position !== 'fixed')) return false;
  const [top = 0, right = 0, bottom = 0, left = 0] = (clip.match(NUMBERS) ?? []).map(Number);
  return right - left <= 1 || bottom - top <= 1;
}

const isTransformed = ({ transform, translate, rotate, scale, zoom, offsetPath }: Style): boolean =>
  zoom !== '1' ||
  [transform, translate, rotate, scale, offsetPath].some(
    (value) => value !== undefined && value !== '' && value !== 'none',
  );

function opacityOfFilter(filter: string, { fontSize }: Style): number {
  if (filter === 'none' || filter === '') return 1;
  const [, amount = '1', unit] = /opacity\(([\d.e-]+)(%?)\)/.exec(filter) ?? [];
  const [, blur = '0'] = /blur\(([\d.]+)px\)/.exec(filter) ?? [];
  const isHaze = Number(blur) > 0 && Number(blur) >= HAZE * Number.parseFloat(fontSize);
  return isHaze ? 0 : Number(amount) / (unit === '%' ? 100 : 1);
}

const COLOR = /rgba?\([^)]*\)/g;

/** By gradients without any color, by a mask without a size, or by one that is elsewhere. */
function isMasked({ maskImage, maskSize, maskPosition, maskRepeat }: Style, element: Element): boolean {
  if (!maskImage || maskImage === 'none') return false;
  if (/^0(?:px|%)?(?: 0(?:px|%)?)?$/.test(maskSize)) return true;
  if (maskRepeat === 'no-repeat' && !maskPosition.includes(',')) {
    const { width, height } = getBoundingClientRect(element);
    const [x = 0, y = 0] = maskPosition
      .split(' ')
      .map((part) => (part.endsWith('px') ? Number.parseFloat(part) : 0));
    if (Math.abs(x) > width || Math.abs(y) > height) return true;
  }
  const colors = maskImage.includes('url(') ? [] : (maskImage.match(COLOR) ?? []);
  return colors.length > 0 && colors.every((color) => parseColor(color)?.alpha === 0);
}

/** The back of it faces the person, or it is behind them. In something else in space, that depends on all of it. */
function isTurnedAway(element: Element, engine: Engine): boolean {
  const { backfaceVisibility, transform } = engine.styleOf(element);
  if (!transform.startsWith('matrix3d(')) return false;
  const parent = engine.composedParent(element);
  const space = parent && engine.styleOf(parent);
  if (space?.transformStyle === 'preserve-3d') return false;
  const [depth = 1, , , , near = 0] = transform.slice(9).split(',').slice(10).map(Number.parseFloat);
  if (backfaceVisibility === 'hidden' && depth < 0) return true;
  return space !== null && near > 0 && near >= Number.parseFloat(space.perspective);
}
