/**
 * Requests that wait for a decision: the handlers' decisions as BiDi commands. One intercept for the whole
 * browser is enough: an intercept cannot be limited to a user context, and requests of workers name no page.
 */
import { STATUS_CODES } from 'node:http';
import type { Network as Bidi } from 'webdriver-bidi-protocol';
import type { ContextOptions } from '../../context-settings.js';
import type { ContextId, FrameId } from '../../driver.js';
import type { RequestDecision, RequestHandlers } from '../../interception.js';
import { loginFor } from '../../logins.js';
import type { BidiEvent, Connection } from '../connection.js';
import { headersOf, resourceTypeOf } from './network.js';

type OwnerOf = (frame: FrameId) => { id: string; context: ContextId } | undefined;

export class Interception {
  readonly #connection: Connection;
  readonly #handlers: RequestHandlers;
  readonly #ownerOf: OwnerOf;
  readonly #settings: (context: ContextId) => ContextOptions;
  /** Requests that were answered with a login: asked again, it was wrong. */
  readonly #answered = new Set<string>();
  /** The browser's reply to the last change; changes are made one after the other. */
  #intercept: Promise<string | undefined> = Promise.resolve(undefined);

  constructor(
    connection: Connection,
    handlers: RequestHandlers,
    ownerOf: OwnerOf,
    settings: (context: ContextId) => ContextOptions,
  ) {
    this.#connection = connection;
    this.#handlers = handlers;
    this.#ownerOf = ownerOf;
    this.#settings = settings;
  }

  /**
   * Nobody sees the window in which Firefox asks for a user name and password, and requests would wait for it
   * forever.
   */
  async refuseLogins(): Promise<void> {
    await this.#connection.send('network.addIntercept', { phases: ['authRequired'] });
  }

  /** Tells the browser whether to ask. */
  async apply(): Promise<void> {
    const before = this.#intercept;
    this.#intercept = before.then((intercept) => this.#change(intercept));
    await this.#intercept;
  }

  async #change(intercept: string | undefined): Promise<string | undefined> {
    if (this.#handlers.any === (intercept !== undefined)) return intercept;
    if (intercept !== undefined) {
      await this.#connection.send('network.removeIntercept', { intercept });
      return undefined;
    }
    const added = await this.#connection.send('network.addIntercept', { phases: ['beforeRequestSent'] });
    return added.intercept;
  }

  on(event: BidiEvent): void {
    if (event.method === 'network.beforeRequestSent' && event.params.isBlocked) void this.#ask(event.params);
    if (event.method === 'network.authRequired' && event.params.isBlocked) void this.#logIn(event.params);
  }

  /** Without a login the page is shown the server's response for clients without a password. */
  async #logIn({ request: { request, url }, response, context }: Bidi.AuthRequiredParameters): Promise<void> {
    const owner = context === null ? undefined : this.#ownerOf(context);
    const login = owner && loginFor({ url, proxy: response.status === 407 }, this.#settings(owner.context));
    const wrong = this.#answered.has(request);
    if (login) this.#answered.add(request);
    // A page that left or closed in the meantime took the request with it.
    await Promise.allSettled([
      login && !wrong
        ? this.#connection.send('network.continueWithAuth', {
            request,
            action: 'provideCredentials',
            credentials: { type: 'password', ...login },
          })
        : this.#connection.send('network.continueWithAuth', { request, action: 'cancel' }),
    ]);
  }

  async #ask({ request, context, navigation }: Bidi.BeforeRequestSentParameters): Promise<void> {
    const owner = context === null ? undefined : this.#ownerOf(context);
    const decision = await this.#handlers.decide({
      url: request.url,
      method: request.method,
      headers: headersOf(request.headers),
      resourceType: resourceTypeOf(request),
      isNavigation: navigation !== null,
      context: owner?.context,
      page: owner?.id,
      frame: context ?? undefined,
    });
    // A page that left or closed in the meantime took the request with it.
    await Promise.allSettled([this.#answer(request.request, decision)]);
  }

  #answer(request: string, decision: RequestDecision): Promise<unknown> {
    switch (decision.action) {
      case 'abort':
        return this.#connection.send('network.failRequest', { request });
      case 'fulfill':
        return this.#connection.send('network.provideResponse', {
          request,
          statusCode: decision.status,
          // Chromium takes no empty one.
          reasonPhrase: STATUS_CODES[decision.status] ?? 'Unknown',
          headers: toBidi(decision.headers),
          body: { type: 'base64', value: Buffer.from(decision.body).toString('base64') },
        });
      case 'continue':
        return this.#connection.send('network.continueRequest', {
          request,
          ...(decision.headers && { headers: toBidi(decision.headers) }),
        });
    }
  }
}

export function toBidi(headers: Record<string, string>): Bidi.Header[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value: { type: 'string', value } }));
}
