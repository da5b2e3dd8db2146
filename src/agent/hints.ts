/**
 * The next move in the words of an agent, who has tools and no methods to call. Only where the hint of `errors.ts`,
 * which is for everybody, would leave it guessing; what whoever threw has to say goes before both.
 */
import { defaultHint, type ErrorCode, type SightlineError } from '../errors.js';

const HINTS: Partial<Record<ErrorCode, string>> = {
  'strict-mode': 'Give one of these refs as the target, or a more precise locator.',
  'no-match': 'browser_snapshot or browser_find shows what is there; the refs in it are the surest targets.',
  'not-actionable':
    'browser_wait_for can wait for it (target, state); or act first on what it depends on, as browser_snapshot shows.',
  timeout: 'browser_snapshot shows how far the page is; call again to wait longer.',
  'dialog-open': 'Answer it with browser_handle_dialog.',
  'no-dialog': 'There is nothing to answer; go on.',
  'frame-gone': 'browser_snapshot shows the frames that exist now.',
  'page-closed': 'browser_tabs lists the open pages and opens new ones.',
  'page-crashed': 'Close it with browser_close and navigate again.',
  'context-closed': 'browser_contexts lists the open ones and opens new ones.',
  'browser-disconnected': 'Call again: the next call starts a browser.',
  'navigation-failed':
    'Check the address and that the site can be reached. browser_snapshot shows what the page has instead.',
  'file-blocked':
    'Give a file inside of these folders; who runs the server can lift this with --allow-unrestricted-file-access.',
  'origin-blocked':
    'Stay within the allowed origins; who runs the server sets them with --allowed-origins and --blocked-origins.',
};

export function agentHint({ code, hint }: SightlineError): string {
  return hint === defaultHint(code) ? (HINTS[code] ?? hint) : hint;
}
