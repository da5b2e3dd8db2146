/**
 * The headers as they were on the wire, with cookies and logins. Chromium reports them apart from requests and responses,
 * before or after these, in order, and only for hops that went over the network (`hasExtraInfo`).
 */

type Headers = Record<string, string>;

export interface WireHeaders {
  hop: number;
  request?: Headers;
  response?: Headers;
}

interface Pending {
  /** Hops that have such headers. */
  hops: number[];
  requests: Headers[];
  responses: Headers[];
  /** How many of each were reported. */
  told: { requests: number; responses: number };
}

/** Requests whose headers may still come. */
const KEPT = 500;

export class ExtraHeaders {
  readonly #pending = new Map<string, Pending>();

  /** A response to this hop has come, and its headers have or will. */
  expect(requestId: string, hop: number): WireHeaders[] {
    this.#of(requestId).hops.push(hop);
    return this.#take(requestId);
  }

  sent(requestId: string, headers: Headers): WireHeaders[] {
    this.#of(requestId).requests.push(headers);
    return this.#take(requestId);
  }

  received(requestId: string, headers: Headers): WireHeaders[] {
    this.#of(requestId).responses.push(headers);
    return this.#take(requestId);
  }

  #of(requestId: string): Pending {
    let pending = this.#pending.get(requestId);
    if (!pending) {
      pending = { hops: [], requests: [], responses: [], told: { requests: 0, responses: 0 } };
      this.#pending.set(requestId, pending);
      for (const oldest of this.#pending.keys()) if (this.#pending.size > KEPT) this.#pending.delete(oldest);
    }
    return pending;
  }

  #take(requestId: string): WireHeaders[] {
    const { hops, requests, responses, told } = this.#of(requestId);
    const found: WireHeaders[] = [];
    for (; told.requests < Math.min(hops.length, requests.length); told.requests++) {
      const [hop, request] = [hops[told.requests], requests[told.requests]];
      if (hop !== undefined && request) found.push({ hop, request });
    }
    for (; told.responses < Math.min(hops.length, responses.length); told.responses++) {
      const [hop, response] = [hops[told.responses], responses[told.responses]];
      if (hop !== undefined && response) found.push({ hop, response });
    }
    return found;
  }
}
