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
import type { Unseen } from './unseen-reason.js';

export interface Veil {
  /** How much of it comes through, from 0 to 1. */
  readonly opacity: number;
  readonly why: Unseen | undefined;
  /** Fixed to the viewport, by itself or by an ancestor. */
  readonly fixed: boolean;
}

/** Pixels: letters blurred further are a haze. */
const HAZE = 20;

const NONE: Veil = { opacity: 1, why: undefined, fixed: false };
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
  const fixed = above.fixed || (engine.maySet(element, Styled.position) && style.position === 'fixed');
  let { opacity } = above;
  if (engine.maySet(element, Styled.opacity)) opacity *= Number(style.opacity);
  const isVeiled = engine.maySet(element, Styled.veil);
  if (isVeiled) opacity *= opacityOfFilter(style.filter);
  const isGone = opacity < FAINTEST || (isVeiled && (isMasked(style) || isTurnedAway(element, engine)));
  const isCut =
    engine.maySet(element, Styled.clip) &&
    style.clipPath !== 'none' &&
    isNothing(style.clipPath, getBoundingClientRect(element));
  const why = isCut ? 'clipped' : isGone ? 'transparent' : undefined;
  const isSame = !why && opacity === above.opacity && fixed === above.fixed;
  return isSame ? above : { opacity, why, fixed };
}

function opacityOfFilter(filter: string): number {
  if (filter === 'none' || filter === '') return 1;
  const [, amount = '1', unit] = /opacity\(([\d.e-]+)(%?)\)/.exec(filter) ?? [];
  const [, blur = '0'] = /blur\(([\d.]+)px\)/.exec(filter) ?? [];
  return Number(blur) >= HAZE ? 0 : Number(amount) / (unit === '%' ? 100 : 1);
}

const COLOR = /rgba?\([^)]*\)/g;

/** By gradients without any color, or by a mask without a size. */
function isMasked({ maskImage, maskSize }: Style): boolean {
  if (!maskImage || maskImage === 'none') return false;
  if (/^0(?:px|%)?(?: 0(?:px|%)?)?$/.test(maskSize)) return true;
  const colors = maskImage.includes('url(') ? [] : (maskImage.match(COLOR) ?? []);
  return colors.length > 0 && colors.every((color) => parseColor(color)?.alpha === 0);
}

/** The back of it faces the person. Inside of something else in space, that depends on all of it. */
function isTurnedAway(element: Element, engine: Engine): boolean {
  const { backfaceVisibility, transform } = engine.styleOf(element);
  if (backfaceVisibility !== 'hidden' || !transform.startsWith('matrix3d(')) return false;
  const parent = engine.composedParent(element);
  if (parent && engine.styleOf(parent).transformStyle === 'preserve-3d') return false;
  const [depth = 1] = transform.slice(9).split(',').slice(10).map(Number);
  return depth < 0;
}
