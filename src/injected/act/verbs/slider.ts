/**
 * Custom sliders: elements with a slider role. They have no value that could be set; they react to keys and
 * report their position.
 */
import { MOVABLE_ROLES } from '../../../tree/roles.js';
import type { Refused } from '../../../wire/api.js';
import { getAttribute, isConnected } from '../../dom/intrinsics.js';
import type { Handler } from '../acting.js';
import { frame } from '../event-loop.js';

/** Milliseconds: where frames are slower than this, a slider is read as it is. */
const LONGEST_FRAME = 1_000;

/** After the next frame: most sliders write their position when they draw it. */
export const sliderValue: Handler<'sliderValue'> = async ({ finder }, { element: number }) => {
  await frame(performance.now() + LONGEST_FRAME);
  const element = finder.element(number);
  const now = element && isConnected(element) ? sliderAt(element) : undefined;
  return now === undefined ? {} : { now };
};

/** The slider's position; undefined when it is no slider or reports none. */
export function sliderAt(element: Element): number | undefined {
  if (!MOVABLE_ROLES.has(getAttribute(element, 'role')?.trim() ?? '')) return undefined;
  return numberIn(element, 'aria-valuenow');
}

/** Refuses a value outside the slider's range. */
export function planSlide(element: Element, value: string): { to: number } | Refused {
  const to = value.trim() === '' ? Number.NaN : Number(value);
  const min = numberIn(element, 'aria-valuemin') ?? 0;
  const max = numberIn(element, 'aria-valuemax') ?? 100;
  if (to >= min && to <= max) return { to };
  return {
    code: 'bad-argument',
    message: `${JSON.stringify(value)} is not a number from ${min} to ${max}, the range of this slider`,
    hint: `Give a number from ${min} to ${max}.`,
  };
}

function numberIn(element: Element, attribute: string): number | undefined {
  const number = Number.parseFloat(getAttribute(element, attribute) ?? '');
  return Number.isFinite(number) ? number : undefined;
}
