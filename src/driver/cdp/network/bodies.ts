/**
 * Request and response bodies, requested afterwards. A body is kept by the session that made the request, until
 * the document is gone or its buffer is full.
 */
import { isSightlineError, SightlineError } from '../../../errors.js';
import { type Clock, startClock, untilTold } from '../../deadline.js';
import type { CallScope } from '../../driver.js';
import type { CdpEvent, Session } from '../connection.js';
import { hopId } from './network.js';

/** As many as a page's log keeps. */
const KEPT = 1_000;
/**
 * Milliseconds to wait for the end of a response that has begun: a stream never ends, nor does one that the page
 * does not read.
 */
const PATIENCE = 2_000;

/** One hop of a request. */
interface Known {
  requestId: string;
  hasBody: boolean;
  request: Session;
  /** Absent until there is a response; a redirect has no body to ask for. */
  response?: Session;
  /** The response is complete or has ended: before that Chromium returns what it has, which may be nothing. */
  over: boolean;
}

export class Bodies {
  /** By our ids, oldest first. */
  readonly #known = new Map<string, Known>();
  /** The last hop of each request, by Chromium's id. */
  readonly #hops = new Map<string, number>();
  /** Called when a response is over. */
  readonly #waiting = new Set<() => void>();

  on(session: Session, event: CdpEvent): void {
    if (event.method === 'Network.requestWillBeSent') {
      const { requestId, request, redirectResponse } = event.params;
      const last = this.#hops.get(requestId);
      // Two sessions may report the same request: the first has its body.
      if (last !== undefined && !redirectResponse) return;
      const hop = last === undefined ? 0 : last + 1;
      this.#hops.set(requestId, hop);
      this.#known.set(hopId(requestId, hop), {
        requestId,
        hasBody: request.hasPostData === true,
        request: session,
        over: false,
      });
      this.#forgetOldest();
    }
    if (event.method === 'Network.responseReceived') {
      const { requestId } = event.params;
      const known = this.#known.get(hopId(requestId, this.#hops.get(requestId) ?? 0));
      if (known) known.response = session;
    }
    if (event.method === 'Network.loadingFinished' || event.method === 'Network.loadingFailed') {
      const { requestId } = event.params;
      const known = this.#known.get(hopId(requestId, this.#hops.get(requestId) ?? 0));
      if (known) known.over = true;
      for (const look of [...this.#waiting]) look();
    }
  }

  async ofRequest(id: string, scope: CallScope = {}): Promise<Uint8Array | undefined> {
    const { requestId, hasBody, request } = this.#find(id);
    if (!hasBody) return undefined;
    return kept(request, async () => {
      const { postData } = await request.send('Network.getRequestPostData', { requestId }, scope);
      return Buffer.from(postData);
    });
  }

  async ofResponse(id: string, scope: CallScope = {}): Promise<Uint8Array | undefined> {
    const known = this.#find(id);
    const { requestId, response } = known;
    if (!response) return undefined;
    const clock = startClock(scope);
    if (response.alive) await this.#untilOver(known, clock.left());
    return kept(response, async () => {
      const { body, base64Encoded } = await response.send(
        'Network.getResponseBody',
        { requestId },
        clock.left(),
      );
      if (body === '' && !known.over) throw notKept('the response has not ended yet');
      return Buffer.from(body, base64Encoded ? 'base64' : 'utf8');
    });
  }

  async #untilOver(known: Known, { timeout, signal }: ReturnType<Clock['left']>): Promise<void> {
    const scope = { timeout: Math.min(timeout || PATIENCE, PATIENCE), ...(signal && { signal }) };
    const ended = untilTold<void>('The end of the response', scope, ({ resolve }) => {
      const look = () => {
        if (known.over) resolve();
      };
      this.#waiting.add(look);
      look();
      return () => this.#waiting.delete(look);
    });
    await ended.catch((error: unknown) => {
      if (!isSightlineError(error, 'timeout')) throw error;
    });
  }

  #find(id: string): Known {
    const known = this.#known.get(id);
    if (!known) throw notKept('the request is no longer known');
    return known;
  }

  #forgetOldest(): void {
    if (this.#known.size <= KEPT) return;
    for (const [id, { requestId }] of this.#known) {
      this.#known.delete(id);
      this.#hops.delete(requestId);
      return;
    }
  }
}

async function kept(session: Session, ask: () => Promise<Uint8Array>): Promise<Uint8Array> {
  if (!session.alive) throw notKept('the document that asked for it is gone');
  try {
    return await ask();
  } catch (cause) {
    if (isSightlineError(cause, 'protocol-error')) throw notKept('Chromium has dropped it', cause);
    throw cause;
  }
}

function notKept(why: string, cause?: unknown): SightlineError {
  return new SightlineError('not-kept', `The body is not available: ${why}`, { cause });
}
