/**
 * What was sent with requests and came back for them, asked for afterwards. A body is with the session that
 * made the request: Chromium keeps it there until the document goes or its buffer is full.
 */
import { isSightlineError, SightlineError } from '../../errors.js';
import type { CallScope } from '../driver.js';
import type { CdpEvent, Session } from './connection.js';
import { hopId } from './network.js';

/** As many as a page's log keeps. */
const KEPT = 1_000;

/** One hop. */
interface Known {
  requestId: string;
  hasBody: boolean;
  request: Session;
  /** Absent until there is a response; that of a redirect has no body that could be asked for. */
  response?: Session;
}

export class Bodies {
  /** By the ids that we give, oldest first. */
  readonly #known = new Map<string, Known>();
  /** The last hop of each request, by Chromium's id. */
  readonly #hops = new Map<string, number>();

  on(session: Session, event: CdpEvent): void {
    if (event.method === 'Network.requestWillBeSent') {
      const { requestId, request, redirectResponse } = event.params;
      const last = this.#hops.get(requestId);
      // Two sessions may tell of the same request: the first has its body.
      if (last !== undefined && !redirectResponse) return;
      const hop = last === undefined ? 0 : last + 1;
      this.#hops.set(requestId, hop);
      this.#known.set(hopId(requestId, hop), {
        requestId,
        hasBody: request.hasPostData === true,
        request: session,
      });
      this.#forgetOldest();
    }
    if (event.method === 'Network.responseReceived') {
      const { requestId } = event.params;
      const known = this.#known.get(hopId(requestId, this.#hops.get(requestId) ?? 0));
      if (known) known.response = session;
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
    const { requestId, response } = this.#find(id);
    if (!response) return undefined;
    return kept(response, async () => {
      const { body, base64Encoded } = await response.send('Network.getResponseBody', { requestId }, scope);
      return Buffer.from(body, base64Encoded ? 'base64' : 'utf8');
    });
  }

  #find(id: string): Known {
    const known = this.#known.get(id);
    if (!known) throw notKept('the request is not known any more');
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
  return new SightlineError('not-kept', `The body is not there to be read: ${why}`, { cause });
}
