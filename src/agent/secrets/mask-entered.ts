import { literal } from '../text-line.js';

/** Arguments whose text is entered into a page. */
const ENTERED = new Set(['text', 'value', 'values', 'key', 'promptText', 'data', 'body']);

/** Masks entered text, unless the code in the answer shows it. */
export function maskEntered(args: unknown, answer: string, entered = false): unknown {
  if (typeof args === 'string')
    return !entered || isChoice(args) || answer.includes(literal(args)) ? args : '***';
  if (Array.isArray(args)) return args.map((each) => maskEntered(each, answer, entered));
  if (typeof args !== 'object' || args === null) return args;
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      maskEntered(value, answer, entered || ENTERED.has(name)),
    ]),
  );
}

/** Of a checkbox, whose code has no quotes. */
const isChoice = (text: string): boolean => text === 'true' || text === 'false';
