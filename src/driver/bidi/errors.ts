/**
 * What Firefox's errors mean. BiDi names its errors, so a table of names is enough; only how a navigation ended, and
 * that a script ran out of memory, must be read from the message of an `unknown error`; in Chromium some more.
 */
import { type ErrorCode, SightlineError } from '../../errors.js';
import { RemoteError } from '../../rpc/channel.js';

const MEANINGS: Readonly<Record<string, ErrorCode>> = {
  // Also used for a realm that is gone: the page, which knows its frames, decides which of the two it was.
  'no such frame': 'frame-gone',
  'no such node': 'document-gone',
  'no such element': 'document-gone',
  'no such handle': 'document-gone',
  'no such script': 'protocol-error',
  'no such alert': 'no-dialog',
  'no such user context': 'context-closed',
  'unable to set file input': 'bad-file',
  'unsupported operation': 'unsupported',
  'unknown command': 'unsupported',
  'session not created': 'connect-failed',
  'invalid session id': 'browser-disconnected',
};

const HINTS: Readonly<Record<string, string>> = {
  'session not created': 'Firefox serves one client at a time: disconnect the other one first.',
};

/** How Chromium says that the document of a call is gone, and how Firefox fails over one that goes at that moment. */
const DOCUMENT_GONE =
  /Inspected target navigated or closed|Cannot find context with specified id|^TypeError: right-hand side of 'in' should be an object, got null|can't access dead object/;

/** Firefox throws `out of memory` without a stack, and then cannot report it. */
const THROWN_WITHOUT_STACK = /^Error: Missing stack, unable to build exceptionDetails for exception: (.*)/;

export function explain(error: unknown): unknown {
  if (!(error instanceof RemoteError)) return error;
  const [, thrown] = THROWN_WITHOUT_STACK.exec(error.remoteMessage) ?? [];
  if (thrown !== undefined)
    return new SightlineError('script-error', `The script threw: ${thrown}`, { cause: error });
  if (error.remoteName === 'unknown error' && DOCUMENT_GONE.test(error.remoteMessage))
    return new SightlineError('document-gone', error.message, { cause: error });
  if (error.remoteName === 'move target out of bounds')
    return new SightlineError('not-actionable', `The point is outside the viewport: ${error.remoteMessage}`, {
      hint: 'Scroll there first, or choose a point that is in view.',
      cause: error,
    });
  const hint = HINTS[error.remoteName];
  const code = MEANINGS[error.remoteName];
  // The name of the command helps to find a bug, and nobody else.
  const message = code === 'unsupported' ? error.remoteMessage : error.message;
  return new SightlineError(code ?? 'protocol-error', message, { cause: error, ...(hint && { hint }) });
}

/** BiDi's own name of an error, where the caller must distinguish more than codes do. */
export function remoteNameOf(error: unknown): string | undefined {
  const { cause } = error instanceof SightlineError ? error : { cause: undefined };
  return cause instanceof RemoteError ? cause.remoteName : undefined;
}

/** Chromium has committed a document, and its page is not the active one yet. */
export function isBetweenPages(error: unknown): boolean {
  return error instanceof SightlineError && error.message.includes('Not attached to an active page');
}

/** Chromium has no name for a request without a body. */
export function hadNoBody(error: unknown): boolean {
  const { cause } = error instanceof SightlineError ? error : { cause: undefined };
  return cause instanceof RemoteError && cause.remoteMessage === 'No post data available for the request';
}

export type NavigationEnd =
  /** Stopped by the browser: the response had no document (204, a download), or the page went elsewhere. */
  | 'aborted'
  /** Another navigation replaced it. */
  | 'superseded'
  /** The page asked whether to leave, and the answer was no. */
  | 'refused';

const NAVIGATION_ENDS: readonly (readonly [sentence: string, end: NavigationEnd])[] = [
  ['NS_BINDING_ABORTED', 'aborted'],
  ['net::ERR_ABORTED', 'aborted'],
  ['A new navigation interrupted', 'superseded'],
  ['canceled by concurrent navigation', 'superseded'],
  ['Beforeunload prompt was rejected', 'refused'],
];

/** How a navigation ended without a document and without an error page; undefined: it failed. */
export function navigationEndOf(error: unknown): NavigationEnd | undefined {
  const { cause } = error instanceof SightlineError ? error : { cause: undefined };
  if (!(cause instanceof RemoteError) || cause.remoteName !== 'unknown error') return undefined;
  return NAVIGATION_ENDS.find(([sentence]) => cause.remoteMessage.includes(sentence))?.[1];
}

/** The reason in Firefox's words, without the prefix. */
export function navigationReasonOf(error: unknown): string {
  const { cause } = error instanceof SightlineError ? error : { cause: undefined };
  if (cause instanceof RemoteError) return cause.remoteMessage.replace(/^Error: /, '');
  return error instanceof Error ? error.message : String(error);
}
