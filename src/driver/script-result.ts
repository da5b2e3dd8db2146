/** Errors about what a script in a page returned. */
import { SightlineError } from '../errors.js';
import type { FrameId } from './ids.js';

/** What a script returned can't be copied out of the page. */
export function notPlain(what: string, cause?: unknown): SightlineError {
  return new SightlineError('script-error', `The script returned ${what}`, {
    hint: 'Return plain data that JSON can hold: strings, numbers, lists and objects that don’t contain themselves.',
    ...(cause !== undefined && { cause }),
  });
}

/** What a script returned or threw runs code of its own when the browser reads it, and that fails. */
export function unreadable(cause: SightlineError): SightlineError {
  return new SightlineError('script-error', 'The script returned or threw something that cannot be read', {
    hint: 'Return plain data that JSON can hold, and throw errors.',
    cause,
  });
}

/** Our own function returned something else than its caller expects. */
export function wrongResult(frame: FrameId, type: string, wanted: 'a string' | 'an array'): SightlineError {
  return new SightlineError(
    'script-error',
    `A function called in frame ${frame} returned ${type}, not ${wanted}`,
  );
}
