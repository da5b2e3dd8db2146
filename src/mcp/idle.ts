/** Calls once when nothing has been going on for so long; what goes on starts the time again when it ends. */
export class IdleClock {
  readonly #after: number;
  readonly #onIdle: () => void;
  #busy = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `after` in milliseconds; 0 is never. */
  constructor(after: number, onIdle: () => void) {
    this.#after = after;
    this.#onIdle = onIdle;
  }

  get busy(): boolean {
    return this.#busy > 0;
  }

  /** Something begins; the function that is returned ends it, once. */
  begin(): () => void {
    this.#busy++;
    this.stop();
    let over = false;
    return () => {
      if (over) return;
      over = true;
      this.#busy--;
      if (this.#busy === 0) this.start();
    };
  }

  start(): void {
    this.stop();
    if (this.#after === 0 || this.#busy > 0) return;
    this.#timer = setTimeout(this.#onIdle, this.#after);
    this.#timer.unref(); // Waiting for nothing to happen keeps no process alive.
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
