/**
 * Interception of requests before they are sent. Each driver asks in ONE place (`interception.ts` in its folder),
 * and everything that decides on requests (origin rules, routes) adds a handler with `Driver.intercept`:
 *
 *   const stop = await driver.intercept((request) => isBlocked(request.url) ? { action: 'abort' } : undefined);
 *
 * - Handlers are asked in the order in which they were added, and the first decision wins; `undefined` leaves it
 *   to the next. A request without a decision is sent unchanged. So mandatory rules are added first, before
 *   there are routes; nothing added later can overrule them.
 * - They are asked about every hop: documents, frames, subresources, workers, and each redirect again. Not about
 *   `data:`, `blob:` and `about:` URLs, which make no request, nor about WebSockets in Chromium, whose protocol
 *   cannot intercept them.
 * - While there is a handler, Chromium's pages bypass service workers: requests that a service worker makes for a
 *   page would not be intercepted.
 * - A handler that throws fails the request.
 *
 * Without handlers the browser does not ask, and a request costs nothing.
 */
import type { ContextId, FrameId } from './ids.js';

export interface InterceptedRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  /** As in `RequestInfo`. */
  resourceType: string;
  isNavigation: boolean;
  /** Absent if the browser does not say who made the request. */
  context: ContextId | undefined;
  /** `DriverPage.id` */
  page: string | undefined;
  frame: FrameId | undefined;
}

export type RequestDecision =
  /** `headers` replace all of its headers. */
  | { action: 'continue'; headers?: Record<string, string> }
  | { action: 'fulfill'; status: number; headers: Record<string, string>; body: string | Uint8Array }
  | { action: 'abort' };

export type RequestHandler = (
  request: InterceptedRequest,
) => RequestDecision | undefined | Promise<RequestDecision | undefined>;

/** Removes the handler; resolves when the browser no longer asks. */
export type StopIntercepting = () => Promise<void>;

interface Entry {
  handler: RequestHandler;
  context: ContextId | undefined;
}

/** The handlers of one driver. */
export class RequestHandlers {
  #entries: Entry[] = [];

  /** Without a context: for all of them. */
  add(handler: RequestHandler, context: ContextId | undefined): () => void {
    const entry = { handler, context };
    this.#entries.push(entry);
    return () => {
      this.#entries = this.#entries.filter((each) => each !== entry);
    };
  }

  /** A context is gone: removes its handlers. */
  drop(context: ContextId): void {
    this.#entries = this.#entries.filter((entry) => entry.context !== context);
  }

  get any(): boolean {
    return this.#entries.length > 0;
  }

  wantedIn(context: ContextId): boolean {
    return this.#entries.some((entry) => entry.context === undefined || entry.context === context);
  }

  async decide(request: InterceptedRequest): Promise<RequestDecision> {
    try {
      for (const { handler, context } of this.#entries) {
        const decision =
          context === undefined || context === request.context ? await handler(request) : undefined;
        if (decision) return decision;
      }
    } catch {
      // A rule that could not be evaluated must not be bypassed.
      return { action: 'abort' };
    }
    return { action: 'continue' };
  }
}
