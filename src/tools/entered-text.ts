/** Text that a call enters: what is typed, and what of it may be repeated. */
import type { Locator } from '../page/locator.js';
import type { Page } from '../page/page.js';
import type { Session } from '../session/session.js';
import { literal } from '../session/text-line.js';

export interface EnteredText {
  /** What goes into the page. */
  value: string;
  /** As code. */
  code: string;
  /** For the name of a diff; absent where nothing of it may be repeated. */
  entered?: string;
}

const MASK = literal('***');

/** The name of a secret stands for its value. What goes into a password field is not repeated anywhere. */
export async function enteredText(
  session: Session,
  locator: Locator,
  text: string,
  signal: AbortSignal | undefined,
): Promise<EnteredText> {
  const secret = session.secrets.lookup(text);
  if (secret) return { ...secret, entered: text };
  const field = await locator.describe({ signal });
  if (!field.secret) return { value: text, code: literal(text), entered: text };
  session.secrets.learn(text);
  return { value: text, code: MASK };
}

/** A key that may be one of a password is not repeated. */
export async function pressedKey(
  page: Page,
  key: string,
  signal: AbortSignal | undefined,
): Promise<Omit<EnteredText, 'value'>> {
  const types = [...key].length === 1 || /^Shift\+.$/u.test(key);
  const shown = { code: literal(key), entered: key };
  if (!types || page.dialog) return shown;
  // Where the focus is not, the field that had it last counts too: it costs a key its name, no more.
  const fields = await Promise.all(
    page.frames().map((frame) =>
      // A frame that goes meanwhile takes its field with it.
      frame.call('focusedSecret', {}, { ...(signal && { signal }) }).catch(() => ({ secret: false })),
    ),
  );
  return fields.some(({ secret }) => secret) ? { code: MASK } : shown;
}
