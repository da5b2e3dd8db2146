/** What people did, reported to each agent once: in the events of its next answer. */
import type { Page } from '../../page/page.js';

export interface PersonEvent {
  /** One line. */
  text: string;
  page: Page | undefined;
  /** The page may look different: the answer shows what changed. */
  acted: boolean;
}

/** The most events kept for agents that have not got them yet. */
const KEPT = 50;

/** What person news needs to know of an agent. */
export interface Listener {
  /** Stateless clients share one. */
  readonly name: string;
  pages(): readonly Page[];
}

export class PersonNews {
  #events: PersonEvent[] = [];
  #dropped = 0;
  /** How many events each agent has got, including those no longer kept. */
  readonly #told = new Map<string, number>();

  /** It gets the events from now on. */
  welcome({ name }: Listener): void {
    if (!this.#told.has(name)) this.#told.set(name, this.#end);
  }

  leave({ name }: Listener): void {
    this.#told.delete(name);
  }

  add(event: PersonEvent): void {
    this.#events.push(event);
    if (this.#events.length <= KEPT) return;
    this.#events.shift();
    this.#dropped++;
  }

  /** The events of its pages that an agent has not got yet. */
  pending(listener: Listener): PersonEvent[] {
    const from = this.#told.get(listener.name) ?? this.#end;
    const pages = listener.pages();
    return this.#events
      .slice(Math.max(0, from - this.#dropped))
      .filter(({ page }) => !page || page.closed !== undefined || pages.includes(page));
  }

  /** The same, which counts as told. */
  take(listener: Listener): PersonEvent[] {
    const pending = this.pending(listener);
    this.#told.set(listener.name, this.#end);
    return pending;
  }

  get #end(): number {
    return this.#dropped + this.#events.length;
  }
}
