/** What becomes of a color on its way to the screen: what it is laid on, blending, filters. Pure. */
import type { Color } from '../css/color.js';

export const CLEAR: Color = { red: 0, green: 0, blue: 0, alpha: 0 };
export const WHITE: Color = { red: 255, green: 255, blue: 255, alpha: 1 };

/** Of red, green and blue, from 0 to 255. A person does not see a smaller difference in letters. */
const SAME = 16;

export const isSame = (a: Color, b: Color): boolean =>
  Math.abs(a.red - b.red) <= SAME && Math.abs(a.green - b.green) <= SAME && Math.abs(a.blue - b.blue) <= SAME;

/** https://www.w3.org/TR/compositing-1/#generalformula */
export function over(top: Color, ground: Color, mode = 'normal'): Color {
  const alpha = top.alpha + ground.alpha * (1 - top.alpha);
  if (alpha === 0) return CLEAR;
  const mix = BLENDS[mode];
  const part = (key: 'red' | 'green' | 'blue'): number => {
    const blended = mix
      ? (1 - ground.alpha) * top[key] + ground.alpha * 255 * mix(top[key] / 255, ground[key] / 255)
      : top[key];
    return (top.alpha * blended + (1 - top.alpha) * ground.alpha * ground[key]) / alpha;
  };
  return { red: part('red'), green: part('green'), blue: part('blue'), alpha };
}

const hardLight = (top: number, ground: number): number =>
  top <= 0.5 ? 2 * top * ground : 1 - 2 * (1 - top) * (1 - ground);

/** https://www.w3.org/TR/compositing-1/#blending. Those that mix hue and saturation are left out. */
const BLENDS: Readonly<Record<string, (top: number, ground: number) => number>> = {
  screen: (top, ground) => top + ground - top * ground,
  lighten: Math.max,
  multiply: (top, ground) => top * ground,
  darken: Math.min,
  'plus-lighter': (top, ground) => Math.min(1, top + ground),
  difference: (top, ground) => Math.abs(top - ground),
  exclusion: (top, ground) => top + ground - 2 * top * ground,
  'color-dodge': (top, ground) => (ground === 0 ? 0 : top === 1 ? 1 : Math.min(1, ground / (1 - top))),
  'color-burn': (top, ground) => (ground === 1 ? 1 : top === 0 ? 0 : 1 - Math.min(1, (1 - ground) / top)),
  'hard-light': hardLight,
  overlay: (top, ground) => hardLight(ground, top),
  'soft-light': (top, ground) =>
    top <= 0.5
      ? ground - (1 - 2 * top) * ground * (1 - ground)
      : ground + (2 * top - 1) * (Math.sqrt(ground) - ground),
};

const FUNCTION = /([a-z-]+)\(([^()]*(?:\([^()]*\))?[^()]*)\)/g;

/** A computed `filter`. Functions that leave light and dark apart are left out. */
export function filtered(color: Color, filter: string): Color {
  let { red, green, blue, alpha } = color;
  if (filter === 'none' || filter === '') return color;
  for (const [, name = '', argument = ''] of filter.matchAll(FUNCTION)) {
    const amount = Number.parseFloat(argument) / (argument.endsWith('%') ? 100 : 1);
    const change = CHANGES[name];
    if (name === 'opacity') alpha *= amount;
    else if (change) {
      const part = (value: number): number => Math.min(255, Math.max(0, change(value / 255, amount) * 255));
      [red, green, blue] = [part(red), part(green), part(blue)];
    }
  }
  return { red, green, blue, alpha };
}

/** https://www.w3.org/TR/filter-effects-1/#ShorthandEquivalents */
const CHANGES: Readonly<Record<string, (value: number, amount: number) => number>> = {
  brightness: (value, amount) => value * amount,
  contrast: (value, amount) => (value - 0.5) * amount + 0.5,
  invert: (value, amount) => value * (1 - 2 * amount) + amount,
};

/** The filter changes colors, so that letters may look like what is behind them. */
export const tints = (filter: string): boolean => /brightness|contrast|invert/.test(filter);

/** WCAG 2.2, "contrast ratio". */
export function contrast(a: Color, b: Color): number {
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
