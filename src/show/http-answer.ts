/** Answers of the viewer's server: none may be cached, framed or read by other sites. */
import type { ServerResponse } from 'node:http';

const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Live pictures come with the events.
  "img-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const HEADERS = {
  'content-security-policy': CSP,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;

export function send(response: ServerResponse, type: string, body: string | Uint8Array): void {
  response.writeHead(200, { ...HEADERS, 'content-type': type }).end(body);
}

export function say(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' }).end(`${message}\n`);
}

/** Server-sent events follow. */
export function openStream(response: ServerResponse): void {
  response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' });
  response.flushHeaders();
}

export function emit(response: ServerResponse, event: string, data: unknown): void {
  emitJson(response, event, JSON.stringify(data));
}

/** Nobody listens to a stream that has ended. */
export function emitJson(response: ServerResponse, event: string, json: string): void {
  if (!response.writableEnded && !response.destroyed) response.write(`event: ${event}\ndata: ${json}\n\n`);
}
