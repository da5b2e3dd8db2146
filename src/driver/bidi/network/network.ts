/**
 * Requests, responses, redirects and failures. Firefox keeps one id for a request and all its redirects; here
 * each hop is a separate request (`id`, `id.1`, …), the later naming the earlier. WebSockets are reported only up
 * to their handshake, which is a request.
 */
import type { Network as Bidi } from 'webdriver-bidi-protocol';
import type { PageEvent, RequestInfo, ResponseInfo } from '../../driver.js';
import type { BidiEvent } from '../connection.js';

/** Fetch destinations. */
const BY_DESTINATION: Readonly<Record<string, string>> = {
  document: 'document',
  iframe: 'document',
  frame: 'document',
  script: 'script',
  worker: 'script',
  sharedworker: 'script',
  serviceworker: 'script',
  style: 'stylesheet',
  image: 'image',
  font: 'font',
  audio: 'media',
  video: 'media',
  track: 'media',
};
/** What started a request without a destination. */
const BY_INITIATOR: Readonly<Record<string, string>> = {
  xmlhttprequest: 'xhr',
  fetch: 'fetch',
  eventsource: 'eventsource',
  websocket: 'websocket',
};

export class Network {
  readonly #emit: (event: PageEvent) => void;
  /** Pending requests, by our ids. */
  readonly #open = new Set<string>();

  constructor(emit: (event: PageEvent) => void) {
    this.#emit = emit;
  }

  /** The connection was lost: the browser will not report how pending requests end. */
  lost(): void {
    for (const id of [...this.#open]) this.#ended(id, 'the connection to the browser was lost');
  }

  on(event: BidiEvent): void {
    switch (event.method) {
      case 'network.beforeRequestSent':
        this.#requested(event.params);
        return;
      case 'network.responseStarted': {
        const id = idOf(event.params);
        if (!this.#open.has(id)) return;
        this.#emit({ type: 'response', id, response: responseOf(event.params.response) });
        return;
      }
      case 'network.responseCompleted':
        this.#ended(idOf(event.params));
        return;
      case 'network.fetchError':
        this.#ended(idOf(event.params), event.params.errorText);
        return;
    }
  }

  #requested(params: Bidi.BeforeRequestSentParameters): void {
    const { request, context, navigation, redirectCount, timestamp } = params;
    const id = idOf(params);
    const redirectedFrom = redirectCount > 0 ? hopId(request.request, redirectCount - 1) : undefined;
    if (redirectedFrom !== undefined) this.#ended(redirectedFrom);
    this.#open.add(id);
    const info: RequestInfo = {
      id,
      frame: context ?? undefined,
      url: isSocket(request) ? request.url.replace(/^http/, 'ws') : request.url,
      method: request.method,
      resourceType: resourceTypeOf(request),
      isNavigation: navigation !== null,
      headers: headersOf(request.headers),
      timestamp,
      ...(redirectedFrom !== undefined && { redirectedFrom }),
    };
    this.#emit({ type: 'request', request: info });
  }

  #ended(id: string, error?: string): void {
    if (!this.#open.delete(id)) return;
    this.#emit({ type: 'request-ended', id, ...(error !== undefined && { error }) });
  }
}

function idOf({ request, redirectCount }: Bidi.BaseParameters): string {
  return hopId(request.request, redirectCount);
}

export function hopId(requestId: string, hop: number): string {
  return hop === 0 ? requestId : `${requestId}.${hop}`;
}

export function resourceTypeOf(request: Bidi.RequestData): string {
  const { destination, initiatorType } = request;
  if (isSocket(request)) return 'websocket';
  const known = BY_DESTINATION[destination] ?? BY_INITIATOR[initiatorType ?? ''];
  return known ?? (headersOf(request.headers).Accept === 'text/event-stream' ? 'eventsource' : 'other');
}

/** Firefox reports the handshake as a request to `http:`. */
function isSocket({ url, headers }: Bidi.RequestData): boolean {
  return /^wss?:/.test(url) || headers.some(({ name }) => name.toLowerCase() === 'sec-websocket-key');
}

function responseOf(response: Bidi.ResponseData): ResponseInfo {
  const { url, status, statusText, mimeType, headers, fromCache } = response;
  return { url, status, statusText, mimeType, headers: headersOf(headers), fromCache };
}

export function headersOf(headers: Bidi.Header[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { name, value } of headers) {
    const text = value.type === 'string' ? value.value : bytesOf(value).toString('latin1');
    // A header may occur more than once; cookies cannot be joined by a comma.
    const earlier = found[name];
    found[name] =
      earlier === undefined ? text : `${earlier}${name.toLowerCase() === 'set-cookie' ? '\n' : ', '}${text}`;
  }
  return found;
}

export function bytesOf({ type, value }: Bidi.BytesValue): Buffer {
  return Buffer.from(value, type === 'base64' ? 'base64' : 'utf8');
}
