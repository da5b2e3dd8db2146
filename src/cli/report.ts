import { isSightlineError, reasonOf } from '../errors.js';

/** An error for a person at a terminal: what happened, then the next move. */
export function errorText(error: unknown): string {
  if (!isSightlineError(error)) return `Error: ${reasonOf(error)}`;
  return `Error (${error.code}): ${error.message}\n${error.hint}`;
}
