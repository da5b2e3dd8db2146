import { isSightlineError, reasonOf } from '../../errors.js';
import { safeText } from '../../tree/quote.js';

/** An error for a terminal: what happened, then the next step. It may hold text of a page, which must not control it. */
export function errorText(error: unknown): string {
  if (!isSightlineError(error)) return plain(`Error: ${reasonOf(error)}`);
  return plain(`Error (${error.code}): ${error.message}\n${error.hint}`);
}

const plain = (text: string): string => text.split('\n').map(safeText).join('\n');
