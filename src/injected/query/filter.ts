/** Keeps the matches that contain a text, or a match of another locator. */
import type { LocatorStep } from '../../wire/api.js';
import type { Aria } from '../aria/aria.js';
import { textIn } from './element-text.js';
import type { StepOf } from './engine.js';
import { matcherOf } from './text-match.js';

type Evaluate = (steps: readonly LocatorStep[], scopes: readonly Node[], aria: Aria) => Element[];

export function filter(
  step: StepOf<'filter'>,
  matches: readonly Element[],
  aria: Aria,
  evaluate: Evaluate,
): Element[] {
  const hasText = step.hasText && matcherOf(step.hasText);
  return matches.filter((element) => {
    if (hasText && !hasText(textIn(element, aria))) return false;
    return !step.has || evaluate(step.has, [element], aria).length > 0;
  });
}
