/** How CDP writes a call and what its messages mean. */
import type { Dialect } from '../../rpc/channel.js';

interface CdpMessage {
  id?: number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { code?: number; message?: string };
  sessionId?: string;
}

export const cdpDialect: Dialect = {
  name: 'CDP',
  write: ({ id, method, params, session }) => JSON.stringify({ id, method, params, sessionId: session }),
  read(message) {
    if (typeof message !== 'object' || message === null) return undefined;
    // Only the shape is assumed: each field is checked before it is used.
    const { id, method, params, result, error, sessionId } = message as CdpMessage;
    if (error)
      return { kind: 'error', id, name: String(error.code ?? ''), message: error.message ?? 'unknown error' };
    if (id !== undefined) return { kind: 'result', id, result };
    if (method !== undefined) return { kind: 'event', method, params, session: sessionId };
    return undefined;
  },
};
