/** Requests of one page that wait for a decision: the handlers' decisions as commands of CDP's Fetch domain. */
import type { Protocol } from 'devtools-protocol';
import type { ContextOptions } from '../../context-settings.js';
import type { ContextId } from '../../driver.js';
import type { RequestDecision, RequestHandlers } from '../../interception.js';
import { hasLogins, loginFor } from '../../logins.js';
import type { CdpEvent, Session } from '../connection.js';
import { resourceTypeOf } from './network.js';

export class Interception {
  readonly #handlers: RequestHandlers;
  readonly #context: ContextId;
  readonly #page: string;
  readonly #settings: () => ContextOptions;
  /** Requests that were answered with a login: asked again, it was wrong. */
  readonly #answered = new Set<string>();

  constructor(
    handlers: RequestHandlers,
    { context, page, settings }: { context: ContextId; page: string; settings: () => ContextOptions },
  ) {
    this.#handlers = handlers;
    this.#context = context;
    this.#page = page;
    this.#settings = settings;
  }

  get wanted(): boolean {
    return this.#handlers.wantedIn(this.#context);
  }

  /** Whether sessions need any command. */
  get needed(): boolean {
    return this.wanted || hasLogins(this.#settings());
  }

  /** Turns interception on or off in a session; requests of service workers can't be intercepted. */
  apply(session: Session, { worker = false, blockServiceWorkers = false } = {}): Promise<unknown>[] {
    const { wanted } = this;
    return [
      this.needed
        ? session.send('Fetch.enable', {
            patterns: [{ urlPattern: '*' }],
            handleAuthRequests: hasLogins(this.#settings()),
          })
        : session.send('Fetch.disable'),
      ...(worker
        ? []
        : [session.send('Network.setBypassServiceWorker', { bypass: wanted || blockServiceWorkers })]),
    ];
  }

  on(session: Session, event: CdpEvent): void {
    if (event.method === 'Fetch.requestPaused') void this.#ask(session, event.params);
    if (event.method === 'Fetch.authRequired') void this.#logIn(session, event.params);
  }

  async #logIn(
    session: Session,
    { requestId, request, authChallenge }: Protocol.Fetch.AuthRequiredEvent,
  ): Promise<void> {
    const challenge = { url: request.url, proxy: authChallenge.source === 'Proxy' };
    const login = loginFor(challenge, this.#settings());
    const wrong = this.#answered.has(requestId);
    if (login) this.#answered.add(requestId);
    const response = login && !wrong ? ('ProvideCredentials' as const) : ('CancelAuth' as const);
    await Promise.allSettled([
      session.send('Fetch.continueWithAuth', {
        requestId,
        authChallengeResponse: { response, ...(login && !wrong && login) },
      }),
    ]);
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
    case 'fulfill':
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
