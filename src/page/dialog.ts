import type { DialogInfo } from '../driver/driver.js';
import { SightlineError } from '../errors.js';
import { quote } from '../tree/quote.js';
import type { Page } from './page.js';

/** What a call is told that no script can answer while a dialog is open. */
export function dialogError(page: Page, dialog: DialogInfo): SightlineError {
  return new SightlineError(
    'dialog-open',
    `${dialog.kind === 'alert' ? 'An' : 'A'} ${dialog.kind} dialog is open on ${page.handle}: ${quote(dialog.message, 200)}`,
    { details: { dialog: dialog.kind } },
  );
}
