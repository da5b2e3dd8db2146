/**
 * Requests, responses, redirects and failures. Chromium keeps one id for a request and all its redirects; here
 * each hop is a separate request (`id`, `id.1`, …), the later naming the earlier.
 */
import type { Protocol } from 'devtools-protocol';
import type { FrameId, PageEvent, RequestInfo, ResponseInfo } from '../../driver.js';
import type { CdpEvent } from '../connection.js';
import { ExtraHeaders, type WireHeaders } from './extra-headers.js';

const RESOURCE_TYPES: Partial<Record<Protocol.Network.ResourceType, string>> = {
  Document: 'document',
  Script: 'script',
  Stylesheet: 'stylesheet',
  Image: 'image',
  Font: 'font',
  XHR: 'xhr',
  Fetch: 'fetch',
  Media: 'media',
  WebSocket: 'websocket',
  EventSource: 'eventsource',
};

/** WebSocket opcodes (RFC 6455, 11.8). Others are pings and similar. */
const TEXT = 1;
const BINARY = 2;

export class Network {
  readonly #emit: (event: PageEvent) => void;
  /** How often a pending request has been redirected, by Chromium's id. */
  readonly #hops = new Map<string, number>();
  /** Those of the browser, by whether a request of this page has brought its script. */
  readonly #sharedWorkers = new Map<string, boolean>();
  readonly #cached = new Set<string>();
  readonly #extra = new ExtraHeaders();

  constructor(emit: (event: PageEvent) => void) {
    this.#emit = emit;
  }

  get sharedWorkers(): number {
    return [...this.#sharedWorkers.values()].filter(Boolean).length;
  }

  /** The id is that of the request of its script, whose end no session reports. */
  sharedWorkerStarted(id: string): void {
    const isOwn = this.#hops.has(id);
    this.#sharedWorkers.set(id, isOwn);
    if (isOwn) this.#ended(id);
  }

  sharedWorkerEnded(id: string): void {
    this.#sharedWorkers.delete(id);
  }

  /** The connection was lost: the browser will not report how pending requests end. */
  lost(): void {
    for (const id of [...this.#hops.keys()]) this.#ended(id, 'the connection to the browser was lost');
  }

  /**
   * Sessions are not distinguished: a frame's first request is reported in its parent's session, its end in its
   * own.
   */
  on(event: CdpEvent): void {
    switch (event.method) {
      case 'Network.requestWillBeSent':
        this.#requested(event.params);
        return;
      case 'Network.requestServedFromCache':
        if (this.#hops.has(event.params.requestId)) this.#cached.add(event.params.requestId);
        return;
      case 'Network.responseReceived': {
        const { requestId, response, hasExtraInfo } = event.params;
        const hop = this.#hops.get(requestId);
        this.#responded(requestId, responseOf(response, this.#cached.has(requestId)));
        if (hasExtraInfo && hop !== undefined) this.#tell(requestId, this.#extra.expect(requestId, hop));
        return;
      }
      case 'Network.requestWillBeSentExtraInfo':
        this.#tell(event.params.requestId, this.#extra.sent(event.params.requestId, event.params.headers));
        return;
      case 'Network.responseReceivedExtraInfo':
        this.#tell(
          event.params.requestId,
          this.#extra.received(event.params.requestId, event.params.headers),
        );
        return;
      case 'Network.loadingFinished':
        this.#ended(event.params.requestId);
        return;
      case 'Network.loadingFailed':
        this.#ended(
          event.params.requestId,
          event.params.errorText || (event.params.blockedReason ?? 'the request failed'),
        );
        return;
      case 'Network.webSocketCreated':
        this.#socketOpened(event.params.requestId, event.params.url);
        return;
      case 'Network.webSocketHandshakeResponseReceived': {
        const { requestId, response } = event.params;
        this.#responded(requestId, {
          url: '',
          status: response.status,
          statusText: response.statusText,
          mimeType: '',
          headers: response.headers,
          fromCache: false,
        });
        return;
      }
      case 'Network.webSocketFrameSent':
        this.#socketMessage(event.params, true);
        return;
      case 'Network.webSocketFrameReceived':
        this.#socketMessage(event.params, false);
        return;
      case 'Network.webSocketClosed':
        this.#ended(event.params.requestId);
        return;
    }
  }

