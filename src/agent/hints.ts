/**
 * Hints that name tools, for agents. They replace the general hints of `errors.ts`; a hint given with the error wins
 * over both.
 */
import { defaultHint, type ErrorCode, type SightlineError } from '../errors.js';

const HINTS: Partial<Record<ErrorCode, string>> = {
  'strict-mode': 'Give one of these refs as the target, or a more precise locator.',
  'no-match': 'Use browser_snapshot or browser_find to see what is there, then give a ref as the target.',
  'not-actionable':
    'Wait for it with browser_wait_for (target, state), or use browser_snapshot to see what has to be done first.',
  timeout: 'Use browser_snapshot to see the page as it is now, or call again to wait longer.',
  'dialog-open': 'Answer it with browser_handle_dialog.',
  'no-dialog': 'No answer is needed. Continue.',
  'frame-gone': 'Use browser_snapshot to see the current frames.',
  'page-closed': 'Use browser_tabs to list the open pages or open a new one.',
  'page-crashed': 'Close it with browser_close and navigate again.',
  'context-closed': 'Use browser_contexts to list the open contexts or create a new one.',
  'browser-disconnected': 'Call again: the next call starts a new browser.',
  'navigation-failed':
    'Check the URL and that the site is reachable. browser_snapshot shows the page as it is now.',
  'file-blocked':
    'Use a file in one of these folders. The server option --allow-unrestricted-file-access lifts the limit.',
  'origin-blocked':
    'Use an allowed origin. The server options --allowed-origins and --blocked-origins set them.',
};

export function agentHint({ code, hint }: SightlineError): string {
  return hint === defaultHint(code) ? (HINTS[code] ?? hint) : hint;
}
