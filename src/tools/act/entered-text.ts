/** Text that a call enters: what is typed, and what of it may be repeated. */

import type { Agent } from '../../agent/agent.js';
import { literal } from '../../agent/text-line.js';
import type { ActionReport } from '../../page/actions.js';
import type { Locator } from '../../page/locator.js';
import type { Page } from '../../page/page.js';

export interface EnteredText {
  /** As code. */
  code: string;
  /** For the name of a diff; absent where nothing of it may be repeated. */
  entered?: string;
}

const MASK = literal('***');

/**
 * Enters text. The name of a secret stands for its value. What goes into a password field is not repeated anywhere:
 * the report says whether it is one, and where there is none the field is asked.
 */
export async function enterText(
  agent: Agent,
  locator: Locator,
  text: string,
  enter: (value: string) => Promise<ActionReport>,
): Promise<EnteredText & { report: ActionReport }> {
  const secret = agent.secrets.lookup(text);
  if (secret) return { report: await enter(secret.value), code: secret.code, entered: text };
  const report = await enter(text).catch(async (error: unknown) => {
    // One that can't be asked is not there, and took nothing.
    const field = await locator.describe().catch(() => undefined);
    if (field?.secret) agent.secrets.learn(text);
    throw error;
  });
  if (!report.found?.secret) return { report, code: literal(text), entered: text };
  agent.secrets.learn(text);
  return { report, code: MASK };
}

/** A key that may be one of a password is not repeated. */
export async function pressedKey(
  page: Page,
  key: string,
  signal: AbortSignal | undefined,
): Promise<EnteredText> {
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
