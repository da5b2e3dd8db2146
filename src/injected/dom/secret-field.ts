/**
 * Fields whose text is never revealed: passwords, even while the page shows them, one-time codes, and what a person
 * filled in who had taken over.
 */
import { getAttribute, inputType } from './intrinsics.js';

/** In a list of autofill tokens the field comes last, or before `webauthn`. */
const SECRET = /(?:^|\s)(?:current-password|new-password|one-time-code)(?:\s+webauthn)?\s*$/i;

/** Comboboxes keep the browser's suggestions out with it: they have their own. */
const NEW = /^\s*new-password\s*$/i;

/** "Show password" turns it into a plain text field: a field seen as a password stays secret. */
const known = new WeakSet<Element>();

/** `tag` as returned by `Aria.tagOf`. */
export function isSecretField(element: Element, tag: string): boolean {
  if (known.has(element)) return true;
  if (tag !== 'input') return false;
  // The tag says so.
  if (inputType(element as HTMLInputElement) === 'password') known.add(element);
  if (known.has(element)) return true;
  const autofill = getAttribute(element, 'autocomplete') ?? '';
  return SECRET.test(autofill) && !(NEW.test(autofill) && getAttribute(element, 'role') === 'combobox');
}

let kept = 0;

/** Until its document is gone. */
export function keepSecret(element: Element): void {
  if (known.has(element)) return;
  known.add(element);
  kept++;
}

/** How many fields have become secret: what was captured before may show their text. */
export const secretsKept = (): number => kept;
