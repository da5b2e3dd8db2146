import { SightlineError } from '../errors.js';

/** What a script returned can't be copied out of the page. */
export function notPlain(what: string, cause?: unknown): SightlineError {
  return new SightlineError('script-error', `The script returned ${what}`, {
    hint: 'Return plain data that JSON can hold: strings, numbers, lists and objects that don’t contain themselves.',
    ...(cause !== undefined && { cause }),
  });
}
