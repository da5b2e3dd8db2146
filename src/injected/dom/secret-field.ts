/** Fields whose text is never read out: passwords, also while a page shows them, and codes that sign in once. */
import { getAttribute, inputType } from './intrinsics.js';

/** The field of a list of autofill tokens comes last, or before `webauthn`. */
const SECRET = /(?:^|\s)(?:current-password|new-password|one-time-code)(?:\s+webauthn)?\s*$/i;

/** "Show password" makes a plain text field of it: what was seen as one stays one. */
const known = new WeakSet<Element>();

/** `tag` as `Aria.tagOf` gives it. */
export function isSecretField(element: Element, tag: string): boolean {
  if (tag !== 'input') return false;
  // The tag says so.
  if (inputType(element as HTMLInputElement) === 'password') known.add(element);
  return known.has(element) || SECRET.test(getAttribute(element, 'autocomplete') ?? '');
}
