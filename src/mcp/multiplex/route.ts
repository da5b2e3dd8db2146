/**
 * Which instance a call is for. Each has a range of context numbers, so a ref or a handle says it by itself;
 * `instance` says it where there is neither. What disagrees is refused before anything is done.
 */
import { SightlineError } from '../../errors.js';
import { parseFrameHandle, parseRef } from '../../tree/ref.js';

/** Numbers of contexts that each instance has. They are never given out twice, so it is many. */
export const RANGE = 1_000;

/** Where a call may name something of a page, at any depth: a selector in the same place is no ref, and says nothing. */
const NAMES_SOMETHING = /^(?:page|context|frame|targets?|\w+Target|refs?|\w+Ref)$/;

/** What the names in a call say: the number of the instance, and one of the names that say so. */
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

/** The number of the instance; undefined where nothing says it and there is none yet. `open` are those that run. */
export function chooseInstance(
  args: unknown,
  given: string | undefined,
  open: readonly number[],
): number | undefined {
  const named = namedInstances(args);
  const [first, second] = named;
  if (first && second)
    throw mismatch(
      `${first.by} is of ${instanceName(first.instance)}, and ${second.by} of ${instanceName(second.instance)}`,
    );
  const number = given === undefined ? undefined : numberOf(given);
  if (first && number !== undefined && first.instance !== number)
    throw mismatch(`${first.by} is of ${instanceName(first.instance)}, not of ${given}`);
  const chosen = number ?? first?.instance;
  if (chosen !== undefined) return chosen;
  if (open.length > 1)
    throw new SightlineError(
      'instance-missing',
      `Which instance? There are ${open.map(instanceName).join(', ')}`,
    );
  return open[0];
}

function numberOf(name: string): number {
  const number = Number(/^inst-([1-9]\d{0,5})$/.exec(name.trim())?.[1]);
  if (number > 0) return number;
  throw new SightlineError('bad-argument', `An instance is called like inst-1, not ${JSON.stringify(name)}`);
}

function mismatch(message: string): SightlineError {
  return new SightlineError('instance-mismatch', `${message}: nothing was done`);
}
