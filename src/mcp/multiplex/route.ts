/**
 * Finds the instance of a call. Each instance has a range of context numbers, so a ref or a handle names its instance;
 * a call without either uses `instance`. A call whose names disagree is refused before anything is done.
 */

import { SightlineError } from '../../errors.js';
import { quote } from '../../tree/quote.js';
import { parseFrameHandle, parseRef } from '../../tree/ref.js';

/** Context numbers per instance. They are never reused, so there are many. */
export const RANGE = 1_000;

/** Arguments, at any depth, that may contain a ref or a handle. Selectors in them are ignored. */
const NAMES_SOMETHING = /^(?:page|context|frame|targets?|\w+Target|refs?|\w+Ref)$/;

/** An instance that a call names, and the ref or handle that names it. */
export interface Named {
  instance: number;
  by: string;
}

export function namedInstances(args: unknown): Named[] {
  const found = new Map<number, string>();
  const visit = (value: unknown, key: string) => {
    if (Array.isArray(value)) for (const each of value) visit(each, key);
    else if (typeof value === 'object' && value !== null)
      for (const [inner, each] of Object.entries(value)) visit(each, inner);
    else if (typeof value === 'string' && NAMES_SOMETHING.test(key)) {
      const parsed =
        key === 'page' || key === 'context' || key === 'frame' ? parseFrameHandle(value) : parseRef(value);
      if (!parsed.ok) return;
      const instance = Math.floor(parsed.value.context / RANGE) + 1;
      if (!found.has(instance)) found.set(instance, value);
    }
  };
  visit(args, '');
  return [...found].map(([instance, by]) => ({ instance, by }));
}

export function instanceName(number: number): string {
  return `inst-${number}`;
}

/** Undefined if the call names no instance and none is running. `open` are the running ones. */
export function chooseInstance(
  args: unknown,
  given: string | undefined,
  open: readonly number[],
): number | undefined {
  const named = namedInstances(args);
  const [first, second] = named;
  if (first && second)
    throw mismatch(
      `${first.by} belongs to ${instanceName(first.instance)}, but ${second.by} to ${instanceName(second.instance)}`,
    );
  const number = given === undefined ? undefined : numberOf(given);
  if (first && number !== undefined && first.instance !== number)
    throw mismatch(`${first.by} belongs to ${instanceName(first.instance)}, not to ${given}`);
  const chosen = number ?? first?.instance;
  if (chosen !== undefined) return chosen;
  if (open.length > 1)
    throw new SightlineError(
      'instance-missing',
      `Several instances are running: ${open.map(instanceName).join(', ')}`,
    );
  return open[0];
}

function numberOf(name: string): number {
  const number = Number(/^inst-([1-9]\d{0,5})$/.exec(name.trim())?.[1]);
  if (number > 0) return number;
  throw new SightlineError('bad-argument', `An instance has a name such as inst-1, not ${quote(name, 200)}`);
}

function mismatch(message: string): SightlineError {
  return new SightlineError('instance-mismatch', `${message}: nothing was done`);
}
