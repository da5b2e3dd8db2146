/**
 * Requests, responses, redirects and failures. Chromium keeps one id for a request and all its redirects; here
 * each hop is a separate request (`id`, `id.1`, …), the later naming the earlier.
 */
import type { Protocol } from 'devtools-protocol';
import type { FrameId, PageEvent, RequestInfo, ResponseInfo } from '../driver.js';
import type { CdpEvent } from './connection.js';

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

export class Network {
  readonly #emit: (event: PageEvent) => void;
  /** How often a pending request has been redirected, by Chromium's id. */
  readonly #hops = new Map<string, number>();
  readonly #cached = new Set<string>();

  constructor(emit: (event: PageEvent) => void) {
    this.#emit = emit;
  }

  /** The line to the browser was lost: nobody will tell how the requests under way end. */
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
        const { requestId, response } = event.params;
        this.#responded(requestId, responseOf(response, this.#cached.has(requestId)));
        return;
      }
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
