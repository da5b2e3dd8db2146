/** Runs at most so many of the given functions at the same time; the others wait, in order. */
export class ConcurrencyLimit {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limit) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running++;
    try {
      return await work();
    } finally {
      // The place goes to the next one, or becomes free.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
