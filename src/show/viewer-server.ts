/**
 * Serves the viewer of one run. Its address contains a token, the Host and Origin of a request are checked as those of
 * the MCP server are, and the page may load nothing but its own files: what a recorded page wrote is shown as text.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SightlineError } from '../errors.js';
import { requestCheck } from '../mcp/host-check.js';
import { say, send } from './http-answer.js';
import type { LiveEndpoint } from './live/live-window.js';
import { script, style } from './page-assets.js';
import { pageHtml } from './page-html.js';
import { streamRecords } from './stream-records.js';
import type { TrailReader } from './trail-reader.js';

export interface Viewer {
  /** With its token. */
  readonly url: string;
  close(): Promise<void>;
}

/** What is shown: a run, a running server, or both. */
export interface Shown {
  /** Undefined while there is no trail. */
  reader(): Promise<TrailReader | undefined>;
  live?: LiveEndpoint | undefined;
}

const HOST = '127.0.0.1';

export async function serveViewer(shown: Shown, port = 0): Promise<Viewer> {
  const refuse = requestCheck({ host: HOST, linked: true });
  const token = randomBytes(24).toString('base64url');
  const answer = viewerOf(shown, token);
  const server = createServer((request, response) => {
    const refusal = refuse(request);
    if (refusal) return say(response, refusal.status, refusal.message);
    answer(request, response, request.url ?? '/');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const code = cause.code === 'EADDRINUSE' ? 'port-in-use' : 'bad-argument';
      reject(new SightlineError(code, `Can't listen on ${HOST}:${port}: ${cause.message}`, { cause }));
    });
    server.listen(port, HOST, resolve);
  });
  const { port: taken } = server.address() as AddressInfo; // It listens on a TCP port.
  return {
    url: `http://${HOST}:${taken}/${token}/`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

export type AnswerRequest = (request: IncomingMessage, response: ServerResponse, path: string) => void;

/** For a server that has checked the headers of a request. A path starts with `/<token>/`. */
export function viewerOf(shown: Shown, token: string): AnswerRequest {
  return (request, response, path) => {
    answer(shown, token, request, response, path).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else say(response, 500, String(error));
    });
  };
}

async function answer(
  { reader, live }: Shown,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
): Promise<void> {
  const [path = ''] = address.split('?');
  const [, given = '', ...rest] = path.split('/');
  if (!isSame(given, token))
    return say(response, 403, 'The address needs its token. Use the address that Sightline printed.');
  const name = rest.join('/');
  if (rest[0] === 'live')
    return live
      ? live.handle(rest.slice(1).join('/'), request, response)
      : say(response, 404, 'This run is not live.');
  if (request.method !== 'GET') return say(response, 405, 'Only GET is served here.');
  if (name === '') return send(response, 'text/html; charset=utf-8', pageHtml(live !== undefined));
  if (name === 'viewer.js') return send(response, 'text/javascript; charset=utf-8', script);
  if (name === 'viewer.css') return send(response, 'text/css; charset=utf-8', style);
  if (name === 'events') return streamRecords(reader, response);
  const file = name.startsWith('files/')
    ? await (await reader())?.file(name.slice('files/'.length))
    : undefined;
  if (!file)
    return say(response, 404, 'There is no such file. Old files are removed to keep within the size limit.');
  if (name.endsWith('.gz')) response.setHeader('content-encoding', 'gzip');
  return send(response, name.endsWith('.jpg') ? 'image/jpeg' : 'text/plain; charset=utf-8', file);
}

/** Digests have equal lengths, so the comparison reveals nothing about the token. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
