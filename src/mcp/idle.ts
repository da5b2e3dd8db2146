import type { Host } from '../agent/host.js';

/** Calls `onIdle` after a time without activity. The time starts again when the last activity ends. */
export class IdleClock {
  readonly #after: number;
  readonly #onIdle: () => void;
  #busy = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `after` in milliseconds; 0: never. */
  constructor(after: number, onIdle: () => void) {
    this.#after = after;
    this.#onIdle = onIdle;
  }

  get busy(): boolean {
    return this.#busy > 0;
  }

  /** Starts an activity; the returned function ends it. */
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
    this.#timer.unref(); // The timer must not keep the process alive.
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** A person who has taken over is busy. */
export function idleWithout(clock: IdleClock, { people }: Host): void {
  let over: (() => void) | undefined;
  people.takeover.onChange((holder) => {
    over?.();
    over = holder && clock.begin();
  });
}
