/** Checks the caller's arguments before anything is touched: bad input leaves the page unchanged. */
import type { MouseButton } from '../driver/driver.js';
import { SightlineError } from '../errors.js';
import type { ActionOptions, PointerOptions } from '../page/actions.js';

const BUTTONS: readonly MouseButton[] = ['left', 'right', 'middle', 'back', 'forward'];
const MODIFIERS = ['alt', 'control', 'meta', 'shift'];

export function checkLimits({ timeout, settleTimeout }: ActionOptions): void {
  for (const [name, value] of Object.entries({ timeout, settleTimeout }))
    if (value !== undefined && !(typeof value === 'number' && value >= 0))
      throw bad(
        `${name} is not a number of milliseconds: ${shown(value)}`,
        'Give 0 or more; 0 means no limit.',
      );
}

export function checkPointer({
  button = 'left',
  clickCount = 1,
  position,
  modifiers = [],
}: PointerOptions): void {
  if (!BUTTONS.includes(button))
    throw bad(`Not a mouse button: ${shown(button)}`, `Buttons are ${BUTTONS.join(', ')}.`);
  if (!Number.isInteger(clickCount) || clickCount < 1 || clickCount > 3)
    throw bad(`Not a click count: ${clickCount}. Give 1, 2 or 3`);
  if (position && !(Number.isFinite(position.x) && Number.isFinite(position.y)))
    throw bad(`Not a position: ${shown(position)}`);
  for (const name of modifiers)
    if (!MODIFIERS.includes(name))
      throw bad(`Not a modifier: ${shown(name)}`, 'Modifiers are alt, control, meta and shift.');
}

export function checkText(what: string, text: unknown): void {
  if (typeof text !== 'string') throw bad(`${what} is not a string: ${shown(text)}`);
}

function shown(value: unknown): string {
  return typeof value === 'number' ? `${value}` : (JSON.stringify(value) ?? String(value));
}

function bad(message: string, hint?: string): SightlineError {
  return new SightlineError('bad-argument', message, hint === undefined ? {} : { hint });
}
