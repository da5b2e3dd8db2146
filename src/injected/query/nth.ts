/** One of the matches: 0 is the first, -1 the last. */
import type { StepOf } from './engine.js';

export function nth(step: StepOf<'nth'>, matches: readonly Element[]): Element[] {
  const match = matches.at(step.index);
  return match ? [match] : [];
}
