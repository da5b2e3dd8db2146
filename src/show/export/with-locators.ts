import type { RunStep } from '../run.js';

/** The arguments of a step with locators in place of its refs, also in forms and batches. */
export function withLocators({ args, locators = {} }: RunStep): Record<string, unknown> {
  const replaced = (key: string, value: unknown): unknown => {
    // Text that happens to look like a ref is not a target.
    if (typeof value === 'string')
      return /target$/i.test(key) && Object.hasOwn(locators, value) ? locators[value] : value;
    if (Array.isArray(value)) return value.map((each) => replaced(key, each));
    return typeof value === 'object' && value !== null ? inside(value) : value;
  };
  const inside = (value: object): Record<string, unknown> =>
    Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaced(key, each)]));
  return inside(Object(args));
}
