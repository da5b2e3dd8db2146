/**
 * The one error class. The code is for programs, the message states what happened with its values, the hint names
 * the next step. Never match on messages: compare `code`.
 */

/** Each code with its default hint. */
const HINTS = {
  'bad-argument': 'Correct the argument and call again.',
  'program-failed': 'Correct the program, and leave out what has been done.',
  'bad-ref': 'A ref looks like e12, f1e3 or c0p1f0e2; copy it from a snapshot.',
  'context-mismatch': 'Use the ref on a page of its own context, or leave the page out.',
  'page-mismatch': 'Use the ref on its own page, or leave the page out.',
  'ref-not-found': 'Capture a new snapshot.',
  'ref-stale': 'Take a fresh snapshot.',
  'ref-changed': 'If this is still what is meant, make the same call again: it goes through now.',
  'focus-changed': 'If the key is meant for this, make the same call again: it goes through now.',
  'no-match': 'Take a snapshot to see what is on the page.',
  'strict-mode': 'Use the ref of the one you mean, make the locator more precise, or pick one with nth().',
  'bad-selector':
    "Give CSS, xpath=…, text=… or a locator such as getByRole('button', { name: 'Save' }); or use a ref.",
  'snapshot-failed': 'Take the snapshot again; if it keeps failing, try one frame at a time.',
  'not-actionable': 'Wait for the page, or first act on what is in the way; force skips the checks.',
  covered: 'Close or move the covering element first, or act on it instead.',
  'not-editable': 'Choose an element that accepts this input.',
  'no-option': 'Choose one of the options listed.',
  'unknown-key': 'Use a key name such as Enter, ArrowDown, a, or Control+Shift+K.',
  'bad-file': 'Give the path of a readable file.',
  'file-blocked': 'Give a file inside the workspace; --allow-unrestricted-file-access lifts this.',
  'origin-blocked': 'Stay within the allowed origins, or ask for the rules to be changed.',
  'not-allowed': 'Nothing was done. Work without it, or ask the user; do not try another way.',
  'taken-over': 'Call again: the call waits until they hand it back.',
  'dialog-open': 'Answer the dialog first.',
  'no-dialog': 'No dialog is open. Continue without answering one.',
  'navigation-failed': 'Check the URL and that the site can be reached.',
  'frame-gone': 'Take a fresh snapshot to see the frames that exist.',
  'document-gone': 'The document navigated during the call; call again.',
  'page-closed': 'Open a new page or use another one.',
  'page-crashed': 'Close the page and open it again.',
  'page-busy':
    'A script keeps it busy, or the machine is overloaded. Call again later; navigating, reloading or closing the page ends the script, with browser_navigate, browser_reload or browser_tabs.',
  'context-closed': 'Create a new context.',
  'browser-disconnected': 'Launch or connect again.',
  'browser-not-found': 'Run `sightline install`, or give the path of an installed browser.',
  'browser-start-failed': 'Run `sightline doctor` to see what is wrong.',
  'browser-installing': 'Call again in a moment.',
  'profile-locked': 'Close the browser that uses the profile, or use another profile folder.',
  'port-in-use': 'Choose another port, or 0 for any free one.',
  'connect-failed': 'Check that the endpoint is right and that the browser listens there.',
  'instance-missing': 'Name the instance with `instance`, or use one of its refs or pages.',
  'instance-mismatch': 'Use refs and pages of one instance, or leave `instance` out.',
  'instance-gone': 'List the instances with browser_instances, or create a new one.',
  'no-session': 'Open a page first: sightline open URL.',
  'session-failed': 'Run `sightline doctor` to see what is wrong.',
  'session-differs': 'End it first with `sightline close`, or use another one with --session NAME.',
  'not-kept': 'Reload the page and ask again soon after the request.',
  'protocol-error': 'This is probably a bug in Sightline or the browser; the cause has the details.',
  'script-error': 'The script threw; correct it and call again.',
  unsupported: 'This browser has no way to do that.',
  timeout: 'Raise the timeout, or check what the page is waiting for.',
  aborted: 'The caller aborted the call.',
} as const;

export type ErrorCode = keyof typeof HINTS;

export const defaultHint = (code: ErrorCode): string => HINTS[code];

export interface ErrorExtras {
  hint?: string;
  cause?: unknown;
  /** Values for programs: the candidate ref, the existing options, what was tried. */
  details?: Record<string, unknown>;
}

export class SightlineError extends Error {
  override readonly name = 'SightlineError';
  readonly code: ErrorCode;
  readonly hint: string;
  readonly details: Record<string, unknown>;

  constructor(code: ErrorCode, message: string, extras: ErrorExtras = {}) {
    super(message, extras.cause === undefined ? undefined : { cause: extras.cause });
    this.code = code;
    this.hint = extras.hint ?? HINTS[code];
    this.details = extras.details ?? {};
  }
}

export function isSightlineError(error: unknown, code?: ErrorCode): error is SightlineError {
  return error instanceof SightlineError && (code === undefined || error.code === code);
}

/** The text of anything thrown: some libraries throw strings, some throw nothing at all. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
