/** How BiDi writes a call and what its messages mean. */
import type { Dialect } from '../../rpc/channel.js';

interface BidiMessage {
  type?: string;
  id?: number | null;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: string;
  message?: string;
}

/**
 * `session` is not part of the protocol and is never sent: it tags calls that end together (with a document, a
 * frame, a page), so that the channel can reject them when that is gone.
 */
export const bidiDialect: Dialect = {
  name: 'BiDi',
  write: ({ id, method, params }) => JSON.stringify({ id, method, params }),
  read(message) {
    if (typeof message !== 'object' || message === null) return undefined;
    // Only the shape is assumed: each field is checked before it is used.
    const { type, id, method, params, result, error, message: text } = message as BidiMessage;
    if (type === 'error')
      return {
        kind: 'error',
        id: id ?? undefined,
        name: error ?? 'unknown error',
        message: text || (error ?? ''),
      };
    if (type === 'success' && typeof id === 'number') return { kind: 'result', id, result };
    if (type === 'event' && method !== undefined)
      return { kind: 'event', method, params, session: undefined };
    return undefined;
  },
};
