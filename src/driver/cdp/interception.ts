/** Requests of one page that wait for a decision: the handlers' decisions as commands of CDP's Fetch domain. */
import type { Protocol } from 'devtools-protocol';
import type { ContextId } from '../driver.js';
import type { RequestDecision, RequestHandlers } from '../interception.js';
import type { CdpEvent, Session } from './connection.js';
import { resourceTypeOf } from './network.js';

export class Interception {
  readonly #handlers: RequestHandlers;
  readonly #context: ContextId;
  readonly #page: string;

  constructor(handlers: RequestHandlers, context: ContextId, page: string) {
    this.#handlers = handlers;
    this.#context = context;
    this.#page = page;
  }

  get wanted(): boolean {
    return this.#handlers.wantedIn(this.#context);
  }

  /** Tells a session whether to ask; service workers would make requests for the page that nobody sees. */
  apply(session: Session, { worker = false, blockServiceWorkers = false } = {}): Promise<unknown>[] {
    const { wanted } = this;
    return [
      wanted
        ? session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
        : session.send('Fetch.disable'),
      ...(worker
        ? []
        : [session.send('Network.setBypassServiceWorker', { bypass: wanted || blockServiceWorkers })]),
    ];
  }

  on(session: Session, event: CdpEvent): void {
    if (event.method === 'Fetch.requestPaused') void this.#ask(session, event.params);
  }

  async #ask(session: Session, paused: Protocol.Fetch.RequestPausedEvent): Promise<void> {
    const { request, requestId, resourceType, frameId, networkId } = paused;
    const decision = await this.#handlers.decide({
      url: request.url,
      method: request.method,
      headers: request.headers,
      resourceType: resourceTypeOf(resourceType),
      isNavigation: resourceType === 'Document' && networkId !== undefined,
      context: this.#context,
      page: this.#page,
      frame: frameId || undefined,
    });
    // A page that left or closed in the meantime took the request with it.
    await Promise.allSettled([answer(session, requestId, decision)]);
  }
}

function answer(session: Session, requestId: string, decision: RequestDecision): Promise<unknown> {
  switch (decision.action) {
    case 'abort':
      return session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
    case 'fulfil':
      return session.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: decision.status,
        responseHeaders: headersOf(decision.headers),
        body: Buffer.from(decision.body).toString('base64'),
      });
    case 'continue':
      return session.send('Fetch.continueRequest', {
        requestId,
        ...(decision.headers && { headers: headersOf(decision.headers) }),
      });
  }
}

function headersOf(headers: Record<string, string>): Protocol.Fetch.HeaderEntry[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}
