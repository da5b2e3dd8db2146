/** By role and, if asked, by accessible name and state. Hidden elements are left out unless asked for. */
import type { Engine } from './engine.js';
import { everyElement } from './scope.js';
import { matcherOf } from './text-match.js';

export const role: Engine<'role'> = (step, scopes, aria) => {
  const nameMatches = step.name && matcherOf(step.name);
  const states = Object.entries(step.states ?? {});
  return everyElement(scopes, aria).filter((element) => {
    if (aria.roleOf(element) !== step.role) return false;
    if (!step.includeHidden && aria.isHidden(element)) return false;
    if (states.length > 0) {
      const actual = aria.statesOf(element);
      // A state that does not apply counts as false.
      if (states.some(([state, wanted]) => (actual[state] ?? false) !== wanted)) return false;
    }
    return !nameMatches || nameMatches(aria.nameOf(element));
  });
};
