import { isSightlineError, reasonOf } from '../../errors.js';

/** An error for a terminal: what happened, then the next step. */
export function errorText(error: unknown): string {
  if (!isSightlineError(error)) return `Error: ${reasonOf(error)}`;
  return `Error (${error.code}): ${error.message}\n${error.hint}`;
}
