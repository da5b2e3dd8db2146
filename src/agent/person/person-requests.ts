/** Requests of agents to people: shown in the window until a person answers. */
import { Emitter } from '../../page/emitter.js';
import type { Page } from '../../page/page.js';

export interface PersonRequest {
  readonly id: string;
  /** The agent that asks. */
  readonly agent: string;
  readonly reason: string;
  readonly needed: string | undefined;
  /** An element has to be pointed at. */
  readonly pick: boolean;
  readonly page: Page | undefined;
  outcome?: PersonOutcome;
}

export interface PersonOutcome {
  kind: 'done' | 'declined' | 'pointed';
  /** What the person wrote. */
  note: string;
  /** The element that was pointed at: `button "Pay" [ref=e5]`. */
  element?: string;
  ref?: string;
}

/** The most unanswered requests; the oldest are dropped. */
const MOST = 20;

export class PersonRequests {
  readonly #events = new Emitter<{ change: undefined }>();
  readonly #open = new Map<string, PersonRequest>();
  #count = 0;

  onChange(listener: () => void): () => void {
    return this.#events.on('change', listener);
  }

  /** Oldest first. */
  open(): PersonRequest[] {
    return [...this.#open.values()].filter(({ outcome }) => !outcome);
  }

  /** The same request of the same agent continues; `isNew`: the first time. */
  ask(wanted: Omit<PersonRequest, 'id' | 'outcome'>): { request: PersonRequest; isNew: boolean } {
    const known = [...this.#open.values()].find(
      ({ agent, reason, needed, pick }) =>
        agent === wanted.agent &&
        reason === wanted.reason &&
        needed === wanted.needed &&
        pick === wanted.pick,
    );
    if (known) return { request: known, isNew: false };
    const request = { ...wanted, id: `r${++this.#count}` };
    this.#open.set(request.id, request);
    for (const id of this.#open.keys()) if (this.#open.size > MOST) this.#open.delete(id);
    this.#events.emit('change', undefined);
    return { request, isNew: true };
  }

  /** False if it was answered before, or is not known. */
  answer(id: string, outcome: PersonOutcome): boolean {
    const request = this.#open.get(id);
    if (!request || request.outcome) return false;
    request.outcome = outcome;
    this.#events.emit('change', undefined);
    return true;
  }

  /** Waits for the answer until the signal aborts. The request stays open then. */
  async outcomeOf(request: PersonRequest, signal: AbortSignal): Promise<PersonOutcome | undefined> {
    await new Promise<void>((resolve) => {
      const end = () => {
        off();
        signal.removeEventListener('abort', end);
        resolve();
      };
      const off = this.#events.on('change', () => {
        if (request.outcome) end();
      });
      if (request.outcome || signal.aborted) end();
      else signal.addEventListener('abort', end);
    });
    if (request.outcome) this.#open.delete(request.id);
    return request.outcome;
  }
}
