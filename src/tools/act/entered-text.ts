/** Enters text and decides whether the answer may show it. */

import type { Agent } from '../../agent/agent.js';
import { literal } from '../../agent/text-line.js';
import type { ActionReport } from '../../page/actions.js';
import type { Locator } from '../../page/locator/locator.js';
import type { Page } from '../../page/page.js';

export interface EnteredText {
  /** The text as a JavaScript literal, masked if it is secret. */
  code: string;
  /** For the file name of a diff; absent if it is secret. */
  entered?: string;
}

const MASK = literal('***');

/**
 * Enters text; the name of a secret is replaced by its value. Text for a password field is never shown. The report says
 * whether the field is one; if the action failed, the field is asked.
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
    // A field that can't be described does not exist and received nothing.
    const field = await locator.describe().catch(() => undefined);
    if (field?.secret) agent.secrets.learn(text);
    throw error;
  });
  if (!report.found?.secret) return { report, code: literal(text), entered: text };
  agent.secrets.learn(text);
  return { report, code: MASK };
}

/** Masks a key that may be part of a password. */
export async function pressedKey(
  page: Page,
  key: string,
  signal: AbortSignal | undefined,
): Promise<EnteredText> {
  const types = [...key].length === 1 || /^Shift\+.$/u.test(key);
  const shown = { code: literal(key), entered: key };
  if (!types || page.dialog) return shown;
  return (await isSecretFocused(page, signal)) ? { code: MASK } : shown;
}

/** Text for whatever has the focus, masked as a key is. */
export async function keysEntered(
  agent: Agent,
  page: Page,
  text: string,
  signal: AbortSignal | undefined,
  enter: (value: string) => Promise<ActionReport>,
): Promise<EnteredText & { report: ActionReport }> {
  const secret = agent.secrets.lookup(text);
  if (secret) return { report: await enter(secret.value), code: secret.code, entered: text };
  const isSecret = !page.dialog && (await isSecretFocused(page, signal));
  if (isSecret) agent.secrets.learn(text);
  const report = await enter(text);
  return isSecret ? { report, code: MASK } : { report, code: literal(text), entered: text };
}

async function isSecretFocused(page: Page, signal: AbortSignal | undefined): Promise<boolean> {
  // A frame without the focus reports the field that had it last. At worst, one text is masked needlessly.
  const fields = await Promise.all(
    page.frames().map((frame) =>
      // A frame that is gone has no focused field.
      frame.call('focusedSecret', {}, { ...(signal && { signal }) }).catch(() => ({ secret: false })),
    ),
  );
  return fields.some(({ secret }) => secret);
}
