/**
 * A panel that slides in, a text that fades in: what an animation or a transition shows in a moment, or again and again,
 * is not called unseen.
 */
import { runningAnimations } from '../../dom/effects.js';
import { noted } from '../../dom/reads.js';
import { FAINTEST } from '../css/color.js';
import type { Engine } from '../engine.js';

/** Milliseconds: what takes longer to show is not shown. */
const SOON = 60_000;
/** Pixels that something in endless motion moves at least. */
const FAR = 50;

/** The elements that an animation brings into sight. */
const arriving = noted((_: Document): Element[] => {
  const found: Element[] = [];
  for (const animation of runningAnimations()) {
    const { effect } = animation;
    if (animation.playState !== 'running' || !(effect instanceof KeyframeEffect) || !effect.target) continue;
    if (arrives(effect, Number(animation.currentTime))) found.push(effect.target);
  }
  return found;
});

export class Arrivals {
  readonly #engine: Engine;
  #elements: ReadonlySet<Element> | undefined;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** With the element itself or with one around it. */
  has(element: Element): boolean {
    this.#elements ??= new Set(arriving(this.#engine.document));
    for (let at: Element | null = element; at; at = this.#engine.composedParent(at))
      if (this.#elements.has(at) || this.#engine.tagOf(at) === 'marquee') return true;
    return false;
  }
}

function arrives(effect: KeyframeEffect, now: number): boolean {
  const { endTime, duration } = effect.getComputedTiming();
  const end = Number(endTime);
  if ((end === Infinity ? Number(duration) : end - now) > SOON) return false;
  const frames = effect.getKeyframes();
  const opacities = frames.flatMap(({ opacity }) => (opacity === undefined ? [] : [Number(opacity)]));
  if (opacities.length > 0 && opacities.every((opacity) => opacity < FAINTEST)) return false;
  if (end !== Infinity) return !isLeaving(frames);
  return opacities.some((opacity) => opacity >= FAINTEST) || moves(frames);
}

/** Its last frame is written by the author and can't be seen. */
const isLeaving = (frames: readonly ComputedKeyframe[]): boolean => {
  const last = frames.at(-1);
  return last?.opacity !== undefined && Number(last.opacity) < FAINTEST;
};

/** By lengths in any of its frames. */
function moves(frames: readonly ComputedKeyframe[]): boolean {
  const places = frames.map((frame) =>
    Object.values(frame)
      .flatMap((value) => [...String(value).matchAll(/(-?[\d.]+)(px|%|v[wh]|em|rem)/g)])
      .reduce((sum, [, amount, unit]) => sum + Number(amount) * (unit === 'px' ? 1 : 10), 0),
  );
  return Math.max(...places) - Math.min(...places) > FAR;
}
