/** Typed events. `on` returns a function that removes the listener. */
export class Emitter<Events extends object> {
  readonly #listeners = new Map<keyof Events, Set<(payload: never) => void>>();

  on<E extends keyof Events>(event: E, listener: (payload: Events[E]) => void): () => void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  emit<E extends keyof Events>(event: E, payload: Events[E]): void {
    // The map holds each listener under its event, which the type of the map cannot express.
    for (const listener of [...(this.#listeners.get(event) ?? [])])
      (listener as (payload: Events[E]) => void)(payload);
  }
}
