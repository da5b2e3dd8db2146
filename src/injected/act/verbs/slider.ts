/**
 * Sliders that pages build out of an element with a role. They have no value that could be set: they follow the keys,
 * and say where they are.
 */
import type { Refused } from '../../../wire/api.js';
import { getAttribute, isConnected } from '../../dom/intrinsics.js';
import type { Handler } from '../acting.js';

/** Those that ARIA lets a person move. */
const MOVABLE: ReadonlySet<string | undefined> = new Set(['slider', 'spinbutton', 'separator', 'scrollbar']);

export const sliderValue: Handler<'sliderValue'> = ({ finder }, { element: number }) => {
  const element = finder.element(number);
  const now = element && isConnected(element) ? sliderAt(element) : undefined;
  return now === undefined ? {} : { now };
};

/** Where it is; undefined when it is no slider, or does not say. */
export function sliderAt(element: Element): number | undefined {
  if (!MOVABLE.has(getAttribute(element, 'role')?.trim())) return undefined;
  return numberIn(element, 'aria-valuenow');
}

/** Refuses what the slider can't reach. */
export function planSlide(element: Element, value: string): { to: number } | Refused {
  const to = value.trim() === '' ? Number.NaN : Number(value);
  const min = numberIn(element, 'aria-valuemin') ?? 0;
  const max = numberIn(element, 'aria-valuemax') ?? 100;
  if (to >= min && to <= max) return { to };
  return {
    code: 'bad-argument',
    message: `${JSON.stringify(value)} is not possible in a slider from ${min} to ${max}`,
    hint: `Give a number from ${min} to ${max}.`,
  };
}

function numberIn(element: Element, attribute: string): number | undefined {
  const number = Number.parseFloat(getAttribute(element, attribute) ?? '');
  return Number.isFinite(number) ? number : undefined;
}
