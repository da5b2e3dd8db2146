import WebSocket from 'ws';
import { reasonOf, SightlineError } from '../errors.js';
import type { Transport, TransportHandlers } from './transport.js';

export interface WebSocketOptions {
  headers?: Record<string, string>;
  timeout?: number;
  signal?: AbortSignal;
}

/** Deep snapshots of large pages are tens of megabytes; ws stops at 100 MiB unless told otherwise. */
const MAX_MESSAGE = 512 * 1024 * 1024;

/** HTTP statuses that ask for a login. */
const LOGIN: ReadonlySet<number> = new Set([401, 403, 407]);
const LOGIN_HINT =
  'Give what it wants as headers ({ headers: { authorization: … } }, --cdp-header), or a login in the URL.';

export async function openWebSocket(url: string, options: WebSocketOptions = {}): Promise<Transport> {
  const { headers, timeout = 15_000, signal } = options;
  const aborted = () =>
    new SightlineError('aborted', `Connecting to ${url} was aborted`, { cause: signal?.reason });
  if (signal?.aborted) throw aborted();
  let socket: WebSocket;
  try {
    socket = new WebSocket(url, {
      perMessageDeflate: false,
      maxPayload: MAX_MESSAGE,
      handshakeTimeout: timeout,
      followRedirects: true,
      ...(headers && { headers }),
    });
  } catch (cause) {
    throw new SightlineError('connect-failed', `Not a WebSocket URL: ${url}`, { cause });
  }
  const early: string[] = [];
  let handlers: TransportHandlers | undefined;
  socket.on('message', (data) => {
    const text = data.toString();
    if (handlers) handlers.message(text);
    else early.push(text);
  });

  await new Promise<void>((resolve, reject) => {
    const abort = () => {
      socket.terminate();
      reject(aborted());
    };
    signal?.addEventListener('abort', abort, { once: true });
    socket.once('open', () => {
      signal?.removeEventListener('abort', abort);
      resolve();
    });
    const fail = (reason: string, more: { cause?: unknown; hint?: string }) => {
      signal?.removeEventListener('abort', abort);
      reject(new SightlineError('connect-failed', `Could not connect to ${url}: ${reason}`, more));
    };
    socket.once('error', (cause) => fail(reasonOf(cause), { cause }));
    socket.once('unexpected-response', (request, { statusCode = 0 }) => {
      fail(`it answers ${statusCode}`, LOGIN.has(statusCode) ? { hint: LOGIN_HINT } : {});
      request.destroy();
    });
  });

  return {
    send: (message) => socket.send(message),
    close: () => socket.close(),
    start(given) {
      handlers = given;
      let ended = false;
      const end = (reason: string) => {
        if (ended) return;
        ended = true;
        given.closed(reason);
      };
      socket.on('error', (error) => end(error.message));
      socket.on('close', (code, reason) => end(reason.toString() || `the connection closed (${code})`));
      for (const text of early.splice(0)) given.message(text);
      if (socket.readyState === WebSocket.CLOSED) end('the connection closed');
    },
  };
}