  #requested(params: Protocol.Network.RequestWillBeSentEvent): void {
    const { requestId, redirectResponse, request, frameId, type, wallTime, loaderId } = params;
    const hops = this.#hops.get(requestId);
    // Two sessions may report the same request.
    if (hops !== undefined && !redirectResponse) return;
    let redirectedFrom: string | undefined;
    if (redirectResponse && hops !== undefined) {
      redirectedFrom = hopId(requestId, hops);
      this.#emit({ type: 'response', id: redirectedFrom, response: responseOf(redirectResponse, false) });
      if (params.redirectHasExtraInfo) this.#tell(requestId, this.#extra.expect(requestId, hops));
      this.#emit({ type: 'request-ended', id: redirectedFrom });
    }
    const hop = redirectedFrom === undefined ? 0 : (hops ?? 0) + 1;
    this.#hops.set(requestId, hop);
    const info: RequestInfo = {
      id: hopId(requestId, hop),
      frame: frameOf(frameId),
      url: request.url + (request.urlFragment ?? ''),
      method: request.method,
      resourceType: resourceTypeOf(type),
      isNavigation: type === 'Document' && requestId === loaderId,
      headers: request.headers,
      timestamp: wallTime * 1000,
      ...(redirectedFrom !== undefined && { redirectedFrom }),
    };
    this.#emit({ type: 'request', request: info });
    if (this.#sharedWorkers.has(requestId)) this.sharedWorkerStarted(requestId);
  }

  #tell(requestId: string, found: readonly WireHeaders[]): void {
    for (const { hop, ...headers } of found)
      this.#emit({ type: 'headers', id: hopId(requestId, hop), ...headers });
  }

  #responded(requestId: string, response: ResponseInfo): void {
    const hop = this.#hops.get(requestId);
    if (hop !== undefined) this.#emit({ type: 'response', id: hopId(requestId, hop), response });
  }

  #ended(requestId: string, error?: string): void {
    const hop = this.#hops.get(requestId);
    if (hop === undefined) return;
    this.#hops.delete(requestId);
    this.#cached.delete(requestId);
    this.#emit({ type: 'request-ended', id: hopId(requestId, hop), ...(error !== undefined && { error }) });
  }

  #socketMessage({ requestId, response }: Protocol.Network.WebSocketFrameSentEvent, sent: boolean): void {
    const { opcode, payloadData: data } = response;
    const binary = opcode === BINARY;
    if (!this.#hops.has(requestId) || (opcode !== TEXT && !binary)) return;
    this.#emit({
      type: 'socket-message',
      id: requestId,
      message: { sent, data, binary, timestamp: Date.now() },
    });
  }

  #socketOpened(requestId: string, url: string): void {
    this.#hops.set(requestId, 0);
    const info: RequestInfo = {
      id: requestId,
      frame: undefined,
      url,
      method: 'GET',
      resourceType: 'websocket',
      isNavigation: false,
      headers: {},
      timestamp: Date.now(),
    };
    this.#emit({ type: 'request', request: info });
  }
}

/** The id under which the events of a navigation's last hop arrive. */
export function isHopOf(id: string, requestId: string): boolean {
  return id === requestId || id.startsWith(`${requestId}.`);
}

export function hopId(requestId: string, hop: number): string {
  return hop === 0 ? requestId : `${requestId}.${hop}`;
}

export function resourceTypeOf(type: Protocol.Network.ResourceType | undefined): string {
  return (type && RESOURCE_TYPES[type]) ?? 'other';
}

/** Workers and preflights name no frame, or an empty one. */
function frameOf(frameId: FrameId | undefined): FrameId | undefined {
  return frameId || undefined;
}

function responseOf(response: Protocol.Network.Response, cached: boolean): ResponseInfo {
  const {
    url,
    status,
    statusText,
    mimeType,
    headers,
    fromDiskCache = false,
    fromPrefetchCache = false,
  } = response;
  return {
    url,
    status,
    statusText,
    mimeType,
    headers,
    fromCache: cached || fromDiskCache || fromPrefetchCache,
  };
}
