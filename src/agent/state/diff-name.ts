/**
 * The file name of a diff: the number of the capture and the action, `003-type-e14-John.diff`. Letters, digits and
 * hyphens are valid on every file system. Text typed into a password field never appears.
 */
import { parseRef } from '../../tree/ref.js';

/** The parts of an action that a file name needs. */
export interface Action {
  /** With or without `browser_`. */
  tool: string;
  args: unknown;
  /** The text or option entered; absent for passwords. */
  entered?: string;
}

export const DIFF_NAME = /^\d{3,}-[A-Za-z0-9-]+\.diff$/;

const MAX_LABEL = 60;
const MAX_TEXT = 20;
/** `click-e14`, `type-e14-John`, `navigate-example-com-apply`. */
export function labelOf({ tool, args, entered = '' }: Action): string {
  const given = typeof args === 'object' && args !== null ? (args as Record<string, unknown>) : {}; // an object has keys
  const parts = [tool.replace(/^browser_/, ''), refOf(given), placeOf(given.url), entered.slice(0, MAX_TEXT)];
  const label = parts.map(plain).filter((part) => part !== '');
  return label.join('-').slice(0, MAX_LABEL).replace(/-+$/, '') || 'call';
}

export const diffName = (capture: number, label: string): string =>
  `${String(capture).padStart(3, '0')}-${label}.diff`;

function refOf(args: Record<string, unknown>): string {
  for (const name of ['target', 'ref', 'startTarget', 'startRef']) {
    const ref = parseRef(args[name]);
    if (ref.ok) return String(args[name]).replace(/^\[?ref=|\]$/g, '');
  }
  return '';
}

/** Without the query, which may carry a token. */
function placeOf(url: unknown): string {
  if (typeof url !== 'string' || !URL.canParse(url)) return '';
  const { host, pathname, protocol } = new URL(url);
  return protocol === 'data:' || protocol === 'blob:' ? protocol.slice(0, -1) : `${host}${pathname}`;
}

const plain = (text: string): string => text.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
