/**
 * Request and response bodies, requested afterwards. Firefox keeps only what a data collector asks it to keep
 * beforehand: one collector for all pages, as long as the session.
 */
import type { Network as Bidi } from 'webdriver-bidi-protocol';
import { SightlineError } from '../../../errors.js';
import { type Clock, startClock, untilTold } from '../../deadline.js';
import type { CallScope } from '../../driver.js';
import type { BidiEvent, Connection } from '../connection.js';
import { hadNoBody, remoteNameOf } from '../errors.js';
import { bytesOf, hopId } from './network.js';

/** Bytes. Larger bodies are not kept; Chromium's limit is about the same. */
const MAX_BODY = 10_000_000;
/** As many as a page's log keeps. */
const KEPT = 1_000;

export async function collectBodies(connection: Connection): Promise<void> {
  await connection.send('network.addDataCollector', {
    dataTypes: ['request', 'response'],
    maxEncodedDataSize: MAX_BODY,
  });
}

export class Bodies {
  readonly #connection: Connection;
  /** Firefox's ids with the number of their last hop, oldest first. */
  readonly #hops = new Map<string, number>();
  /** Requests that have not ended, with those who wait for it. */
  readonly #open = new Map<string, Set<() => void>>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  on(event: BidiEvent): void {
    switch (event.method) {
      case 'network.beforeRequestSent':
        this.#began(event.params);
        break;
      case 'network.responseCompleted':
      case 'network.fetchError':
        this.#ended(event.params.request.request);
        break;
    }
  }

  #began({ request: { request }, redirectCount }: Bidi.BeforeRequestSentParameters): void {
    this.#hops.set(request, redirectCount);
    if (!this.#open.has(request)) this.#open.set(request, new Set());
    const [oldest] = this.#hops.keys();
    if (this.#hops.size <= KEPT || oldest === undefined) return;
    this.#hops.delete(oldest);
    this.#ended(oldest);
  }

  #ended(request: string): void {
    const waiting = this.#open.get(request) ?? [];
    this.#open.delete(request);
    for (const tell of waiting) tell();
  }

  /** The kept request body is only known to belong to the first hop. */
  ofRequest(id: string, scope?: CallScope): Promise<Uint8Array | undefined> {
    return this.#get(id, 'request', scope);
  }

  /** The kept response body belongs to the last hop. */
  async ofResponse(id: string, scope?: CallScope): Promise<Uint8Array | undefined> {
    const { request, isLast } = this.#find(id);
    return isLast ? this.#get(request, 'response', scope) : undefined;
  }

  #find(id: string): { request: string; isLast: boolean } {
    for (const [request, last] of this.#hops)
      if (id === request || id.startsWith(`${request}.`))
        return { request, isLast: id === hopId(request, last) };
    throw notKept('the request is no longer known');
  }

  async #get(id: string, dataType: Bidi.DataType, scope: CallScope = {}): Promise<Uint8Array | undefined> {
    const { request } = this.#find(id);
    const clock = startClock(scope);
    try {
      const { bytes } = await this.#data({ request, dataType }, clock);
      return bytesOf(isMislabelled(bytes) ? { type: 'string', value: bytes.value } : bytes);
    } catch (cause) {
      const name = remoteNameOf(cause);
      if (name === 'no such network data' || hadNoBody(cause)) return undefined;
      if (name === 'unavailable network data')
        throw notKept('the browser has dropped it, or it was too large', cause);
      throw cause;
    }
  }

  /** Firefox waits for the end of a response; Chromium refuses until then. */
  async #data(which: Bidi.GetDataParameters, clock: Clock): Promise<Bidi.GetDataResult> {
    const waiting = which.dataType === 'response' ? this.#open.get(which.request) : undefined;
    try {
      return await this.#connection.send('network.getData', which, clock.left());
    } catch (error) {
      if (!waiting || remoteNameOf(error) !== 'unknown error') throw error;
      if (this.#open.get(which.request) === waiting)
        await untilTold<void>('Waiting for the end of the response', clock.left(), ({ resolve }) => {
          waiting.add(resolve);
          return () => waiting.delete(resolve);
        });
      return await this.#connection.send('network.getData', which, clock.left());
    }
  }
}

/**
 * Firefox returns text of an unknown type that it cannot encode in base64 unencoded, but still labels it base64.
 */
function isMislabelled({ type, value }: Bidi.BytesValue): boolean {
  return type === 'base64' && !/^[A-Za-z0-9+/]*={0,2}$/.test(value);
}

function notKept(why: string, cause?: unknown): SightlineError {
  return new SightlineError('not-kept', `The body is not available: ${why}`, { cause });
}
