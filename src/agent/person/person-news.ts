/** What people did, told to each agent once: in the events of its next answer. */
import type { Page } from '../../page/page.js';

export interface PersonEvent {
  /** One line. */
  text: string;
  page: Page | undefined;
  /** The page may look different: the answer shows what changed. */
  acted: boolean;
}

/** Events that are kept for agents that have not been told yet. */
const KEPT = 50;

/** An agent, as far as it is told. */
export interface Listener {
  /** Stateless clients share one. */
  readonly name: string;
  pages(): readonly Page[];
}

export class PersonNews {
  #events: PersonEvent[] = [];
  #dropped = 0;
  /** How many events each has been told, including those no longer kept. */
  readonly #told = new Map<string, number>();

  /** It is told what happens from now on. */
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

  /** What an agent has not been told of its pages. */
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
