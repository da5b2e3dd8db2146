/** Permissions, by the names of the Permissions API. */

import { isSightlineError, SightlineError } from '../../errors.js';
import { quote } from '../../tree/quote.js';
import type { ContextId, PermissionState } from '../driver.js';
import type { Session } from './connection.js';

/** For every origin of a context. */
export function grantEverywhere(
  browser: Session,
  context: ContextId,
  granted: string[] = [],
  takenBack: string[] = [],
): Promise<void>[] {
  return [
    ...granted.map((name) => setPermission(browser, context, undefined, name, 'granted')),
    ...takenBack.map((name) => setPermission(browser, context, undefined, name, 'prompt')),
  ];
}

export async function setPermission(
  browser: Session,
  context: ContextId,
  origin: string | undefined,
  name: string,
  state: PermissionState,
): Promise<void> {
  try {
    await browser.send('Browser.setPermission', {
      permission: { name },
      setting: state,
      ...(origin !== undefined && { origin }),
      ...(context !== '' && { browserContextId: context }),
    });
  } catch (cause) {
    if (!isSightlineError(cause, 'protocol-error')) throw cause;
    throw new SightlineError('bad-argument', `Chromium has no permission ${quote(name, 200)} to set`, {
      hint: 'Use a name of the Permissions API: geolocation, notifications, camera, clipboard-read, …',
      cause,
    });
  }
}
